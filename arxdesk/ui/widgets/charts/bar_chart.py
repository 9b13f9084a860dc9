"""Bars of two sides in categories, or the histogram of one column."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from arxdesk.ui import theme, words
from arxdesk.ui.models.figures_text import Cell, FiguresText
from arxdesk.ui.widgets.basics.ringed import Ringed
from arxdesk.ui.widgets.basics.spoken import Role
from arxdesk.ui.widgets.charts.chart_menu import ChartMenu
from arxdesk.ui.widgets.charts.readout import Readout
from arxdesk.ui.widgets.charts.ticks import decimals_of, nice_ticks
from arxdesk_engine.foundation.language import tr

LEFT, TOP, RIGHT = 48, 22, 12
LEAST, LEAST_TOP = 40, 8
"""The height of the lowest plot, and the room above it where the whole is no higher than it and its words."""
LABELS, TITLE = 34, 22
WIDEST = 18
LOWEST = 64
"""A plot that is lower has room for fewer numbers at the left."""
LOW = 150
"""Below this height the bars need the room of the title."""


@dataclass(frozen=True)
class BarCategory:
    """One category: label, second line, the values of both sides (None: no bar on that side), and its meaning."""

    label: str
    caption: str = ""
    before: float | None = None
    after: float | None = None
    meaning: str = ""


class BarChart(Ringed):
    """Grouped bars on one scale from 0; `clicked` and the Enter key emit the place of a category.

    `bar_clicked` also carries its side, True for after: the clicked bar, or the only one there is. Enter opens
    the after side, with Shift the before side.
    """

    spoken_role = Role.Chart

    clicked = Signal(int)
    bar_clicked = Signal(int, bool)

    def __init__(self, name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = name or tr("Bar chart")
        self._categories: tuple[BarCategory, ...] = ()
        self._title = ""
        self._percent = True
        self._sides = (tr("Before"), tr("After"))
        self._threshold: tuple[int, str, str] | None = None
        self._tints_right = False
        self._current = -1
        self._readout = Readout(self)
        self.chart_menu = ChartMenu(self, self.numbers)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(self._name)

    @property
    def categories(self) -> tuple[BarCategory, ...]:
        """The categories of the chart."""
        return self._categories

    @property
    def current(self) -> int:
        """The category under the pointer or the keyboard, or -1."""
        return self._current

    @property
    def readout(self) -> Readout:
        """The card beside the pointer."""
        return self._readout

    def set_data(
        self,
        categories: Sequence[BarCategory],
        axis_title: str = "",
        percent: bool = True,
        sides: tuple[str, str] | None = None,
    ) -> None:
        """Show categories; values are shares from 0 to 1 when `percent`, else counts. `sides` are before and after by
        default."""
        self._categories, self._title, self._percent = tuple(categories), axis_title, percent
        self._sides = sides or (tr("Before"), tr("After"))
        self._point_at(-1)
        spoken = "; ".join(", ".join(self._lines(place)) for place in range(min(30, len(categories))))
        self.setAccessibleDescription(spoken)
        self.update()

    @property
    def threshold(self) -> tuple[int, str, str] | None:
        """The category behind the threshold line, the label of the line, and that of the tinted part; or None."""
        return self._threshold

    def set_threshold(
        self, before_category: int | None, text: str = "", region_text: str = "", *, tints_right: bool = False
    ) -> None:
        """Draw the threshold in front of a category and tint everything left, or right, of it; None removes it."""
        self._threshold = None if before_category is None else (before_category, text, region_text)
        self._tints_right = tints_right
        self.update()

    def numbers(self) -> FiguresText:
        """Return the figures as tab-separated text."""
        rows: list[tuple[Cell, ...]] = [
            (" ".join(part for part in (each.label, each.caption) if part), each.before, each.after)
            for each in self._categories
        ]
        return FiguresText([(tr("Category"), *self._sides), *rows])

    def sizeHint(self) -> QSize:
        """Return a comfortable size."""
        return QSize(520, 280)

    def minimumSizeHint(self) -> QSize:
        """Return the least readable size."""
        return QSize(220, 120)

    def category_at(self, point: QPointF) -> int:
        """Return the category of a place, or -1."""
        plot = self._plot()
        inside = (
            plot.left() <= point.x() < plot.right() and plot.top() <= point.y() < plot.bottom() + self._labels_height()
        )
        return int((point.x() - plot.left()) / self._slot()) if self._categories and inside else -1

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Read out the category under the pointer."""
        self._point_at(self.category_at(event.position()), event.position().toPoint())

    def leaveEvent(self, event: QEvent) -> None:
        """Remove the read-out."""
        self._point_at(-1)
        super().leaveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Emit the clicked category."""
        place = self.category_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and place >= 0:
            at_right = event.position().x() >= self._plot().left() + (place + 0.5) * self._slot()
            self._tell(place, after=at_right)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk through the categories with the arrow keys, open one with Enter."""
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        step = steps.get(Qt.Key(event.key()))
        if step and self._categories:
            self._point_at(max(0, min(len(self._categories) - 1, self._current + step)))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._current >= 0:
            self._tell(self._current, after=not event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw region, grid, bars, threshold and labels."""
        painter = QPainter(self)
        painter.setFont(theme.font("caption"))
        plot = self._plot()
        ticks = self._ticks()
        if self._threshold:
            width = self._threshold[0] * self._slot()
            region = QRectF(plot.left(), plot.top(), width, plot.height())
            if self._tints_right:
                region = QRectF(plot.left() + width, plot.top(), plot.width() - width, plot.height())
            painter.fillRect(region, theme.current().color("warn.soft", 0.7))
        if 0 <= self._current < len(self._categories):
            band = QRectF(plot.left() + self._current * self._slot(), plot.top(), self._slot(), plot.height())
            painter.fillRect(band, theme.current().color("accent.soft", 0.8))
        self._paint_grid(painter, plot, ticks)
        for place, category in enumerate(self._categories):
            self._paint_bars(painter, plot, place, category, ticks)
        self._paint_labels(painter, plot)
        if self._threshold:
            self._paint_threshold(painter, plot, *self._threshold)
        self.paint_ring(painter)

    def _tell(self, place: int, *, after: bool) -> None:
        each = self._categories[place]
        other = each.before if after else each.after
        wanted = each.after if after else each.before
        self.clicked.emit(place)
        self.bar_clicked.emit(place, after if wanted or not other else not after)

    def _plot(self) -> QRectF:
        foot = self._labels_height() + (TITLE if self._has_title else 4)
        top = max(LEAST_TOP, min(TOP, self.height() - foot - LEAST))  # the words below come before the room above
        return QRectF(LEFT, top, max(40, self.width() - LEFT - RIGHT), max(LEAST, self.height() - top - foot))

    @property
    def _has_title(self) -> bool:
        return bool(self._title) and self.height() >= LOW

    def _labels_height(self) -> int:
        return LABELS if any(each.caption for each in self._categories) else LABELS - 14

    def _slot(self) -> float:
        return self._plot().width() / max(1, len(self._categories))

    def _ticks(self) -> list[float]:
        top = max((value or 0.0 for each in self._categories for value in (each.before, each.after)), default=0.0)
        top = max(top, 0.01 if self._percent else 1.0)
        ticks = nice_ticks(top * 1.02, 6 if self.height() > 220 else 4 if self._plot().height() >= LOWEST else 2)
        return [tick for tick in ticks if tick <= 1.0 or not self._percent]

    def _rise(self, value: float, ticks: list[float]) -> float:
        """The height of a value, as a share of the plot."""
        return value / ticks[-1]

    def _tick_words(self, tick: float, ticks: list[float]) -> str:
        return self._words(tick, ticks[1])

    def _words(self, value: float, step: float | None = None) -> str:
        if self._percent:
            decimals = decimals_of(step * 100) if step else 0 if value >= 0.0995 else 1 if value >= 0.001 else 2
            return f"{words.decimal(value * 100.0, decimals)} %"
        decimals = decimals_of(step) if step else 0 if value == round(value) else 2
        return words.decimal(value, decimals)

    def _paint_grid(self, painter: QPainter, plot: QRectF, ticks: list[float]) -> None:
        colors = theme.current()
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for tick in ticks:
            y = round(plot.bottom() - plot.height() * self._rise(tick, ticks))
            painter.setPen(QPen(colors.color("line.grid" if tick != ticks[0] else "chart.axis"), 1))
            painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
            painter.setPen(colors.color("text.2"))
            painter.drawText(QRectF(0, y - 8, plot.left() - 6, 16), right, self._tick_words(tick, ticks))

    def _bars(self, plot: QRectF, place: int, category: BarCategory) -> list[tuple[QRectF, float, bool]]:
        """Return the rectangles of a category at full height, with value and whether it is the after side."""
        both = any(each.before is not None for each in self._categories) and any(
            each.after is not None for each in self._categories
        )
        slot = self._slot()
        middle = plot.left() + (place + 0.5) * slot
        width = max(1.0, min(WIDEST if both else 4 * WIDEST, slot * (0.38 if both else 0.86)))
        found = []
        for value, after in ((category.before, False), (category.after, True)):
            if value is not None:
                left = middle - width / 2 if not both else middle + 1 if after else middle - width - 1
                found.append((QRectF(round(left), plot.top(), round(width), plot.height()), value, after))
        return found

    def _paint_bars(
        self, painter: QPainter, plot: QRectF, place: int, category: BarCategory, ticks: list[float]
    ) -> None:
        colors = theme.current()
        small = theme.font("caption")
        small.setPixelSize(10)
        for full, value, after in self._bars(plot, place, category):
            height = full.height() * self._rise(value, ticks)
            if value > 0:
                bar = QRectF(full.left(), round(plot.bottom() - max(1.0, height)), full.width(), 0)
                bar.setBottom(plot.bottom())
                painter.fillRect(bar, colors.color("series.1" if after else "series.before.fill"))
                if not after and bar.width() > 3:
                    painter.setPen(QPen(colors.color("series.before"), 1))
                    painter.drawRect(bar.adjusted(0.5, 0.5, -0.5, 0))
            text = f"{value * 100:.0f}" if self._percent else self._words(value)
            painter.setFont(small)
            wide = QFontMetrics(small).horizontalAdvance(text)
            if text != "0" and self._all_values_fit(small):
                painter.setPen(colors.color("text.1"))
                above = QRectF(full.center().x() - wide, plot.bottom() - height - 16, 2 * wide, 14)
                painter.drawText(above, Qt.AlignmentFlag.AlignCenter, text)

    def _all_values_fit(self, font: QFont) -> bool:
        """Whether the values fit over all bars: values over some bars only would make the others look empty."""
        metrics = QFontMetrics(font)
        both = all(any(getattr(each, side) is not None for each in self._categories) for side in ("before", "after"))
        room = max(self._slot() / 2 - 1, WIDEST) if both else self._slot() - 2
        values = (value for each in self._categories for value in (each.before, each.after) if value)
        texts = (f"{value * 100:.0f}" if self._percent else self._words(value) for value in values)
        return all(metrics.horizontalAdvance(text) <= room for text in texts)

    def _paint_labels(self, painter: QPainter, plot: QRectF) -> None:
        colors = theme.current()
        font = theme.font("caption")
        painter.setFont(font)
        metrics = QFontMetrics(font)
        widest = max((metrics.horizontalAdvance(each.label) for each in self._categories), default=0) + 4
        thins = len(self._categories) > (16 if any(each.caption for each in self._categories) else 8)
        wanted = int(widest / self._slot()) + 1 if thins else 1
        room = self._slot() * wanted + (2 if wanted == 1 else -2)
        for place, each in enumerate(self._categories):
            if place % wanted:
                continue
            left = plot.left() + (place + 0.5) * self._slot() - room / 2
            left = max(0.0, min(left, self.width() - room))
            for line, (text, ink) in enumerate(((each.label, "text.2"), (each.caption, "text.3"))):
                cut = metrics.elidedText(text, Qt.TextElideMode.ElideRight, round(room))
                painter.setPen(colors.color(ink))
                box = QRectF(left, plot.bottom() + 4 + 14 * line, room, 14)
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, cut)
        painter.setPen(colors.color("text.2"))
        title = QRectF(plot.left(), plot.bottom() + self._labels_height() + 2, plot.width(), 16)
        painter.drawText(title, Qt.AlignmentFlag.AlignCenter, self._title if self._has_title else "")

    def _paint_threshold(self, painter: QPainter, plot: QRectF, place: int, text: str, region: str) -> None:
        colors = theme.current()
        x = round(plot.left() + place * self._slot())
        painter.setPen(QPen(colors.color("series.2"), 1.6, Qt.PenStyle.CustomDashLine))
        pen = painter.pen()
        pen.setDashPattern([3, 2])
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.setPen(pen)
        painter.drawLine(QPointF(x, plot.top() - 10), QPointF(x, plot.bottom()))
        painter.setFont(theme.font("caption", 600))
        wide = painter.fontMetrics().horizontalAdvance(text) + 2
        at_right = x + 6 + wide <= self.width() and not (self._tints_right and x - 6 - wide > 0)
        top = plot.top() - (12 if at_right else 15)  # a label on the left may cover a line at the very top
        box = QRectF(x + 6 if at_right else x - 6 - wide, top, wide, 14)
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, text)
        is_some = place < len(self._categories) if self._tints_right else place > 0
        if is_some and at_right is not self._tints_right:
            painter.setFont(theme.font("caption"))
            painter.setPen(colors.color("text.2"))
            wide = painter.fontMetrics().horizontalAdvance(region) + 2
            left = x - 6 - wide if at_right else x + 6
            painter.drawText(QRectF(left, top, wide, 14), Qt.AlignmentFlag.AlignVCenter, region)

    def _lines(self, place: int) -> list[str]:
        each = self._categories[place]
        head = " · ".join(part for part in (each.label, each.caption) if part)
        values = zip(self._sides, (each.before, each.after), strict=True)
        lines = [f"{side} {self._words(value)}" for side, value in values if value is not None]
        return [head, *lines, *([each.meaning] if each.meaning else [])]

    def _point_at(self, place: int, at: QPoint | None = None) -> None:
        if place != self._current:
            self._current = place
            self.update()
        if place < 0:
            self._readout.hide()
            return
        plot = self._plot()
        beside = QPointF(plot.left() + (place + 0.5) * self._slot(), plot.center().y()).toPoint()
        self._readout.show_lines(self._lines(place), at or beside)
