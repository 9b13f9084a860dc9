"""The whole lattice as a Hasse diagram, to pan, to zoom and to walk; how much is drawn depends on the room."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QSizePolicy, QWidget

from arxdesk.explore.alternatives.exploration import Exploration
from arxdesk.explore.alternatives.transformation_text import mixture, readout, spoken
from arxdesk.explore.lattice.hasse_nodes import Marks
from arxdesk.explore.lattice.hasse_picture import HassePicture
from arxdesk.explore.lattice.viewport import Detail, Viewport
from arxdesk.ui import theme
from arxdesk.ui.widgets.charts.readout import Readout
from arxdesk.ui.words import count
from arxdesk_engine.exploration.hasse_layout import HasseLayout
from arxdesk_engine.exploration.neighbours import Side, neighbours_of
from arxdesk_engine.foundation.language import tr, tr_n

STEP = 1.25
"""The zoom factor of the plus key."""
WHEEL = 480.0
"""Eighths of a degree of the wheel that double the size."""


class HasseView(QWidget):
    """Most general on top. Drag or wheel pan, Ctrl and wheel, plus and minus zoom, 0 shows all, 1 the selection."""

    node_menu_requested = Signal(tuple, QPoint)
    """The levels of a node, and where on the screen."""
    neighbours_requested = Signal(tuple)
    """The levels of a node."""
    confirmed = Signal()
    """Return was pressed."""
    moved = Signal()
    """The visible part has changed."""

    _WAYS: ClassVar[dict[Qt.Key, tuple[int, int]]] = {
        Qt.Key.Key_Left: (-1, 0),
        Qt.Key.Key_Right: (1, 0),
        Qt.Key.Key_Up: (0, 1),
        Qt.Key.Key_Down: (0, -1),
    }

    def __init__(self, exploration: Exploration, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._exploration = exploration
        self.viewport = Viewport()
        self.picture: HassePicture | None = None
        self.readout = Readout(self)
        self._layout: HasseLayout | None = None
        self._marks = Marks()
        self._hovered = -1
        self._pressed: QPointF | None = None
        self._dragged = False
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(tr("Lattice, whole"))
        exploration.sifted_changed.connect(self.refresh)
        exploration.emphasis.marked_changed.connect(self._show_marked)
        exploration.emphasis.coloring_changed.connect(self._show_coloring)
        exploration.document.selection_changed.connect(self._show_selection)
        self.refresh()

    # Content

    @property
    def selected(self) -> int:
        """The row that is selected, -1 without."""
        levels = self._exploration.document.selected
        return -1 if levels is None or self.picture is None else self.picture.known.row_of(levels)

    @property
    def hovered(self) -> int:
        """The row under the pointer, -1 without."""
        return self._hovered

    def refresh(self) -> None:
        """Draw the known results; a new lattice is fitted into the view. Waits while hidden."""
        sifted = self._exploration.sifted
        known = None if sifted is None else sifted.alternatives
        if sifted is None or known is None or not known.is_whole:
            self.picture = self._layout = None
            self._hovered = -1
        elif self.isVisible():
            if self._layout is None or self._layout.by_height is not known.by_height:
                self._layout = HasseLayout(known.by_height, known.starts)
                self.viewport.show(self._layout.widest, self._layout.heights)
                self._hovered = -1
                self.moved.emit()
            self.picture = HassePicture(self.viewport, self._marks, self._layout, sifted)
            self.picture.set_coloring(self._exploration.emphasis.coloring)
            self.picture.set_marked(self._exploration.emphasis.marked)
        self._tell_selection()
        self.update()

    def showEvent(self, event: QShowEvent) -> None:
        """Draw what changed while hidden."""
        super().showEvent(event)
        self.refresh()

    def sizeHint(self) -> QSize:
        """Return the size of the reference window."""
        return QSize(512, 350)

    def minimumSizeHint(self) -> QSize:
        """Return room for a few rows."""
        return QSize(160, 120)

    # Zoom and position

    def fit(self) -> None:
        """Fit the whole lattice into the view."""
        self.viewport.fit()
        self._look_anew()

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        """Make everything larger around a point, or around the middle."""
        place = at or QPointF(self.width() / 2, self.height() / 2)
        self.viewport.zoom_by(factor, place.x(), place.y())
        self._look_anew()

    def zoom_around_selection(self, factor: float) -> None:
        """Make everything larger around the selection, or around the middle where that is not seen."""
        self.zoom(factor, self._selection_in_sight())

    def zoom_to_selection(self) -> None:
        """See the selection in the middle, as a card of full size."""
        if self.selected >= 0:
            self.viewport.zoom = 1.0
            self._center_on(self.selected)

    def show_height(self, height: int) -> None:
        """Centre a row, zoomed in until its nodes can be distinguished."""
        self.viewport.center_on(self.viewport.x, height)
        self._look_anew()

    # Events

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the visible part."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.current().color("bg.panel"))
        if self.picture is not None:
            self.picture.paint(painter, self.selected, self._hovered)
        if self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.current().color("accent"), 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 4, 4)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the whole lattice fitted."""
        super().resizeEvent(event)
        self.viewport.resize(self.width(), self.height())
        self.moved.emit()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom with Ctrl, else pan; Shift turns the wheel sideways."""
        turned, exact = event.angleDelta(), event.pixelDelta()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom(2.0 ** (turned.y() / WHEEL), event.position())
        else:
            moved = QPointF(turned) / 2 if exact.isNull() else QPointF(exact)
            if event.modifiers() & Qt.KeyboardModifier.ShiftModifier and not moved.x():
                moved = QPointF(moved.y(), 0.0)
            self.viewport.pan(moved.x(), moved.y())
            self._look_anew()
        self._hover(event.position())
        event.accept()

    def event(self, event: QEvent) -> bool:
        """Zoom with two fingers on a touchpad, where the system reports it."""
        if isinstance(event, QNativeGestureEvent) and event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture:
            self.zoom(max(0.2, 1.0 + event.value()), event.position())
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin to drag or to click."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed, self._dragged = event.position(), False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pan, or describe the node under the pointer."""
        if self._pressed is None:
            self._hover(event.position())
            return
        way = event.position() - self._pressed
        if self._dragged or way.manhattanLength() >= QApplication.startDragDistance():
            if not self._dragged:
                self._hover(None)
                self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self._dragged, self._pressed = True, event.position()
            self.viewport.pan(way.x(), way.y())
            self._look_anew()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Select the clicked node, or the best of several that cannot be distinguished."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        clicked, self._pressed = self._pressed is not None and not self._dragged, None
        self.unsetCursor()
        if clicked:
            self._select(self._meant_at(event.position()))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Go on to the neighbours of a node."""
        row = self._meant_at(event.position())
        if row >= 0 and self.picture is not None and event.button() == Qt.MouseButton.LeftButton:
            self.neighbours_requested.emit(self.picture.known.levels_of(row))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of a node; elsewhere the picture has one."""
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        row = self.selected if by_key else self._meant_at(QPointF(event.pos()))
        if row < 0 or self.picture is None:
            event.ignore()
            return
        at = self.mapToGlobal(self.picture.point_of(row).toPoint()) if by_key else event.globalPos()
        self.node_menu_requested.emit(self.picture.known.levels_of(row), at)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk with the arrows, zoom with plus, minus, 0 and 1, apply with Return."""
        key = Qt.Key(event.key())
        if key in self._WAYS:
            self._walk(*self._WAYS[key])
        elif key == Qt.Key.Key_Home:
            self._select(-1 if self.picture is None else self.picture.known.best)
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom(STEP, self._middle_of_zoom())
        elif key == Qt.Key.Key_Minus:
            self.zoom(1 / STEP, self._middle_of_zoom())
        elif key == Qt.Key.Key_0:
            self.fit()
        elif key == Qt.Key.Key_1:
            self.zoom_to_selection()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.confirmed.emit()
        else:
            super().keyPressEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Remove the read-out."""
        super().leaveEvent(event)
        self._hover(None)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Draw the focus outline."""
        super().focusInEvent(event)
        self.update()

    # Inside

    def _select(self, row: int) -> None:
        if row >= 0 and self.picture is not None:
            self._exploration.select(self.picture.known.levels_of(row))

    def _walk(self, across: int, up: int) -> None:
        """To the next of the row, or along the edge to the best neighbour."""
        picture, row = self.picture, self.selected
        if picture is None:
            return
        known = picture.known
        if row < 0:
            self._select(max(known.best, 0))
        elif across:
            height, index = picture.layout.place_of(row)
            self._select(picture.layout.row_at(height, index + across))
        else:
            side: Side = "above" if up > 0 else "below"
            found = neighbours_of(known, known.levels_of(row), side)
            self._select(found[0].row if found else -1)

    def _hover(self, point: QPointF | None) -> None:
        picture = self.picture
        row = -1 if point is None or picture is None else picture.node_at(point)
        if row != self._hovered:
            self._hovered = row
            self.update()
        lines: list[str] = []
        if picture is not None and point is not None:
            known = picture.known
            lines = readout(known, known.levels_of(row), row) if row >= 0 else self._several(point, picture)
        if point is None or not lines:
            self.readout.hide()
        else:
            self.readout.show_lines(lines, point.toPoint())

    def _several(self, point: QPointF, picture: HassePicture) -> list[str]:
        """The text about several nodes at a point that cannot be distinguished."""
        height, first, last = picture.nodes_near(point)
        if height < 0 or self.viewport.detail is not Detail.BARS:
            return []
        known, layout = picture.known, picture.layout
        states = np.bincount(known.state[layout.rows_at(height, first, last)], minlength=3)
        here = dict(zip(("unknown", "not", "anonymous"), states.tolist(), strict=True))
        whole = tr_n(
            int(layout.widths[height]), "{n} transformation", "{n} transformations", n=count(int(layout.widths[height]))
        )
        return [
            tr("Height {height}, {whole}", height=count(known.facts.lowest + height), whole=whole),
            tr("Here: {here}", here=mixture(here)),
        ]

    def _meant_at(self, point: QPointF) -> int:
        return -1 if self.picture is None else self.picture.meant_at(point)

    def _show_selection(self) -> None:
        self._tell_selection()
        row = self.selected
        if row >= 0 and self.picture is not None and self.viewport.zoom > 0:
            layout = self.picture.layout
            if not self.viewport.shows(layout.offset_of(row), layout.place_of(row)[0]):
                self._center_on(row)
        self.update()

    def _tell_selection(self) -> None:
        row, picture = self.selected, self.picture
        if row < 0 or picture is None:
            self.setAccessibleDescription(tr("Selected: none"))
            return
        said = spoken(picture.known, picture.known.levels_of(row), row)
        self.setAccessibleDescription(tr("Selected: {said}", said=said))

    def _center_on(self, row: int) -> None:
        if self.picture is not None:
            layout = self.picture.layout
            self.viewport.center_on(layout.offset_of(row), layout.place_of(row)[0])
            self._look_anew()

    def _middle_of_zoom(self) -> QPointF | None:
        """The point that zooming keeps in place: the pointer, else the selection, else the middle."""
        pointer = QPointF(self.mapFromGlobal(self.cursor().pos()))
        return pointer if self.underMouse() and QRectF(self.rect()).contains(pointer) else self._selection_in_sight()

    def _selection_in_sight(self) -> QPointF | None:
        row = self.selected
        place = self.picture.point_of(row) if self.picture is not None and row >= 0 else None
        return place if place is not None and QRectF(self.rect()).contains(place) else None

    def _look_anew(self) -> None:
        self.moved.emit()
        self.update()

    def _show_marked(self) -> None:
        if self.picture is not None:
            self.picture.set_marked(self._exploration.emphasis.marked)
            self.update()

    def _show_coloring(self) -> None:
        if self.picture is not None:
            self.picture.set_coloring(self._exploration.emphasis.coloring)
            self.update()
