"""One flat translucent fill over a window, while a dialog in front of it has the word."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from arxdesk.ui import theme

_LIGHT, _DARK = 0.45, 0.7
"""The opacity of the fill; a dark theme needs more of it."""


class Dimmer(QWidget):
    """Covers a window and follows its size; takes neither the mouse nor the keyboard."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setGeometry(window.rect())
        window.installEventFilter(self)
        theme.watcher.changed.connect(self.update)
        self.raise_()
        self.show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay as large as the window."""
        if event.type() == QEvent.Type.Resize and isinstance(watched, QWidget):
            self.setGeometry(watched.rect())
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the fill."""
        colors = theme.current()
        light = colors.scheme == "light"
        fill = colors.color("text.1", _LIGHT) if light else colors.color("bg.rail", _DARK)
        QPainter(self).fillRect(self.rect(), fill)
