"""A short piece of a line, as it is drawn in a chart."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from arxdesk.ui import theme


class LineSample(QWidget):
    """A line in a colour token and with dashes, in units of its width; none for a solid one."""

    def __init__(self, token: str, dashes: tuple[float, ...] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._token, self._dashes = token, dashes
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return the room of the line."""
        return QSize(28, 16)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the line."""
        painter = QPainter(self)
        pen = QPen(theme.current().color(self._token), 2)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        if self._dashes:
            pen.setDashPattern(self._dashes)
        painter.setPen(pen)
        middle = self.height() / 2
        painter.drawLine(QPointF(0, middle), QPointF(self.width(), middle))
