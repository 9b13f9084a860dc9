"""A one-line text that ends in an ellipsis where the room ends."""

import re

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from arxdesk.ui import theme
from arxdesk.ui.widgets.basics.label import Tone, set_tone

_ENDS = re.compile(r"((?<=[.!?]) |[,;] )")
"""Where a part ends: behind a sentence, or before a comma."""


def fitting(
    text: str,
    shorter: str,
    metrics: QFontMetrics,
    room: int,
    mode: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
) -> str:
    """A text in so many pixels: itself, else the `shorter` words for it if any, else with an ellipsis."""
    shown = metrics.elidedText(text, mode, room)
    return shorter if shown != text and shorter and metrics.horizontalAdvance(shorter) <= room else shown


class ElidedLabel(QLabel):
    """Shows as much of a text as fits, nothing where that is not more than the `fewest` letters; the whole text is the
    tooltip while something is left out. `shorter` words, if any, stand for it where they fit and it does not. One
    `in_parts` shows the sentences, or the parts before commas, that fit whole, and nothing where none does."""

    def __init__(
        self,
        text: str = "",
        style: str = "dense",
        tone: Tone = "1",
        weight: int | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(text, parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setFont(theme.font(style, weight))
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.elide_mode = Qt.TextElideMode.ElideRight
        self.fewest = 0
        self.shorter = ""
        self.in_parts = False
        set_tone(self, tone)

    def setText(self, text: str) -> None:
        """Set the text."""
        super().setText(text)
        self._hint()
        self.update()

    def elided(self) -> str:
        """Return the text as it is painted."""
        metrics, room = self.fontMetrics(), self.contentsRect().width()
        text = fitting(self.text(), self.shorter, metrics, room, self.elide_mode)
        if text in (self.text(), self.shorter):
            return text
        if self.in_parts:
            beginnings = (self.text()[: end.start(1)] for end in reversed([*_ENDS.finditer(self.text())]))
            return next((each for each in beginnings if metrics.horizontalAdvance(each) <= room), "")
        return text if len(text) > self.fewest else ""

    def minimumSizeHint(self) -> QSize:
        """Room for the ellipsis is enough."""
        return QSize(self.fontMetrics().horizontalAdvance("…"), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Update the tooltip with the room."""
        super().resizeEvent(event)
        self._hint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the text that fits."""
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.contentsRect(), self.alignment() | Qt.TextFlag.TextSingleLine, self.elided())

    def _hint(self) -> None:
        self.setToolTip(self.text() if self.elided() != self.text() else "")
