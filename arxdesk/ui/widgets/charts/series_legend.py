"""The legend of the colours, dashes and shapes of a chart."""

from collections.abc import Sequence
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from arxdesk.ui import theme
from arxdesk.ui.widgets.basics.spoken import Role
from arxdesk_engine.foundation.language import tr

Shape = Literal["line", "dash", "dot", "bar", "area", "mark", "circle", "knot"]
Entry = tuple[Shape, str, str]  # shape, colour token, words

MARK, SPACE, GAP = 16, 6, 12


class SeriesLegend(QWidget):
    """Samples with their words in one row, in drawing order, for the header of a pane."""

    spoken_role = Role.StaticText

    def __init__(self, entries: Sequence[Entry] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFont(theme.font("dense"))
        self._entries: tuple[Entry, ...] = ()
        self.set_entries(entries)

    def set_entries(self, entries: Sequence[Entry]) -> None:
        """Set the samples."""
        self._entries = tuple(entries)
        self.setAccessibleName(tr("Legend: {entries}", entries=", ".join(words for _, _, words in entries)))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the room of all samples and words."""
        metrics = QFontMetricsF(self.font())
        words = sum(MARK + SPACE + metrics.horizontalAdvance(text) + 2 for _, _, text in self._entries)
        return QSize(round(words) + GAP * max(0, len(self._entries) - 1), 20)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the samples from left to right."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self.font())
        metrics = QFontMetricsF(self.font())
        left = 0.0
        for shape, ink, words in self._entries:
            _paint_sample(painter, QRectF(left, 0, MARK, self.height()), shape, ink)
            left += MARK + SPACE
            width = metrics.horizontalAdvance(words) + 2
            painter.setPen(theme.current().color("text.2"))
            painter.drawText(QRectF(left, 0, width, self.height()), Qt.AlignmentFlag.AlignVCenter, words)
            left += width + GAP


def _paint_sample(painter: QPainter, rect: QRectF, shape: Shape, ink: str) -> None:
    color = theme.current().color(ink)
    middle = rect.center()
    if shape in ("line", "dash", "dot"):
        pen = QPen(color, 2)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        if shape != "line":
            pen.setDashPattern([2.2, 1.2] if shape == "dash" else [1, 1])
        painter.setPen(pen)
        painter.drawLine(QPointF(rect.left(), middle.y()), QPointF(rect.right(), middle.y()))
        return
    if shape == "knot":
        painter.setPen(QPen(color, 1.5))
        painter.setBrush(theme.current().color("bg.panel"))
        painter.drawLine(QPointF(rect.left(), middle.y()), QPointF(rect.right(), middle.y()))
        painter.drawEllipse(middle, 3.5, 3.5)
        return
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    if shape == "bar":
        painter.drawRect(QRectF(rect.left(), middle.y() - 3, MARK, 6))
    elif shape == "area":
        painter.drawRect(QRectF(rect.left() + 2, middle.y() - 5, 12, 10))
    elif shape == "circle":
        painter.drawEllipse(middle, 4, 4)
    else:
        painter.drawRect(QRectF(middle.x() - 2, middle.y() - 7, 4, 14))
