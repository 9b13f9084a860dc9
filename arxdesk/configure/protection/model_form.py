"""The form for the parameters of one privacy model."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSizePolicy,
    QStackedWidget,
    QWidget,
)

from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk.ui.widgets.basics.label import label, paragraph, set_tone
from arxdesk.ui.widgets.fields.number_edit import NumberEdit
from arxdesk.ui.widgets.fields.spin_box import SpinBox
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.privacy import MODELS
from arxdesk_engine.privacy.description import Parameter, ParameterKind, matters

FIELD, WIDE = 200, 320
SECOND_LINE = 26
BY_COARSENESS = -1


@dataclass(frozen=True, slots=True)
class FormContext:
    """The project as a form needs it: the highest level of each quasi-identifier, and the subset in words."""

    levels: Mapping[str, int]
    subset: str = ""


class SubsetField(QWidget):
    """The research subset: that of the project, an expression, a file, or a random share."""

    changed = Signal()

    def __init__(self, name: str, subset: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind = QComboBox()
        self._kind.setAccessibleName(name)
        self._kind.addItem(tr("As in the project ({subset})", subset=subset) if subset else tr("As in the project"), "")
        self._kind.addItem(tr("Records that satisfy a condition"), "expression")
        self._kind.addItem(tr("Records listed in a file"), "file")
        self._kind.addItem(tr("A random share"), "random")
        self._text = QLineEdit()
        self._text.setAccessibleName(tr("{name}, condition or file", name=name))
        self._share = NumberEdit(tr("{name}, percent", name=name), share=True)
        self._seed = NumberEdit(tr("{name}, seed", name=name), whole=True)
        self._random = QWidget()
        layouts.row(
            self._share, label(tr("%, seed"), "dense", "2"), self._seed, layouts.STRETCH, spacing=8, inside=self._random
        )
        self._pages = QStackedWidget()
        self._pages.setFixedHeight(SECOND_LINE)
        for widget in (self._text, self._random):
            self._pages.addWidget(widget)
        layouts.column(self._kind, self._pages, spacing=4, inside=self)
        self.setFocusProxy(self._kind)
        self._kind.currentIndexChanged.connect(self._show_parts)
        self._kind.currentIndexChanged.connect(self.changed)
        for edit in (self._text, self._share, self._seed):
            edit.textChanged.connect(self.changed)
        self._show_parts()

    @property
    def value(self) -> object:
        """The value in a job; None for the subset of the project."""
        match self._kind.currentData():
            case "":
                return None
            case "random":
                return {"random": self._share.value, "seed": self._seed.value or 0}
            case _:
                return self._text.text()

    def set_value(self, value: object) -> None:
        """Show the value of a job."""
        kind = "" if value is None else "random" if isinstance(value, dict) else "expression"
        text = value if isinstance(value, str) else ""
        if text.lower().endswith((".csv", ".tsv", ".txt", ".parquet", ".pq")):
            kind = "file"
        self._text.setText(text)
        if isinstance(value, dict):
            self._share.set_value(value["random"])
            self._seed.set_value(value.get("seed", 0))
        self._kind.setCurrentIndex(self._kind.findData(kind))

    def choose(self, kind: str) -> None:
        """Choose the kind of subset, as a user does."""
        self._kind.setCurrentIndex(self._kind.findData(kind))

    def _show_parts(self) -> None:
        kind = self._kind.currentData()
        self._pages.setVisible(bool(kind))
        self._pages.setCurrentIndex(int(kind == "random"))
        self._text.setPlaceholderText("age >= 18" if kind == "expression" else "part.csv")
        if kind == "random" and not self._share.text():
            self._share.set_value(0.1)
            self._seed.set_value(0)


class LevelsField(QWidget):
    """Levels of single quasi-identifiers."""

    changed = Signal()

    def __init__(self, levels: Mapping[str, int], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._boxes: dict[str, SpinBox] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(4)
        for row, (name, highest) in enumerate(levels.items()):
            box = SpinBox(BY_COARSENESS, highest, BY_COARSENESS)
            box.setSpecialValueText(tr("as above"))
            box.setAccessibleName(tr("Level of {name}", name=name))
            box.valueChanged.connect(self.changed)
            self._boxes[name] = box
            words = ElidedLabel(name, "dense", "2")
            words.setFixedWidth(FIELD)
            grid.addWidget(words, row, 0)
            grid.addWidget(box, row, 1)
            grid.addWidget(label(tr("of {highest}", highest=highest), "dense", "3"), row, 2)
        grid.setColumnStretch(3, 1)

    @property
    def value(self) -> object:
        """Level by name; quasi-identifiers without one are left out."""
        return {name: box.value() for name, box in self._boxes.items() if box.value() != BY_COARSENESS}

    def set_value(self, value: object) -> None:
        """Show other levels."""
        levels = value if isinstance(value, dict) else {}
        for name, box in self._boxes.items():
            box.setValue(levels.get(name, BY_COARSENESS))


Field = NumberEdit | QComboBox | QCheckBox | SubsetField | LevelsField


class ModelForm(QWidget):
    """A row for each parameter that applies, with its fault or a hint below."""

    changed = Signal()

    def __init__(self, model: str, context: FormContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = model
        self._description = MODELS[model].description
        self._parameters = self._description.parameters
        self._fields: dict[str, Field] = {}
        self._notes: dict[str, QLabel] = {}
        self._rows: dict[str, QWidget] = {}
        self._form = QFormLayout(self)
        self._form.setContentsMargins(0, 0, 0, 0)
        self._form.setHorizontalSpacing(12)
        self._form.setVerticalSpacing(8)
        for parameter in self._parameters:
            self._add(parameter, context)
        self.set_values(self._description.initial_values())

    @property
    def fields(self) -> Mapping[str, Field]:
        """The controls by parameter."""
        return self._fields

    def field(self, name: str) -> Field:
        """The control of a parameter."""
        return self._fields[name]

    def note(self, name: str) -> QLabel:
        """The note below a control."""
        return self._notes[name]

    @property
    def said(self) -> dict[str, object]:
        """The values as a job states them, without an attribute."""
        return {"model": self.model, **self._description.job_values(self._values)}

    def set_values(self, values: Mapping[str, object]) -> None:
        """Set values by the names of the form; other parameters keep theirs."""
        for name, value in values.items():
            with QSignalBlocker(self._fields[name]):
                _show(self._fields[name], value)
        self._show_rows()

    def show_model(self, said: Mapping[str, object]) -> None:
        """Show a model that a job states."""
        self.set_values(self._description.form_values(said))

    def show_faults(self, faults: Mapping[str, str]) -> None:
        """Show the fault of each field, or its hint where it has none."""
        for parameter in self._parameters:
            fault, note = faults.get(parameter.name, ""), self._notes[parameter.name]
            note.setText(fault or parameter.hint_with_limit)
            _fit(note)
            note.setVisible(bool(note.text()))
            set_tone(note, "error" if fault else "3")
            field = self._fields[parameter.name]
            if isinstance(field, NumberEdit):
                field.set_problem(bool(fault))

    @property
    def _values(self) -> dict[str, object]:
        return {name: _value(field) for name, field in self._fields.items()}

    def _add(self, parameter: Parameter, context: FormContext) -> None:
        field = self._make(parameter, context)
        self._fields[parameter.name] = field
        note = paragraph(parameter.hint_with_limit, "caption", "3")
        note.setMaximumWidth(WIDE)
        note.setMinimumWidth(FIELD)
        _fit(note)
        self._notes[parameter.name] = note
        row = QWidget()
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(field)
        if parameter.kind is ParameterKind.SHARE:
            line.addWidget(label("%", "dense", "2"))
        line.addStretch()
        layouts.column(line, note, spacing=2, inside=row)
        row.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)  # a form would part field and note
        self._rows[parameter.name] = row
        words = label("" if parameter.kind is ParameterKind.FLAG else parameter.label, "dense", "2")
        words.setBuddy(field)
        self._form.addRow(words, row)

    def _make(self, parameter: Parameter, context: FormContext) -> Field:
        match parameter.kind:
            case ParameterKind.CHOICE:
                combo = QComboBox()
                combo.setMinimumWidth(FIELD)
                for key, words in parameter.choices:
                    combo.addItem(words, key)
                for place, meaning in enumerate(parameter.meanings):
                    combo.setItemData(place, meaning, Qt.ItemDataRole.ToolTipRole)
                combo.setToolTip("\n".join(parameter.meanings))
                combo.setAccessibleName(parameter.label)
                combo.currentIndexChanged.connect(self._tell)
                return combo
            case ParameterKind.FLAG:
                box = QCheckBox(parameter.label)
                box.setAccessibleName(parameter.label)
                box.toggled.connect(self._tell)
                return box
            case ParameterKind.SUBSET:
                subset = SubsetField(parameter.label, context.subset)
                subset.changed.connect(self._tell)
                return subset
            case ParameterKind.LEVELS:
                levels = LevelsField(context.levels)
                levels.changed.connect(self._tell)
                return levels
        number = NumberEdit(
            parameter.label, whole=parameter.kind is ParameterKind.WHOLE, share=parameter.kind is ParameterKind.SHARE
        )
        number.textChanged.connect(self._tell)
        return number

    def _tell(self) -> None:
        self._show_rows()
        self.changed.emit()

    def _show_rows(self) -> None:
        values = self._values
        for parameter in self._parameters:
            self._form.setRowVisible(self._rows[parameter.name], matters(parameter, values))


def _fit(note: QLabel) -> None:
    """Give a note the height of its words: a form squeezes rows whose height depends on their width."""
    height = note.heightForWidth(WIDE) if note.text() else 0
    policy = note.sizePolicy()
    policy.setHeightForWidth(False)
    note.setSizePolicy(policy)
    note.setFixedHeight(height)


def _value(field: Field) -> object:
    if isinstance(field, QComboBox):
        return field.currentData()
    return field.isChecked() if isinstance(field, QCheckBox) else field.value


def _show(field: Field, value: object) -> None:
    if isinstance(field, QComboBox):
        field.setCurrentIndex(field.findData(value))
    elif isinstance(field, QCheckBox):
        field.setChecked(bool(value))
    elif isinstance(field, NumberEdit):
        field.set_value(value if isinstance(value, int | float) else None)
    else:
        field.set_value(value)
