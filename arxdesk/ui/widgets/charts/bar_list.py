"""Stacked categories, each with one or two horizontal bars: names of any length stay readable."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetrics, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from arxdesk.ui import theme
from arxdesk.ui.widgets.basics.spoken import Role
from arxdesk.ui.widgets.charts.chart_menu import ChartMenu
from arxdesk.ui.widgets.charts.readout import Readout

TITLE, ONE, TWO, THICK = 22, 22, 30, 10
LABEL_SHARE = 0.42
SPACE = 8


@dataclass(frozen=True, slots=True)
class ListedBar:
    """A category: its label, the lengths of its bars (None: that side has none) with their texts, and its read-out."""

    label: str
    before: float | None
    after: float | None
    texts: tuple[str, str]
    lines: tuple[str, ...]


class BarList(QAbstractScrollArea):
    """Scrolls through any number of categories. `clicked` carries the place and whether it was the bar after."""

    spoken_role = Role.Chart

    clicked = Signal(int, bool)

    def __init__(self, name: str, numbers: Callable[[], str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bars: tuple[ListedBar, ...] = ()
        self._title = ""
        self._longest = 1.0
        self._current = -1
        self._on_after = False
        self._ring = False
        self._label_width = 0
        self._text_width = 0
        self.readout = Readout(self.viewport())
        self.chart_menu = ChartMenu(self, numbers)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        self.viewport().setProperty("layer", "panel")
        self.verticalScrollBar().setSingleStep(ONE)
        self.setAccessibleName(name)

    @property
    def bars(self) -> tuple[ListedBar, ...]:
        """The bars of the list."""
        return self._bars

    @property
    def title(self) -> str:
        """The title above."""
        return self._title

    def set_data(self, title: str, bars: Sequence[ListedBar], longest: float) -> None:
        """Show these, on a scale that reaches to `longest`."""
        self._title, self._bars, self._longest = title, tuple(bars), max(longest, 1e-9)
        metrics = QFontMetrics(theme.font("caption"))
        self._text_width = max((metrics.horizontalAdvance(text) for bar in bars[:400] for text in bar.texts), default=0)
        self._label_width = max((metrics.horizontalAdvance(bar.label) for bar in bars[:400]), default=0) + 2
        self._point_at(-1)
        spoken = "; ".join(", ".join(bar.lines) for bar in bars[:30])
        self.setAccessibleDescription(f"{title}: {spoken}")
        self._set_range()
        self.verticalScrollBar().setValue(0)
        self.viewport().update()

    def share_scale(self, other: BarList) -> None:
        """Use the same scale as another list of the same width, and the other way round."""
        labels = max(self._label_width, other._label_width)
        texts = max(self._text_width, other._text_width)
        self._leave_room(labels, texts)
        other._leave_room(labels, texts)

    def sizeHint(self) -> QSize:
        """Return a comfortable size."""
        return QSize(300, 220)

    def minimumSizeHint(self) -> QSize:
        """Return the least readable size."""
        return QSize(150, TITLE + 2 * TWO)

    def row_rect(self, place: int) -> QRect:
        """The rectangle of a category."""
        top = TITLE + place * self._row - self.verticalScrollBar().value()
        return QRect(0, top, self.viewport().width(), self._row)

    def bar_rect(self, place: int, *, after: bool) -> QRectF:
        """The rectangle of a bar; at least a pixel wide unless its number is 0."""
        row, bar = self.row_rect(place), self._bars[place]
        value = (bar.after if after else bar.before) or 0.0
        left, room = self._labels + SPACE, self._room()
        both = bar.before is not None and bar.after is not None
        top = row.top() + (row.height() - THICK) / 2 if not both else row.top() + (15 if after else 4)
        width = max(1.0, room * value / self._longest) if value > 0 else 0.0
        return QRectF(left, top, width, THICK)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the visible rows."""
        colors = theme.current()
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), colors.color("bg.panel"))
        first = max(0, self.verticalScrollBar().value() // self._row)
        last = min(len(self._bars), first + self.viewport().height() // self._row + 2)
        for place in range(first, last):
            self._paint_row(painter, place)
        painter.fillRect(0, 0, self.viewport().width(), TITLE, colors.color("bg.panel"))
        painter.setFont(theme.font("caption", 600))
        painter.setPen(colors.color("text.1"))
        room = self.viewport().width() - 4
        cut = painter.fontMetrics().elidedText(self._title, Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRect(0, 0, room, 16), Qt.AlignmentFlag.AlignVCenter, cut)
        if self._ring:
            painter.setPen(QPen(colors.color("accent"), 2))
            painter.drawRect(self.viewport().rect().adjusted(1, 1, -1, -1))

    def viewportEvent(self, event: QEvent) -> bool:
        """Take the read-out away when the pointer goes."""
        if event.type() == QEvent.Type.Leave:
            self._point_at(-1)
        return super().viewportEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Read out the category under the pointer."""
        place, after = self._at(event.position().toPoint())
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if place >= 0 else Qt.CursorShape.ArrowCursor)
        self._point_at(place, after, event.position().toPoint())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Emit the clicked bar."""
        place, after = self._at(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and place >= 0:
            self.clicked.emit(place, after)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Ignored, since the press has emitted the click."""
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk through the categories with the arrow keys, between both bars with left and right; Enter opens."""
        key = Qt.Key(event.key())
        page = max(1, self.viewport().height() // self._row - 1)
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1, Qt.Key.Key_PageUp: -page, Qt.Key.Key_PageDown: page}.get(key)
        if step and self._bars:
            self._point_at(max(0, min(len(self._bars) - 1, self._current + step)), self._on_after)
            self._reveal()
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and self._current >= 0:
            self._point_at(self._current, key == Qt.Key.Key_Right)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._current >= 0:
            self.clicked.emit(self._current, self._is_after(self._current, wanted=self._on_after))
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the focus where it came from the keyboard."""
        self._ring = event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Take the focus outline away."""
        self._ring = False
        super().focusOutEvent(event)
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Update the scroll range."""
        super().resizeEvent(event)
        self._set_range()

    def scrollContentsBy(self, _dx: int, _dy: int) -> None:
        """Redraw all: the title does not scroll."""
        self.viewport().update()

    @property
    def _row(self) -> int:
        return TWO if any(bar.before is not None and bar.after is not None for bar in self._bars[:1]) else ONE

    @property
    def _labels(self) -> int:
        return min(self._label_width, round(self._across * LABEL_SHARE))

    @property
    def _across(self) -> int:
        """The width without a scroll bar, whether there is one or not, so that bars keep their length."""
        return self.width() - self.verticalScrollBar().sizeHint().width()

    def _room(self) -> float:
        return max(20.0, self._across - self._labels - 2 * SPACE - self._text_width - 6)

    def _leave_room(self, labels: int, texts: int) -> None:
        self._label_width, self._text_width = labels, texts
        self.viewport().update()

    def _set_range(self) -> None:
        bar = self.verticalScrollBar()
        bar.setPageStep(self.viewport().height())
        bar.setRange(0, max(0, TITLE + len(self._bars) * self._row - self.viewport().height()))

    def _paint_row(self, painter: QPainter, place: int) -> None:
        colors = theme.current()
        row, bar = self.row_rect(place), self._bars[place]
        if place == self._current:
            painter.fillRect(row, colors.color("accent.soft"))
        painter.setFont(theme.font("caption"))
        painter.setPen(colors.color("text.1"))
        cut = painter.fontMetrics().elidedText(bar.label, Qt.TextElideMode.ElideMiddle, self._labels)
        box = QRect(0, row.top(), self._labels, row.height())
        painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, cut)
        for after, value, text in ((False, bar.before, bar.texts[0]), (True, bar.after, bar.texts[1])):
            if value is None:
                continue
            rect = self.bar_rect(place, after=after)
            painter.fillRect(rect, colors.color("series.1" if after else "series.before.fill"))
            if not after and rect.width() > 3:
                painter.setPen(QPen(colors.color("series.before"), 1))
                painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5))
            painter.setPen(colors.color("text.1" if value else "text.3"))
            beside = QRectF(rect.right() + 6, rect.top() - 3, self.viewport().width() - rect.right(), THICK + 6)
            painter.drawText(beside, Qt.AlignmentFlag.AlignVCenter, text)

    def _at(self, point: QPoint) -> tuple[int, bool]:
        place = (point.y() - TITLE + self.verticalScrollBar().value()) // self._row
        if point.y() < TITLE or not 0 <= place < len(self._bars):
            return -1, False
        return place, self._is_after(place, wanted=point.y() >= self.row_rect(place).center().y())

    def _is_after(self, place: int, *, wanted: bool) -> bool:
        bar = self._bars[place]
        return bar.after is not None and (bar.before is None or wanted)

    def _reveal(self) -> None:
        row, bar = self.row_rect(self._current), self.verticalScrollBar()
        if row.top() < TITLE:
            bar.setValue(bar.value() + row.top() - TITLE)
        elif row.bottom() > self.viewport().height():
            bar.setValue(bar.value() + row.bottom() - self.viewport().height() + 1)

    def _point_at(self, place: int, after: bool = False, at: QPoint | None = None) -> None:
        self._on_after = after
        if place != self._current:
            self._current = place
            self.viewport().update()
        if place < 0:
            self.readout.hide()
            return
        row = self.row_rect(place)
        self.readout.show_lines(self._bars[place].lines, at or QPoint(self._labels + 40, row.bottom()))
