"""Very many transformations as small cards: only visible ones are read and painted."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from arxdesk.ui import theme
from arxdesk.ui.widgets.charts.readout import Readout
from arxdesk.ui.widgets.tables.tile import Tile, TileLook, paint_tile

WIDTH, HEIGHT, GAP, MARGIN = 148, 92, 8, 12
LEAST_WIDTH = 112


class TileGrid(QAbstractScrollArea):
    """Cards in rows, one of them current; arrow keys move it, Enter and P are passed on."""

    current_changed = Signal(int)
    """The user has chosen another card."""
    activated = Signal(int)
    pin_requested = Signal(int)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self._count = 0
        self._current = -1
        self._hovered = -1
        self._tile_at: Callable[[int], Tile] | None = None
        self._lines_at: Callable[[int], Sequence[str]] | None = None
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(name)
        self.viewport().setMouseTracking(True)
        self.readout = Readout(self.viewport())
        self.verticalScrollBar().valueChanged.connect(self._scrolled)

    @property
    def count(self) -> int:
        """The number of cards."""
        return self._count

    @property
    def current(self) -> int:
        """The card that is current, -1 for none."""
        return self._current

    @property
    def columns(self) -> int:
        """The number of cards in a row."""
        return max(1, (self.viewport().width() - 2 * MARGIN + GAP) // (WIDTH + GAP))

    def show_tiles(self, count: int, tile_at: Callable[[int], Tile], lines_at: Callable[[int], Sequence[str]]) -> None:
        """Set the cards; `tile_at` and `lines_at` are called for visible ones, the latter for its read-out."""
        self._count, self._tile_at, self._lines_at = count, tile_at, lines_at
        self._current = min(self._current, count - 1)
        self._leave()
        self._measure()
        self.viewport().update()

    def set_current(self, place: int, *, in_sight: bool = True) -> None:
        """Let another card be current without announcing it; and scroll to it."""
        self._current = place if 0 <= place < self._count else -1
        if in_sight:
            self.scroll_to(self._current)
        self._name_current()
        self.viewport().update()

    def scroll_to(self, place: int) -> None:
        """Scroll to a card."""
        if place < 0:
            return
        bar, rect = self.verticalScrollBar(), self.card_rect(place)
        if rect.top() < GAP:
            bar.setValue(bar.value() + rect.top() - GAP)
        elif rect.bottom() > self.viewport().height() - GAP:
            bar.setValue(bar.value() + rect.bottom() - self.viewport().height() + GAP)

    def card_rect(self, place: int) -> QRect:
        """The rectangle of a card, in the coordinates of the viewport."""
        row, column = divmod(place, self.columns)
        width = self._card_width()
        top = MARGIN + row * (HEIGHT + GAP) - self.verticalScrollBar().value()
        return QRect(MARGIN + column * (width + GAP), top, width, HEIGHT)

    def card_at(self, point: QPoint) -> int:
        """The card under a point of the viewport, -1 for none."""
        row = (point.y() + self.verticalScrollBar().value() - MARGIN) // (HEIGHT + GAP)
        column = (point.x() - MARGIN) // (self._card_width() + GAP)
        place = row * self.columns + column
        inside = row >= 0 and 0 <= column < self.columns and place < self._count
        return place if inside and self.card_rect(place).contains(point) else -1

    def cards_in_sight(self) -> range:
        """The cards that are painted."""
        above, columns = self.verticalScrollBar().value() - MARGIN, self.columns
        first = max(0, above // (HEIGHT + GAP))
        last = max(0, (above + self.viewport().height()) // (HEIGHT + GAP) + 1)
        return range(min(first * columns, self._count), min(last * columns, self._count))

    # Events

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move by cards, rows, pages; Enter and P are passed on."""
        key = Qt.Key(event.key())
        page = max(1, self.viewport().height() // (HEIGHT + GAP)) * self.columns
        steps = {
            Qt.Key.Key_Left: -1,
            Qt.Key.Key_Right: 1,
            Qt.Key.Key_Up: -self.columns,
            Qt.Key.Key_Down: self.columns,
            Qt.Key.Key_PageUp: -page,
            Qt.Key.Key_PageDown: page,
            Qt.Key.Key_Home: -self._count,
            Qt.Key.Key_End: self._count,
        }
        if key in steps:
            self._move(steps[key])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._current >= 0:
            self.activated.emit(self._current)
        elif key == Qt.Key.Key_P and self._current >= 0:
            self.pin_requested.emit(self._current)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the clicked card."""
        place = self.card_at(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and place >= 0:
            self._choose(place)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Accept the release of a press."""
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """A double click is a click: nothing is applied by accident."""
        self.mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Read out the card under the pointer."""
        point = event.position().toPoint()
        place = self.card_at(point)
        if place != self._hovered:
            self._hovered = place
            self.viewport().update()
        if place < 0 or self._lines_at is None:
            self.readout.hide()
        else:
            self.readout.show_lines(self._lines_at(place), point)

    def viewportEvent(self, event: QEvent) -> bool:
        """The pointer that leaves takes the read-out with it."""
        if event.type() == QEvent.Type.Leave:
            self._leave()
        return super().viewportEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the number of cards in a row to the width; the current one stays visible."""
        super().resizeEvent(event)
        self._measure()
        self.scroll_to(self._current)

    # Painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the visible cards."""
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), theme.current().color("bg.panel"))
        if self._tile_at is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for place in self.cards_in_sight():
            rect = self.card_rect(place)
            if rect.intersects(event.rect()):
                chosen = place == self._current
                look = TileLook(chosen, place == self._hovered, chosen and self.hasFocus())
                paint_tile(painter, rect, self._tile_at(place), look)

    # Internals

    def _card_width(self) -> int:
        """The cards share the room evenly."""
        columns = self.columns
        return max(LEAST_WIDTH, (self.viewport().width() - 2 * MARGIN - (columns - 1) * GAP) // columns)

    def _measure(self) -> None:
        rows = -(-self._count // self.columns)
        whole = rows * (HEIGHT + GAP) - GAP + 2 * MARGIN if rows else 0
        bar = self.verticalScrollBar()
        bar.setRange(0, max(0, whole - self.viewport().height()))
        bar.setPageStep(max(1, self.viewport().height()))
        bar.setSingleStep((HEIGHT + GAP) // 2)

    def _move(self, step: int) -> None:
        if self._count == 0:
            return
        place = 0 if self._current < 0 else self._current + step
        if step in (-self.columns, self.columns) and not 0 <= place < self._count:
            return  # up from the first row, down from the last
        self._choose(min(max(place, 0), self._count - 1))

    def _choose(self, place: int) -> None:
        changed = place != self._current
        self.set_current(place)
        if changed:
            self.current_changed.emit(place)

    def _name_current(self) -> None:
        """Name the grid and the current card for screen readers."""
        lines = self._lines_at(self._current) if self._lines_at is not None and self._current >= 0 else ()
        self.setAccessibleName(f"{self._name}: {', '.join(lines)}" if lines else self._name)

    def _leave(self) -> None:
        self._hovered = -1
        self.readout.hide()
        self.viewport().update()

    def _scrolled(self) -> None:
        self._leave()
