"""Cells whose text wraps to a second line, if the row is high enough for two."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter

from arxdesk.ui import theme
from arxdesk.ui.widgets.tables.cells import CellDelegate, Index

ROW, HIGH_ROW = 24, 40
SPARE = 48
"""Words are not broken: that much of two lines may stay empty."""
_FLAGS = Qt.AlignmentFlag.AlignLeft.value | Qt.AlignmentFlag.AlignVCenter.value | Qt.TextFlag.TextWordWrap.value


class WrappedDelegate(CellDelegate):
    """Cuts a text off only where two lines are not enough."""

    def paint_text(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """Draw one line in a usual row, and two in a high one."""
        text = index.data(Qt.ItemDataRole.DisplayRole)
        if rect.height() < HIGH_ROW - 1 or not isinstance(text, str):
            super().paint_text(painter, rect, index)
            return
        metrics = self._metrics()[0]
        if metrics.boundingRect(rect, _FLAGS, text).height() > rect.height():
            text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, 2 * rect.width() - SPARE)
        painter.setFont(theme.font("dense"))
        painter.setPen(theme.current().color(self.ink))
        painter.drawText(rect, _FLAGS, text)
