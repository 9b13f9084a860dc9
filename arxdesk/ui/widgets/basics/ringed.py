"""The base of painted charts that can have the focus."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent, QPainter, QPen
from PySide6.QtWidgets import QWidget

from arxdesk.ui import theme


class Ringed(QWidget):
    """Knows whether the focus came from the keyboard, and then draws a frame: subclasses end with `paint_ring`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ring = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the focus where it came from the keyboard."""
        self._ring = event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Remove the focus ring."""
        self._ring = False
        super().focusOutEvent(event)
        self.update()

    def paint_ring(self, painter: QPainter) -> None:
        """Draw the focus ring if there is one."""
        if self._ring:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.current().color("accent"), 2))
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))
