"""A table of numbers as colours: the more, the farther from the ground."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from arxdesk.ui import theme
from arxdesk.ui.widgets.basics.ringed import Ringed
from arxdesk.ui.widgets.basics.spoken import Role
from arxdesk.ui.widgets.charts.chart_menu import ChartMenu
from arxdesk.ui.widgets.charts.readout import Readout
from arxdesk_engine.foundation.language import tr

TITLE, GAP, LINE = 18, 6, 14
WITH_GAP = 6
"""Smaller cells touch each other."""
SHADES = 255
_STOPS = ("accent.soft", "series.1", "text.1")
"""One hue that only gets darker, or brighter in the dark theme: readable in any kind of colour vision."""
MOST_LABELS = 0.4
"""Of the width, and of the height, may be taken by labels."""


@dataclass(frozen=True, slots=True)
class Heat:
    """`values` float64[rows, columns] with their labels; `read` reads a cell out."""

    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    values: NDArray[np.float64]
    read: Callable[[int, int], Sequence[str]]


def heat_color(share: float) -> QColor:
    """The colour of a share of the greatest value, in the current theme; zero has the colour of the panel.

    It follows the square root of the share: half way means a quarter, so that small numbers can be distinguished.
    """
    colors = theme.current()
    if share <= 0:
        return colors.color("bg.panel")
    place = math.sqrt(min(1.0, share)) * (len(_STOPS) - 1)
    at = min(len(_STOPS) - 2, int(place))
    low, high = (colors.color(token) for token in _STOPS[at : at + 2])
    part = place - at
    ends = ((low.red(), high.red()), (low.green(), high.green()), (low.blue(), high.blue()))
    red, green, blue = (round(first + (last - first) * part) for first, last in ends)
    return QColor(red, green, blue)


def _image(shares: NDArray[np.float64]) -> QImage:
    """A pixel for each cell: many small ones are drawn at once."""
    steps = [heat_color((step / SHADES) ** 2) for step in range(SHADES + 1)]
    table = np.array([(color.red(), color.green(), color.blue()) for color in steps], np.uint8)
    place = np.ceil(np.sqrt(np.clip(shares, 0.0, 1.0)) * SHADES).astype(np.intp)  # nothing but nothing is the ground
    pixels = np.ascontiguousarray(table[place])
    rows, columns = shares.shape
    return QImage(pixels.tobytes(), columns, rows, 3 * columns, QImage.Format.Format_RGB888).copy()


class HeatMap(Ringed):
    """The heat map of one side. `clicked` carries row and column."""

    spoken_role = Role.Chart

    clicked = Signal(int, int)

    def __init__(self, name: str, numbers: Callable[[], str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._heat = Heat("", (), (), np.zeros((0, 0)), lambda _row, _column: ())
        self._greatest = 1.0
        self._widest: tuple[int, ...] = (0, 0)  # of the labels of rows and columns: measured once
        self._current: tuple[int, int] | None = None
        self._beside: HeatMap | None = None
        self.readout = Readout(self)
        self.chart_menu = ChartMenu(self, numbers)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(name)

    @property
    def heat(self) -> Heat:
        """The values of the map."""
        return self._heat

    @property
    def current(self) -> tuple[int, int] | None:
        """Row and column under the pointer or the keyboard."""
        return self._current

    def stand_beside(self, other: HeatMap) -> None:
        """Keep as much room for the labels of columns as another map needs, so that both are equally high."""
        self._beside = other

    def set_heat(self, heat: Heat, greatest: float) -> None:
        """Show this, on a scale that ends at `greatest`."""
        self._heat, self._greatest = heat, greatest if greatest > 0 else 1.0
        metrics = QFontMetrics(theme.font("caption"))
        self._widest = tuple(max(map(metrics.horizontalAdvance, each), default=0) for each in (heat.rows, heat.columns))
        self._point_at(None)
        most = np.argsort(-heat.values, axis=None)[:10].tolist() if heat.values.size else []
        spoken = (", ".join(heat.read(*divmod(place, len(heat.columns)))) for place in most)
        self.setAccessibleDescription(tr("{title}. Most: {pairs}", title=heat.title, pairs="; ".join(spoken)))
        self.update()

    def sizeHint(self) -> QSize:
        """Return a comfortable size."""
        return QSize(300, 220)

    def minimumSizeHint(self) -> QSize:
        """Return the least readable size."""
        return QSize(140, 110)

    def cell_rect(self, row: int, column: int) -> QRectF:
        """The rectangle of a cell."""
        plot = self._plot()
        wide, high = plot.width() / max(1, len(self._heat.columns)), plot.height() / max(1, len(self._heat.rows))
        return QRectF(plot.left() + column * wide, plot.top() + row * high, wide, high)

    def cell_at(self, point: QPointF) -> tuple[int, int] | None:
        """The cell at a point."""
        plot, (rows, columns) = self._plot(), self._heat.values.shape
        if not plot.contains(point) or not rows or not columns:
            return None
        row, column = (
            (point.y() - plot.top()) * rows / plot.height(),
            (point.x() - plot.left()) * columns / plot.width(),
        )
        return min(rows - 1, int(row)), min(columns - 1, int(column))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Read out the cell under the pointer."""
        self._point_at(self.cell_at(event.position()), event.position().toPoint())

    def leaveEvent(self, event: QEvent) -> None:
        """Remove the read-out."""
        self._point_at(None)
        super().leaveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Emit the clicked cell."""
        found = self.cell_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and found is not None:
            self.clicked.emit(*found)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk through the cells with the arrow keys, open one with Enter."""
        steps = {Qt.Key.Key_Left: (0, -1), Qt.Key.Key_Right: (0, 1), Qt.Key.Key_Up: (-1, 0), Qt.Key.Key_Down: (1, 0)}
        step = steps.get(Qt.Key(event.key()))
        rows, columns = self._heat.values.shape
        if step and rows and columns:
            row, column = self._current or (-step[0], -step[1])
            self._point_at((max(0, min(rows - 1, row + step[0])), max(0, min(columns - 1, column + step[1]))))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._current is not None:
            self.clicked.emit(*self._current)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw title, cells, labels."""
        colors = theme.current()
        painter = QPainter(self)
        painter.fillRect(self.rect(), colors.color("bg.panel"))
        plot = self._plot()
        painter.setFont(theme.font("caption", 600))
        painter.setPen(colors.color("text.1"))
        cut = painter.fontMetrics().elidedText(self._heat.title, Qt.TextElideMode.ElideRight, self.width())
        painter.drawText(QRectF(0, 0, self.width(), 16), Qt.AlignmentFlag.AlignLeft, cut)
        shares = self._heat.values / self._greatest
        if not shares.size:
            painter.setFont(theme.font("dense"))
            painter.setPen(colors.color("text.2"))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, tr("No pairs of values"))
            return
        first = self.cell_rect(0, 0)
        if min(first.width(), first.height()) < WITH_GAP:
            painter.drawImage(plot, _image(shares))
        else:
            self._paint_cells(painter, shares)
        painter.setPen(QPen(colors.color("line.pane"), 1))
        painter.drawRect(plot.adjusted(-0.5, -0.5, 0.5, 0.5))
        if self._current is not None:
            painter.setPen(QPen(colors.color("accent"), 2))
            painter.drawRect(self.cell_rect(*self._current).adjusted(-1, -1, 0, 0))
        self._paint_labels(painter, plot)
        self.paint_ring(painter)

    def _paint_cells(self, painter: QPainter, shares: NDArray[np.float64]) -> None:
        for row, column in np.ndindex(*shares.shape):
            rect = self.cell_rect(row, column)
            left, top = round(rect.left()), round(rect.top())
            box = QRectF(left, top, round(rect.right()) - left - 1, round(rect.bottom()) - top - 1)
            painter.fillRect(box, heat_color(float(shares[row, column])))

    def _plot(self) -> QRectF:
        left, foot, beside = self._left(), self.foot(), self._beside
        if beside is not None and beside.isVisible() and beside.height() == self.height():
            foot = max(foot, beside.foot())
        return QRectF(left, TITLE, max(20.0, self.width() - left - 2.0), max(20.0, self.height() - TITLE - foot - GAP))

    def _left(self) -> float:
        return min(self._widest[0] + 3, round(self.width() * MOST_LABELS)) + GAP

    def foot(self) -> float:
        """The height of the column labels: one line if they fit side by side, else they are vertical."""
        if not self._is_upright(self.width() - self._left() - 2.0):
            return LINE
        return min(self._widest[1] + 2, self.height() * MOST_LABELS)

    def _is_upright(self, width: float) -> bool:
        slot = width / max(1, len(self._heat.columns))
        return self._widest[1] + 6 > slot

    def _paint_labels(self, painter: QPainter, plot: QRectF) -> None:
        metrics = QFontMetrics(theme.font("caption"))
        painter.setFont(theme.font("caption"))
        painter.setPen(theme.current().color("text.2"))
        rows, columns = len(self._heat.rows), len(self._heat.columns)
        every = max(1, math.ceil(LINE * rows / plot.height()))
        for row in range(0, rows, every):
            rect = self.cell_rect(row, 0)
            box = QRectF(0, rect.center().y() - LINE / 2, plot.left() - GAP, LINE)
            cut = metrics.elidedText(self._heat.rows[row], Qt.TextElideMode.ElideRight, round(box.width()))
            painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, cut)
        upright = self._is_upright(plot.width())
        every = max(1, math.ceil(LINE * columns / plot.width())) if upright else 1
        room = self.height() - plot.bottom() - GAP
        for column in range(0, columns, every):
            rect = self.cell_rect(0, column)
            text = self._heat.columns[column]
            if not upright:
                painter.drawText(
                    QRectF(rect.left(), plot.bottom() + 4, rect.width(), LINE), Qt.AlignmentFlag.AlignCenter, text
                )
                continue
            painter.save()
            painter.translate(rect.center().x() - LINE / 2, plot.bottom() + 4 + room)
            painter.rotate(-90)
            cut = metrics.elidedText(text, Qt.TextElideMode.ElideRight, round(room))
            painter.drawText(QRectF(0, 0, room, LINE), Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, cut)
            painter.restore()

    def _point_at(self, cell: tuple[int, int] | None, at: QPoint | None = None) -> None:
        if cell != self._current:
            self._current = cell
            self.setCursor(Qt.CursorShape.ArrowCursor if cell is None else Qt.CursorShape.PointingHandCursor)
            self.update()
        if cell is None:
            self.readout.hide()
            return
        self.readout.show_lines(self._heat.read(*cell), at or self.cell_rect(*cell).center().toPoint())


class HeatScale(QWidget):
    """The colours in a row from nothing to the greatest value, half way a quarter of it."""

    BAR, SPACE = 96, 6

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFont(theme.font("caption"))
        self._words = ("0", "")

    @property
    def words(self) -> tuple[str, str]:
        """The labels at the ends."""
        return self._words

    def set_greatest(self, words: str) -> None:
        """Set the label of the strongest colour."""
        self._words = ("0", words)
        self.setAccessibleName(tr("Colours from 0 to {highest}", highest=words))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the room of the bar and both numbers."""
        metrics = QFontMetrics(self.font())
        return QSize(sum(map(metrics.horizontalAdvance, self._words)) + self.BAR + 2 * self.SPACE + 4, 20)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the number, the colours, the number."""
        painter = QPainter(self)
        painter.setFont(self.font())
        painter.setPen(theme.current().color("text.2"))
        low, high = self._words
        width = QFontMetrics(self.font()).horizontalAdvance(low) + 2
        painter.drawText(QRectF(0, 0, width, self.height()), Qt.AlignmentFlag.AlignVCenter, low)
        left, top = width + self.SPACE, self.height() // 2 - 5
        for step in range(self.BAR):
            painter.fillRect(left + step, top, 1, 10, heat_color(((step + 0.5) / self.BAR) ** 2))
        left = width + self.BAR + 2 * self.SPACE
        painter.drawText(QRectF(left, 0, self.width() - left, self.height()), Qt.AlignmentFlag.AlignVCenter, high)
