"""A scatter chart of many points with the frontier, a selection, and a rectangle that marks points."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainterPath, QPolygonF
from PySide6.QtWidgets import QGraphicsRectItem, QWidget

from arxdesk.ui import theme
from arxdesk.ui.models.figures_text import Cell, FiguresText
from arxdesk.ui.point_cloud import ROOM, Drawing, Window, inside, nearest, whole_of
from arxdesk.ui.widgets.charts.items.dots import Dots, pixels_of
from arxdesk.ui.widgets.charts.items.landmark import LandmarkItem
from arxdesk.ui.widgets.charts.log_chart import MOVED, LogChart
from arxdesk.ui.widgets.charts.readout import Readout

REACH = 8
"""Pixels around the pointer in which a point is meant."""
SIZE, SIZE_MARKED = 5.0, 7.0
RING = 14.0
"""Pixels between a point and the edge, about: the ring of the selection needs them."""
MOST_KNOTS = 60
"""A frontier of more points within the window is drawn without knots."""
WIDEST, HIGHEST = 0.68, 0.4
"""The shares of the plot that the read-out of the selection may take."""
FADED, PLAIN = 0.14, 0.6
FAINTEST = 0.3
"""The opacity of a cell of the density with one point."""

Lines = Callable[[int], Sequence[str]]


class ScatterChart(LogChart):
    """Draws a cloud; `chosen` carries the place that was clicked or stepped to, `brushed` the places in a rectangle."""

    chosen = Signal(int)
    brushed = Signal(np.ndarray)
    clear_requested = Signal()

    def __init__(self, name: str, axis_title: str = "", parent: QWidget | None = None) -> None:
        self._drawing: Drawing | None = None
        self._best = self._selected = self._hovered = -1
        self._read_out: Lines | None = None
        self.upward_title = name
        self._pressed: QPointF | None = None
        super().__init__(name, axis_title, parent)
        self._density = pg.ImageItem()
        self._points = Dots()
        self._marked = Dots()
        self._line = pg.PlotCurveItem()
        self._knots = pg.ScatterPlotItem(pxMode=True, size=7)
        self._diamond = pg.ScatterPlotItem(pxMode=True, symbol=_diamond(), size=13)
        self._ring = pg.ScatterPlotItem(pxMode=True, symbol="o")
        self._under = pg.ScatterPlotItem(pxMode=True, symbol="o", size=9)
        items = (self._density, self._points, self._marked, self._line, self._knots, self._under)
        for depth, item in enumerate((*items, self._diamond, self._ring)):
            item.setZValue(depth)
            self.plotItem.addItem(item, ignoreBounds=True)
        self.hairline.setZValue(0.5)
        self._brush = QGraphicsRectItem()
        self._brush.setZValue(30)
        self._brush.hide()
        self.plotItem.addItem(self._brush, ignoreBounds=True)
        self.landmark = LandmarkItem(self.plotItem, self)
        self.pinned = Readout(self)
        self.window_changed.connect(self._follow_window)
        self.landmark.changed.connect(self.fit_to_room)
        self.landmark.changed.connect(self._draw_selection)
        self.restyle()

    @property
    def drawing(self) -> Drawing | None:
        """The drawing of the cloud."""
        return self._drawing

    @property
    def selected(self) -> int:
        """The place of the point that is selected, -1 without one."""
        return self._selected

    def set_drawing(self, drawing: Drawing, best: int, selected: int, read_out: Lines, *, is_new: bool) -> None:
        """Draw a cloud. `best` and `selected` are places in it, -1 for none; `read_out` describes a point, the first
        line in bold. Another drawing of the same cloud keeps the window, and another cloud resets it."""
        self._drawing, self._best, self._selected, self._read_out = drawing, best, selected, read_out
        self._hovered = -1
        self.readout.hide()
        if is_new:
            self._make_room(drawing)
        self.redraw()

    def select(self, place: int) -> None:
        """Show another point as selected, or none."""
        self._selected = place
        self._draw_selection()

    def restyle(self) -> None:
        """Read the colours of the theme again."""
        super().restyle()
        if not hasattr(self, "pinned"):
            return
        colors = theme.current()
        self.landmark.restyle()
        self._line.setPen(self.pen("text.1", 1.5))
        self._knots.setPen(self.pen("text.1", 1.5))
        self._knots.setBrush(pg.mkBrush(colors.color("bg.panel")))
        self._diamond.setPen(self.pen("state.outline", 1.5))
        self._diamond.setBrush(pg.mkBrush(colors.color("state.optimum")))
        self._ring.setPen(self.pen("accent", 2))
        self._ring.setBrush(pg.mkBrush(None))
        self._under.setPen(pg.mkPen(None))
        self._under.setBrush(pg.mkBrush(colors.color("state.anonymous")))
        self._brush.setPen(self.pen("accent", 1))
        self._brush.setBrush(colors.color("accent", 0.12))
        self.redraw()

    def redraw(self) -> None:
        """Draw the chart."""
        drawing = self._drawing
        if drawing is None:
            return
        cloud, marked = drawing.cloud, drawing.marked
        is_marked = np.zeros(len(cloud), np.bool_) if marked is None else marked
        shown = drawing.shown
        for item, places, alpha, size in (
            (self._points, shown[~is_marked[shown]], PLAIN if marked is None else FADED, SIZE),
            (self._marked, shown[is_marked[shown]], 0.9, SIZE_MARKED),
        ):
            ink = theme.current().color("state.anonymous", alpha)
            item.set_points(cloud.x[places], cloud.up[places], size, ink)
        self._draw_density(drawing)
        self._draw_frontier(drawing)
        self._draw_selection()

    def numbers(self) -> FiguresText:
        """Return the single points, or if they are too many the frontier, as tab-separated text."""
        if self._drawing is None:
            return FiguresText(())
        cloud = self._drawing.cloud
        places = self._drawing.shown if self._drawing.density is None else cloud.frontier
        rows: list[tuple[Cell, ...]] = [(self.axis_title, self.upward_title)]
        rows += zip(cloud.x[places].tolist(), cloud.y[places].tolist(), strict=True)
        mark = self.landmark.landmark
        return FiguresText(rows if mark is None else [*rows, (mark.x, mark.y, mark.name)])

    def hover(self, place: QPointF | None, at: QPointF) -> None:
        """Read out the nearest point."""
        if self._pressed is not None:
            return
        if place is not None and self.landmark.is_at(place, REACH):
            self._hovered = -1
            self.pinned.hide()
            self.readout.show_lines(self.landmark.lines, at.toPoint())
            return
        self._hovered = -1 if place is None else self._place_at(place)
        self.viewport().setCursor(
            Qt.CursorShape.PointingHandCursor if self._hovered >= 0 else Qt.CursorShape.ArrowCursor
        )
        if self._hovered < 0 or self._read_out is None:
            self.readout.hide()
            self.pinned.setVisible(self._pins)
            return
        self.pinned.hide()
        self.readout.show_lines(self._read_out(self._hovered), at.toPoint())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Start to mark, or to move the window."""
        super().mousePressEvent(event)
        plain = event.button() == Qt.MouseButton.LeftButton and self._dragged_from is None
        self._pressed = event.position() if plain and self.data_at(event.position()) is not None else None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Draw the rectangle."""
        if self._pressed is None:
            super().mouseMoveEvent(event)
            return
        if self._brush.isVisible() or (event.position() - self._pressed).manhattanLength() >= MOVED:
            self.readout.hide()
            window = self._rectangle(event.position())
            self._brush.setRect(QRectF(window.left, window.low, window.right - window.left, window.high - window.low))
            self._brush.show()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Mark the points in the rectangle; without one select the nearest point."""
        super().mouseReleaseEvent(event)
        pressed, drawing = self._pressed, self._drawing
        if pressed is None or drawing is None:
            self._pressed = None
            return
        if self._brush.isVisible():
            window = self._rectangle(event.position())
            self._end_brush()
            self.brushed.emit(inside(drawing.cloud, window))
            return
        self._pressed = None
        place = self.data_at(event.position())
        found = -1 if place is None else self._place_at(place)
        if found >= 0:
            self.chosen.emit(found)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and right step along the frontier, Esc gives the rectangle or the marks up."""
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self._step(1 if event.key() == Qt.Key.Key_Right else -1)
        elif event.key() == Qt.Key.Key_Escape and self._brush.isVisible():
            self._end_brush()
        elif event.key() == Qt.Key.Key_Escape and self._drawing is not None and self._drawing.marked is not None:
            self.clear_requested.emit()
        else:
            super().keyPressEvent(event)

    def fit_to_room(self) -> None:
        """Keep the read-out beside its point."""
        if self._drawing is not None:
            self._make_room(self._drawing)
        super().fit_to_room()
        if hasattr(self, "pinned"):
            self._place_pinned()

    def _make_room(self, drawing: Drawing) -> None:
        """Let the ring of a point at the edge be whole, too."""
        box = self.plotItem.vb.sceneBoundingRect()
        across, upward = RING / max(1.0, box.width()), RING / max(1.0, box.height())
        whole = whole_of(drawing.cloud, max(ROOM, across), max(2 * ROOM, upward))
        if self.landmark.landmark is not None:
            whole = self.landmark.landmark.within(whole, max(ROOM, across), max(2 * ROOM, upward))
        self.set_whole(whole, drawing.cloud.floor, keep=True)

    @property
    def _pins(self) -> bool:
        """Whether the selection is in the window."""
        if self._drawing is None or self._selected < 0:
            return False
        cloud, window = self._drawing.cloud, self.window_shown
        across = window.left <= cloud.x[self._selected] <= window.right
        return bool(across and window.low <= cloud.up[self._selected] <= window.high)

    def _end_brush(self) -> None:
        self._pressed = None
        self._brush.hide()

    def _rectangle(self, at: QPointF) -> Window:
        """The rectangle between the mouse press and the pointer, within the axes."""
        view = self.plotItem.vb
        first = view.mapSceneToView(self.mapToScene((self._pressed or at).toPoint()))
        last = view.mapSceneToView(self.mapToScene(at.toPoint()))
        now = self.window_shown
        left, right = sorted((first.x(), last.x()))
        low, high = sorted((first.y(), last.y()))
        return Window(max(left, now.left), min(right, now.right), max(low, now.low), min(high, now.high))

    def _place_at(self, place: QPointF) -> int:
        if self._drawing is None:
            return -1
        across, upward = self.per_pixel()
        return nearest(self._drawing.cloud, place.x(), place.y(), REACH * across, REACH * upward)

    def _step(self, by: int) -> None:
        if self._drawing is None or len(self._drawing.cloud.frontier) == 0:
            return
        cloud = self._drawing.cloud
        frontier = cloud.frontier
        if self._selected < 0:
            self.chosen.emit(int(frontier[0]))
            return
        at = int(np.searchsorted(frontier, self._selected, "right" if by > 0 else "left"))
        at = at if by > 0 else at - 1
        if 0 <= at < len(frontier):
            self.chosen.emit(int(frontier[at]))

    def _draw_density(self, drawing: Drawing) -> None:
        self._density.setVisible(drawing.density is not None)
        if drawing.density is None:
            return
        ink = theme.current().color("state.anonymous")
        shade = drawing.density
        if drawing.marked is not None:
            shade = np.where(shade > 0, 0.08 + FADED * shade, 0)
            if drawing.marked_density is not None:
                shade = np.maximum(shade, np.where(drawing.marked_density > 0, 0.4 + 0.6 * drawing.marked_density, 0))
        elif shade.size:
            shade = np.where(shade > 0, FAINTEST + (1 - FAINTEST) * shade, 0)
        image = np.empty((*shade.shape, 4), np.uint8)
        image[..., :3] = ink.red(), ink.green(), ink.blue()
        image[..., 3] = np.clip(shade * 255, 0, 255)
        self._density.setImage(np.swapaxes(image, 0, 1), autoLevels=False, levels=None)
        window = drawing.window
        self._density.setRect(QRectF(window.left, window.low, window.right - window.left, window.high - window.low))

    def _draw_frontier(self, drawing: Drawing) -> None:
        cloud = drawing.cloud
        x, up = cloud.x[cloud.frontier], cloud.up[cloud.frontier]
        if len(x) == 0:
            self._line.setData([], [])
            self._knots.setData([], [])
            return
        corners = np.repeat(x, 2), np.concatenate(([1e3], np.repeat(up, 2)[:-1]))
        self._line.setData(*corners)
        window = self.window_shown
        shown = (x >= window.left) & (x <= window.right) & (up >= window.low) & (up <= window.high)
        shown &= cloud.frontier != self._best
        few = np.count_nonzero(shown) <= MOST_KNOTS
        self._knots.setData(x=x[shown] if few else [], y=up[shown] if few else [])

    def _draw_selection(self) -> None:
        drawing = self._drawing
        if drawing is None:
            return
        cloud, best, selected = drawing.cloud, self._best, self._selected
        self._diamond.setData(x=cloud.x[[best]] if best >= 0 else [], y=cloud.up[[best]] if best >= 0 else [])
        at = ([], []) if selected < 0 else (cloud.x[[selected]], cloud.up[[selected]])
        self._under.setData(x=[] if selected == best else at[0], y=[] if selected == best else at[1])
        self._ring.setData(x=at[0], y=at[1], size=21.0 if selected == best else 16.0)
        self.hairline.setVisible(selected >= 0)
        if selected >= 0:
            self.hairline.setValue(float(cloud.x[selected]))
        told = self._read_out(selected) if self._read_out is not None and selected >= 0 else ()
        self.setAccessibleDescription(", ".join((*told, *self.landmark.lines)))
        self._place_pinned()

    def _follow_window(self) -> None:
        if self._drawing is not None:
            self._draw_frontier(self._drawing)
            self._place_pinned()

    def _place_pinned(self) -> None:
        """Put the read-out of the selection where it hides the fewest points."""
        if not self._pins or self._drawing is None or self._read_out is None or self._hovered >= 0:
            self.pinned.hide()
            return
        cloud = self._drawing.cloud
        self.pinned.show_lines(self._read_out(self._selected), QPoint())
        size, room = self.pinned.size(), self.plotItem.vb.sceneBoundingRect()
        if size.width() > room.width() * WIDEST or size.height() > room.height() * HIGHEST:
            self.pinned.hide()  # too little would be seen of the points
            return
        at = self.pixel_at(float(cloud.x[self._selected]), float(cloud.up[self._selected]))
        across, down = pixels_of(self._drawing, self.window_shown, self.plotItem.vb.sceneBoundingRect())
        ring = QRectF(at.x() - 12, at.y() - 12, 24, 24)
        mark = self.landmark.landmark
        covers = partial(self.landmark.meets, at=at if mark is None else self.pixel_at(mark.x, mark.up))
        found: list[tuple[float, QPoint]] = []
        beside = (at.x() + 14, at.x() - 14 - size.width())
        for x in (*beside, room.left() + 4, room.right() - size.width() - 4):
            for y in np.arange(room.top() + 4, room.bottom() - size.height() - 3, 10).tolist():
                box = QRectF(x, y, size.width(), size.height())
                if room.contains(box) and not box.intersects(ring) and not covers(box):
                    near = box.adjusted(-6, -6, 6, 6)
                    hidden = (across >= near.left()) & (across <= near.right())
                    hidden &= (down >= near.top()) & (down <= near.bottom())
                    far = abs(box.center().y() - at.y()) + max(0.0, box.left() - at.x(), at.x() - box.right())
                    crosses = 200.0 if box.left() < at.x() < box.right() else 0.0  # the line of the selection
                    cost = 100.0 * np.count_nonzero(hidden) + far + crosses
                    found.append((float(cost), QPoint(round(x), round(y))))
        if found:
            self.pinned.move(min(found, key=lambda each: each[0])[1])
        else:
            self.pinned.hide()


def _diamond() -> QPainterPath:
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(0, -0.5), QPointF(0.5, 0), QPointF(0, 0.5), QPointF(-0.5, 0)]))
    path.closeSubpath()
    return path
