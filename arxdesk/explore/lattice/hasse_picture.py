"""The drawing of a Hasse diagram: the known lattice through a viewport, as bars, marks or cards."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter

from arxdesk.explore.alternatives.emphasis import Coloring
from arxdesk.explore.lattice.hasse_bars import THICK, Density, paint_bars
from arxdesk.explore.lattice.hasse_nodes import Marks, NodesPainter
from arxdesk.explore.lattice.node_card import Ink
from arxdesk.explore.lattice.viewport import CARD_HEIGHT, CARD_WIDTH, Detail, Viewport
from arxdesk.ui import theme
from arxdesk.ui.widgets.basics.state_mark import paint_selection_ring
from arxdesk_engine.exploration.alternatives import Alternatives
from arxdesk_engine.exploration.hasse_layout import HasseLayout
from arxdesk_engine.exploration.neighbours import best_row
from arxdesk_engine.exploration.sifting import Sifted

SINGLE = 3.0
"""Pixels between two nodes from which on the pointer selects a single one."""
REACH = 6.0
"""So many pixels around the pointer are meant where nodes are too close to point at one."""


class HassePicture:
    """A drawing of alternatives that also finds the node at a point."""

    def __init__(self, viewport: Viewport, marks: Marks, layout: HasseLayout, sifted: Sifted) -> None:
        self.viewport = viewport
        self.layout = layout
        self.known: Alternatives = sifted.alternatives
        self._sifted = sifted
        self._marks = marks
        self._nodes = NodesPainter(self.known, sifted.passes, layout)
        self._density: Density | None = None
        self._marked = np.zeros(len(self.known), np.bool_)
        self._any_marked = False
        self._ink = Ink.of("class", sifted)

    def set_coloring(self, coloring: Coloring) -> None:
        """Change the meaning of the colours."""
        self._ink = Ink.of(coloring, self._sifted)

    def set_marked(self, marked: NDArray[np.bool_] | None) -> None:
        """Underline these rows; None for none."""
        self._marked = np.zeros(len(self.known), np.bool_)
        if marked is not None:
            shown = min(len(self._marked), len(marked))
            self._marked[:shown] = marked[:shown]
        self._any_marked = bool(self._marked.any())
        self._density = None

    # Geometry

    def point_of(self, row: int) -> QPointF:
        """The point of a node, seen or not."""
        height, _index = self.layout.place_of(row)
        return QPointF(*self.viewport.screen(self.layout.offset_of(row), height))

    def height_at(self, point: QPointF) -> int:
        """The row of the diagram at a point, -1 between the rows."""
        height = round(self.viewport.world(point.x(), point.y())[1])
        middle = self.viewport.screen(0.0, height)[1]
        if not 0 <= height < self.layout.heights or abs(point.y() - middle) > self._half_height():
            return -1
        return height

    def node_at(self, point: QPointF) -> int:
        """The node at a point if nodes can be distinguished, else -1."""
        height, layout, view = self.height_at(point), self.layout, self.viewport
        if height < 0 or view.pitch < SINGLE:
            return -1
        x = view.world(point.x(), point.y())[0]
        row = layout.row_at(height, round(x + (int(layout.widths[height]) - 1) / 2))
        if row < 0 or view.detail is Detail.BARS:
            return row
        half = CARD_WIDTH * view.scale / 2 if view.detail is Detail.CARDS else min(REACH, view.pitch / 2)
        return row if abs(self.point_of(row).x() - point.x()) <= half else -1

    def nodes_near(self, point: QPointF) -> tuple[int, int, int]:
        """The height at a point, and the first and the last index there that lie around it; (-1, 0, 0) for none."""
        height, layout, view = self.height_at(point), self.layout, self.viewport
        if height < 0:
            return -1, 0, 0
        width = int(layout.widths[height])
        ends = [view.world(point.x() + side, 0.0)[0] + (width - 1) / 2 for side in (-REACH, REACH)]
        first, last = max(0, round(ends[0])), min(width, round(ends[1]) + 1)
        return (height, first, last) if first < last else (-1, 0, 0)

    def meant_at(self, point: QPointF) -> int:
        """The node that a click at a point means."""
        row = self.node_at(point)
        if row >= 0 or self.viewport.pitch >= SINGLE:
            return row
        height, first, last = self.nodes_near(point)
        return -1 if height < 0 else best_row(self.known, self.layout.rows_at(height, first, last))

    # Painting

    def paint(self, painter: QPainter, selected: int, hovered: int) -> None:
        """Draw the visible part; the selected row and the one under the pointer always have their edges."""
        detail, view = self.viewport.detail, self.viewport
        if detail is Detail.BARS:
            paint_bars(painter, self._density_now(), view, self.layout, self._ink)
        elif detail is Detail.MARKS:
            self._nodes.paint_marks(painter, view, self._ink, self._marks, self._marked)
        else:
            self._nodes.paint_cards(painter, view, self._ink, self._marked, selected)
        for row, token in ((hovered, "text.2"), (selected, "accent")):
            if row >= 0:
                self._nodes.paint_edges_of(painter, view, row, token)
        if detail is not Detail.CARDS:
            self._paint_highlights(painter, selected, hovered)

    def neighbours(self, row: int) -> NDArray[np.intp]:
        """The rows that edges lead to from one."""
        return self._nodes.neighbours(row)

    def _paint_highlights(self, painter: QPainter, selected: int, hovered: int) -> None:
        """The selected node, the one under the pointer and the best one are always seen."""
        known = self.known
        for row in (hovered, known.best, selected):
            if row < 0:
                continue
            point, state = self.point_of(row), known.state_name(row)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.current().color("bg.panel"))
            painter.drawEllipse(point, 6, 6)
            self._ink.paint_mark(painter, point, state, float(known.score[row]))
            if row == selected:
                paint_selection_ring(painter, point, state)

    def _density_now(self) -> Density:
        if self._density is None:
            marked = self._marked if self._any_marked else None
            self._density = Density(self.known, self._sifted.passes, self.layout, marked)
        return self._density

    def _half_height(self) -> float:
        view = self.viewport
        if view.detail is Detail.BARS:
            return max(2.0, min(view.row_pitch * THICK, CARD_HEIGHT) / 2)
        return CARD_HEIGHT * view.scale / 2 if view.detail is Detail.CARDS else REACH
