"""Text in a type style and a tone that follow the theme."""

from typing import Literal

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel

from arxdesk.ui import theme
from arxdesk.ui.widgets.basics.lines import height_in, height_of, in_lines, laid_out, line_height

Tone = Literal["1", "2", "3", "accent", "ok", "warn", "error"]


class _Paragraph(QLabel):
    """Wraps its lines, but not between a number and its percent sign; line heights follow the type scale."""

    def __init__(self) -> None:
        super().__init__()
        self._said = ""

    def setText(self, text: str) -> None:
        self._said = text
        text = text.replace(" %", "\u00a0%")
        super().setText(text if self._is_plain else in_lines(text, self.font()))

    def text(self) -> str:
        return self._said

    def setTextFormat(self, form: Qt.TextFormat) -> None:
        super().setTextFormat(form)
        self.setText(self._said)

    def heightForWidth(self, width: int) -> int:
        if not self._is_plain:
            return super().heightForWidth(width)
        margins = self.contentsMargins()
        return self._height(width - margins.left() - margins.right()) + margins.top() + margins.bottom()

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        return QSize(hint.width(), self.heightForWidth(hint.width())) if self._is_plain else hint

    def minimumSizeHint(self) -> QSize:
        hint = super().minimumSizeHint()
        return QSize(hint.width(), max(hint.height(), line_height(self.font()))) if self._is_plain else hint

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._is_plain:
            super().paintEvent(event)
            return
        room, alignment = self.contentsRect(), self.alignment()
        across = alignment & Qt.AlignmentFlag.AlignHorizontal_Mask
        layout = laid_out(self._shown, self.font(), room.width(), alignment=across)
        free = room.height() - height_of(layout)
        down = free // 2 if alignment & Qt.AlignmentFlag.AlignVCenter else 0
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        layout.draw(painter, QPointF(room.x(), room.y() + max(0, down)))

    @property
    def _is_plain(self) -> bool:
        return self.textFormat() == Qt.TextFormat.PlainText

    @property
    def _shown(self) -> str:
        return super().text()

    def _height(self, width: int) -> int:
        return height_in(self._shown, self.font(), width)


def label(text: str = "", style: str = "dense", tone: Tone = "1", weight: int | None = None) -> QLabel:
    """Return a label in a type style of `theme.TYPE`; plain text, not selectable, one line."""
    return _dressed(QLabel(text), style, tone, weight)


def paragraph(text: str = "", style: str = "dense", tone: Tone = "1", weight: int | None = None) -> QLabel:
    """Return a label that wraps its lines."""
    made = _dressed(_Paragraph(), style, tone, weight)
    made.setWordWrap(True)
    made.setText(text)
    return made


def _dressed(made: QLabel, style: str, tone: Tone, weight: int | None) -> QLabel:
    made.setFont(theme.font(style, weight))
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setProperty("tone", tone)  # nothing is styled yet, so that nothing has to be styled again
    return made


def set_tone(widget: QLabel, tone: Tone) -> None:
    """Give a label the colour of a tone: text.1 to text.3, or the accent or a message colour."""
    if widget.property("tone") != tone:
        widget.setProperty("tone", tone)
        # A widget styled early is styled again each time that a parent of it is reparented.
        if widget.testAttribute(Qt.WidgetAttribute.WA_WState_Polished):
            widget.style().unpolish(widget)
            widget.style().polish(widget)
