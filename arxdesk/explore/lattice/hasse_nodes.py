"""The nodes and edges of a Hasse diagram that are seen one by one: cards, marks, and the lines between them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen, QPixmap

from arxdesk.explore.alternatives.transformation_text import card_text
from arxdesk.explore.lattice.card_pictures import CardPictures
from arxdesk.explore.lattice.node_card import READABLE, Card, Ink
from arxdesk.explore.lattice.viewport import (
    CARD_HEIGHT,
    CARD_WIDTH,
    Detail,
    Viewport,
)
from arxdesk.ui import theme
from arxdesk.ui.widgets.charts.score_colors import STEPS, score_place
from arxdesk_engine.exploration.alternatives import Alternatives, Rows, State
from arxdesk_engine.exploration.hasse_layout import HasseLayout
from arxdesk_engine.lattice.lattice import Lattice

Points = NDArray[np.floating]

SPRITE = 18
"""Logical pixels of the picture of a mark."""
SHADES = 32
"""So many colours of scores are kept as pictures of marks."""
STUB = 12.0
"""The visible part of an edge to a hidden node."""
LEANS = (-14.0, 0.0, 14.0)
MOST_SMOOTH = 100
"""More edges than these are drawn without smoothing."""


class Marks:
    """Pictures of the marks, drawn once for every theme, resolution and colour."""

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], QPixmap] = {}

    def of(self, state: str, shade: int, ink: Ink, ratio: float, *, faint: bool) -> QPixmap:
        """The mark of a state; `shade` is the place of its score among SHADES, -1 without."""
        key = (theme.current().scheme, ratio, state, shade, faint, ink.coloring)
        made = self._known.get(key)
        if made is None:
            made = QPixmap(round(SPRITE * ratio), round(SPRITE * ratio))
            made.setDevicePixelRatio(ratio)
            made.fill(Qt.GlobalColor.transparent)
            painter = QPainter(made)
            painter.setOpacity(0.3 if faint else 1.0)
            as_shade = Ink(ink.coloring, 0.0, 1.0)
            as_shade.paint_mark(painter, QPointF(SPRITE / 2, SPRITE / 2), state, max(0, shade) / (SHADES - 1))
            painter.end()
            self._known[key] = made
        return made


class NodesPainter:
    """Draws the visible alternatives as marks or cards."""

    def __init__(self, alternatives: Alternatives, passes: NDArray[np.bool_], layout: HasseLayout) -> None:
        self._alternatives, self._passes, self._layout = alternatives, passes, layout
        self._pictures = CardPictures()
        self._strides = strides_of(alternatives.facts.lattice)

    def seen_rows(self, viewport: Viewport) -> Rows:
        """The transformations that are seen, row by row."""
        layout = self._layout
        spans = [
            layout.rows_at(height, *viewport.seen_span(int(layout.widths[height])))
            for height in viewport.seen_heights()
        ]
        return np.concatenate(spans) if spans else np.zeros(0, np.intp)

    def paint_marks(
        self, painter: QPainter, viewport: Viewport, ink: Ink, marks: Marks, marked: NDArray[np.bool_]
    ) -> None:
        """Draw each node that is seen as its mark."""
        rows = self.seen_rows(viewport)
        ratio = painter.deviceTransform().m11()
        x, y = self._points(viewport, rows)
        shades = self._shades(rows, ink)
        known = {
            (state, passing, shade): marks.of(STATE_WORDS[state], shade, ink, ratio, faint=not passing)
            for state, passing, shade in {
                *zip(self._alternatives.state[rows].tolist(), self._passes[rows].tolist(), shades, strict=True)
            }
        }
        half = SPRITE / 2
        columns = (x - half).tolist(), (y - half).tolist(), self._alternatives.state[rows].tolist()
        for left, top, state, passing, shade in zip(*columns, self._passes[rows].tolist(), shades, strict=True):
            painter.drawPixmap(QPointF(left, top), known[state, passing, shade])
        found = marked[rows]
        if found.any():
            accent = theme.current().color("accent")
            painter.setPen(QPen(accent, 2))
            painter.drawLines(
                [
                    QLineF(at - 4, below + 7.5, at + 4, below + 7.5)
                    for at, below in zip(x[found].tolist(), y[found].tolist(), strict=True)
                ]
            )

    def paint_cards(
        self, painter: QPainter, viewport: Viewport, ink: Ink, marked: NDArray[np.bool_], selected: int
    ) -> None:
        """Draw each visible node as its card, with the edges between them and stubs of edges to hidden nodes."""
        rows = self.seen_rows(viewport)
        self._paint_edges(painter, viewport, rows)
        x, y = self._points(viewport, rows)
        scale, ratio = viewport.scale, painter.deviceTransform().m11()
        self._pictures.begin(scale, ratio, ink)
        underlined = marked[rows].tolist()
        for row, at, middle, is_marked in zip(rows.tolist(), x.tolist(), y.tolist(), underlined, strict=True):
            rect = QRectF(0, 0, CARD_WIDTH * scale, CARD_HEIGHT * scale)
            rect.moveCenter(QPointF(at, middle))
            key = row, row == selected, is_marked
            self._pictures.paint(
                painter, rect, key, partial(self.card, *key, is_readable=scale >= READABLE), (scale, ratio, ink)
            )

    def card(self, row: int, is_selected: bool, is_marked: bool, *, is_readable: bool = True) -> Card:
        """The content of the card of a transformation; small cards have no figure."""
        known = self._alternatives
        return Card(
            known.state_name(row),
            card_text(known, row) if is_readable else "",
            known.levels[row].tolist(),
            known.facts.heights,
            float(known.score[row]),
            is_selected,
            not bool(self._passes[row]),
            is_marked,
        )

    def neighbours(self, row: int) -> Rows:
        """The direct generalizations and specializations of a row."""
        up, down = self._steps(np.array([row]))
        return np.concatenate([up[up >= 0], down[down >= 0]])

    def paint_edges_of(self, painter: QPainter, viewport: Viewport, row: int, token: str) -> None:
        """Draw every edge of one node, wherever it leads."""
        others = self.neighbours(row)
        x, y = self._points(viewport, np.append(others, row))
        reach = CARD_HEIGHT * viewport.scale / 2 if viewport.detail is Detail.CARDS else 4.0
        here_x, here_y = float(x[-1]), float(y[-1])
        lines = []
        for at, middle in zip(x[:-1].tolist(), y[:-1].tolist(), strict=True):
            side = reach if middle > here_y else -reach
            lines.append(QLineF(here_x, here_y + side, at, middle - side))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.current().color(token), 1.2))
        painter.drawLines(lines)

    def _paint_edges(self, painter: QPainter, viewport: Viewport, rows: Rows) -> None:
        if len(rows) == 0:
            return
        up, down = self._steps(rows)
        seen = np.zeros(len(self._alternatives), np.bool_)
        seen[rows] = True
        x, y = self._points(viewport, rows)
        reach = CARD_HEIGHT * viewport.scale / 2
        begin, attribute = np.nonzero((up >= 0) & seen[up])
        end_x, end_y = self._points(viewport, up[begin, attribute])
        # Without antialiasing: thousands of long lines must follow the hand, and their steps are not noticed.
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, len(begin) <= MOST_SMOOTH)
        passes = self._passes[rows[begin]] | self._passes[up[begin, attribute]]
        for token, drawn in (("line.pane", ~passes), ("line.control", passes)):
            if drawn.any():
                painter.setPen(QPen(theme.current().color(token), 1))
                painter.drawLines(_lines(x[begin[drawn]], y[begin[drawn]] - reach, end_x[drawn], end_y[drawn] + reach))
        painter.setPen(QPen(theme.current().color("line.control"), 1))
        if viewport.scale >= READABLE:
            self._paint_stubs(painter, viewport, (x, y), _leads_on(up, seen), -1.0)
            self._paint_stubs(painter, viewport, (x, y), _leads_on(down, seen), 1.0)

    def _paint_stubs(
        self,
        painter: QPainter,
        viewport: Viewport,
        points: tuple[Points, Points],
        leads_on: NDArray[np.bool_],
        side: float,
    ) -> None:
        """The beginnings of edges to nodes that are not seen."""
        x, y = (np.repeat(each[leads_on], len(LEANS)) for each in points)
        near = y + side * CARD_HEIGHT * viewport.scale / 2
        lean = np.tile(np.array(LEANS), int(leads_on.sum())) * viewport.scale
        painter.setPen(QPen(theme.current().color("line.pane"), 1))
        painter.drawLines(_lines(x, near, x + lean, near + side * STUB * viewport.scale))

    def _steps(self, rows: Rows) -> tuple[Rows, Rows]:
        """The direct generalizations and specializations, intp[rows, attributes], -1 where there is none."""
        lattice = self._alternatives.facts.lattice
        levels = self._alternatives.levels[rows]
        up = np.where(levels < np.array(lattice.top), rows[:, None] + self._strides, -1)
        down = np.where(levels > np.array(lattice.bottom), rows[:, None] - self._strides, -1)
        return up, down

    def _points(self, viewport: Viewport, rows: Rows) -> tuple[Points, Points]:
        heights, offsets = self._layout.places_of(rows)
        x = viewport.width / 2 + (offsets - viewport.x) * viewport.pitch
        y = viewport.height / 2 - (heights.astype(np.float64) - viewport.y) * viewport.row_pitch
        return x, y

    def _shades(self, rows: Rows, ink: Ink) -> list[int]:
        if ink.coloring != "score":
            return [-1] * len(rows)
        scores = self._alternatives.score[rows].tolist()
        return [score_place(score, ink.lowest, ink.highest) * (SHADES - 1) // (STEPS - 1) for score in scores]


STATE_WORDS = {int(State.UNKNOWN): "unknown", int(State.NOT): "not", int(State.ANONYMOUS): "anonymous"}


def strides_of(lattice: Lattice) -> Rows:
    """The stride in rows of one level of each attribute, in lexicographic order."""
    spans = np.array(lattice.top, np.intp) - np.array(lattice.bottom, np.intp) + 1
    return np.append(np.cumprod(spans[:0:-1])[::-1], 1).astype(np.intp)


def _leads_on(others: Rows, seen: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which nodes have hidden neighbours, bool[nodes]; `others` as returned by `NodesPainter._steps`."""
    hidden: NDArray[np.bool_] = np.any((others >= 0) & ~seen[others], axis=1)
    return hidden


def _lines(from_x: Points, from_y: Points, to_x: Points, to_y: Points) -> Sequence[QLineF]:
    ends = zip(from_x.tolist(), from_y.tolist(), to_x.tolist(), to_y.tolist(), strict=True)
    return [QLineF(*each) for each in ends]
