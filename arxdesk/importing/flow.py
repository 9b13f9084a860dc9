"""The course of an import: what was chosen, what was read of it, and the work on the way. Knows no widgets."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from PySide6.QtCore import QObject, Signal

from arxdesk.core.session.loading_work import LoadedProject
from arxdesk.importing.activities import (
    FINDING_PROBLEMS,
    IMPORTING,
    JUDGING,
    LOOKING,
    PREVIEWING,
    PROPOSING_ROLES,
    READING,
)
from arxdesk.importing.choices import Choices, ColumnChoice, job_of
from arxdesk.importing.work import make, propose_roles
from arxdesk.tasks.activity import Activity
from arxdesk.tasks.jobs import Jobs
from arxdesk.tasks.task import T, Work
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.control import Progress
from arxdesk_engine.foundation.errors import UserError
from arxdesk_engine.job.job import DataSource, Job
from arxdesk_engine.preparation.importing import judging
from arxdesk_engine.preparation.importing import reading as reading_of
from arxdesk_engine.preparation.importing.judging import NO_RECORDS, Records
from arxdesk_engine.preparation.importing.table import ImportSource, Judgement, Proposal, Reading, ReadTable

Stage = Literal["source", "table", "project"]
_OF_TABLE = (PREVIEWING, READING, JUDGING, FINDING_PROBLEMS, PROPOSING_ROLES, IMPORTING)
UNCERTAIN = "uncertain"
MANY_TEXTS = 20_000
"""A column with more different texts is judged by those in view first."""


@dataclass(frozen=True, slots=True)
class Failure:
    """What did not work, and on the way to what."""

    stage: Stage
    error: UserError


class ImportFlow(QObject):
    """Holds the choices and starts what follows from them; late results of earlier choices never arrive."""

    source_changed = Signal()
    table_changed = Signal()
    column_changed = Signal(int)
    problems_changed = Signal()
    roles_changed = Signal()
    progressed = Signal(Progress)
    failed = Signal(Failure)
    crashed = Signal(Exception)
    finished = Signal(LoadedProject)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = Jobs(self)
        self._password: str | None = None
        self.source: ImportSource | None = None
        self.choices: Choices | None = None
        self.table: ReadTable | None = None
        self.judgements: dict[int, Judgement] = {}
        self.proposals: Mapping[str, Proposal] | None = None
        self.problem_records: Records | None = None
        self._pending: dict[int, Reading] = {}
        self._remembered: Choices | None = None
        self._finishing = False
        self._changed = False
        self._guessed: Mapping[str, str] = {}
        self._read: ReadTable | None = None

    # What is shown

    @property
    def busy(self) -> bool:
        """Whether something is being read or made."""
        return any(self._jobs.is_running(kind) for kind in (LOOKING, *_OF_TABLE))

    def is_busy(self, kind: Activity) -> bool:
        """Whether work of a kind runs."""
        return self._jobs.is_running(kind)

    @property
    def asks_for_header(self) -> bool:
        """Whether the first row may be names or a record, and nobody has said which."""
        return self.table is not None and self.table.sure.get("header") == UNCERTAIN

    def judgement(self, place: int) -> Judgement:
        """How a column fits what it is read as."""
        assert self.table is not None  # noqa: S101 - asked only once there is one
        return self.judgements.get(place, self.table.columns[place].candidates[0])

    def role_of(self, place: int) -> Role:
        """The role that a column gets."""
        assert self.choices is not None  # noqa: S101
        column = self.choices.columns[place]
        proposal = (self.proposals or {}).get(column.source)
        return column.role or (proposal.role if proposal else Role.INSENSITIVE)

    def is_decided(self, place: int) -> bool:
        """Whether a role was chosen for a column, or is proposed for a reason."""
        assert self.choices is not None  # noqa: S101
        column = self.choices.columns[place]
        proposal = (self.proposals or {}).get(column.source)
        return column.role is not None or (proposal is not None and proposal.decided)

    def undecided(self) -> tuple[int, ...]:
        """The places of the columns that are kept and whose role nobody can tell yet."""
        if self.choices is None or self.proposals is None:
            return ()
        return tuple(place for place, _column in self.choices.kept() if not self.is_decided(place))

    def is_checking(self, place: int) -> bool:
        """Whether it is still being found out how a column fits what it is to be read as."""
        return place in self._pending

    def misfits(self) -> dict[int, Judgement]:
        """The columns that are kept and have cells that do not fit, by their places."""
        if self.table is None or self.choices is None:
            return {}
        found = {place: self.judgement(place) for place, _column in self.choices.kept()}
        return {place: judged for place, judged in found.items() if judged.misfits}

    @property
    def was_changed(self) -> bool:
        """Whether somebody has set anything by hand since the file was opened."""
        return self._changed

    def job(self) -> Job | None:
        """The job that says what was chosen."""
        if self.table is None or self.choices is None:
            return None
        roles = {name: each.role for name, each in (self.proposals or {}).items() if each.decided}
        return job_of(self.choices, self.table, self.judgements, roles)

    # What is chosen

    def open(self, path: str, password: str | None = None, remembered: Choices | None = None) -> None:
        """Look at a file or a database; a file with one table is read at once.

        `remembered` is what was chosen the last time, and is taken up where it is of the same file.
        """
        self._remembered = remembered
        self._changed = False
        self._abandon(LOOKING, *_OF_TABLE)
        self._forget_table()
        self._password = password
        self.source, self.choices = None, None
        self._start(LOOKING, partial(reading_of.look, path, password), self._take_source, "source")
        self.source_changed.emit()

    def choose_table(self, name: str) -> None:
        """Read a sheet of the workbook or a table of the database."""
        assert self.source is not None  # noqa: S101
        key = "table" if self.source.is_database else "sheet"
        if self.choices is not None and getattr(self.choices.data, key) == name:
            return
        limit = self.choices.data.row_limit if self.choices else None
        data = DataSource.model_validate({"path": self.source.path, key: name, "row_limit": limit})
        self._read_anew(Choices(data))

    def limit_rows(self, limit: int | None) -> None:
        """Read at most so many records."""
        self._changed = True
        if self.choices is not None and self.choices.data.row_limit != limit:
            self._read_anew(self.choices.with_data(row_limit=limit))

    def change_syntax(self, **changes: object) -> None:
        """Read the table in another way."""
        if self.choices is not None:
            changed = self.choices.with_data(**changes)
            if changed.data != self.choices.data:
                self._changed = True
                self.choices = changed
                self._read_anew(changed, detect=False)

    def take_way(self, settings: Mapping[str, object]) -> None:
        """Read a table that was in doubt in one of the ways that were offered."""
        if self.choices is not None:
            self._read_anew(self.choices.with_data(**settings))

    def answer_header(self, is_header: bool) -> None:
        """Read the table with names in its first row, or without; it may have been read like that already."""
        if self.choices is not None:
            self._read_anew(self.choices.with_data(header=is_header), detect=False)

    def read_column(self, place: int, reading: Reading) -> None:
        """Read a column as another type: the cells in view first where there are very many different ones."""
        if self.table is None or self.choices is None:
            return
        self._changed = True
        self.choices = self.choices.with_column(place, replace(self.choices.columns[place], reading=reading))
        column = self.table.columns[place]
        known = next((each for each in column.candidates if each.reading == reading), None)
        if known is not None:
            self._pending.pop(place, None)
            self._take_judgements({place: known})
            return
        self._pending[place] = reading
        if len(column.texts) > MANY_TEXTS:
            shown = partial(judging.judge, self.table, {place: reading}, self.problem_records)
            self._start(PREVIEWING, shown, self._take_first_judgements, "table")
        self._judge()

    def keep(self, place: int, keep: bool) -> None:
        """Keep a column or leave it out."""
        if self.choices is not None:
            self._change_column(place, replace(self.choices.columns[place], keep=keep))
            self._find_problems()

    def keep_only(self, keeps: Mapping[int, bool]) -> None:
        """Keep or leave out several columns."""
        if self.choices is None:
            return
        self._changed = True
        columns = tuple(
            replace(column, keep=keeps.get(place, column.keep)) for place, column in enumerate(self.choices.columns)
        )
        self.choices = replace(self.choices, columns=columns)
        self.roles_changed.emit()
        for place in keeps:
            self.column_changed.emit(place)
        self._find_problems()

    def rename(self, place: int, name: str) -> None:
        """Give a column another name."""
        if self.choices is not None:
            self._change_column(place, replace(self.choices.columns[place], name=name))

    def move(self, places: Collection[int], by: int) -> bool:
        """Move columns one place towards the end (`by` 1) or the beginning (-1); whether there was room."""
        if self.choices is None:
            return False
        moved = self.choices.moved(places, by)
        if moved == self.choices:
            return False
        self._changed = True
        self.choices = moved
        self.roles_changed.emit()
        return True

    def set_role(self, places: list[int], role: Role | None) -> None:
        """Give columns a role; None: the proposed one."""
        if self.choices is None:
            return
        self._changed = True
        for place in places:
            self.choices = self.choices.with_column(place, replace(self.choices.columns[place], role=role))
        self.roles_changed.emit()

    def set_hierarchies(self, wanted: bool) -> None:
        """Whether hierarchies are proposed."""
        if self.choices is not None:
            self.choices = replace(self.choices, hierarchies=wanted)

    def finish(self) -> None:
        """Make the project, as soon as the whole table is read."""
        self._finishing = True
        job = self.job()
        if job is None or self.table is None or not self.table.whole or self.proposals is None or self._pending:
            return
        wanted = self.choices is not None and self.choices.hierarchies
        work = partial(make, self.table, job, wanted)
        self._start(IMPORTING, work, self._take_project, "project")

    def hesitate(self) -> None:
        """Do not make the project after all."""
        self._finishing = False
        self._jobs.abandon(IMPORTING)

    def end(self) -> None:
        """Abandon all work. A server that does not answer, or a long file, would hold up the window otherwise."""
        self._jobs.retire()

    # What arrives

    def _take_source(self, source: ImportSource) -> None:
        self.source = source
        self.source_changed.emit()
        remembered, self._remembered = self._remembered, None
        if remembered is not None and remembered.data.path == source.path:
            self._read_anew(remembered, detect=False)
        elif len(source.tables) == 1:
            self.choose_table(source.tables[0].name)
        elif not source.tables and not source.is_database:
            self._read_anew(Choices(DataSource(path=source.path)))

    def _read_anew(self, choices: Choices, *, detect: bool = True) -> None:
        self._abandon(*_OF_TABLE)
        self._forget_table()
        self.choices = choices
        self._guessed = {} if detect or self._read is None else _still_guessed(self._read, choices.data)
        work = partial(reading_of.read_first, choices.data, self._password, detect)
        self._start(PREVIEWING, work, self._take_first, "table")
        self.source_changed.emit()

    def _take_first(self, table: ReadTable) -> None:
        table = replace(table, sure={**table.sure, **self._guessed})
        self._take_table(table)
        if not table.whole:
            work = partial(reading_of.read_whole, table.data, self._password, table.sure)
            self._start(READING, work, self._take_table, "table")

    def _take_table(self, table: ReadTable) -> None:
        if self.choices is None:
            return
        self.table = self._read = table
        self.choices = replace(self.choices, data=table.data).for_columns([column.name for column in table.columns])
        self.judgements = {}
        self._pending = {place: each.reading for place, each in enumerate(self.choices.columns) if each.reading}
        self.table_changed.emit()
        self._judge()
        self._find_problems()
        if table.whole:
            self._start(PROPOSING_ROLES, partial(propose_roles, table), self._take_proposals, "table")

    def _judge(self) -> None:
        if self._pending and self.table is not None:
            work = partial(judging.judge, self.table, dict(self._pending), None)
            self._start(JUDGING, work, self._take_judgements, "table")

    def _take_first_judgements(self, found: Mapping[int, Judgement]) -> None:
        for place, judged in found.items():
            if self._pending.get(place) == judged.reading:
                self.judgements[place] = judged
                self.column_changed.emit(place)

    def _take_judgements(self, found: Mapping[int, Judgement]) -> None:
        for place, judged in found.items():
            self.judgements[place] = judged
            if self._pending.get(place) == judged.reading:
                del self._pending[place]
            self.column_changed.emit(place)
        self._find_problems()
        if self._finishing:
            self.finish()

    def _find_problems(self) -> None:
        """Look for the records with cells that do not fit."""
        misfits = self.misfits()
        if not misfits or self.table is None:
            self._jobs.abandon(FINDING_PROBLEMS)
            self._take_problems(NO_RECORDS)
            return
        work = partial(judging.records_with_problems, self.table, misfits)
        self._start(FINDING_PROBLEMS, work, self._take_problems, "table")

    def _take_proposals(self, proposals: Mapping[str, Proposal]) -> None:
        self.proposals = proposals
        self.roles_changed.emit()
        if self._finishing:
            self.finish()

    def _take_problems(self, records: Records) -> None:
        self.problem_records = records
        self.problems_changed.emit()

    def _take_project(self, project: LoadedProject) -> None:
        self._finishing = False
        self.finished.emit(project)

    # How it is done

    def _change_column(self, place: int, column: ColumnChoice) -> None:
        assert self.choices is not None  # noqa: S101
        self._changed = True
        self.choices = self.choices.with_column(place, column)
        self.column_changed.emit(place)
        self.roles_changed.emit()

    def _forget_table(self) -> None:
        self.table, self.proposals, self.problem_records = None, None, None
        self.judgements, self._pending, self._finishing = {}, {}, False

    def _abandon(self, *kinds: Activity) -> None:
        for kind in kinds:
            self._jobs.abandon(kind)

    def _start(self, kind: Activity, work: Work[T], arrived: Callable[[T], None], stage: Stage) -> None:
        self._jobs.start(self, kind, work, arrived, partial(self._fail, stage), self.progressed.emit)

    def _fail(self, stage: Stage, error: Exception) -> None:
        self._finishing = False
        if not isinstance(error, UserError):
            self.crashed.emit(error)
            return
        if stage == "table":
            self._abandon(*_OF_TABLE)
            self._forget_table()
        self.failed.emit(Failure(stage, error))


def _still_guessed(before: ReadTable, data: DataSource) -> dict[str, str]:
    """How sure it was what nobody has changed since: it is no surer because something else was said."""
    if before.data.path != data.path:
        return {}
    known = {key: before.sure[key] for key in ("delimiter", "quote", "encoding") if key in before.sure}
    return {key: sure for key, sure in known.items() if getattr(before.data, key) == getattr(data, key)}
