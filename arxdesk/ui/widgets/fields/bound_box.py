"""A field for an exact number or a date: text that reads as one, with steps up and down."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QValidator, QWheelEvent
from PySide6.QtWidgets import QAbstractSpinBox, QWidget

Parse = Callable[[str], Decimal | None]
Text = Callable[[Decimal], str]


class BoundBox(QAbstractSpinBox):
    """Holds a position on a scale, or nothing; `parse` and `text` translate between it and its text.

    `committed` announces another `value` once it is complete. Invalid text is marked, stays, and is not announced.
    """

    committed = Signal()

    def __init__(self, name: str, parse: Parse, text: Text, step: Decimal, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._parse, self._text, self._step = parse, text, step
        self._committed: Decimal | None = None
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.lineEdit().setTextMargins(5, 0, 0, 0)
        self.editingFinished.connect(self._commit)
        self.lineEdit().textEdited.connect(self._mark)

    @property
    def value(self) -> Decimal | None:
        """The position; None where the field is empty or unreadable."""
        return self._parse(self.lineEdit().text().strip())

    def set_value(self, value: Decimal | None) -> None:
        """Show another position without announcing it."""
        self._committed = value
        with QSignalBlocker(self), QSignalBlocker(self.lineEdit()):
            self.lineEdit().setText("" if value is None else self._text(value))
        self._mark()

    def set_step(self, step: Decimal) -> None:
        """Set the size of a step."""
        self._step = step

    def stepBy(self, steps: int) -> None:
        """Go up or down by steps."""
        value = self.value
        if value is not None:
            self.lineEdit().setText(self._text(value + steps * self._step))
            self._commit()

    def stepEnabled(self) -> QAbstractSpinBox.StepEnabledFlag:
        """Allow both directions from any position."""
        flags = QAbstractSpinBox.StepEnabledFlag
        return flags.StepUpEnabled | flags.StepDownEnabled if self.value is not None else flags.StepNone

    def validate(self, text: str, place: int) -> tuple[QValidator.State, str, int]:
        """Accept any text; invalid text is marked."""
        return (QValidator.State.Acceptable, text, place)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Turn the number only while it has the focus."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def _mark(self, *_text: str) -> None:
        wrong = bool(self.lineEdit().text().strip()) and self.value is None
        if bool(self.property("problem")) != wrong:
            self.setProperty("problem", wrong)
            self.style().unpolish(self)
            self.style().polish(self)

    def _commit(self) -> None:
        self._mark()
        value, is_empty = self.value, not self.lineEdit().text().strip()
        if (value is not None or is_empty) and value != self._committed:
            self._committed = value
            self.committed.emit()
