"""The table of all records: ticks on the left, arrows to sort, columns fitted bit by bit however many there are."""

from __future__ import annotations

import time

from PySide6.QtCore import QItemSelection, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QFontMetrics, QKeyEvent
from PySide6.QtWidgets import QWidget

from arxdesk.ui import theme
from arxdesk.ui.widgets.tables.records_table import RecordsTable
from arxdesk.ui.widgets.tables.sortable_header import SortableHeader
from arxdesk.ui.widgets.tables.tick_header import CornerTick, TickHeader

MEASURED = 24
"""The number of rows that a column is fitted to; about as many as are visible."""
WIDEST, NARROWEST = 240, 56
_SLICE = 0.006
"""Seconds of fitting between two checks for events of the user."""


class InputTable(RecordsTable):
    """Emits requests to tick rows, to sort, and for a menu, without knowing their meaning."""

    rows_tick_requested = Signal(tuple)
    """Spans of rows that the space bar is to tick or clear: pairs (first, last)."""
    menu_requested = Signal(QPoint, int, int)
    """The screen position of a requested menu, with row and section; row -1 means the header."""

    _has_corner = False

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        self.sort_header = SortableHeader(offers_focus=False)
        self.ticks = TickHeader()
        super().__init__(name, parent=parent, header=self.sort_header, row_header=self.ticks)
        self._cells.asks_once = True
        self.corner = CornerTick(self)
        self._has_corner = True
        self._unfitted: list[int] = []
        self._fitting = QTimer(self)
        self._fitting.setInterval(0)
        self._fitting.timeout.connect(self._fit_some)
        self.sort_header.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.sort_header.customContextMenuRequested.connect(self._ask_header_menu)

    def fit_columns(self) -> None:
        """Fit all columns to their headers and the top rows: visible ones at once, the others soon."""
        number = self.model().columnCount() if self.model() else 0
        self._unfitted = list(range(number))
        self._fit_some()

    def selected_spans(self) -> list[tuple[int, int]]:
        """The selected rows, as spans of (first, last)."""
        selection = self.selectionModel().selection() if self.selectionModel() else QItemSelection()
        return [(selection.at(place).top(), selection.at(place).bottom()) for place in range(selection.count())]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The space bar ticks the selected rows, or the one with the current cell; the menu key asks for a menu."""
        if event.key() == Qt.Key.Key_Space and not event.modifiers():
            current = self.currentIndex()
            spans = self.selected_spans() or ([(current.row(), current.row())] if current.isValid() else [])
            if spans:
                self.rows_tick_requested.emit(tuple(spans))
            event.accept()
            return
        super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu of the cell under the pointer, or of the current one."""
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            index = self.currentIndex()
            place = self.viewport().mapToGlobal(self.visualRect(index).center())
        else:
            index, place = self.indexAt(event.pos()), event.globalPos()
        if index.isValid():
            if not self.selectionModel().isSelected(index):
                self.setCurrentIndex(index)
            self.menu_requested.emit(place, index.row(), index.column())

    def updateGeometries(self) -> None:
        """Keep the box of all rows in the corner."""
        super().updateGeometries()
        if not self._has_corner:  # the base asks while it is made
            return
        header, rows = self.horizontalHeader(), self.verticalHeader()
        self.corner.setGeometry(0, 0, rows.width(), header.height())
        model = self.model()
        self.corner.setVisible(
            model is not None
            and model.rowCount() > 0
            and model.headerData(0, Qt.Orientation.Vertical, Qt.ItemDataRole.CheckStateRole) is not None
        )

    def _ask_header_menu(self, place: QPoint) -> None:
        section = self.sort_header.logicalIndexAt(place)
        if section >= 0:
            self.menu_requested.emit(self.sort_header.mapToGlobal(place), -1, section)

    def _fit_some(self) -> None:
        until = time.perf_counter() + _SLICE
        model = self.model()
        number = model.columnCount() if model else 0
        regular = QFontMetrics(theme.font("dense"))
        while self._unfitted and time.perf_counter() < until:
            section = self._unfitted.pop(0)
            if section < number:
                self.setColumnWidth(section, self._fitting_width(section, regular))
        if self._unfitted:
            self._fitting.start()
        else:
            self._fitting.stop()

    def _fitting_width(self, section: int, metrics: QFontMetrics) -> int:
        """The room for the header and the longest texts; measured by characters first, which is quick."""
        model = self.model()
        first = max(0, self.rowAt(0))
        rows = range(first, min(model.rowCount(), first + MEASURED))
        texts = {str(model.data(model.index(row, section))) for row in rows}
        longest = sorted(texts, key=len)[-2:]
        cells = max((metrics.horizontalAdvance(text) for text in longest), default=0) + 20
        header = self.sort_header.sectionSizeFromContents(section).width()
        return max(NARROWEST, min(WIDEST, max(cells, header)))
