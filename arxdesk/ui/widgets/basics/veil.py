"""A cover over a view that is being replaced: the old one at half strength, or the outline of the new one.

What it covers keeps the keyboard: the ring around that is drawn on top.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QApplication, QWidget

from arxdesk.ui import theme

_BAR, _GAP, _MARGIN = 12, 12, 16
_WIDTHS = (0.55, 0.85, 0.7, 0.9, 0.6, 0.8)
_STRENGTH, _RING = 0.5, 2


class Veil(QWidget):
    """Covers a widget and follows its size. With `is_skeleton` it shows grey bars in place of missing content."""

    def __init__(self, over: QWidget) -> None:
        super().__init__(over)
        self._over = over
        self._is_skeleton = False
        over.installEventFilter(self)
        QApplication.instance().focusChanged.connect(self._follow)  # type: ignore[union-attr]  # there is one
        self.hide()

    @property
    def is_skeleton(self) -> bool:
        """Whether nothing is behind it."""
        return self._is_skeleton

    def cover(self, *, is_skeleton: bool) -> None:
        """Lie over everything that is in the widget."""
        self._is_skeleton = is_skeleton
        self.setGeometry(self._over.rect())
        self.raise_()
        self.show()
        self.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the size of the covered widget."""
        if event.type() == QEvent.Type.Resize and isinstance(watched, QWidget):
            self.setGeometry(watched.rect())
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the fill, with the bars if it is a skeleton, and the ring around what has the keyboard."""
        colors = theme.current()
        painter = QPainter(self)
        if self._is_skeleton:
            self._draw_bars(painter)
        else:
            painter.fillRect(self.rect(), colors.color("bg.panel", _STRENGTH))
        holder = QApplication.focusWidget()
        if holder is not None and self._over.isAncestorOf(holder):
            painter.setPen(QPen(colors.color("accent"), _RING))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            around = QRect(holder.mapTo(self._over, QPoint()), holder.size()) & self.rect()
            painter.drawRect(around.adjusted(1, 1, -1, -1))

    def _draw_bars(self, painter: QPainter) -> None:
        colors = theme.current()
        painter.fillRect(self.rect(), colors.color("bg.panel"))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colors.color("state.track"))
        room = max(0, self.width() - 2 * _MARGIN)
        for place, share in enumerate(_WIDTHS):
            top = _MARGIN + place * (_BAR + _GAP)
            if top + _BAR > self.height():
                break
            painter.drawRoundedRect(QRectF(_MARGIN, top, room * share, _BAR), 3, 3)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)

    def _follow(self, _before: QWidget | None, _now: QWidget | None) -> None:
        if self.isVisible():
            self.update()
