"""What can be done with a transformation of the list: pin it, apply it, open its menu."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QObject, QPoint, Qt

from arxdesk.explore.alternatives.exploration import Exploration
from arxdesk.explore.lattice.node_menu import NodeMenu
from arxdesk.explore.list.model import TransformationsModel
from arxdesk.explore.list.table import TransformationsTable
from arxdesk_engine.lattice.lattice import Levels


class RowActions(QObject):
    """A click has selected the row already; what is applied is the selection of all views."""

    def __init__(
        self,
        model: TransformationsModel,
        table: TransformationsTable,
        exploration: Exploration,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._model, self._table = model, table
        self._exploration, self._document = exploration, exploration.document

    def toggle_pin(self, row: int) -> None:
        """Pin the transformation of a row, or take its pin away."""
        self._document.wishes.toggle_pin(self._model.levels_at(row))

    def apply(self, _row: int | QModelIndex = -1) -> None:
        """Apply the selection."""
        self._exploration.apply_selection()

    def open_menu(self, place: QPoint) -> None:
        """Open the context menu of a row, the same as for a node of the lattice."""
        index = self._table.indexAt(place)
        if not index.isValid():
            return
        check, levels = self._document.selection, self._model.levels_at(index.row())
        fits = check is not None and check.levels == levels and check.anonymous and not self._document.locked
        menu = NodeMenu(levels, fits, self._table)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.select_action.setVisible(False)  # a click has selected it
        menu.neighbours_action.setVisible(False)
        menu.bind(menu.pin_action, self._document.wishes.toggle_pin)
        menu.bind(menu.apply_action, self._apply_levels)
        menu.popup(self._table.viewport().mapToGlobal(place))

    def _apply_levels(self, _levels: Levels) -> None:
        self.apply()
