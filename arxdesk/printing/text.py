"""Texts that are broken into lines of a width and drawn as text, so that they can be searched and copied."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontMetricsF, QPainter, QTextLayout, QTextOption

from arxdesk.ui import theme

POINT = 10.0
"""Lengths are in tenths of a point, so that sizes of fonts are whole numbers."""
_OTHER_SHAPES = QFont.Tag("tnum"), QFont.Tag("calt")
"""Without these a PDF does not map the glyphs of digits and brackets, so that numbers cannot be searched or copied."""


@dataclass(frozen=True)
class Style:
    """Size and distance of lines in points, weight and colour."""

    size: float
    line: float
    color: str
    weight: int = 400
    is_code: bool = False

    def font(self) -> QFont:
        """The font in tenths of a point."""
        made = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont) if self.is_code else theme.font("body")
        made.setPixelSize(round(self.size * POINT))
        made.setWeight(QFont.Weight(self.weight))
        made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
        for feature in _OTHER_SHAPES:
            made.setFeature(feature, 0)
        return made


class PrintedText:
    """A text in lines of a width."""

    def __init__(self, text: str, style: Style, width: float, *, at_right: bool = False) -> None:
        self._style = style
        self._metrics = QFontMetricsF(style.font())
        self._layout = QTextLayout(text, style.font())
        option = QTextOption(Qt.AlignmentFlag.AlignRight if at_right else Qt.AlignmentFlag.AlignLeft)
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        option.setUseDesignMetrics(True)
        self._layout.setTextOption(option)
        self._layout.beginLayout()
        step = style.line * POINT
        while (line := self._layout.createLine()).isValid():
            line.setLineWidth(max(width, 1.0))
            line.setPosition(QPointF(0.0, step * line.lineNumber() + (step - line.height()) / 2))
        self._layout.endLayout()

    @property
    def lines(self) -> int:
        """The number of lines."""
        return max(self._layout.lineCount(), 1)

    @property
    def height(self) -> float:
        """The height of all lines."""
        return self.lines * self._style.line * POINT

    def draw(self, painter: QPainter, x: float, y: float) -> None:
        """All lines, the first one at the top left."""
        painter.setPen(QColor(self._style.color))
        self._layout.draw(painter, QPointF(x, y))

    def draw_line(self, painter: QPainter, x: float, y: float, number: int) -> None:
        """One line at the top left."""
        if number >= self._layout.lineCount():
            return
        painter.setPen(QColor(self._style.color))
        line = self._layout.lineAt(number)
        line.draw(painter, QPointF(x, y - self._style.line * POINT * number))


def widths_of(text: str, metrics: QFontMetricsF, *, at_hyphens: bool = True) -> tuple[float, float]:
    """The width of a text in one line, and of its longest word."""
    words = (text.replace("-", "- ") if at_hyphens else text).split(" ")
    return metrics.horizontalAdvance(text), max(map(metrics.horizontalAdvance, words), default=0.0)
