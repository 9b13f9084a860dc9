"""One of two tables of records that stand side by side: sorted by its header, with a menu for each row."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QWidget

from arxdesk.ui.widgets.tables.records_table import RecordsTable
from arxdesk.ui.widgets.tables.sortable_header import SortableHeader


class SideTable(RecordsTable):
    """Emits requests to sort and for a menu, without knowing their meaning."""

    menu_requested = Signal(QPoint, int, int)
    """The screen position of a requested menu, with row and section."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        self.sort_header = SortableHeader(two_lines=False, offers_focus=False)  # in both tables: it would look sorted
        super().__init__(name, False, parent, header=self.sort_header)
        self._cells.asks_once = True

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

    def reveal(self, column: int) -> None:
        """Scroll sideways until a column is in sight."""
        left, width = self.columnViewportPosition(column), self.columnWidth(column)
        bar = self.horizontalScrollBar()
        if left < 0:
            bar.setValue(bar.value() + left)
        elif left + width > self.viewport().width():
            # Columns that were fitted just now have not moved the end of the bar yet.
            bar.setMaximum(max(bar.maximum(), self.horizontalHeader().length() - self.viewport().width()))
            bar.setValue(bar.value() + left + width - self.viewport().width())
