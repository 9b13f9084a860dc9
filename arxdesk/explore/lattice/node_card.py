"""A node of the lattice: its colour by class or by score, its mark, and the card with figure and level picture."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from arxdesk.explore.alternatives.emphasis import Coloring
from arxdesk.ui import theme
from arxdesk.ui.widgets.basics.state_mark import STATES, paint_state_mark
from arxdesk.ui.widgets.charts.score_colors import score_color
from arxdesk.ui.widgets.tables.level_bars import groups_before
from arxdesk_engine.exploration.sifting import Sifted

BAR, GAP, TALL = 8.0, 3.0, 14.0
"""One bar of a level picture, and the space to the next."""
READABLE = 0.62
"""Smaller cards have no figure."""
FITS = 10
"""Letters of a figure that have room in the usual size."""


@dataclass(frozen=True, slots=True)
class Ink:
    """The meaning of colours: the class, or the score between the lowest and the highest one."""

    coloring: Coloring = "class"
    lowest: float = math.nan
    highest: float = math.nan

    @classmethod
    def of(cls, coloring: Coloring, sifted: Sifted | None) -> Ink:
        """The ink for a set of filtered transformations."""
        return cls(coloring) if sifted is None else cls(coloring, float(sifted.edges[0]), float(sifted.edges[-1]))

    def color(self, state: str, score: float) -> QColor:
        """The colour of a node; the yellow of the optimum is a mark, not a filling."""
        if self.coloring == "score" and state in ("anonymous", "optimum") and math.isfinite(score):
            return score_color(score, self.lowest, self.highest)
        return theme.current().color(STATES["anonymous" if state == "optimum" else state][0])

    def paint_mark(self, painter: QPainter, center: QPointF, state: str, score: float) -> None:
        """Draw the mark of a node around a point."""
        if self.coloring == "score" and state == "anonymous":
            painter.save()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self.color(state, score))
            painter.drawEllipse(center, 4, 4)
            painter.restore()
        else:
            paint_state_mark(painter, center, state)


@dataclass(frozen=True, slots=True)
class Card:
    """The content of a card; `is_faint` if the filters exclude it, `is_marked` if it is marked in another view."""

    state: str
    text: str
    levels: Sequence[int]
    heights: Sequence[int]
    score: float = math.nan
    is_selected: bool = False
    is_faint: bool = False
    is_marked: bool = False


def paint_card(painter: QPainter, rect: QRectF, card: Card, ink: Ink, scale: float = 1.0) -> None:
    """Draw a card into a rectangle; where it is small the figure is left out."""
    colors = theme.current()
    color = colors.color("accent") if card.is_selected else ink.color(card.state, card.score)
    readable = scale >= READABLE
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, readable)  # corners do not show on small cards
    width = 2.0 if card.is_selected else 1.4 if readable else 1.0
    pen = QPen(color, width)
    if card.state == "unknown":
        pen.setDashPattern([2.4, 1.8])
    painter.setPen(pen)
    painter.setBrush(colors.color("accent.soft" if card.is_selected else "bg.panel"))
    outline = rect.adjusted(width / 2, width / 2, -width / 2, -width / 2)
    if readable:
        painter.drawRoundedRect(outline, 4 * scale, 4 * scale)
    else:
        painter.drawRect(outline)
    if card.is_marked:
        line = QRectF(rect.left(), rect.bottom() + 1.5, rect.width(), 2)
        painter.fillRect(line, colors.color("accent"))
    painter.save()
    painter.translate(rect.topLeft())
    painter.scale(scale, scale)
    _paint_inside(painter, QRectF(0, 0, rect.width() / scale, rect.height() / scale), card, color, ink, scale)
    painter.restore()
    if card.is_faint:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colors.color("bg.panel", 0.7))
        painter.drawRoundedRect(rect, 4 * scale, 4 * scale)


def _paint_inside(painter: QPainter, room: QRectF, card: Card, color: QColor, ink: Ink, scale: float) -> None:
    ink.paint_mark(painter, QPointF(12.5, 12.5), card.state, card.score)
    if scale >= READABLE:
        painter.setFont(theme.font("dense" if len(card.text) <= FITS else "caption", 600))
        painter.setPen(theme.current().color("text.1" if card.state != "unknown" else "text.2"))
        place = QRectF(20, 4, room.width() - 27, 17)
        painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, card.text)
    picture = QRectF(8, room.height() - TALL - 5, room.width() - 16, TALL)
    paint_picture(painter, picture, card.levels, card.heights, color, is_small=scale < READABLE)


def paint_picture(
    painter: QPainter,
    rect: QRectF,
    levels: Sequence[int],
    heights: Sequence[int],
    color: QColor,
    *,
    is_small: bool = False,
) -> None:
    """Draw one bar per attribute into the middle, filled from below; very many become a silhouette without gaps."""
    groups = groups_before(len(levels) - 1, len(levels))
    step = min(BAR + GAP, (rect.width() - groups * GAP) / max(1, len(levels)))
    between = float(GAP) if step >= 2.8 else 0.0
    step = step if between else min(BAR + GAP, rect.width() / max(1, len(levels)))
    gap = GAP if step == BAR + GAP else step * 0.28 if step >= 2.8 else 0.0
    bar = step - gap
    wide = step * len(levels) - gap + groups * between
    left = rect.left() + (rect.width() - wide) / 2
    track, filled = [], []
    for place, (level, height) in enumerate(zip(levels, heights, strict=True)):
        at = left + place * step + groups_before(place, len(levels)) * between
        if gap and not is_small:
            track.append(QRectF(at, rect.top(), bar, rect.height()))
        if level > 0 and height > 0:
            tall = rect.height() * min(1.0, level / height)
            filled.append(QRectF(at, rect.bottom() - tall, bar, tall))
    if not gap or is_small:
        track.append(QRectF(left, rect.top(), wide, rect.height()))
    smooth = painter.testRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, smooth and gap > 0)  # else seams make a pattern
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.current().color("state.track"))
    painter.drawRects(track)
    if filled:
        painter.setBrush(color)
        painter.drawRects(filled)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, smooth)
