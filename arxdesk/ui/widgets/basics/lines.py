"""Sentences set in the line height of their type style, which Qt's labels do not know."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFont, QTextLayout, QTextOption

from arxdesk.ui import theme

_WRAP = QTextOption.WrapMode.WordWrap
_MOST_KNOWN = 4096
_known_heights: dict[tuple[str, str, int], int] = {}


def line_height(font: QFont) -> int:
    """The height of a line in the guide's type scale for a font of this size; 0 for a size that is not in it."""
    return _heights().get(font.pixelSize(), 0)


def laid_out(
    text: str,
    font: QFont,
    width: int,
    wrap: QTextOption.WrapMode = _WRAP,
    alignment: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
) -> QTextLayout:
    """The text broken into lines of a width, each in the middle of its line height."""
    layout = QTextLayout(text.replace("\n", "\u2028"), font)
    option = QTextOption(alignment)
    option.setWrapMode(wrap)
    layout.setTextOption(option)
    height, top = line_height(font), 0.0
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(max(1, width))
        room = max(line.height(), height)
        line.setPosition(QPointF(0.0, top + (room - line.height()) / 2))
        top += room
    layout.endLayout()
    return layout


def height_of(layout: QTextLayout) -> int:
    """The height of all its lines."""
    number = layout.lineCount()
    if not number:
        return 0
    each = max(layout.lineAt(0).height(), line_height(layout.font()))
    return round(number * each)


def height_in(text: str, font: QFont, width: int) -> int:
    """The height of a text in a width. Layouts ask for the same ones many times in a turn."""
    key = text, font.key(), width
    found = _known_heights.get(key)
    if found is None:
        if len(_known_heights) >= _MOST_KNOWN:
            _known_heights.clear()
        found = _known_heights[key] = height_of(laid_out(text, font, width))
    return found


def in_lines(markup: str, font: QFont) -> str:
    """Rich text in the line height of its font."""
    height = line_height(font)
    return f'<div style="line-height:{height}px">{markup}</div>' if height and markup else markup


@lru_cache(maxsize=1)
def _heights() -> dict[int, int]:
    return {style.size: style.line for style in theme.TYPE.values()}
