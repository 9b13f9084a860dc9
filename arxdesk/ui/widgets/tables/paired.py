"""Pairs side by side: levels, bars, and figures whose better one is bold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QHelpEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from arxdesk.ui import theme
from arxdesk.ui.item_roles import SEGMENTS_ROLE, SHARES_ROLE
from arxdesk.ui.widgets.tables.cells import CellDelegate, Index
from arxdesk_engine.foundation.language import tr

COLORS = ("series.1", "series.3")
"""The colours of the first and the second."""
ROW = 24


class SegmentsDelegate(CellDelegate):
    """Cells that show a level out of a maximum (SEGMENTS_ROLE) as segments, and in digits."""

    SEGMENT, SPACE, DIGITS = 12, 2, 38

    def paint_content(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """Draw the segments, and "2 of 4" at the right."""
        found = index.data(SEGMENTS_ROLE)
        if found is None:
            return
        level, height = found
        colors = theme.current()
        inner = rect.adjusted(8, 0, -8, 0)
        text = tr("{level} of {height}", level=level, height=height) if height else "–"
        painter.setFont(theme.font("dense"))
        digits = max(self.DIGITS, painter.fontMetrics().horizontalAdvance(text))
        painter.setPen(colors.color(self.ink))
        painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter.value | Qt.AlignmentFlag.AlignRight.value, text)
        room = inner.width() - digits - 8
        step = min(self.SEGMENT + self.SPACE, room / max(1, height))
        top = rect.top() + (rect.height() - 7) / 2
        for place in range(height):
            token = "state.anonymous" if place < level else "state.track"
            width = max(1.0, step - self.SPACE if step > 3 * self.SPACE else step)
            painter.fillRect(QRectF(inner.left() + place * step, top, width, 7), colors.color(token))


class PairedBarsDelegate(CellDelegate):
    """Cells that show two shares (SHARES_ROLE) as stacked bars."""

    HEIGHT, SPACE = 6, 2

    def paint_content(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """Draw both tracks and bars."""
        shares = index.data(SHARES_ROLE)
        if shares is None:
            return
        colors = theme.current()
        inner = rect.adjusted(8, 0, -8, 0)
        top = rect.top() + (rect.height() - 2 * self.HEIGHT - self.SPACE) / 2
        for place, (share, token) in enumerate(zip(shares, COLORS, strict=True)):
            above = top + place * (self.HEIGHT + self.SPACE)
            painter.fillRect(QRectF(inner.left(), above, inner.width(), self.HEIGHT), colors.color("state.track"))
            length = max(0.0, min(1.0, float(share))) * inner.width()
            if share > 0:
                painter.fillRect(QRectF(inner.left(), above, max(1.0, length), self.HEIGHT), colors.color(token))


class LetterBadge(QWidget):
    """The letter of a side on its colour."""

    def __init__(self, letter: str, token: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._letter, self._token = letter, token
        self.setAccessibleName(letter)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return the fixed size."""
        return QSize(20, 20)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the letter."""
        colors = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colors.color(self._token))
        painter.drawRoundedRect(QRectF(self.rect()), 3, 3)
        painter.setPen(colors.color("accent.text"))
        painter.setFont(theme.font("dense", 600))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self._letter)


@dataclass(frozen=True)
class PairedFigure:
    """A measure with both values as texts, and the better side (None: neither)."""

    label: str
    values: tuple[str, str]
    better: int | None = None
    hint: str = ""


class PairedFigures(QWidget):
    """Measures of two sides; the better value is bold, hairlines between the rows."""

    def __init__(self, headings: tuple[str, str] = ("A", "B"), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._headings = headings
        self._rows: tuple[PairedFigure, ...] = ()

    @property
    def rows(self) -> tuple[PairedFigure, ...]:
        """The rows of the table."""
        return self._rows

    def set_rows(self, rows: Sequence[PairedFigure]) -> None:
        """Set the measures."""
        self._rows = tuple(rows)
        first, second = self._headings
        said = (f"{row.label}: {first} {row.values[0]}, {second} {row.values[1]}" for row in self._rows)
        self.setAccessibleName("; ".join(said))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the room of all rows."""
        return QSize(300, ROW * (len(self._rows) + 1) + 1)

    def minimumSizeHint(self) -> QSize:
        """Return the least width at which both values are readable."""
        return QSize(220, self.sizeHint().height())

    def event(self, event: object) -> bool:
        """Show the meaning of the measure under the pointer."""
        if isinstance(event, QHelpEvent):
            place = event.y() // ROW - 1
            hint = self._rows[place].hint if 0 <= place < len(self._rows) else ""
            QToolTip.showText(event.globalPos(), hint, self)
            return True
        return super().event(event)  # type: ignore[arg-type]

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw headings, rows and hairlines."""
        colors = theme.current()
        painter = QPainter(self)
        metrics = QFontMetrics(theme.font("dense", 600))
        widths = [
            max([48, *(metrics.horizontalAdvance(row.values[side]) + 16 for row in self._rows)]) for side in (0, 1)
        ]
        names = self.width() - sum(widths)
        columns = [QRect(names, 0, widths[0], ROW), QRect(names + widths[0], 0, widths[1], ROW)]
        right = Qt.AlignmentFlag.AlignRight.value | Qt.AlignmentFlag.AlignVCenter.value
        painter.setFont(theme.font("dense", 600))
        for heading, column, token in zip(self._headings, columns, COLORS, strict=True):
            painter.setPen(colors.color(token))
            painter.drawText(column, right, heading)
        for place, row in enumerate(self._rows, 1):
            top = place * ROW
            painter.setPen(QPen(colors.color("line.grid"), 1))
            painter.drawLine(0, top, self.width(), top)
            painter.setFont(theme.font("dense"))
            painter.setPen(colors.color("text.2"))
            cut = painter.fontMetrics().elidedText(row.label, Qt.TextElideMode.ElideRight, names - 4)
            painter.drawText(QRect(0, top, names, ROW), Qt.AlignmentFlag.AlignVCenter.value, cut)
            for side, (value, column) in enumerate(zip(row.values, columns, strict=True)):
                painter.setFont(theme.font("dense", 600 if row.better == side else 400))
                painter.setPen(colors.color("text.1"))
                painter.drawText(column.translated(0, top), right, value)
        painter.setPen(QPen(colors.color("line.grid"), 1))
        painter.drawLine(0, self.height() - 1, self.width(), self.height() - 1)
