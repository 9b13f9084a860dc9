"""The order of the transformations, as the arrow in the header of the list shows and changes it."""

from __future__ import annotations

from PySide6.QtCore import QObject, QSignalBlocker, Qt

from arxdesk.explore.alternatives.exploration import Exploration
from arxdesk.explore.list.model import ListColumn
from arxdesk.explore.list.table import TransformationsTable
from arxdesk_engine.exploration.sifting import SortBy, Sorting

SORTED_BY = {
    ListColumn.STATE: SortBy.MARKED,
    ListColumn.LEVELS: SortBy.LEVELS,
    ListColumn.PICTURE: SortBy.HEIGHT,
    ListColumn.SCORE: SortBy.SCORE,
    ListColumn.AT_BEST: SortBy.LOWER_BOUND,
    ListColumn.RISK: SortBy.RISK,
    ListColumn.AVERAGE_RISK: SortBy.AVERAGE_RISK,
    ListColumn.REMOVED: SortBy.REMOVED,
    ListColumn.SHARE: SortBy.REMOVED,
    ListColumn.GROUPS: SortBy.CLASSES,
    ListColumn.FOUND: SortBy.FOUND,
}


class ListOrder(QObject):
    """Several columns can stand for one order; the arrow stays where it was put."""

    def __init__(self, table: TransformationsTable, exploration: Exploration, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._table, self._exploration = table, exploration

    def show(self) -> None:
        """Show the sort arrow for the current order, also if another view has set it."""
        sorting, header = self._exploration.sorting, self._table.header
        shown = (
            ListColumn(header.sortIndicatorSection()) if 0 <= header.sortIndicatorSection() < len(ListColumn) else None
        )
        way = Qt.SortOrder.DescendingOrder if sorting.descending else Qt.SortOrder.AscendingOrder
        if shown is None or SORTED_BY.get(shown) is not sorting.by or header.sortIndicatorOrder() != way:
            column = next(each for each, by in SORTED_BY.items() if by is sorting.by)
            kept = shown if shown is not None and SORTED_BY.get(shown) is sorting.by else column
            with QSignalBlocker(header):
                header.setSortIndicator(kept, way)
            header.viewport().update()

    def sort(self, column: int, order: Qt.SortOrder) -> None:
        """Sort by a column; -1: by the score."""
        by = SORTED_BY.get(ListColumn(column)) if column >= 0 else SortBy.SCORE
        if by is None:
            self.show()  # pins have no order
        else:
            self._exploration.sort(Sorting(by, order == Qt.SortOrder.DescendingOrder))

    def sort_marked_first(self) -> None:
        """Put those that are marked first."""
        self._exploration.sort(Sorting(SortBy.MARKED))
