"""A whole in its parts, from fine to coarse, as one bar."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from arxdesk.ui import theme
from arxdesk.ui.item_roles import PARTS_ROLE
from arxdesk.ui.widgets.tables.cells import CellDelegate, Index

TALL, MARGIN, AROUND = 14, 8, 3
PALEST = 0.8
"""How far the coarsest part has faded to the colour of the track."""
_DARK = 0.6
"""Colours below this luminance bear white digits."""


class PartsDelegate(CellDelegate):
    """Cells that show the sizes of levels (PARTS_ROLE) as parts of a bar, each with its number where it fits."""

    def paint_content(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """Draw the parts from left to right, the finest one first and the coarser the paler."""
        sizes = index.data(PARTS_ROLE)
        if not sizes or not sum(sizes):
            return
        inner = QRectF(rect.adjusted(MARGIN, 0, -MARGIN, 0))
        top, total, left = inner.center().y() - TALL / 2, sum(sizes), 0
        face = theme.font("caption")
        painter.setFont(face)
        metrics = QFontMetricsF(face)
        for level, size in enumerate(sizes):
            if not size:
                continue
            start, end = (inner.left() + inner.width() * each / total for each in (left, left + size))
            left += size
            gap = 1.0 if end - start > 2.0 and left < total else 0.0
            part = QRectF(start, top, end - start - gap, TALL)
            fill = _faded(PALEST * level / max(1, len(sizes) - 1))
            painter.fillRect(part, fill)
            text = str(level)
            if metrics.horizontalAdvance(text) + 2 * AROUND <= part.width():
                painter.setPen(Qt.GlobalColor.white if _luminance(fill) < _DARK else Qt.GlobalColor.black)
                painter.drawText(part, Qt.AlignmentFlag.AlignCenter, text)


def _faded(share: float) -> QColor:
    """The colour of bars, faded by a share to that of their track."""
    colors = theme.current()
    full, track = colors.color("series.1"), colors.color("state.track")

    def mixed(one: float, other: float) -> float:
        return one + share * (other - one)

    red, green, blue = full.redF(), full.greenF(), full.blueF()
    return QColor.fromRgbF(mixed(red, track.redF()), mixed(green, track.greenF()), mixed(blue, track.blueF()))


def _luminance(color: QColor) -> float:
    return 0.299 * color.redF() + 0.587 * color.greenF() + 0.114 * color.blueF()
