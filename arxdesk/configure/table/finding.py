"""Finding cells by a text in the shown records, and stepping from one to the next."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QLineEdit

from arxdesk.configure.table.shown_records import ViewedRecords
from arxdesk.core.document import Document
from arxdesk.core.records_model import RecordsModel
from arxdesk.tasks.activity import Activity
from arxdesk.tasks.jobs import Jobs
from arxdesk.ui.timing import Debounce
from arxdesk.ui.widgets.tables.input_table import InputTable
from arxdesk.ui.words import count
from arxdesk_engine.analysis.shown.viewed import CellMatches, find
from arxdesk_engine.foundation.language import marked, tr, tr_n

FINDING = Activity(marked("Finding a text"))

_PAUSE = 200


class Finder(QObject):
    """`told` carries the number of matches and the place of the current one, and whether there are any."""

    told = Signal(str, bool)

    def __init__(
        self,
        field: QLineEdit,
        table: InputTable,
        model: RecordsModel,
        shown: ViewedRecords,
        document: Document,
        jobs: Jobs,
    ) -> None:
        super().__init__(table)
        self._field, self._table, self._model, self._shown = field, table, model, shown
        self._document, self._jobs = document, jobs
        self._found: CellMatches | None = None
        self._step = 0
        self._pause = Debounce(self._begin, _PAUSE, self)
        field.textChanged.connect(self._wait)
        shown.changed.connect(self.look_again)

    @property
    def found(self) -> CellMatches | None:
        """The last matches; None without a search."""
        return self._found

    def look_for(self, text: str) -> None:
        """Look for a text as though it had been typed, at once."""
        self._field.setText(text)
        self._begin()

    def step(self, way: int) -> None:
        """Go to the next cell (1) or the one before (-1); behind the last one comes the first."""
        if self._pause.isActive() or (self._found is None and self._field.text()):
            self._begin(way)
        elif self._found is not None and self._found.cells:
            self._go(way)

    def look_again(self) -> None:
        """Search the changed records or columns again; the current cell stays."""
        if self._found is not None:
            self._begin(0)

    def forget_values(self) -> None:
        """Drop the matches after values have changed."""
        if self._found is not None:
            self._found = None
            self._begin(0)

    def _wait(self, text: str) -> None:
        if text:
            self._pause.start()
        else:
            self._pause.stop()
            self._jobs.abandon(FINDING)
            self._found = None
            self._model.show_found({})
            self.told.emit("", False)

    def _begin(self, step: int = 1) -> None:
        self._pause.stop()
        text = self._field.text()
        if not text:
            return
        self._step = step
        columns = [
            column
            for section, column in enumerate(self._document.dataset.columns)
            if not self._table.isColumnHidden(section)
        ]
        work = partial(find, columns, self._shown.viewed.order, text, before=self._found)
        self._jobs.start(self, FINDING, work, self._take, self._ignore)

    def _take(self, found: CellMatches) -> None:
        self._found = found
        self._model.show_found(found.values)
        if not found.cells:
            self.told.emit(tr("nothing found"), False)
        elif self._step and not self._is_at_current():
            self._go(self._step)
        else:
            self._tell()

    def _is_at_current(self) -> bool:
        index = self._table.currentIndex()
        return index.isValid() and index.column() in self._sections(index.row())

    def _go(self, way: int) -> None:
        row, section = self._next(way)
        self._table.setCurrentIndex(self._model.index(row, section))
        self._table.scrollTo(self._model.index(row, section))
        self._tell()

    def _next(self, way: int) -> tuple[int, int]:
        """The cell that comes after the current one, or before it."""
        assert self._found is not None  # noqa: S101 - only asked where something is found
        found, current = self._found, self._table.currentIndex()
        row, column = (current.row(), current.column()) if current.isValid() else (-1, -1)
        if way > 0:
            here = [section for section in self._sections(row) if section > column]
            if here:
                return row, here[0]
            found_row = found.row_after(row)
            return found_row, self._sections(found_row)[0]
        here = [section for section in self._sections(row) if section < column]
        if here:
            return row, here[-1]
        found_row = found.row_before(row)
        return found_row, self._sections(found_row)[-1]

    def _sections(self, row: int) -> list[int]:
        """The sections of a row that have the text, from left to right."""
        if self._found is None or not 0 <= row < self._shown.rows:
            return []
        record = self._model.record_of(row)
        columns = self._document.dataset.columns
        values = self._found.values
        return [
            section
            for section, column in enumerate(columns)
            if column.name in values and values[column.name][column.codes[record]]
        ]

    def _tell(self) -> None:
        assert self._found is not None  # noqa: S101
        found, index = self._found, self._table.currentIndex()
        sections = self._sections(index.row()) if index.isValid() else []
        if index.column() in sections:
            number = found.cells_above(index.row()) + sections.index(index.column()) + 1
            self.told.emit(tr("{place} of {whole}", place=count(number), whole=count(found.cells)), True)
        else:
            self.told.emit(tr_n(found.cells, "{n} found", "{n} found"), True)

    def _ignore(self, _error: object) -> None:
        self.told.emit("", False)
