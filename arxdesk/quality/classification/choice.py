"""The settings of predictions: targets, features, methods."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QFormLayout, QFrame, QScrollArea, QVBoxLayout, QWidget

from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk.ui.widgets.basics.label import label, paragraph
from arxdesk.ui.widgets.fields.choice import ChoiceBox
from arxdesk.ui.widgets.fields.spin_box import SpinBox
from arxdesk.ui.widgets.tables.check_list import CheckEntry, CheckList
from arxdesk_engine.analysis.prediction.sentences import METHODS
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.schema import DataType
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.foundation.messages import told
from arxdesk_engine.job.utility import MethodName, UtilitySettings

_SCROLL_BAR = 12
CATEGORIES = ""
SCALINGS = {
    CATEGORIES: marked("as categories"),
    "linear": marked("as numbers"),
    "log": marked("as logarithms"),
    "sqrt": marked("as square roots"),
    "square": marked("as squares"),
    "reciprocal": marked("as reciprocals"),
}
WIDTH, FIELD = 208, 128
MOST_FOLDS, MOST_SEED, MOST_RECORDS = 100, 999_999, 100_000_000
_NUMERIC = (DataType.INTEGER, DataType.DECIMAL, DataType.DATE)


class PredictionChoice(QWidget):
    """Two check lists, and the methods; `changed` carries the new settings and the name of the step."""

    changed = Signal(UtilitySettings, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = UtilitySettings()
        self._quasi: tuple[str, ...] = ()
        self._dataset: Dataset | None = None
        self._names: tuple[str, ...] = ()
        self.targets = CheckList(tr("targets"))
        self.features = CheckList(tr("features"))
        scalings = [(key, tr(text)) for key, text in SCALINGS.items()]
        self.scaling = ChoiceBox(tr("Scale of the numbers of the feature"), scalings)
        self.scaling.setMinimumContentsLength(8)
        self.scaling.setMinimumWidth(self.scaling.width_for(tr(SCALINGS[CATEGORIES])))
        self._scaled = ElidedLabel("", "caption", "2")
        self.methods: dict[MethodName, QCheckBox] = {key: QCheckBox(tr(text)) for key, text in METHODS.items()}
        self.folds = SpinBox(2, MOST_FOLDS, 10)
        self.seed = SpinBox(0, MOST_SEED, 0)
        self.records = SpinBox(2, MOST_RECORDS, 100_000)
        self._lay_out()
        self._connect()

    @property
    def feature(self) -> str:
        """The feature whose numbers `scaling` is about, or ""."""
        row = self.features.list.current_row
        return self._names[row] if 0 <= row < len(self._names) else ""

    def set_settings(self, settings: UtilitySettings, dataset: Dataset, quasi_identifiers: tuple[str, ...]) -> None:
        """Show settings for a table; without features of their own they mean its quasi-identifiers."""
        if (settings, quasi_identifiers) == (self._settings, self._quasi) and dataset is self._dataset:
            return
        is_other_table = dataset is not self._dataset or settings.scaling != self._settings.scaling
        self._settings, self._quasi, self._dataset = settings, quasi_identifiers, dataset
        if is_other_table:
            self._names = dataset.names
            self.targets.set_entries([CheckEntry(name) for name in self._names])
            self.features.set_entries([CheckEntry(name, self._note(name)) for name in self._names])
        self.targets.set_checked(settings.targets)
        self.features.set_checked(settings.features or quasi_identifiers)
        for key, box in self.methods.items():
            with QSignalBlocker(box):
                box.setChecked(key in settings.methods)
        for spin, value in (
            (self.folds, settings.folds),
            (self.seed, settings.seed),
            (self.records, settings.max_records),
        ):
            with QSignalBlocker(spin):
                spin.setValue(value)
        self._show_scaling()

    def _note(self, name: str) -> str:
        scaling = self._settings.scaling.get(name)
        return "" if scaling is None else tr(SCALINGS[scaling])

    def _is_numeric(self, name: str) -> bool:
        return self._dataset is not None and name in self._dataset and self._dataset[name].type.kind in _NUMERIC

    def _show_scaling(self, _row: int = -1) -> None:
        name = self.feature
        is_numeric = bool(name) and self._is_numeric(name)
        self.scaling.setEnabled(is_numeric)
        self.scaling.set_value(self._settings.scaling.get(name, CATEGORIES))
        self._scaled.setText(tr("{name}:", name=name) if is_numeric else tr("Numbers:"))
        self.scaling.setToolTip("" if is_numeric else tr("Mark a column of numbers or dates in the list above."))

    def _put(self, text: str, **changes: object) -> None:
        scaling = {name: each for name, each in self._settings.scaling.items() if self._is_numeric(name)}
        after = self._settings.model_copy(update={"scaling": scaling, **changes})
        if after != self._settings:
            self.changed.emit(after, text)

    def _change_targets(self) -> None:
        self._put(told("Targets"), targets=self.targets.checked)

    def _change_features(self) -> None:
        ticked = self.features.checked
        self._put(told("Features"), features=() if ticked == self._quasi else ticked)
        self.features.set_checked(self._settings.features or self._quasi)  # none ticked: the quasi-identifiers again

    def _change_scaling(self, key: str) -> None:
        name = self.feature
        scaling = {other: value for other, value in self._settings.scaling.items() if other != name}
        self._put(
            told("Numbers of {name}", name=name), scaling=scaling if key == CATEGORIES else {**scaling, name: key}
        )

    def _change_methods(self, _on: bool) -> None:
        self._put(told("Method"), methods=tuple(key for key, box in self.methods.items() if box.isChecked()))

    def _connect(self) -> None:
        self.targets.changed.connect(self._change_targets)
        self.features.changed.connect(self._change_features)
        self.features.list.current_changed.connect(self._show_scaling)
        self.scaling.chosen.connect(self._change_scaling)
        for box in self.methods.values():
            box.toggled.connect(self._change_methods)
        for spin, key, text in (
            (self.folds, "folds", tr("Parts for predicting")),
            (self.seed, "seed", tr("Seed for predicting")),
            (self.records, "max_records", tr("Largest number of records for predicting")),
        ):
            spin.valueChanged.connect(partial(self._change_number, key, text))

    def _change_number(self, key: str, text: str, value: int) -> None:
        self._put(text, **{key: value})

    def _lay_out(self) -> None:
        features = _titled(tr("Predicted from"), self.features)
        self._scaled.setMinimumWidth(self._scaled.fontMetrics().horizontalAdvance(tr("Numbers:")) + 1)
        below = layouts.row((self._scaled, 2), (self.scaling, 3), spacing=8)
        layouts.nest(features, below)
        layouts.row(
            (_titled(tr("Targets"), self.targets), 1),
            (features, 1),
            self._way(),
            spacing=16,
            margins=(12, 8, 0, 8),
            inside=self,
        )

    def _way(self) -> QWidget:
        inside = QWidget()
        form = QFormLayout()
        form.setContentsMargins(0, 8, 0, 0)
        form.setVerticalSpacing(4)
        form.setHorizontalSpacing(8)
        for text, name, spin in (
            (tr("Parts"), tr("Parts of the cross-validation"), self.folds),
            (tr("At most"), tr("Largest number of records used"), self.records),
            (tr("Seed"), tr("Seed of the order of the records"), self.seed),
        ):
            spin.setAccessibleName(name)
            spin.setToolTip(name)
            form.addRow(label(text, "dense", "2"), spin)
        self.records.setSuffix(f" {tr('records')}")
        for spin in (self.folds, self.records, self.seed):
            spin.setFixedWidth(max(FIELD, self.records.sizeHint().width()))
        layouts.column(
            label(tr("Cross-validation"), "dense", "2"),
            *self.methods.values(),
            form,
            paragraph(tr("Each part is predicted from the other parts."), "caption", "3"),
            layouts.STRETCH,
            spacing=4,
            margins=(0, 0, 12, 0),
            inside=inside,
        )
        scroll = QScrollArea()
        scroll.setAccessibleName(tr("Cross-validation"))
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidgetResizable(True)
        scroll.setWidget(inside)
        scroll.setFixedWidth(max(WIDTH, inside.minimumSizeHint().width() + _SCROLL_BAR))
        return scroll


def _titled(title: str, content: QWidget) -> QVBoxLayout:
    return layouts.column(ElidedLabel(title, "dense", "2"), (content, 1), spacing=4)
