"""Two tables that move as one."""

from __future__ import annotations

import heapq
from collections.abc import Sequence

from PySide6.QtCore import QObject
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QScrollBar

from arxdesk import theme
from arxdesk.widgets.records_table import RecordsTable

NARROWEST, WIDEST = 56, 168
LONGEST, PADDING = 4, 20


class CoupledTables(QObject):
    """Keeps the scroll bars (while asked to) and the column widths of two tables with the same columns equal."""

    def __init__(self, first: RecordsTable, second: RecordsTable, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tables = (first, second)
        self._together = True
        self._following = False
        self._fitted: tuple[str, ...] = ()
        for table in self._tables:
            table.verticalScrollBar().valueChanged.connect(self._scrolled)
            table.horizontalScrollBar().valueChanged.connect(self._scrolled)
            table.header.sectionResized.connect(self._resized)

    def set_together(self, together: bool) -> None:
        """Scroll together from now on, beginning where the first table is, or apart."""
        self._together = together
        if together:
            first, second = self._tables
            second.verticalScrollBar().setValue(first.verticalScrollBar().value())
            second.horizontalScrollBar().setValue(first.horizontalScrollBar().value())

    def fit_columns(self, names: Sequence[str], texts: Sequence[Sequence[str]] | None = None) -> None:
        """Give both tables columns that suit both; widths that people chose stay while the columns are the same.

        Where `texts` has the texts of each column only the longest of them are measured, not the rows.
        """
        if tuple(names) == self._fitted:
            return
        self._fitted = tuple(names)
        metrics = QFontMetrics(theme.font("dense", 600))
        for column in range(len(names)):
            wanted = max(table.header.sectionSizeHint(column) for table in self._tables)
            if texts is None:
                wanted = max(wanted, *(table.sizeHintForColumn(column) for table in self._tables))
            else:
                longest = heapq.nlargest(LONGEST, texts[column], key=len)
                wanted = max([wanted, *(metrics.horizontalAdvance(text[:WIDEST]) + PADDING for text in longest)])
            for table in self._tables:
                table.setColumnWidth(column, min(WIDEST, max(NARROWEST, wanted)))

    def _scrolled(self, value: int) -> None:
        moved = self.sender()
        if not self._together or self._following or not isinstance(moved, QScrollBar):
            return
        self._following = True  # the other may stop earlier, which must not pull this one back
        for bars in (
            [table.verticalScrollBar() for table in self._tables],
            [table.horizontalScrollBar() for table in self._tables],
        ):
            if moved in bars:
                bars[1 - bars.index(moved)].setValue(value)
        self._following = False

    def _resized(self, column: int, _before: int, width: int) -> None:
        for table in self._tables:
            if table.columnWidth(column) != width:
                table.setColumnWidth(column, width)
