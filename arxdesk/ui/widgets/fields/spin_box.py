"""Number fields that keep their text off the border and leave the wheel to the page until they have the focus."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QAbstractSpinBox, QDoubleSpinBox, QSpinBox, QWidget


def _settle(box: QAbstractSpinBox) -> None:
    box.lineEdit().setTextMargins(5, 0, 0, 0)  # style rules cannot reach the text inside a spin box
    box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    box.setKeyboardTracking(False)
    box.setCorrectionMode(QAbstractSpinBox.CorrectionMode.CorrectToNearestValue)


class SpinBox(QSpinBox):
    """A whole number between limits, announced when it is complete and not at every keystroke."""

    def __init__(self, minimum: int = 0, maximum: int = 99, value: int = 0, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        _settle(self)
        self.setRange(minimum, maximum)
        self.setValue(value)
        self.setGroupSeparatorShown(True)

    def setAccessibleName(self, name: str) -> None:
        """Name the field, and the editor in it that has the keyboard."""
        super().setAccessibleName(name)
        self.lineEdit().setAccessibleName(name)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Turn the number only while it has the focus, so that scrolling a page changes nothing."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class DoubleSpinBox(QDoubleSpinBox):
    """A decimal number between limits, announced when it is complete and not at every keystroke.

    With `is_trimmed` zeros at the end are left out: 20, 33.4.
    """

    is_trimmed = False

    def __init__(
        self,
        minimum: float = 0.0,
        maximum: float = 1.0,
        value: float = 0.0,
        decimals: int = 2,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        _settle(self)
        self.setDecimals(decimals)
        self.setRange(minimum, maximum)
        self.setSingleStep(float(10.0**-decimals))
        self.setValue(value)

    def textFromValue(self, value: float) -> str:
        """Write the number as the locale does."""
        text = super().textFromValue(value)
        point = self.locale().decimalPoint()
        return text.rstrip("0").removesuffix(point) if self.is_trimmed and point in text else text

    def setAccessibleName(self, name: str) -> None:
        """Name the field, and the editor in it that has the keyboard."""
        super().setAccessibleName(name)
        self.lineEdit().setAccessibleName(name)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Turn the number only while it has the focus, so that scrolling a page changes nothing."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()
