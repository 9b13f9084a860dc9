"""Cells with shares and how sure they are: inside the release, and outside."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from arxdesk.risk.attacks.findings_model import SPANS_ROLE
from arxdesk.ui import theme
from arxdesk.ui.widgets.tables.cells import CellDelegate, Index

RADIUS, MARGIN = 3.0, 12
Span = tuple[float, float, float]


class SpanDelegate(CellDelegate):
    """A point on a line from 0 to 1 with its interval; below it, as a ring, that of people outside."""

    def paint_content(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """Draw the track and both points."""
        found = index.data(SPANS_ROLE)
        if not isinstance(found, tuple):
            return
        inside, outside = found
        colors = theme.current()
        room = QRectF(rect).adjusted(MARGIN, 0, -MARGIN, 0)
        painter.setPen(QPen(colors.color("state.track"), 2))
        middle = room.center().y()
        painter.drawLine(QPointF(room.left(), middle), QPointF(room.right(), middle))
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if outside is not None:
            self._draw(painter, room, middle + 4, outside, "series.before", filled=False)
        self._draw(painter, room, middle - (4 if outside is not None else 0), inside, "series.1", filled=True)
        painter.restore()

    @staticmethod
    def _draw(painter: QPainter, room: QRectF, height: float, span: Span, ink: str, *, filled: bool) -> None:
        color = theme.current().color(ink)
        share, low, high = (room.left() + each * room.width() for each in span)
        painter.setPen(QPen(color, 1.5))
        painter.drawLine(QPointF(low, height), QPointF(high, height))
        painter.setBrush(color if filled else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(QPointF(share, height), RADIUS, RADIUS)
