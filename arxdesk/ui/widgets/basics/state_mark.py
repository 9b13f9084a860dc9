"""The marks of the lattice's states, which differ in shape as well as in colour, and their legend."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from arxdesk.ui import theme
from arxdesk.ui.widgets.basics.spoken import Role
from arxdesk_engine.foundation.language import marked, tr

# state: (colour token, words)
STATES: dict[str, tuple[str, str]] = {
    "optimum": ("state.optimum", marked("Optimum")),
    "anonymous": ("state.anonymous", marked("Anonymous")),
    "not": ("state.not", marked("Not anonymous")),
    "unknown": ("state.unknown", marked("Unknown")),
}


def paint_state_mark(painter: QPainter, center: QPointF, state: str, scale: float = 1.0) -> None:
    """Draw the mark of a state of STATES around a point: diamond, filled circle, hollow square or dashed circle."""
    colors = theme.current()
    color = colors.color(STATES[state][0])
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(center)
    painter.scale(scale, scale)
    if state == "optimum":
        pen = QPen(colors.color("state.outline"), 1.5)
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        painter.setPen(pen)
        painter.setBrush(color)
        painter.drawPolygon(QPolygonF([QPointF(0, -6.5), QPointF(6.5, 0), QPointF(0, 6.5), QPointF(-6.5, 0)]))
    elif state == "anonymous":
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        painter.drawEllipse(QPointF(0, 0), 4, 4)
    elif state == "not":
        pen = QPen(color, 1.5)
        pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
        painter.setPen(pen)
        painter.drawRect(QRectF(-3.25, -3.25, 6.5, 6.5))
    else:
        pen = QPen(color, 1.4)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        pen.setDashPattern([1.6, 1.35])
        painter.setPen(pen)
        painter.drawEllipse(QPointF(0, 0), 3.5, 3.5)
    painter.restore()


def paint_selection_ring(painter: QPainter, center: QPointF, state: str) -> None:
    """Draw the accent ring of a selected mark, 4 px away from it."""
    radius = {"optimum": 6.5, "anonymous": 4.0, "not": 4.0}.get(state, 4.2) + 4
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.current().color("accent"), 2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(center, radius, radius)
    painter.restore()


class StateMark(QWidget):
    """One mark as a widget of 16 x 16."""

    spoken_role = Role.Indicator

    def __init__(self, state: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._state = state
        self.set_state(state)

    @property
    def state(self) -> str:
        """The state of the mark."""
        return self._state

    def set_state(self, state: str) -> None:
        """Show another state; KeyError for an unknown one."""
        self.setAccessibleName(tr(STATES[state][1]))
        self._state = state
        self.update()

    def sizeHint(self) -> QSize:
        """Return the fixed size."""
        return QSize(16, 16)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the mark in the middle."""
        painter = QPainter(self)
        paint_state_mark(painter, QRectF(self.rect()).center(), self._state)


class Legend(QWidget):
    """Marks with their words in one row, for the header of a pane."""

    spoken_role = Role.StaticText

    GAP, TIGHT, MARK = 16, 8, 14

    def __init__(self, entries: Sequence[tuple[str, str]] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFont(theme.font("dense"))
        self._entries: list[tuple[str, str]] = []
        self._gap = self.GAP
        self.set_entries(entries or [(state, tr(words)) for state, (_, words) in STATES.items()])

    def set_entries(self, entries: Sequence[tuple[str, str]]) -> None:
        """Show these (state, words) pairs in this order."""
        self._entries = list(entries)
        self.setAccessibleName(tr("Legend: {entries}", entries=", ".join(words for _, words in self._entries)))
        self.updateGeometry()
        self.update()

    def fits(self, room: int) -> bool:
        """Whether there is room for all entries, which move closer together where there is less."""
        self._gap = self.GAP
        if self.sizeHint().width() > room:
            self._gap = self.TIGHT
        self.updateGeometry()
        return self.sizeHint().width() <= room

    def sizeHint(self) -> QSize:
        """Return the room all entries need."""
        metrics = QFontMetricsF(self.font())
        widths = sum(self.MARK + 8 + metrics.horizontalAdvance(words) for _, words in self._entries)
        return QSize(round(widths + self._gap * max(0, len(self._entries) - 1)) + 2, 20)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the entries from left to right."""
        painter = QPainter(self)
        painter.setFont(self.font())
        metrics = QFontMetricsF(self.font())
        left, middle = 0.0, self.height() / 2
        for state, words in self._entries:
            paint_state_mark(painter, QPointF(left + self.MARK / 2, middle), state)
            left += self.MARK + 6
            width = metrics.horizontalAdvance(words) + 2
            painter.setPen(theme.current().color("text.2"))
            painter.drawText(QRectF(left, 0, width, self.height()), Qt.AlignmentFlag.AlignVCenter, words)
            left += width + self._gap
