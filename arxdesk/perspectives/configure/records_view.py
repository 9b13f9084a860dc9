"""The input table: every record, header chips coloured by role, the attribute in focus tinted."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from arxdesk.document import Document
from arxdesk.models.records import RecordsModel
from arxdesk.widgets.pane import Pane
from arxdesk.widgets.records_table import RecordsTable
from arxdesk.words import counted
from arxdesk.workers.jobs import Jobs
from engine.schema import Role


class RecordsView(Pane):
    """Shows the table of the document; a click on a header puts that attribute into focus."""

    def __init__(self, document: Document, jobs: Jobs, parent: QWidget | None = None) -> None:
        dataset = document.dataset
        size = (counted(dataset.records, "record", "records"), counted(len(dataset.columns), "column", "columns"))
        super().__init__("Table", ", ".join(size), parent)
        self._document = document
        self._jobs = jobs
        self._model = RecordsModel(self._role_of, self)
        self._model.set_records(dataset.columns)
        self._table = RecordsTable("Input table")
        self._table.setModel(self._model)
        self._table.resizeColumnsToContents()
        self._table.focused_column_requested.connect(self._focus_column)
        self.set_body(self._table)
        document.attribute_changed.connect(self._model.refresh_header)
        document.focus_changed.connect(self._show_focus)
        self._show_focus(document.focus)

    @property
    def table(self) -> RecordsTable:
        """The table itself."""
        return self._table

    def _role_of(self, attribute: str) -> Role:
        return self._document.settings_of(attribute).role

    def _focus_column(self, section: int) -> None:
        self._document.set_focus(self._model.name_of(section))

    def _show_focus(self, attribute: str) -> None:
        section = self._model.column_of(attribute)
        self._table.focused_column = section
        self._table.scrollTo(self._model.index(max(0, self._table.rowAt(0)), section))
