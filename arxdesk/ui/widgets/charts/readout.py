"""The small card beside the pointer that reads a chart out."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from arxdesk.ui import theme
from arxdesk.ui.widgets.basics.spoken import Role

LINE, PADDING = 15, 8


class Readout(QWidget):
    """A bold name and a few lines; lies over a chart, never takes the mouse, stays inside its parent."""

    spoken_role = Role.StaticText

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._chart = parent
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._lines: tuple[str, ...] = ()
        self.hide()

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines of the read-out, the name first."""
        return self._lines

    def show_lines(self, lines: Sequence[str], at: QPoint) -> None:
        """Show lines beside a point of the parent."""
        if tuple(lines) != self._lines:
            self._lines = tuple(lines)
            self.setAccessibleName(", ".join(lines))
            self.update()
        size = self.sizeHint()
        room = self._chart.rect()
        left = at.x() + 12 if at.x() + 12 + size.width() <= room.right() else at.x() - 12 - size.width()
        top = min(max(room.top() + 2, at.y() - size.height() - 8), room.bottom() - size.height())
        self.setGeometry(QRect(QPoint(max(0, left), max(0, top)), size))
        self.show()
        self.raise_()

    def sizeHint(self) -> QSize:
        """Return the room of all lines."""
        bold, plain = QFontMetrics(theme.font("caption", 600)), QFontMetrics(theme.font("caption"))
        widths = [(plain if place else bold).horizontalAdvance(line) for place, line in enumerate(self._lines)]
        return QSize(max(widths, default=0) + 2 * PADDING + 2, len(self._lines) * LINE + 2 * PADDING)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the card."""
        colors = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colors.color("line.control"), 1))
        painter.setBrush(colors.color("bg.panel"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        for place, line in enumerate(self._lines):
            painter.setFont(theme.font("caption", None if place else 600))
            painter.setPen(colors.color("text.2" if place else "text.1"))
            line_rect = QRect(PADDING, PADDING + place * LINE, self.width(), LINE)
            painter.drawText(line_rect, Qt.AlignmentFlag.AlignVCenter, line)
