"""A dot that marks a running task."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from arxdesk.ui import theme


class Dot(QWidget):
    """A filled circle in a colour token, 8 px wide."""

    def __init__(self, token: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._token = token
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return the room of the dot."""
        return QSize(12, 12)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the dot."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.current().color(self._token))
        painter.drawEllipse(QPointF(self.width() / 2, self.height() / 2), 4, 4)
