"""The hierarchy of the attribute in focus, as a table, with what is right or wrong about it."""

from __future__ import annotations

from PySide6.QtCore import QRect, Signal
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from arxdesk import theme
from arxdesk.commands import ChangeHierarchy
from arxdesk.document import Document
from arxdesk.item_roles import CONTINUES_ROLE
from arxdesk.models.hierarchy_table import HierarchyModel
from arxdesk.widgets.buttons import dense_button
from arxdesk.widgets.cells import CellDelegate, Index
from arxdesk.widgets.empty_state import EmptyState
from arxdesk.widgets.label import label
from arxdesk.widgets.message import Message
from arxdesk.widgets.records_table import RecordsTable
from arxdesk.words import count, counted
from engine.schema import Role

_SHOWN = 3
_WITHOUT_HIERARCHY = {
    Role.IDENTIFYING: "{name} reads * everywhere in the output. It needs no hierarchy.",
    Role.QUASI_IDENTIFYING: "{name} has no hierarchy: its values can be kept or removed, but not made coarser. "
    "A hierarchy is a table with one row per value, from detailed to coarse, such as 17, 15–19, 10–19, *.",
    Role.SENSITIVE: "{name} stays as it is in the output. It needs no hierarchy.",
    Role.INSENSITIVE: "{name} stays as it is in the output. It needs no hierarchy.",
}


class MergedCellDelegate(CellDelegate):
    """Leaves out the line below a cell that belongs to the same group as the next one."""

    def paint_content(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """Draw the label of a group's first row, and the line below its last row."""
        super().paint_content(painter, rect, index)
        painter.setPen(QPen(theme.current().color("line.grid"), 1))
        painter.drawLine(rect.topRight(), rect.bottomRight())
        if not index.data(CONTINUES_ROLE):
            painter.drawLine(rect.bottomLeft(), rect.bottomRight())


class HierarchyView(QWidget):
    """Shows, opens and removes the hierarchy of the attribute in focus."""

    file_requested = Signal(str)

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._model = HierarchyModel(self)
        self._table = RecordsTable("Hierarchy")
        self._table.setModel(self._model)
        self._table.setShowGrid(False)
        self._table.setAlternatingRowColors(False)
        self._table.setItemDelegate(MergedCellDelegate(self._table))
        self._open = dense_button("Open hierarchy...", "open")
        self._open.clicked.connect(self._request_file)
        self._remove = dense_button("Remove")
        self._remove.clicked.connect(self._remove_hierarchy)
        self._empty = EmptyState()
        self._empty.action_triggered.connect(self._request_file)
        self._message = Message()
        self._stack = QStackedWidget()
        self._stack.addWidget(self._table)
        self._stack.addWidget(self._empty)
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(label("Hierarchy", "body", "1", 600))
        top.addStretch()
        top.addWidget(self._open)
        top.addWidget(self._remove)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(top)
        column.addWidget(self._stack, 1)
        column.addWidget(self._message)
        document.focus_changed.connect(self.refresh)
        document.hierarchy_changed.connect(self._refresh_if_shown)
        document.attribute_changed.connect(self._refresh_if_shown)
        document.lock_changed.connect(self._show_lock)
        self.refresh()

    @property
    def message(self) -> Message:
        """What is right or wrong about the hierarchy."""
        return self._message

    def refresh(self) -> None:
        """Show the hierarchy of the attribute in focus."""
        name = self._document.focus
        hierarchy = self._document.hierarchies.get(name)
        if hierarchy is not self._model.hierarchy:  # counting the groups of a long one and measuring takes its time
            self._model.set_hierarchy(hierarchy)
            self._table.resizeColumnsToContents()
        self._stack.setCurrentWidget(self._table if hierarchy else self._empty)
        role = self._document.settings_of(name).role
        action = "Open hierarchy..." if role is Role.QUASI_IDENTIFYING else ""
        self._empty.set_content(_WITHOUT_HIERARCHY[role].format(name=name), action)
        self._show_message()
        self._show_lock(self._document.locked)

    def _refresh_if_shown(self, name: str) -> None:
        if name == self._document.focus:
            self.refresh()

    def _show_message(self) -> None:
        name = self._document.focus
        hierarchy, column = self._document.hierarchies.get(name), self._document.dataset[name]
        needed = self._document.settings_of(name).role is Role.QUASI_IDENTIFYING
        self._message.setVisible(hierarchy is not None)
        if hierarchy is None:
            return
        missing = self._document.missing_values(name)
        if missing:
            shown = ", ".join(column.values[code] or "the empty value" for code in missing[:_SHOWN])
            entries = counted(len(missing), "value has", "values have")
            more = ", ..." if len(missing) > _SHOWN else ""
            sentence = f"({shown}{more}). Add rows for them to the file and open it again."
            self._message.set_content("error" if needed else "warn", f"{entries} no entry", sentence)
            return
        unused = len(hierarchy.rows) - len(column.values)
        spare = counted(unused, "entry never occurs", "entries never occur")
        rest = f" {spare} in the data; they do no harm." if unused else ""
        sentence = f"All {count(len(column.values))} values have an entry and every level merges the one before.{rest}"
        self._message.set_content("ok", "Complete.", sentence)

    def _show_lock(self, locked: bool) -> None:
        self._open.setEnabled(not locked)
        self._remove.setEnabled(not locked and self._document.focus in self._document.hierarchies)
        self._empty.setEnabled(not locked)

    def _request_file(self) -> None:
        self.file_requested.emit(self._document.focus)

    def _remove_hierarchy(self) -> None:
        self._document.push(ChangeHierarchy(self._document, self._document.focus, None, None))
