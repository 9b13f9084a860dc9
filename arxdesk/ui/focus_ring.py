"""A ring around scroll areas and charts that have the keyboard: the style draws none there."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QGraphicsView, QScrollArea, QWidget
from shiboken6 import isValid

from arxdesk.ui import theme

WIDTH = 2


class FocusRing(QObject):
    """Follows the keyboard through an application; where a click has brought it, nothing needs to be shown."""

    def __init__(self, app: QApplication, parent: QObject) -> None:
        super().__init__(parent)
        self._ring: _Ring | None = None
        app.focusChanged.connect(self._follow)

    def _follow(self, _before: QWidget | None, now: QWidget | None) -> None:
        if self._ring is not None and isValid(self._ring):
            self._ring.hide()
            self._ring.deleteLater()
        self._ring = None
        if isinstance(now, (QScrollArea, QGraphicsView)) and QApplication.mouseButtons() == Qt.MouseButton.NoButton:
            self._ring = _Ring(now)


class _Ring(QWidget):
    def __init__(self, area: QAbstractScrollArea) -> None:
        super().__init__(area)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setGeometry(area.rect())
        area.installEventFilter(self)
        self.show()
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and isinstance(watched, QWidget):
            self.setGeometry(watched.rect())
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(QPen(theme.current().color("accent"), WIDTH))
        painter.drawRect(self.rect().adjusted(1, 1, -1, -1))
