"""A flat half-circle gauge: the output as a fill, the input as a line across it, the threshold as a tick."""

from math import cos, pi, sin

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from arxdesk.ui import theme, words
from arxdesk.ui.widgets.basics.spoken import Role, Scale, tell_value
from arxdesk_engine.foundation.language import tr

ARC = 14
RADIUS = 79
LEAST_RADIUS = 60
SMALL = 72
"""Below this radius the number needs all the room inside."""
LABELS = 48
"""The room above and below the arc."""


class Gauge(QWidget):
    """Shares from 0 to 1 on a half circle, with one number and its caption in the middle."""

    spoken_role = Role.ProgressBar

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self._after: float | None = None
        self._before: float | None = None
        self._threshold: float | None = None
        self._texts = ("", "", "")
        self._ink = "series.1"

    def set_values(
        self,
        after: float | None,
        before: float | None = None,
        threshold: float | None = None,
        number: str = "",
        caption: str = "",
        threshold_text: str = "",
        ink: str = "series.1",
    ) -> None:
        """Show shares between 0 and 1 (None leaves a part out) and their texts; `ink` is the colour of the fill."""
        self._after, self._before, self._threshold, self._ink = after, before, threshold, ink
        self._texts = (number, caption, threshold_text)
        said = [f"{caption} {number}".strip()]
        if before is not None and before != after:
            said.append(tr("before {share}", share=words.percent(before)))
        if threshold_text:
            said.append(tr("threshold {share}", share=threshold_text))
        self.setAccessibleName(", ".join(said))
        tell_value(self)
        self.update()

    @property
    def spoken_value(self) -> str:
        """The number in the middle."""
        return self._texts[0]

    @property
    def spoken_scale(self) -> Scale | None:
        """The share of the output, 0 to 1; None where there is none."""
        return None if self._after is None else Scale(self._after, 0.0, 1.0)

    @property
    def values(self) -> tuple[float | None, float | None, float | None]:
        """After, before, threshold."""
        return self._after, self._before, self._threshold

    def sizeHint(self) -> QSize:
        """Return the room of the arc and its labels."""
        return QSize(2 * RADIUS + 76, RADIUS + LABELS)

    def minimumSizeHint(self) -> QSize:
        """Return the least room at which the number is readable."""
        return QSize(150, LEAST_RADIUS + LABELS)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw arc, fill, both marks and texts."""
        colors = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        outer = min(RADIUS, (self.width() - 60) / 2, self.height() - LABELS)
        center = QPointF(self.width() / 2, 22 + min(RADIUS, self.height() - LABELS))
        middle = outer - ARC / 2
        box = QRectF(center.x() - middle, center.y() - middle, 2 * middle, 2 * middle)
        painter.setPen(QPen(colors.color("state.track"), ARC, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
        painter.drawArc(box, 0, 180 * 16)
        if self._after:
            painter.setPen(QPen(colors.color(self._ink), ARC, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
            painter.drawArc(box, 180 * 16, -max(16, round(180 * 16 * min(1.0, self._after))))
        if self._before is not None:
            self._paint_before(painter, center, outer)
        self._paint_texts(painter, center, outer)
        if self._threshold is not None:
            self._paint_threshold(painter, center, outer)

    def _paint_before(self, painter: QPainter, center: QPointF, outer: float) -> None:
        """A line across the arc, in the colour of before, with an edge that sets it off from the fill."""
        colors = theme.current()
        angle = pi * (1 - min(1.0, max(0.0, self._before or 0.0)))
        out = QPointF(cos(angle), -sin(angle))
        start, end = center + out * (outer - ARC - 3), center + out * (outer + 3)
        for token, width in (("bg.panel", 7), ("series.before", 4)):
            painter.setPen(QPen(colors.color(token), width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
            painter.drawLine(start, end)

    def _paint_threshold(self, painter: QPainter, center: QPointF, outer: float) -> None:
        colors = theme.current()
        angle = pi * (1 - min(1.0, max(0.0, self._threshold or 0.0)))
        out = QPointF(cos(angle), -sin(angle))
        painter.setPen(QPen(colors.color("series.2"), 2))
        inside = 2 if outer < SMALL else 4
        painter.drawLine(center + out * (outer - ARC - inside), center + out * (outer + 6))
        text = self._texts[2]
        painter.setFont(theme.font("caption", 600))
        room = painter.fontMetrics().horizontalAdvance(text)
        at = center + out * (outer + 11)
        left = min(at.x(), self.width() - room - 2.0) if out.x() > 0 else max(0.0, at.x() - room)
        left = at.x() - room / 2 if abs(out.x()) < 0.2 else left
        painter.drawText(QRectF(left, max(0.0, at.y() - 10), room + 2, 14), Qt.AlignmentFlag.AlignVCenter, text)

    def _paint_texts(self, painter: QPainter, center: QPointF, outer: float) -> None:
        colors = theme.current()
        number, caption, _ = self._texts
        middle = Qt.AlignmentFlag.AlignCenter
        painter.setPen(colors.color("text.1"))
        painter.setFont(theme.font("figure" if outer < SMALL else "gauge"))
        painter.drawText(QRectF(center.x() - 70, center.y() - 36, 140, 28), middle, number)
        painter.setFont(theme.font("caption"))
        painter.setPen(colors.color("text.2"))
        room = 2 * (outer - ARC) - 4
        cut = painter.fontMetrics().elidedText(caption, Qt.TextElideMode.ElideRight, round(room))
        painter.drawText(QRectF(center.x() - room / 2, center.y() - 8, room, 16), middle, cut)
        painter.drawText(QRectF(center.x() - outer - 13, center.y() + 6, 40, 16), middle, "0")
        painter.drawText(QRectF(center.x() + outer - 27, center.y() + 6, 40, 16), middle, "100 %")
