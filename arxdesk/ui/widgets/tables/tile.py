"""A transformation as a small card, and drawing it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from arxdesk.ui import theme
from arxdesk.ui.icons import paint_icon
from arxdesk.ui.widgets.basics.state_mark import STATES, paint_state_mark
from arxdesk.ui.widgets.tables.level_bars import paint_level_bars

_INSET = 10
_LEFT = (Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter).value
_RIGHT = (Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter).value


@dataclass(frozen=True, slots=True)
class Tile:
    """The content of a card: the mark of its state, its score, its level bars, and named figures in lines.

    `color` is that of its border and bars, None for the colour of its state.
    """

    state: str
    score: str
    levels: Sequence[int]
    heights: Sequence[int]
    figures: Sequence[tuple[str, str]]
    color: QColor | None = None
    marked: bool = False
    pinned: bool = False


@dataclass(frozen=True, slots=True)
class TileLook:
    """The look of a card: whether it is current, hovered, or focused."""

    is_chosen: bool
    is_hovered: bool
    has_focus: bool


def paint_tile(painter: QPainter, rect: QRect, tile: Tile, look: TileLook) -> None:
    """Draw a card."""
    colors = theme.current()
    chosen = look.is_chosen
    token = STATES["anonymous" if tile.state == "optimum" else tile.state][0]
    color = tile.color or colors.color(token)
    fill = "accent.soft" if chosen else "bg.hover" if look.is_hovered else "bg.panel"
    dashed = Qt.PenStyle.DashLine if tile.state == "unknown" and not chosen else Qt.PenStyle.SolidLine
    edge = colors.color("accent") if chosen else color
    painter.setPen(QPen(edge, 2 if chosen else 1.2, dashed))
    painter.setBrush(colors.color(fill))
    half = 1 if chosen else 0.6
    painter.drawRoundedRect(QRectF(rect).adjusted(half, half, -half, -half), 6, 6)
    if tile.marked:
        painter.fillRect(QRectF(rect.left() + 1, rect.top() + 8, 4, rect.height() - 16), colors.color("accent.line"))
    paint_state_mark(painter, QPointF(rect.left() + _INSET + 7, rect.top() + 18), tile.state)
    muted = tile.state in ("not", "unknown")
    ink = "text.3" if muted else "text.1"
    painter.setFont(theme.font("dense", 600))
    _text(painter, rect, (8, 20), tile.score, ink, _RIGHT)
    if tile.pinned:
        paint_icon(painter, QRectF(rect.left() + _INSET + 20, rect.top() + 11, 14, 14), "pin", colors.color("accent"))
    picture = QRectF(rect.left() + _INSET, rect.top() + 34, rect.width() - 2 * _INSET, 16)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    paint_level_bars(painter, picture, tile.levels, tile.heights, colors.color("accent") if chosen else color)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setFont(theme.font("caption"))
    for number, (name, value) in enumerate(tile.figures):
        line = (54 + 16 * number, 16)
        _text(painter, rect, line, name, "text.3", _LEFT)
        _text(painter, rect, line, value, ink, _RIGHT)
    if look.has_focus:
        painter.setPen(QPen(colors.color("accent"), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(QRectF(rect).adjusted(-2, -2, 2, 2), 8, 8)


def _text(painter: QPainter, card: QRect, line: tuple[int, int], text: str, token: str, side: int) -> None:
    """A text at one side of a card; `line` is its top and its height."""
    painter.setPen(theme.current().color(token))
    room = QRect(card.left() + _INSET, card.top() + line[0], card.width() - 2 * _INSET, line[1])
    painter.drawText(room, side, text)
