"""Text in a type style and a tone that follow the theme."""

from typing import Literal

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from arxdesk import theme

Tone = Literal["1", "2", "3", "accent", "ok", "warn", "error"]


class _Paragraph(QLabel):
    """Wraps its lines, but not between a number and its percent sign."""

    def __init__(self) -> None:
        super().__init__()
        self._said = ""

    def setText(self, text: str) -> None:
        self._said = text
        super().setText(text.replace(" %", "\u00a0%"))

    def text(self) -> str:
        return self._said


def label(text: str = "", style: str = "dense", tone: Tone = "1", weight: int | None = None) -> QLabel:
    """Return a label in a type style of `theme.TYPE`; plain text, selectable by nobody, one line."""
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
        # What is styled early is styled again each time that something around it gets a place in something else.
        if widget.testAttribute(Qt.WidgetAttribute.WA_WState_Polished):
            widget.style().unpolish(widget)
            widget.style().polish(widget)
