"""A range between two numbers over a histogram: two handles, each with the keyboard of a slider."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from arxdesk.ui import theme, words
from arxdesk.ui.widgets.basics.spoken import Role, Scale, tell_value
from arxdesk_engine.foundation.language import tr

BARS, TRACK, HANDLE = 36, 3, 12
STEP, PAGE = 0.01, 0.1
_SPACE, _DECIMALS = 2, 4


class Handle(QWidget):
    """One end of the range; arrows move it by a hundredth of the way, page keys by a tenth."""

    spoken_role = Role.Slider

    moved = Signal(float)
    """The requested place, 0 to 1."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFixedSize(HANDLE + 4, HANDLE + 4)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.SizeHorCursor)
        self.setAccessibleName(name)
        self.place = 0.0
        self.spoken_value = ""

    def say(self, value: str) -> None:
        """Announce the value to screen readers."""
        if value != self.spoken_value:
            self.spoken_value = value
            self.setAccessibleDescription(value)
            tell_value(self)

    @property
    def spoken_scale(self) -> Scale | None:
        """The number the handle stands at, between the ends of the track."""
        slider = self.parentWidget()
        if not isinstance(slider, RangeSlider):
            return None
        low, high = slider.limits
        return Scale(low + self.place * (high - low), low, high, (high - low) * STEP)

    def spoken_to(self, number: float) -> None:
        """Ask to stand at a number."""
        slider = self.parentWidget()
        if isinstance(slider, RangeSlider):
            low, high = slider.limits
            self.moved.emit((number - low) / (high - low) if high > low else 0.0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move with the arrow keys."""
        steps = {
            Qt.Key.Key_Left: -STEP,
            Qt.Key.Key_Down: -STEP,
            Qt.Key.Key_Right: STEP,
            Qt.Key.Key_Up: STEP,
            Qt.Key.Key_PageDown: -PAGE,
            Qt.Key.Key_PageUp: PAGE,
            Qt.Key.Key_Home: -1.0,
            Qt.Key.Key_End: 1.0,
        }
        step = steps.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
        else:
            self.moved.emit(min(max(self.place + step, 0.0), 1.0))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold; the track moves it from now on."""
        event.setAccepted(event.button() == Qt.MouseButton.LeftButton)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the pointer."""
        parent = self.parentWidget()
        if event.buttons() & Qt.MouseButton.LeftButton and isinstance(parent, RangeSlider):
            self.moved.emit(parent.place_at(self.mapTo(parent, event.position()).x()))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the focus ring."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the focus ring."""
        super().focusOutEvent(event)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the handle."""
        colors = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = QRectF(self.rect()).center()
        accent = colors.color("accent" if self.isEnabled() else "line.control")
        painter.setPen(QPen(accent, 2))
        painter.setBrush(colors.color("accent.soft" if self.hasFocus() else "bg.control"))
        painter.drawEllipse(middle, HANDLE / 2 - 1, HANDLE / 2 - 1)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(middle, HANDLE / 2 + 1, HANDLE / 2 + 1)


class RangeSlider(QWidget):
    """Shows bars from `lowest` to `highest` and which of them lie in the range; `range_changed` follows the user.

    A handle at its end of the track leaves that side open.
    """

    range_changed = Signal(float, float)
    spoken_role = Role.Grouping

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._limits = (0.0, 1.0)
        self._bars: Sequence[int] = ()
        self.low = Handle(tr("{name}, lowest", name=name), self)
        self.high = Handle(tr("{name}, highest", name=name), self)
        self.high.place = 1.0
        self.low.moved.connect(self._move_low)
        self.high.moved.connect(self._move_high)

    @property
    def range(self) -> tuple[float, float]:
        """The range that is chosen."""
        return self._number(self.low.place), self._number(self.high.place)

    @property
    def limits(self) -> tuple[float, float]:
        """The numbers at the ends of the track."""
        return self._limits

    @property
    def is_open(self) -> tuple[bool, bool]:
        """Whether the handles are at their ends."""
        return self.low.place <= 0.0, self.high.place >= 1.0

    def set_bars(self, lowest: float, highest: float, bars: Sequence[int]) -> None:
        """Show another histogram; the range stays where the handles are put next."""
        self._limits, self._bars = (lowest, highest), tuple(bars)
        self.update()

    def set_range(self, low: float | None, high: float | None) -> None:
        """Choose another range without announcing it; None leaves a side open."""
        self.low.place = 0.0 if low is None else self._place(low)
        self.high.place = 1.0 if high is None else max(self._place(high), self.low.place)
        self._put_handles()

    def place_at(self, x: float) -> float:
        """The place on the track, 0 to 1, of a coordinate."""
        return min(max((x - HANDLE / 2) / max(1, self.width() - HANDLE), 0.0), 1.0)

    def sizeHint(self) -> QSize:
        """Return bars, handles and no more."""
        return QSize(180, BARS + HANDLE + 6)

    def minimumSizeHint(self) -> QSize:
        """Allow a narrow slider, but not a lower one."""
        return QSize(80, BARS + HANDLE + 6)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """The nearer handle comes to where the track is clicked."""
        place = self.place_at(event.position().x())
        nearer = self.low if abs(place - self.low.place) <= abs(place - self.high.place) else self.high
        if event.button() == Qt.MouseButton.LeftButton:
            nearer.setFocus(Qt.FocusReason.MouseFocusReason)
            nearer.moved.emit(place)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the handles in place."""
        super().resizeEvent(event)
        self._put_handles()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw bars, base line and track."""
        colors = theme.current()
        painter = QPainter(self)
        left, width = HANDLE / 2, self.width() - HANDLE
        most = max(self._bars, default=0)
        step = width / max(1, len(self._bars))
        for place, number in enumerate(self._bars):
            if number:
                tall = max(1.0, BARS * number / most)
                middle = (place + 0.5) / len(self._bars)
                inside = self.isEnabled() and self.low.place <= middle <= self.high.place
                bar = QRectF(left + place * step, BARS - tall, max(1.0, step - 1), tall)
                painter.fillRect(bar, colors.color("state.anonymous" if inside else "series.before", 0.75))
        painter.fillRect(QRectF(left, BARS, width, 1), colors.color("chart.axis"))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        height = BARS + _SPACE + HANDLE / 2 + 2
        start, end = QPointF(self._x(self.low.place), height), QPointF(self._x(self.high.place), height)
        chosen = colors.color("accent") if self.isEnabled() else colors.color("line.control")
        for color, first, last in (
            (colors.color("line.control", 0.6), QPointF(left, height), QPointF(left + width, height)),
            (chosen, start, end),
        ):
            pen = QPen(color, TRACK)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.drawLine(first, last)

    def _move_low(self, place: float) -> None:
        self._announce(min(place, self.high.place), self.high.place)

    def _move_high(self, place: float) -> None:
        self._announce(self.low.place, max(place, self.low.place))

    def _announce(self, low: float, high: float) -> None:
        if (low, high) != (self.low.place, self.high.place):
            self.low.place, self.high.place = low, high
            self._put_handles()
            self.range_changed.emit(*self.range)

    def _put_handles(self) -> None:
        top = BARS + _SPACE
        for handle in (self.low, self.high):
            handle.move(round(self._x(handle.place) - handle.width() / 2), top)
            handle.say(words.decimal(self._number(handle.place), _DECIMALS))
        # If both are at the upper end only the lower one can move.
        (self.low if self.low.place > 0.5 else self.high).raise_()
        self.update()

    def _x(self, place: float) -> float:
        return HANDLE / 2 + place * (self.width() - HANDLE)

    def _place(self, number: float) -> float:
        low, high = self._limits
        return min(max((number - low) / (high - low), 0.0), 1.0) if high > low else 0.0

    def _number(self, place: float) -> float:
        low, high = self._limits
        return low + place * (high - low)
