"""Text in a type style and a tone that follow the theme."""

from typing import Literal

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from arxdesk import theme

Tone = Literal["1", "2", "3", "accent", "ok", "warn", "error"]


def label(text: str = "", style: str = "dense", tone: Tone = "1", weight: int | None = None) -> QLabel:
    """Return a label in a type style of `theme.TYPE`; plain text, selectable by nobody, one line."""
    made = QLabel(text)
    made.setFont(theme.font(style, weight))
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setProperty("tone", tone)  # nothing is styled yet, so that nothing has to be styled again
    return made


def paragraph(text: str = "", style: str = "dense", tone: Tone = "1", weight: int | None = None) -> QLabel:
    """Return a label that wraps its lines."""
    made = label(text, style, tone, weight)
    made.setWordWrap(True)
    return made


def set_tone(widget: QLabel, tone: Tone) -> None:
    """Give a label the colour of a tone: text.1 to text.3, or the accent or a message colour."""
    if widget.property("tone") != tone:
        widget.setProperty("tone", tone)
        widget.style().unpolish(widget)
        widget.style().polish(widget)
