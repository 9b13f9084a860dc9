"""Tabs that show which of them has the keyboard."""

from __future__ import annotations

from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QTabBar

from arxdesk.ui import theme


class TabBar(QTabBar):
    """Draws the ring of all controls around the tab in front."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the tabs, and the ring."""
        super().paintEvent(event)
        if self.hasFocus():
            words = self.fontMetrics().horizontalAdvance(self.tabText(self.currentIndex()))
            tab = self.tabRect(self.currentIndex())
            tab.setWidth(min(tab.width(), words + 10))
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(theme.current().color("accent"), 2))
            painter.drawRoundedRect(tab.adjusted(1, 3, -1, -3), 4, 4)
