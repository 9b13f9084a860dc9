"""The parameters of a privacy model that are edited on its card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QLabel, QSizePolicy, QWidget

from arxdesk.ui.widgets.basics.label import label
from arxdesk.ui.widgets.basics.wrapping_label import WrappingLabel
from arxdesk.ui.widgets.fields.spin_box import DoubleSpinBox, SpinBox
from arxdesk.ui.words import unbroken
from arxdesk_engine.foundation.language import tr, tr_of
from arxdesk_engine.privacy.description import Parameter, ParameterKind, is_met
from arxdesk_engine.privacy.model import PrivacyModel

ARROWS = 30
SMALLEST, LONGEST_NAME = 64, 140
SIDE_BY_SIDE = 2


class TrimmedSpinBox(DoubleSpinBox):
    """A decimal number without zeros at its end."""

    def textFromValue(self, value: float) -> str:
        """Such as "0.2" where three decimals are allowed."""
        text = super().textFromValue(value)
        point = self.locale().decimalPoint()
        return text.rstrip("0").removesuffix(point) if point in text else text


Box = SpinBox | TrimmedSpinBox


@dataclass(frozen=True, slots=True)
class ParameterChange:
    """Another value for a parameter of a model; `attribute` is the name of the sensitive column's."""

    name: str
    value: float | str


class ModelFields(QWidget):
    """One field for each parameter that cards change, and the column."""

    changed = Signal(ParameterChange)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._model = ""
        self._boxes: dict[str, Box] = {}
        self._words: dict[str, QLabel] = {}
        self._column: QComboBox | None = None
        self._on = QLabel()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(6)
        self._grid.setVerticalSpacing(6)

    @property
    def boxes(self) -> Mapping[str, Box]:
        """The number fields by the name of their parameter."""
        return dict(self._boxes)

    @property
    def column(self) -> QComboBox | None:
        """The field of the sensitive column; None for models without one."""
        return self._column

    def show_model(self, model: PrivacyModel, columns: Sequence[str]) -> None:
        """Show the values of a model; `columns` are those that it could refer to."""
        if model.model != self._model:
            self._make(model)
        for parameter in _shown(model):
            box = self._boxes.get(parameter.name)
            if box is not None:
                _show(box, parameter, model)
        for name, box in self._boxes.items():
            means_nothing = getattr(model, name) is None
            for widget in (box, self._words[name]):
                widget.setHidden(means_nothing)
        self._place()
        if self._column is not None and model.sensitive_attribute is not None:
            with QSignalBlocker(self._column):
                self._column.clear()
                names = list(dict.fromkeys((*columns, model.sensitive_attribute)))
                self._column.addItems(names)
                self._column.setCurrentText(model.sensitive_attribute)
                self._column.setToolTip(model.sensitive_attribute)
        self.setVisible(bool(self._boxes))

    def _make(self, model: PrivacyModel) -> None:
        for widget in self.findChildren(QWidget):
            self._grid.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        self._model, self._boxes, self._column = model.model, {}, None
        self._words = {}
        for parameter in _shown(model):
            box = self._box(parameter)
            words = label(parameter.short, "dense", "2")
            for widget in (box, words):
                widget.setParent(self)  # else it would be shown as a window of its own before it has its place
            self._boxes[parameter.name], self._words[parameter.name] = box, words
        end = 2 * SIDE_BY_SIDE
        if unit := next((each.unit for each in _shown(model) if each.unit), ""):
            words = WrappingLabel(unit, "dense", "2")
            self._grid.addWidget(words, 0, 2, 1, end - 1, Qt.AlignmentFlag.AlignVCenter)
        if model.sensitive_attribute is not None:
            self._column = QComboBox()
            self._column.setAccessibleName(tr("Sensitive column of {model}", model=model.title))
            self._column.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            self._column.setMinimumWidth(SMALLEST)
            self._column.setMaximumWidth(LONGEST_NAME)
            self._column.activated.connect(self._tell_column)
            self._on = label(tr_of("a privacy model on a column", "on"), "dense", "2")
        self._grid.setColumnStretch(end, 1)

    def _place(self) -> None:
        """Put the visible fields side by side, without gaps for hidden ones."""
        shown = [name for name, box in self._boxes.items() if not box.isHidden()]
        for number, name in enumerate(shown):
            row, place = divmod(number, SIDE_BY_SIDE)
            self._put(self._words[name], row, 2 * place)
            self._put(self._boxes[name], row, 2 * place + 1)
        if self._column is not None:
            row, place = divmod(len(shown), SIDE_BY_SIDE)
            self._put(self._on, row, 2 * place)
            self._put(self._column, row, 2 * place + 1, 2 * (SIDE_BY_SIDE - place))

    def _put(self, widget: QWidget, row: int, column: int, wide: int = 1) -> None:
        self._grid.removeWidget(widget)
        self._grid.addWidget(widget, row, column, 1, wide)

    def _box(self, parameter: Parameter) -> Box:
        if parameter.kind is ParameterKind.WHOLE:
            box: Box = SpinBox(int(parameter.least), int(parameter.most))
        else:
            share = parameter.kind is ParameterKind.SHARE
            factor = 100.0 if share else 1.0
            box = TrimmedSpinBox(factor * parameter.least, factor * parameter.most, 0.0, parameter.decimals)
            box.setSingleStep(factor * parameter.step)
            box.setSuffix(unbroken(" %") if share else "")
        box.valueChanged.connect(partial(self._tell, parameter))
        box.setAccessibleName(parameter.label)
        box.setToolTip(parameter.label)
        return box

    def _tell(self, parameter: Parameter, value: float) -> None:
        if parameter.kind is ParameterKind.SHARE:
            value = float(f"{value / 100.0:.15g}")  # 5 % is 0.05, not the nearest binary quotient
        self.changed.emit(ParameterChange(parameter.name, value))

    def _tell_column(self) -> None:
        if self._column is not None:
            self.changed.emit(ParameterChange("attribute", self._column.currentText()))


def _shown(model: PrivacyModel) -> list[Parameter]:
    return [each for each in model.description.parameters if each.short]


def _show(box: Box, parameter: Parameter, model: PrivacyModel) -> None:
    value = getattr(model, parameter.name)
    if value is None:
        return
    factor = 100.0 if parameter.kind is ParameterKind.SHARE else 1.0
    with QSignalBlocker(box):
        if isinstance(box, SpinBox):
            box.setMinimum(min(int(parameter.least), value))
            box.setValue(value)
        else:
            is_whole = parameter.whole_when is not None and is_met(parameter.whole_when, model.model_dump())
            box.setDecimals(0 if is_whole else parameter.decimals)
            least, most = factor * parameter.least, factor * parameter.most
            box.setRange(min(least, factor * value), max(most, factor * value))
            box.setValue(factor * value)
    needed = box.fontMetrics().horizontalAdvance(box.text()) + ARROWS
    box.setFixedWidth(max(SMALLEST, needed))
