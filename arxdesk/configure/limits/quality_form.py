"""The quality model and its parameters."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QCheckBox, QSizePolicy, QSpacerItem, QWidget

from arxdesk.configure.forms.section_form import SectionForm, choices, choose, chosen
from arxdesk.core.document import Document
from arxdesk.core.values.role_words import role_word
from arxdesk.help.window import show_help
from arxdesk.ui import layouts
from arxdesk.ui.help_topics import of_quality_model
from arxdesk.ui.widgets.basics.buttons import link_button
from arxdesk.ui.widgets.basics.label import label, paragraph
from arxdesk.ui.widgets.fields.number_field import NumberField
from arxdesk.ui.widgets.tables.check_list import CheckEntry, CheckList
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.foundation.messages import told
from arxdesk_engine.quality import MODELS
from arxdesk_engine.quality.aggregate import AGGREGATES

COMBINED = ("loss", "precision", "non-uniform-entropy", "normalized-non-uniform-entropy", "height")
"""Models of losses by column, which are weighed and combined."""
BALANCED = (
    *("loss", "precision", "non-uniform-entropy", "entropy", "average-class-size"),
    *("classification", "publisher-payout"),
)
"""Models with a balance of generalization and suppression."""
WITHOUT_SUPPRESSION = ("precision", "non-uniform-entropy", "discernibility")
"""Models with a variant that ignores the loss of removed records."""
CLASSIFICATION, PAYOUT = "classification", "publisher-payout"
LIST_HEIGHT = 132
_AGGREGATES = {
    "sum": marked("Sum"),
    "maximum": marked("Maximum"),
    "arithmetic-mean": marked("Arithmetic mean"),
    "geometric-mean": marked("Geometric mean"),
    "rank": marked("Rank"),
}
_ATTACKERS = {"prosecutor": marked("Knows who is in the table"), "journalist": marked("Does not know who is in it")}


class QualityForm(SectionForm):
    """Shows the settings of the chosen model; others stay as they are in the job."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(document, "quality", parent)
        self.model = choices(tr("Quality model"), {name: MODELS[name].description.name for name in MODELS})
        self.model.setToolTip(tr("Measure of lost detail; the search minimizes it"))
        self.model.activated.connect(self._choose_model)
        self.add_row(tr("Quality model"), self.model)
        self._meaning = paragraph("", "caption", "3")
        self.formula = link_button(tr("Formula"))
        self.formula.clicked.connect(self._show_formula)
        self.form.addRow(self.formula, self._meaning)
        self.aggregate = choices(tr("Combined by"), {name: tr(_AGGREGATES[name]) for name in AGGREGATES})
        self.aggregate.setToolTip(
            tr("Aggregation of the losses of the columns: a mean, their sum, or the largest of them")
        )
        self.aggregate.activated.connect(self._choose_aggregate)
        self.add_row(tr("Combined by"), self.aggregate)
        self.balance = NumberField(tr("When in doubt, from removing records to coarsening values"), 0.0, 1.0, 0.5)
        self.balance.setToolTip(tr("0 prefers removing records, 1 prefers coarser values, 0.5 prefers neither."))
        self.balance.value_changed.connect(self._balance)
        self._ends = QWidget()
        self.add_row(tr("When in doubt"), self._balanced())
        self.monotonic = QCheckBox(tr("Leave out removed records"))
        self.monotonic.setToolTip(tr("The monotonic variant: the search can exclude more, and compares less."))
        self.monotonic.toggled.connect(self._choose_variant)
        self.form.addRow("", self.monotonic)
        self.attacker = choices(tr("Attacker"), _ATTACKERS)
        self.attacker.activated.connect(self._choose_attacker)
        self.add_row(tr("Attacker"), self.attacker)
        self.targets = CheckList(tr("Columns to predict"))
        self.targets.setFixedHeight(LIST_HEIGHT)
        self.targets.changed.connect(self._choose_targets)
        self.add_row(tr("To predict"), self.targets)
        self.features = CheckList(tr("Columns to predict from"))
        self.features.setFixedHeight(LIST_HEIGHT)
        self.features.changed.connect(self._choose_features)
        self.add_row(tr("From"), self.features)
        self._prediction = self.add_note()
        document.quality_changed.connect(self.refresh)
        document.attributes_changed.connect(self._offer_columns)
        self.refresh()

    def refresh(self) -> None:
        """Show the settings of the job."""
        quality = self._document.job.quality
        choose(self.model, quality.model)
        description = MODELS[quality.model].description
        self.formula.setAccessibleName(tr("Formula of {model}", model=description.name))
        self._meaning.setText(description.meaning)
        usual = MODELS[quality.model].DEFAULT_AGGREGATE
        choose(self.aggregate, quality.aggregate or usual or "")
        with QSignalBlocker(self.balance):
            self.balance.set_value(quality.generalization_suppression_factor)
        with QSignalBlocker(self.monotonic):
            self.monotonic.setChecked(quality.monotonic_variant)
        choose(self.attacker, quality.attacker)
        self._offer_columns()
        predicts = quality.model == CLASSIFICATION
        for field, shown in (
            (self.aggregate, quality.model in COMBINED),
            (self._ends, quality.model in BALANCED),
            (self.monotonic, quality.model in WITHOUT_SUPPRESSION),
            (self.attacker, quality.model == PAYOUT),
            (self.targets, predicts),
            (self.features, predicts),
            (self._prediction, predicts),
        ):
            self.form.setRowVisible(field, shown)

    def _balanced(self) -> QWidget:
        words = layouts.row(
            label(tr("remove records"), "caption", "3"), 8, layouts.STRETCH, label(tr("coarsen values"), "caption", "3")
        )
        box = self.balance.box.minimumWidth() + self.balance.box.minimumWidth() // 6
        words.addItem(QSpacerItem(box, 0, QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed))
        layouts.column(self.balance, words, spacing=2, inside=self._ends)
        return self._ends

    def _offer_columns(self) -> None:
        document, quality = self._document, self._document.job.quality
        if quality.model != CLASSIFICATION:
            return
        roles = {name: document.settings_of(name).role for name in document.dataset.names}
        shown = [CheckEntry(name, role_word(role)) for name, role in roles.items() if role is not Role.IDENTIFYING]
        self.targets.set_entries(shown)
        self.targets.set_checked(quality.targets)
        self.features.set_entries([CheckEntry(name) for name in document.attributes_with(Role.QUASI_IDENTIFYING)])
        self.features.set_checked(quality.features)
        self._prediction.setText(_prediction(len(quality.targets), len(quality.features)))

    def _show_formula(self) -> None:
        show_help(of_quality_model(self._document.job.quality.model))

    def _choose_model(self) -> None:
        name = chosen(self.model)
        self.change(told("Quality model {model}", model=MODELS[name].description.name), model=name, aggregate=None)

    def _choose_aggregate(self) -> None:
        name, model = chosen(self.aggregate), self._document.job.quality.model
        usual = MODELS[model].DEFAULT_AGGREGATE
        self.change(told("Aggregation of losses"), aggregate=None if name == usual else name)

    def _balance(self, value: float) -> None:
        factor = round(value, 2)
        self.change(told("When in doubt"), mergeable=True, generalization_suppression_factor=factor)

    def _choose_variant(self, on: bool) -> None:
        self.change(told("Variant of the quality model"), monotonic_variant=on)

    def _choose_attacker(self) -> None:
        self.change(told("Attacker of the payout"), attacker=chosen(self.attacker))

    def _choose_targets(self) -> None:
        self.change(told("Columns to predict"), targets=self.targets.checked)

    def _choose_features(self) -> None:
        self.change(told("Columns to predict from"), features=self.features.checked)


def _prediction(targets: int, features: int) -> str:
    if targets and features:
        source = tr_n(features, "from {n} column", "from {n} columns")
        return tr_n(targets, "{n} to predict, {source}.", "{n} to predict, {source}.", source=source)
    if targets:
        return tr_n(
            targets, "{n} to predict, from all quasi-identifiers.", "{n} to predict, from all quasi-identifiers."
        )
    if features:
        return tr_n(
            features,
            "Choose at least one to predict, from {n} column.",
            "Choose at least one to predict, from {n} columns.",
        )
    return tr("Choose at least one to predict, from all quasi-identifiers.")
