"""The selection that all views share, as the current row of the list and the current tile."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, QObject, Signal

from arxdesk.explore.alternatives.exploration import Exploration
from arxdesk.explore.list.model import ListColumn, TransformationsModel
from arxdesk.explore.list.table import TransformationsTable
from arxdesk.explore.list.tiles import Tiles
from arxdesk_engine.lattice.lattice import Levels


class ListSelection(QObject):
    """Follows the selection of the document, and changes it; more rows than the current one can be chosen.

    `changing` comes before somebody's choice becomes the selection of all views.
    """

    changing = Signal()

    def __init__(
        self,
        model: TransformationsModel,
        table: TransformationsTable,
        tiles: Tiles,
        exploration: Exploration,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._model, self._table, self._tiles = model, table, tiles
        self._exploration, self._document = exploration, exploration.document
        self._follows = False

    def chosen(self) -> list[Levels]:
        """The transformations of the rows that are chosen."""
        return [self._model.levels_at(row) for row in self._table.selected_rows()]

    def choose_again(self, chosen: list[Levels]) -> None:
        """Restore the chosen rows that are still listed; the selection stays current."""
        selection, flags = self._table.selectionModel(), QItemSelectionModel.SelectionFlag
        rows = [self._model.row_of(levels) for levels in chosen]
        current = self._model.row_of(self._document.selected)
        self._follows = True
        if current >= 0:
            selection.setCurrentIndex(self._model.index(current, ListColumn.LEVELS), flags.ClearAndSelect | flags.Rows)
            for row in rows:
                if row >= 0:
                    selection.select(self._model.index(row, ListColumn.LEVELS), flags.Select | flags.Rows)
        self._follows = False
        self._tiles.set_current(current, in_sight=False)

    def show(self) -> None:
        """Go where the selection of all views is."""
        row = self._model.row_of(self._document.selected)
        self._tiles.set_current(row)
        if row == self._table.currentIndex().row():
            self._table.scrollTo(self._table.currentIndex())
            return
        self._follows = True
        if row < 0:
            self._table.selectionModel().clear()
        else:
            index, flags = self._model.index(row, ListColumn.LEVELS), QItemSelectionModel.SelectionFlag
            self._table.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
            self._table.scrollTo(index)
        self._follows = False

    def select_current(self) -> None:
        """Select the current row in all views."""
        row = self._table.currentIndex().row()
        if row >= 0 and not self._follows:
            self.select(row)

    def select(self, row: int) -> None:
        """Select the transformation of a row or a tile in all views."""
        self.changing.emit()
        self._exploration.select(self._model.levels_at(row))

    def compare(self) -> None:
        """Compare the two transformations that are chosen."""
        chosen = self.chosen()
        if len(chosen) == 2:
            self._document.wishes.compare(*chosen)
