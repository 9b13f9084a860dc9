"""The course of an import: a source is looked at, a table read and judged, a project made of it. Knows no widgets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from PySide6.QtCore import QObject, Signal

from arxdesk.core.session.loaded_project import LoadedProject
from arxdesk.importing.activities import (
    FINDING_PROBLEMS,
    IMPORTING,
    JUDGING,
    LOOKING,
    PREVIEWING,
    PROPOSING_ROLES,
    READING,
)
from arxdesk.importing.choices import Choices
from arxdesk.importing.draft import Draft
from arxdesk.importing.outside import with_misfits_as_text
from arxdesk.importing.outside_work import first_rows, look, make_grouped
from arxdesk.importing.work import make, propose_roles
from arxdesk.tasks.activity import Activity
from arxdesk.tasks.jobs import Jobs
from arxdesk.tasks.task import T, Work
from arxdesk_engine.foundation.control import Progress
from arxdesk_engine.foundation.errors import UserError
from arxdesk_engine.job.data_source import DataSource
from arxdesk_engine.preparation.importing import judging
from arxdesk_engine.preparation.importing import reading as reading_of
from arxdesk_engine.preparation.importing.judging import NO_RECORDS
from arxdesk_engine.preparation.importing.table import ImportSource, Judgement, Proposal, Reading, ReadTable

Stage = Literal["source", "table", "project"]
_OF_TABLE = (PREVIEWING, READING, JUDGING, FINDING_PROBLEMS, PROPOSING_ROLES, IMPORTING)
MANY_TEXTS = 20_000
"""In a column with more distinct texts the visible ones are judged first."""


@dataclass(frozen=True, slots=True)
class Failure:
    """An error, with the activity that failed."""

    stage: Stage
    error: UserError


class ImportFlow(QObject):
    """Fills the draft with what is read and found out; late results of earlier choices never arrive."""

    source_changed = Signal()
    table_changed = Signal()
    progressed = Signal(Progress)
    failed = Signal(Failure)
    crashed = Signal(Exception)
    finished = Signal(LoadedProject)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = Jobs(self)
        self._password: str | None = None
        self.draft = Draft(self)
        self._remembered: Choices | None = None
        self._finishing = False
        self._guessed: Mapping[str, str] = {}
        self._read: ReadTable | None = None
        self.draft.kept_changed.connect(self._find_problems)

    # State

    @property
    def busy(self) -> bool:
        """Whether something is being read or made."""
        return any(self._jobs.is_running(kind) for kind in (LOOKING, *_OF_TABLE))

    def is_busy(self, kind: Activity) -> bool:
        """Whether work of a kind runs."""
        return self._jobs.is_running(kind)

    # Choices

    def open(self, path: str, password: str | None = None, remembered: Choices | None = None) -> None:
        """Open a file or a database; a file with one table is read at once.

        `remembered` are the last choices, which are restored if they are about the same file.
        """
        self._remembered = remembered
        self.draft.was_changed = False
        self._give_up(LOOKING, *_OF_TABLE)
        self._password = password
        self.draft.source, self.draft.choices = None, None
        self._start(LOOKING, partial(look, path, password), self._take_source, "source")
        self.source_changed.emit()

    def choose_table(self, name: str) -> None:
        """Read a sheet of the workbook or a table of the database."""
        assert self.draft.source is not None  # noqa: S101
        key = "table" if self.draft.source.is_database else "sheet"
        if self.draft.choices is not None and getattr(self.draft.choices.data, key) == name:
            return
        limit = self.draft.choices.data.row_limit if self.draft.choices else None
        data = DataSource.model_validate({"path": self.draft.source.path, key: name, "row_limit": limit})
        self._read_anew(Choices(data))

    def limit_rows(self, limit: int | None) -> None:
        """Limit the number of records."""
        self.draft.was_changed = True
        if self.draft.choices is not None and self.draft.choices.data.row_limit != limit:
            self._read_anew(self.draft.choices.with_data(row_limit=limit))

    def change_syntax(self, **changes: object) -> None:
        """Read the table in another way."""
        if self.draft.choices is not None:
            changed = self.draft.choices.with_data(**changes)
            if changed.data != self.draft.choices.data:
                self.draft.was_changed = True
                self.draft.choices = changed
                self._read_anew(changed, detect=False)

    def take_way(self, settings: Mapping[str, object]) -> None:
        """Read a table that was in doubt in one of the ways that were offered."""
        if self.draft.choices is not None:
            self._read_anew(self.draft.choices.with_data(**settings))

    def answer_header(self, is_header: bool) -> None:
        """Read the table with names in its first row, or without; it may have been read like that already."""
        if self.draft.choices is not None:
            self._read_anew(self.draft.choices.with_data(header=is_header), detect=False)

    def read_column(self, place: int, reading: Reading) -> None:
        """Read a column as another type: visible cells first if there are very many distinct ones."""
        draft = self.draft
        if draft.table is None or draft.choices is None:
            return
        draft.was_changed = True
        draft.choices = draft.choices.with_column(place, replace(draft.choices.columns[place], reading=reading))
        column = draft.table.columns[place]
        known = next((each for each in column.candidates if each.reading == reading), None)
        if known is not None:
            draft.pending.pop(place, None)
            self._take_judgements({place: known})
            return
        draft.pending[place] = reading
        if len(column.texts) > MANY_TEXTS:
            shown = partial(judging.judge, draft.table, {place: reading}, draft.problem_records)
            self._start(PREVIEWING, shown, draft.take_first_judgements, "table")
        self._judge()

    def finish(self) -> None:
        """Make the project, as soon as the whole table is read."""
        self._finishing = True
        draft, job = self.draft, self.draft.job()
        if job is None or draft.table is None or not draft.is_read or draft.proposals is None or draft.pending:
            return
        wanted = draft.choices is not None and draft.choices.hierarchies
        work = partial(make_grouped, job, wanted) if draft.stays_outside else partial(make, draft.table, job, wanted)
        self._start(IMPORTING, work, self._take_project, "project")

    def hesitate(self) -> None:
        """Do not make the project after all."""
        self._finishing = False
        self._jobs.abandon(IMPORTING)

    def end(self) -> None:
        """Abandon all work. A server that does not answer, or a long file, would hold up the window otherwise."""
        self._jobs.retire()

    # Results

    def _take_source(self, source: ImportSource) -> None:
        self.draft.source = source
        self.source_changed.emit()
        remembered, self._remembered = self._remembered, None
        if remembered is not None and remembered.data.path == source.path:
            self._read_anew(remembered, detect=False)
        elif len(source.tables) == 1:
            self.choose_table(source.tables[0].name)
        elif not source.tables and not source.is_database:
            self._read_anew(Choices(DataSource(path=source.path, engine="duckdb" if source.stays else "auto")))

    def _read_anew(self, choices: Choices, *, detect: bool = True) -> None:
        self._give_up(*_OF_TABLE)
        self.draft.choices = choices
        self._guessed = {} if detect or self._read is None else _still_guessed(self._read, choices.data)
        work = partial(reading_of.read_first, choices.data, self._password, detect)
        if choices.stays_outside:
            work = partial(first_rows, choices.data, self._password)
        self._start(PREVIEWING, work, self._take_first, "table")
        self.source_changed.emit()

    def _take_first(self, table: ReadTable) -> None:
        table = replace(table, sure={**table.sure, **self._guessed})
        self._take_table(table)
        if not self.draft.is_read:
            work = partial(reading_of.read_whole, table.data, self._password, table.sure)
            self._start(READING, work, self._take_table, "table")

    def _take_table(self, table: ReadTable) -> None:
        if self.draft.choices is None:
            return
        self._read = table
        choices = replace(self.draft.choices, data=table.data).for_columns([column.name for column in table.columns])
        if choices.stays_outside:
            choices = with_misfits_as_text(table, choices)
        self.draft.take_table(table, choices)
        self.table_changed.emit()
        self._judge()
        self._find_problems()
        if self.draft.is_read:
            self._start(PROPOSING_ROLES, partial(propose_roles, table), self._take_proposals, "table")

    def _judge(self) -> None:
        if self.draft.pending and self.draft.table is not None:
            work = partial(judging.judge, self.draft.table, dict(self.draft.pending), None)
            self._start(JUDGING, work, self._take_judgements, "table")

    def _take_judgements(self, found: Mapping[int, Judgement]) -> None:
        self.draft.take_judgements(found)
        self._find_problems()
        if self._finishing:
            self.finish()

    def _find_problems(self) -> None:
        """Look for the records with cells that do not fit."""
        misfits = self.draft.misfits()
        if not misfits or self.draft.table is None:
            self._jobs.abandon(FINDING_PROBLEMS)
            self.draft.take_problems(NO_RECORDS)
            return
        work = partial(judging.records_with_problems, self.draft.table, misfits)
        self._start(FINDING_PROBLEMS, work, self.draft.take_problems, "table")

    def _take_proposals(self, proposals: Mapping[str, Proposal]) -> None:
        self.draft.proposals = proposals
        self.draft.roles_changed.emit()
        if self._finishing:
            self.finish()

    def _take_project(self, project: LoadedProject) -> None:
        self._finishing = False
        self.finished.emit(project)

    # Work

    def _give_up(self, *kinds: Activity) -> None:
        """Abandon work of some kinds, and forget the table."""
        for kind in kinds:
            self._jobs.abandon(kind)
        self._finishing = False
        self.draft.forget_table()

    def _start(self, kind: Activity, work: Work[T], arrived: Callable[[T], None], stage: Stage) -> None:
        self._jobs.start(self, kind, work, arrived, partial(self._fail, stage), self.progressed.emit)

    def _fail(self, stage: Stage, error: Exception) -> None:
        self._finishing = False
        if not isinstance(error, UserError):
            self.crashed.emit(error)
            return
        if stage == "table":
            self._give_up(*_OF_TABLE)
        self.failed.emit(Failure(stage, error))


def _still_guessed(before: ReadTable, data: DataSource) -> dict[str, str]:
    """The certainty of unchanged guesses: it does not grow when other settings change."""
    if before.data.path != data.path:
        return {}
    known = {key: before.sure[key] for key in ("delimiter", "quote", "encoding") if key in before.sure}
    return {key: sure for key, sure in known.items() if getattr(before.data, key) == getattr(data, key)}
