"""Reads columns of the document as another type: starts the work, takes the result over as one undoable step."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, Signal

from arxdesk.core.commands import ChangeColumns, of_attributes
from arxdesk.core.document import Document
from arxdesk.tasks.activity import Activity
from arxdesk.tasks.jobs import Jobs
from arxdesk.tasks.task import Work
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import ValueType
from arxdesk_engine.foundation.language import marked
from arxdesk_engine.foundation.messages import told
from arxdesk_engine.preparation.retyping import (
    Candidates,
    RetypedColumn,
    TypeFit,
    candidates_of,
    retype_all,
    with_another_format,
    with_missing,
)

GUESSING = Activity(marked("Guessing the type of a column"))
RETYPING = Activity(marked("Reading columns as another type"))

_HOW_IT_IS_READ = ("type", "format", "other_formats", "order", "separator", "replace", "replacements")


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Cells of a column that contradict a chosen type."""

    attribute: str
    fit: TypeFit


class ColumnReader(QObject):
    """Results for columns that changed meanwhile are dropped, and so are all results during a search."""

    guessed = Signal(Candidates)
    contradicted = Signal(Contradiction)
    """The column stays as it is until the user decides."""
    left_out = Signal(tuple)
    """The names of columns that do not fit the type that several were to be read as."""
    ended = Signal()

    def __init__(self, document: Document, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._jobs = jobs
        self._guesses: dict[str, tuple[Column, Candidates]] = {}
        self._guessed: Column | None = None
        self._asked: dict[str, Column] = {}
        """The columns of the latest request, as they were; only its result arrives."""

    def guess(self, name: str) -> None:
        """Find the types that a column can be read as; `guessed` answers, at once if they are known."""
        column = self._document.dataset[name]
        known = self._guesses.get(name)
        if known is not None and known[0] is column:
            self.guessed.emit(known[1])
            return
        work = partial(candidates_of, column)
        self._guessed = column
        self._jobs.start(self, GUESSING, work, self._take_guess, self._document.wishes.tell_failure)

    def read_as(self, names: Iterable[str], kind: ValueType) -> None:
        """Read columns as a type; those whose cells all fit change in one step."""
        document = self._document
        columns = {name: (document.dataset[name], document.settings_of(name)) for name in names}
        work = partial(retype_all, columns, document.job, kind)
        self._start(work, {name: column for name, (column, _settings) in columns.items()})

    def read_misfits_as_missing(self, name: str, fit: TypeFit) -> None:
        """Read a column as a type, contradicting cells as missing."""
        column, settings = self._document.dataset[name], self._document.settings_of(name)
        work = partial(with_missing, column, settings, self._document.job, fit)
        self._start(work, {name: column})

    def read_another_format(self, name: str, fit: TypeFit) -> None:
        """Read a column of dates that are written in one format more."""
        column, settings = self._document.dataset[name], self._document.settings_of(name)
        work = partial(with_another_format, column, settings, self._document.job, fit)
        self._start(work, {name: column})

    def _start(self, work: Work[object], columns: dict[str, Column]) -> None:
        if not self._document.locked:
            self._asked = columns
            self._jobs.start(self, RETYPING, work, self._take, self._fail)

    def _take_guess(self, found: object) -> None:
        column = self._guessed
        if isinstance(found, Candidates) and column is not None:
            self._guesses[column.name] = (column, found)
            if self._document.dataset[column.name] is column:
                self.guessed.emit(found)

    def _take(self, found: object) -> None:
        if not isinstance(found, dict):
            found = dict.fromkeys(self._asked, found)
        if not self._document.locked:
            current = {name: each for name, each in found.items() if self._is_current(name)}
            read = {name: each for name, each in current.items() if isinstance(each, RetypedColumn)}
            self._put({name: self._merged(name, each) for name, each in read.items()})
            unfit = {name: each for name, each in current.items() if isinstance(each, TypeFit)}
            if len(found) == 1:
                for name, fit in unfit.items():
                    self.contradicted.emit(Contradiction(name, fit))
            elif unfit:
                self.left_out.emit(tuple(unfit))
        self.ended.emit()

    def _put(self, read: dict[str, RetypedColumn]) -> None:
        changed = {
            name: each
            for name, each in read.items()
            if each.settings != self._document.settings_of(name)
            or each.column.type != self._document.dataset[name].type
        }
        if changed:
            after = [(each.column, each.settings) for each in changed.values()]
            self._document.push(
                ChangeColumns(self._document, after, told("Type of {columns}", columns=of_attributes(changed)))
            )

    def _merged(self, name: str, read: RetypedColumn) -> RetypedColumn:
        """The current settings of the attribute; only those of reading come from the reading."""
        how = {field: getattr(read.settings, field) for field in _HOW_IT_IS_READ}
        return RetypedColumn(read.column, self._document.settings_of(name).model_copy(update=how))

    def _is_current(self, name: str) -> bool:
        return self._document.dataset[name] is self._asked[name]

    def _fail(self, error: Exception) -> None:
        self._document.wishes.tell_failure(error)
        self.ended.emit()
