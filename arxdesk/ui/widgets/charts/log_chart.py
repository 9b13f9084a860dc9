"""A chart with a logarithmic upward axis that one zooms into: wheel, keyboard, double click."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QWidget

from arxdesk.ui import theme, words
from arxdesk.ui.point_cloud import Window
from arxdesk.ui.widgets.charts.chart import Chart
from arxdesk.ui.widgets.charts.log_axis import across_ticks, upward_ticks

DEEPEST = 1e-5
"""The smallest share of the whole that one can zoom to."""
STEP = 1.25
"""The zoom factor of a step of the keyboard or the wheel."""
MOVED = 4
"""Pixels that a pressed mouse moves before it is a drag."""
ZOOM_IN, ZOOM_OUT = (Qt.Key.Key_Plus, Qt.Key.Key_Equal), (Qt.Key.Key_Minus,)
WHOLE = (Qt.Key.Key_0, Qt.Key.Key_Home)


class LogChart(Chart):
    """The base class of charts with a window that can be moved, and its ticks. `window_changed` follows each move
    by the user."""

    window_changed = Signal()

    def __init__(self, name: str, axis_title: str = "", parent: QWidget | None = None) -> None:
        self._whole = Window(0.0, 1.0, -3.0, 0.0)
        self._window = self._whole
        self._floor = -math.inf
        self._dragged_from: QPointF | None = None
        self.write_up: Callable[[float], str] = words.percent
        self.write_across: Callable[[float, int], str] = words.decimal
        super().__init__(name, axis_title, parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.plotItem.vb.setDefaultPadding(0)
        self.plotItem.vb.sigResized.connect(self.fit_to_room)
        self._show_window()

    @property
    def window_shown(self) -> Window:
        """The visible window."""
        return self._window

    @property
    def is_whole(self) -> bool:
        """Whether the whole range is visible."""
        return self._window == self._whole

    def set_whole(self, whole: Window, floor: float = -math.inf, *, keep: bool = False) -> None:
        """Set the whole range and show it, unless a zoomed window should be kept."""
        stays = keep and not self.is_whole
        self._whole, self._floor = whole, floor
        self._window = self._within(self._window) if stays else whole
        self._show_window()

    def show_whole(self) -> None:
        """Show the whole range."""
        self._look_at(self._whole)

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        """Zoom by a factor around a place in the scales (None: the middle)."""
        now = self._window
        x, up = ((now.left + now.right) / 2, (now.low + now.high) / 2) if at is None else (at.x(), at.y())
        across, upward = 1 / factor, 1 / factor
        if now.right - now.left <= DEEPEST * (self._whole.right - self._whole.left) and factor > 1:
            return
        self._look_at(
            Window(
                x - (x - now.left) * across,
                x + (now.right - x) * across,
                up - (up - now.low) * upward,
                up + (now.high - up) * upward,
            )
        )

    def per_pixel(self) -> tuple[float, float]:
        """The size of a pixel in the scales."""
        across, upward = self.plotItem.vb.viewPixelSize()
        return float(across), float(upward)

    def _look_at(self, window: Window) -> None:
        self._window = self._within(window)
        self._show_window()
        self.window_changed.emit()

    def _within(self, window: Window) -> Window:
        """A window moved and cut to the whole range."""
        left, right = _clamped(window.left, window.right, self._whole.left, self._whole.right)
        low, high = _clamped(window.low, window.high, self._whole.low, self._whole.high)
        return Window(left, right, low, high)

    def _show_window(self) -> None:
        window = self._window
        self.plotItem.setXRange(window.left, window.right, padding=0)
        self.plotItem.setYRange(window.low, window.high, padding=0)
        self.show_ticks()

    def show_ticks(self) -> None:
        """Write the numbers of both axes."""
        box = self.plotItem.vb.sceneBoundingRect()
        upward = upward_ticks(self._window, box.height(), self._floor, self.write_up)
        across = across_ticks(self._window, box.width(), self.write_across)
        self.plotItem.getAxis("left").setTicks([upward, []])
        self.plotItem.getAxis("bottom").setTicks([across, []])

    def fit_to_room(self) -> None:
        """Lay out the labels for the changed size."""
        self.show_ticks()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom where the pointer is."""
        place = self.data_at(event.position())
        if place is None or event.angleDelta().y() == 0:
            event.ignore()
            return
        self.zoom(STEP ** (event.angleDelta().y() / 120), place)
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Plus and minus zoom, 0 shows all."""
        if event.key() in ZOOM_IN:
            self.zoom(STEP)
        elif event.key() in ZOOM_OUT:
            self.zoom(1 / STEP)
        elif event.key() in WHOLE:
            self.show_whole()
        else:
            event.ignore()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Move the window with the middle button, or the left one with Ctrl."""
        middle = event.button() == Qt.MouseButton.MiddleButton
        held = event.button() == Qt.MouseButton.LeftButton and event.modifiers() & Qt.KeyboardModifier.ControlModifier
        self._dragged_from = event.position() if middle or held else None
        self.setFocus(Qt.FocusReason.MouseFocusReason)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move the window, or read out."""
        if self._dragged_from is None:
            self.hover(self.data_at(event.position()), event.position())
            return
        moved, (across, upward) = event.position() - self._dragged_from, self.per_pixel()
        self._dragged_from = event.position()
        now = self._window
        x, up = -moved.x() * across, moved.y() * upward
        self._look_at(Window(now.left + x, now.right + x, now.low + up, now.high + up))

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """Stop moving."""
        self._dragged_from = None

    def mouseDoubleClickEvent(self, _event: QMouseEvent) -> None:
        """Show the whole range."""
        self.show_whole()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show that the keyboard is here."""
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show that the keyboard has gone."""
        super().focusOutEvent(event)
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the chart, and the frame of the focus around it."""
        super().paintEvent(event)
        if self.hasFocus():
            painter = QPainter(self.viewport())
            painter.setPen(QPen(theme.current().color("accent"), 2))
            painter.drawRect(self.viewport().rect().adjusted(1, 1, -1, -1))

    def event(self, event: QEvent) -> bool:
        """Keys that mean something here are no shortcuts meanwhile."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
            if plain and event.key() in (*ZOOM_IN, *ZOOM_OUT, *WHOLE):
                event.accept()
                return True
        return bool(super().event(event))


def _clamped(low: float, high: float, least: float, most: float) -> tuple[float, float]:
    if high - low >= most - least:
        return least, most
    shift = max(0.0, least - low) - max(0.0, high - most)
    return low + shift, high + shift
