"""Two tables that move as one."""

from __future__ import annotations

import heapq
import time
from collections import deque
from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QScrollBar

from arxdesk.ui import theme
from arxdesk.ui.widgets.tables.records_table import RecordsTable

NARROWEST, WIDEST = 56, 168
LONGEST, PADDING = 4, 20
_SLICE = 0.01
"""Seconds of fitting between two checks for events of the user."""


class CoupledTables(QObject):
    """Keeps the scroll bars (while asked to) and the column widths of two tables with the same columns equal."""

    def __init__(self, first: RecordsTable, second: RecordsTable, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tables = (first, second)
        self._together = True
        self._following = False
        self._fitted: tuple[tuple[str, ...], tuple[bool, ...]] = ((), ())
        self._texts: Sequence[Sequence[str]] | None = None
        self._unfitted: deque[int] = deque()
        self._fitting = QTimer(self)
        self._fitting.setInterval(0)
        self._fitting.timeout.connect(self._fit_some)
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
        """Give both tables equal column widths, the first ones at once, others bit by bit; widths chosen by the user
        stay while the columns are the same.

        Where `texts` has the texts of each column only the longest of them are measured, not the rows.
        """
        fitted = (tuple(names), tuple(table.model().columnCount() > 0 for table in self._tables))
        if fitted == self._fitted:
            return
        self._fitted = fitted
        self._texts = texts
        self._unfitted = deque(range(len(names)))
        self._fit_some()

    def _fit_some(self) -> None:
        until = time.perf_counter() + _SLICE
        while self._unfitted:
            self._fit(self._unfitted.popleft())
            if time.perf_counter() > until:
                break
        if self._unfitted:
            self._fitting.start()
        else:
            self._fitting.stop()

    def _fit(self, column: int) -> None:
        metrics = QFontMetrics(theme.font("dense", 600))
        tables = [table for table in self._tables if column < table.model().columnCount()]
        wanted = max((table.header.sectionSizeHint(column) for table in tables), default=NARROWEST)
        if self._texts is None:
            wanted = max([wanted, *(table.sizeHintForColumn(column) for table in tables)])
        else:
            longest = heapq.nlargest(LONGEST, self._texts[column], key=len)
            wanted = max([wanted, *(metrics.horizontalAdvance(text[:WIDEST]) + PADDING for text in longest)])
        for table in tables:
            table.setColumnWidth(column, min(WIDEST, max(NARROWEST, wanted)))

    def _scrolled(self, value: int) -> None:
        moved = self.sender()
        if not self._together or self._following or not isinstance(moved, QScrollBar):
            return
        self._following = True  # the other may end earlier, and must not pull this one back
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
