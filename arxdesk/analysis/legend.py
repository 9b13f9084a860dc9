"""A legend of the backgrounds of table rows."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from arxdesk.ui import theme
from arxdesk.ui.widgets.basics.spoken import Role
from arxdesk_engine.foundation.language import tr

BOX, SPACE, GAP = 12, 8, 20


class GroundLegend(QWidget):
    """Small framed boxes filled with the ground of a row, each with its words; two tokens mean rows of both grounds."""

    spoken_role = Role.StaticText

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._entries: tuple[tuple[str, str], ...] = ()

    @property
    def entries(self) -> tuple[tuple[str, str], ...]:
        """Colour tokens and their words."""
        return self._entries

    def set_entries(self, entries: Sequence[tuple[str, str]]) -> None:
        """Explain these colour tokens."""
        self._entries = tuple(entries)
        texts = ", ".join(text for _token, text in entries)
        self.setAccessibleName(tr("Legend: {texts}", texts=texts) if entries else "")
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the room of all boxes and words."""
        metrics = QFontMetrics(theme.font("caption"))
        room = sum(BOX + SPACE + metrics.horizontalAdvance(text) + 2 for _token, text in self._entries)
        return QSize(room + GAP * max(0, len(self._entries) - 1), 16)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw boxes and words from left to right."""
        colors = theme.current()
        painter = QPainter(self)
        painter.setFont(theme.font("caption"))
        left = 0
        for token, text in self._entries:
            painter.setPen(QPen(colors.color("line.control"), 1))
            grounds, height = token.split(), BOX // len(token.split())
            for row, ground in enumerate(grounds):
                painter.fillRect(QRectF(left, 2 + row * height, BOX, height), colors.color(ground))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(left + 0.5, 2.5, BOX - 1, BOX - 1))
            if len(grounds) > 1:
                painter.drawLine(QPointF(left + 1, 2.5 + height), QPointF(left + BOX - 1, 2.5 + height))
            left += BOX + SPACE
            width = painter.fontMetrics().horizontalAdvance(text) + 2
            painter.setPen(colors.color("text.2"))
            painter.drawText(QRectF(left, 0, width, 16), Qt.AlignmentFlag.AlignVCenter, text)
            left += width + GAP
