"""All attributes at a glance: role, levels and weight of each, what the search will choose from."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from arxdesk.document import Document
from arxdesk.models.attributes import AttributesModel, Shown
from arxdesk.widgets.cells import CellDelegate
from arxdesk.widgets.pane import Pane
from arxdesk.widgets.records_table import RecordsTable
from arxdesk.words import counted


class OverviewView(Pane):
    """A list of the attributes; choosing one puts it into focus."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__("Attributes", parent=parent)
        self._document = document
        self._model = AttributesModel(document, self)
        self._table = RecordsTable("Attributes", two_line_header=False)
        self._table.setItemDelegate(CellDelegate(self._table))
        self._table.setModel(self._model)
        self._table.verticalHeader().hide()
        self._table.setShowGrid(False)
        self._table.resizeColumnsToContents()
        self._table.horizontalHeader().setStretchLastSection(True)
        self._table.clicked.connect(self._focus_row)
        self._table.selectionModel().currentRowChanged.connect(self._focus_row)
        self.set_body(self._table)
        document.attribute_changed.connect(self._make_room)
        document.attribute_changed.connect(self._show_caption)
        document.hierarchy_changed.connect(self._show_caption)
        document.privacy_changed.connect(self._show_caption)
        self._show_caption()

    def _focus_row(self) -> None:
        index = self._table.currentIndex()
        if index.isValid():
            self._document.set_focus(self._document.dataset.names[index.row()])

    def _make_room(self) -> None:
        """Widen the column of the roles for a longer one; never take back what a person set."""
        needed = self._table.sizeHintForColumn(Shown.ROLE)
        if needed > self._table.columnWidth(Shown.ROLE):
            self._table.setColumnWidth(Shown.ROLE, needed)

    def _show_caption(self) -> None:
        size = counted(self._document.transformations, "transformation", "transformations")
        self.set_caption(f"{size} to choose from")
