"""The transformations of the list as tiles, in the same order and with the same selection."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from arxdesk.explore.alternatives.exploration import Exploration
from arxdesk.explore.alternatives.transformation_text import card_text, readout
from arxdesk.explore.list.model import TITLES, ListColumn, TransformationsModel
from arxdesk.ui.widgets.charts.score_colors import score_color
from arxdesk.ui.widgets.tables.tile import Tile
from arxdesk.ui.widgets.tables.tile_grid import TileGrid
from arxdesk_engine.foundation.language import tr


class Tiles(TileGrid):
    """Follows the model of the list, and the meaning of the colours."""

    def __init__(self, model: TransformationsModel, exploration: Exploration, parent: QWidget | None = None) -> None:
        super().__init__(tr("Transformations as tiles"), parent)
        self._model = model
        self._exploration = exploration
        model.modelReset.connect(self._show)
        model.dataChanged.connect(self.viewport().update)
        exploration.emphasis.coloring_changed.connect(self.viewport().update)
        self._show()

    def _show(self) -> None:
        self.show_tiles(self._model.rowCount(), self._tile, self._lines)

    def _tile(self, place: int) -> Tile:
        listed = self._model.listed
        assert listed is not None  # noqa: S101 - tells the type checker that there are tiles
        alternatives, row = listed.alternatives, int(listed.order[place])
        return Tile(
            alternatives.state_name(row),
            card_text(alternatives, row),
            alternatives.levels_of(row),
            alternatives.facts.heights,
            [
                (tr(TITLES[column]), str(self._model.index(place, column).data()))
                for column in (ListColumn.RISK, ListColumn.REMOVED)
            ],
            self._color(float(alternatives.score[row])),
            self._model.is_marked(place),
            self._model.is_pinned(place),
        )

    def _color(self, score: float) -> QColor | None:
        """The colour of a score if colours show scores; None: the colour of the class."""
        sifted = self._exploration.sifted
        if self._exploration.emphasis.coloring != "score" or sifted is None or not math.isfinite(score):
            return None
        return score_color(score, float(sifted.edges[0]), float(sifted.edges[-1]))

    def _lines(self, place: int) -> Sequence[str]:
        listed = self._model.listed
        assert listed is not None  # noqa: S101
        row = int(listed.order[place])
        return readout(listed.alternatives, listed.alternatives.levels_of(row), row)
