"""Benefits and costs for the models of game theory; and the choice to share a sample."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QCheckBox, QWidget

from arxdesk.configure.forms.section_form import SectionForm
from arxdesk.core.document import Document
from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.label import label, set_tone
from arxdesk.ui.widgets.fields.number_edit import NumberEdit
from arxdesk.ui.words import capitalized, count
from arxdesk_engine.foundation.errors import InvalidJob
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.foundation.messages import told
from arxdesk_engine.job.job import job_from
from arxdesk_engine.job.population import SamplingSettings
from arxdesk_engine.privacy.profitability import size_without_attack
from arxdesk_engine.privacy.size import MOST

COSTS = {
    "publisher_benefit": marked("Benefit"),
    "publisher_loss": marked("Loss if found"),
    "adversary_gain": marked("Attacker gains"),
    "adversary_cost": marked("Attack costs"),
}
_HINTS = {
    "publisher_benefit": marked("Benefit of publishing one record"),
    "publisher_loss": marked("Loss of the publisher when a person is found"),
    "adversary_gain": marked("Gain of the attacker from finding a person"),
    "adversary_cost": marked("Cost of one attack for the attacker"),
}
_STEPS = {
    "publisher_benefit": marked("Benefit (publisher)"),
    "publisher_loss": marked("Loss if found (publisher)"),
    "adversary_gain": marked("Attacker gains (adversary)"),
    "adversary_cost": marked("Attack costs (adversary)"),
}
FIRST_SHARE = 0.1


class CostsForm(SectionForm):
    """Four amounts per record, in any currency, and the group size from which on no attack pays."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(document, "costs", parent)
        self.add_heading(tr("Benefits and costs"))
        self.fields = {name: NumberEdit(tr(_HINTS[name])) for name in COSTS}
        for name, edit in self.fields.items():
            edit.setToolTip(tr(_HINTS[name]))
            edit.setProperty("parameter", name)
            edit.editingFinished.connect(self._take)
            self.add_row(tr(COSTS[name]), edit)
        self.consequence = self.add_note()
        document.costs_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the amounts of the job."""
        costs = self._document.job.costs
        for name, edit in self.fields.items():
            edit.set_value(getattr(costs, name))
            edit.set_problem(False)
        size = size_without_attack(costs)
        if size == MOST:
            pays = tr("No attack pays: no group is large enough.")
        else:
            pays = tr("No attack pays: from groups of {size} on.", size=count(size))
        used = tr("For the model profitability and the publisher's payout.")
        self.consequence.setText(f"{pays} {used}")
        set_tone(self.consequence, "3")

    def _take(self) -> None:
        edit = self.sender()
        if not isinstance(edit, NumberEdit):
            return
        name = str(edit.property("parameter"))
        before = self._document.job.costs
        if edit.value == getattr(before, name):
            return
        value = "" if edit.value is None else edit.value
        try:
            job = job_from({"data": {"path": "-"}, "costs": {**before.model_dump(), name: value}})
        except InvalidJob as error:
            problem = error.problems[0]
            edit.set_problem(True)
            self.consequence.setText(f"{capitalized(problem.found)}. {problem.remedy}")
            set_tone(self.consequence, "error")
            return
        self.put(job.costs, told(_STEPS[name]))


class SamplingForm(SectionForm):
    """The choice to share a random sample in place of the whole table."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(document, "sampling", parent)
        self.add_heading(tr("Random sample"))
        self.on = QCheckBox(tr("Share a random sample instead"))
        self.on.toggled.connect(self._switch)
        self.form.addRow(self.on)
        self.share = NumberEdit(tr("Share of the records, percent"), share=True)
        self.seed = NumberEdit(tr("Seed of the sample"), whole=True)
        self._numbers = QWidget()
        for edit in (self.share, self.seed):
            edit.setFixedWidth(72)
            edit.editingFinished.connect(self._take)
        layouts.row(
            self.share, label(tr("%, seed"), "dense", "2"), self.seed, layouts.STRETCH, spacing=8, inside=self._numbers
        )
        self.add_row(tr("Share"), self._numbers)
        self.consequence = self.add_note()
        document.subset_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the settings of the job."""
        settings = self._document.job.sampling
        with QSignalBlocker(self.on):
            self.on.setChecked(settings is not None)
        self.form.setRowVisible(self._numbers, settings is not None)
        self.share.set_value(settings.fraction if settings else None)
        self.seed.set_value(settings.seed if settings else None)
        for edit in (self.share, self.seed):
            edit.set_problem(False)
        set_tone(self.consequence, "3")
        if settings is None:
            self.consequence.setText(tr("All records are shared."))
        else:
            records = round(settings.fraction * self._document.records)
            self.consequence.setText(
                tr_n(
                    records,
                    "About {n} record is shared; the others are left out.",
                    "About {n} records are shared; the others are left out.",
                )
            )

    def _switch(self, on: bool) -> None:
        self.put(SamplingSettings(fraction=FIRST_SHARE) if on else None, told("Random sample"))

    def _take(self) -> None:
        before = self._document.job.sampling
        if before is None or (self.share.value, self.seed.value) == (before.fraction, before.seed):
            return
        said = {"fraction": self.share.value, "seed": self.seed.value}
        try:
            job = job_from({"data": {"path": "-"}, "sampling": said})
        except InvalidJob as error:
            problem = error.problems[0]
            self.share.set_problem("fraction" in problem.place)
            self.seed.set_problem("seed" in problem.place)
            self.consequence.setText(f"{capitalized(problem.found)}. {problem.remedy}")
            set_tone(self.consequence, "error")
            return
        self.put(job.sampling, told("Random sample"))
