"""The settings of a method of perturbation as fields, made from its declaration."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QFormLayout, QSizePolicy, QWidget

from arxdesk.configure.perturbation.weights_field import WeightsField
from arxdesk.ui.widgets.basics.label import label, paragraph
from arxdesk.ui.widgets.fields.spin_box import DoubleSpinBox, SpinBox
from arxdesk.ui.widgets.tables.check_list import ROW, SEARCHED_FROM, CheckEntry, CheckList
from arxdesk.ui.words import capitalized, joined
from arxdesk_engine.foundation.language import marked, tr, tr_of
from arxdesk_engine.perturbation.fields import FieldKind, SettingField, fields_of
from arxdesk_engine.perturbation.method import Perturbation

MOST_LINES, NUMBER_WIDTH, LABELS = 4, 128, 128
EDGES, SEARCH = 2, 34
"""The room of a list beside its lines, and that of the field above many of them."""
DECIMALS = 4
Field = CheckList | SpinBox | DoubleSpinBox | QCheckBox | WeightsField


_TITLES = {
    "columns": marked("Columns"),
    "noise": marked("Noise"),
    "keep_covariance": marked("Keep covariance"),
    "within": marked("Within"),
    "days": marked("Days"),
    "importance": marked("Importance"),
    "strata": marked("Strata"),
    "retention": marked("Retention"),
    "matrix": marked("Matrix"),
    "invariant": marked("Invariant"),
    "alpha": marked("Alpha"),
    "percent": marked("Percent"),
    "risk_columns": marked("Risk columns"),
    "similar": marked("Similar"),
    "within_upper_area": marked("Within upper area"),
    "swap_rate": marked("Swap rate"),
    "predictors": marked("Predictors"),
}


def title_of(field: str) -> str:
    """A setting in words, such as "Swap rate"; letters of formulas stay as they are, as do the settings of methods
    that came later, by their names in a job."""
    if field == "seed":
        return tr_of("a field", "Seed")
    return tr(_TITLES.get(field, field if len(field) == 1 else capitalized(field.replace("_", " "))))


class PerturbationForm(QWidget):
    """One field for each setting; what only a job file can say is named and stays as it is."""

    def __init__(
        self,
        method: type[Perturbation],
        columns: Sequence[CheckEntry],
        others: Sequence[CheckEntry],
        changed: Callable[[], None],
        parent: QWidget | None = None,
    ) -> None:
        """`columns` are those that the method can change, `others` those that it can look at; `changed` is called when
        the user has changed a setting."""
        super().__init__(parent)
        self._changed = changed
        self.fields: dict[str, Field] = {}
        self._declared = {each.name: each for each in fields_of(method)}
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)  # what is left stays below
        self._form = QFormLayout(self)
        self._form.setContentsMargins(0, 0, 0, 0)
        self._form.setHorizontalSpacing(12)
        self._form.setVerticalSpacing(8)
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        for each in self._declared.values():
            if each.kind is not FieldKind.OTHER:
                self._add(each, columns if each.name == "columns" else others)
        in_files = [each.name for each in self._declared.values() if each.kind is FieldKind.OTHER]
        if in_files:
            self._form.addRow(
                "",
                paragraph(tr("Set in the job file alone: {settings}.", settings=joined(in_files, 3)), "caption", "3"),
            )

    @property
    def values(self) -> dict[str, object]:
        """The settings that differ from their defaults, as they stand in a job."""
        found: dict[str, object] = {}
        for name, field in self.fields.items():
            value = _value(field)
            if value != self._declared[name].default:
                found[name] = value
        return found

    def show_values(self, values: Mapping[str, object]) -> None:
        """Show settings as they stand in a job; those without a value have their default."""
        for name, field in self.fields.items():
            value = values.get(name, self._declared[name].default)
            blocked = field.blockSignals(True)
            _show(field, value)
            field.blockSignals(blocked)
            self._name_weights()  # of the columns, which come first

    def _add(self, declared: SettingField, entries: Sequence[CheckEntry]) -> None:
        title = title_of(declared.name)
        field = self._field(declared, title)
        if isinstance(field, CheckList):
            field.set_entries(entries)
            field.setFixedHeight(
                ROW * min(max(len(entries), 1), MOST_LINES) + EDGES + SEARCH * (len(entries) >= SEARCHED_FROM)
            )
            field.changed.connect(self._tell)
        elif isinstance(field, QCheckBox):
            field.toggled.connect(self._tell)
        elif not isinstance(field, WeightsField):
            field.valueChanged.connect(self._tell)
        words = label("" if isinstance(field, QCheckBox) else title, "dense", "2")
        words.setMinimumWidth(LABELS)
        words.setBuddy(field)
        self._form.addRow(words, field)
        if isinstance(field, CheckList) and not entries:  # the dialog says why
            self._form.setRowVisible(field, False)
        place = (
            Qt.AlignmentFlag.AlignTop if isinstance(field, CheckList | WeightsField) else Qt.AlignmentFlag.AlignVCenter
        )
        self._form.setAlignment(words, place | Qt.AlignmentFlag.AlignLeft)
        self.fields[declared.name] = field

    def _field(self, declared: SettingField, title: str) -> Field:
        if declared.kind is FieldKind.WEIGHTS:
            return WeightsField(title, (int(declared.least), int(declared.most)), self._changed)
        return _field(declared, title)

    def _name_weights(self) -> None:
        """Offer weights for the columns that are ticked."""
        columns = self.fields["columns"]
        for field in self.fields.values():
            if isinstance(field, WeightsField) and isinstance(columns, CheckList):
                field.set_names(columns.checked)

    def _tell(self, *_what: object) -> None:
        self._name_weights()
        self._changed()


def _field(declared: SettingField, title: str) -> Field:
    match declared.kind:
        case FieldKind.COLUMNS:
            return CheckList(title)
        case FieldKind.SWITCH:
            switch = QCheckBox(title)
            switch.setChecked(bool(declared.default))
            return switch
        case FieldKind.WHOLE:
            usual = declared.default if isinstance(declared.default, int) else declared.least + 3
            whole = SpinBox(int(declared.least), int(declared.most), int(usual))
            whole.setFixedWidth(NUMBER_WIDTH)
            whole.setAccessibleName(title)
            return whole
        case _:
            start = declared.default if isinstance(declared.default, float) else 5.0
            number = DoubleSpinBox(declared.least, declared.most, start, DECIMALS)
            number.is_trimmed = True
            number.setSingleStep(0.05 if declared.most <= 1.0 else 1.0)
            number.setValue(start)
            number.setFixedWidth(NUMBER_WIDTH)
            number.setAccessibleName(title)
            return number


def _value(field: Field) -> object:
    if isinstance(field, CheckList):
        return list(field.checked)
    if isinstance(field, QCheckBox):
        return field.isChecked()
    if isinstance(field, WeightsField):
        return field.value
    return field.value() if isinstance(field, SpinBox) else round(field.value(), DECIMALS)


def _show(field: Field, value: object) -> None:
    """Put a value of a job into a field that fits it."""
    match field, value:
        case CheckList(), list() | tuple():
            field.set_checked(map(str, value))
        case WeightsField(), dict():
            field.set_value(value)
        case QCheckBox(), bool():
            field.setChecked(value)
        case SpinBox(), int():
            field.setValue(value)
        case DoubleSpinBox(), int() | float():
            field.setValue(value)
