"""The table that is being imported: what was chosen for it, what is known of it, and the changes of its columns."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from arxdesk.core.values.declared import DeclaredPart, can_be
from arxdesk.importing.choices import Choices, ColumnChoice, job_of, outside_job_of
from arxdesk_engine.data.schema import Role
from arxdesk_engine.job.job import Job
from arxdesk_engine.preparation.importing.judging import Records
from arxdesk_engine.preparation.importing.table import ImportSource, Judgement, Proposal, Reading, ReadTable

UNCERTAIN = "uncertain"


class Draft(QObject):
    """Starts no work: `ImportFlow` does, and puts in what was found.

    `kept_changed` follows the others where columns were kept or left out.
    """

    column_changed = Signal(int)
    problems_changed = Signal()
    roles_changed = Signal()
    kept_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.source: ImportSource | None = None
        self.choices: Choices | None = None
        self.table: ReadTable | None = None
        self.judgements: dict[int, Judgement] = {}
        self.pending: dict[int, Reading] = {}
        """What columns are to be read as, by their places, until it is known how that fits."""
        self.proposals: Mapping[str, Proposal] | None = None
        self.problem_records: Records | None = None
        self.was_changed = False
        """Whether the user has changed anything since the file was opened."""

    # What is known

    @property
    def asks_for_header(self) -> bool:
        """Whether the first row may be names or a record, and the user has not decided."""
        return self.table is not None and self.table.sure.get("header") == UNCERTAIN

    def judgement(self, place: int) -> Judgement:
        """The fit of a column to its reading."""
        assert self.table is not None  # noqa: S101 - called only once there is one
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
        """The places of kept columns that have no role yet."""
        if self.choices is None or self.proposals is None:
            return ()
        return tuple(place for place, _column in self.choices.kept() if not self.is_decided(place))

    def is_checking(self, place: int) -> bool:
        """Whether the fit of a column to its reading is still being determined."""
        return place in self.pending

    def misfits(self) -> dict[int, Judgement]:
        """The columns that are kept and have cells that do not fit, by their places."""
        if self.table is None or self.choices is None:
            return {}
        found = {place: self.judgement(place) for place, _column in self.choices.kept()}
        return {place: judged for place, judged in found.items() if judged.misfits}

    @property
    def stays_outside(self) -> bool:
        """Whether the records stay where they are."""
        return self.choices is not None and self.choices.stays_outside

    @property
    def is_read(self) -> bool:
        """Whether everything was read that the job needs: the whole table, or the first records of one that stays."""
        return self.table is not None and (self.table.whole or self.stays_outside)

    def job(self) -> Job | None:
        """The job of the current choices."""
        if self.table is None or self.choices is None:
            return None
        roles = {name: each.role for name, each in (self.proposals or {}).items() if each.decided}
        if self.stays_outside:
            return outside_job_of(self.choices, roles)
        return job_of(self.choices, self.table, self.judgements, roles)

    # What becomes of the columns

    def keep(self, place: int, keep: bool) -> None:
        """Keep a column or leave it out."""
        if self.choices is not None:
            self._change_column(place, replace(self.choices.columns[place], keep=keep))
            self.kept_changed.emit()

    def keep_only(self, keeps: Mapping[int, bool]) -> None:
        """Keep or leave out several columns."""
        if self.choices is None:
            return
        self.was_changed = True
        columns = tuple(
            replace(column, keep=keeps.get(place, column.keep)) for place, column in enumerate(self.choices.columns)
        )
        self.choices = replace(self.choices, columns=columns)
        self.roles_changed.emit()
        for place in keeps:
            self.column_changed.emit(place)
        self.kept_changed.emit()

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
        self.was_changed = True
        self.choices = moved
        self.roles_changed.emit()
        return True

    def set_role(self, places: list[int], role: Role | None) -> None:
        """Give columns a role; None: the proposed one. Where it cannot be, what they are declared as goes."""
        if self.choices is None:
            return
        self.was_changed = True
        for place in places:
            self.choices = self.choices.with_column(place, replace(self.choices.columns[place], role=role))
            part = self.choices.columns[place].declared
            if part is not None and not can_be(part, self.role_of(place)):
                self.choices = self.choices.declare(place, None, self.role_of(place))
        self.roles_changed.emit()

    def declare(self, place: int, part: DeclaredPart | None) -> None:
        """Say that a column has people, weights or households; None: nothing beside its role."""
        if self.choices is not None:
            self.was_changed = True
            self.choices = self.choices.declare(place, part, self.role_of(place))
            self.roles_changed.emit()

    def set_hierarchies(self, wanted: bool) -> None:
        """Whether hierarchies are proposed."""
        if self.choices is not None:
            self.choices = replace(self.choices, hierarchies=wanted)

    # What is found out

    def take_table(self, table: ReadTable, choices: Choices) -> None:
        """Go on with what was read; columns that were to be read as something else are judged anew."""
        self.table = table
        self.choices = choices.for_columns([column.name for column in table.columns])
        self.judgements = {}
        self.pending = {place: each.reading for place, each in enumerate(self.choices.columns) if each.reading}

    def take_judgements(self, found: Mapping[int, Judgement]) -> None:
        """Take how columns fit."""
        for place, judged in found.items():
            self.judgements[place] = judged
            if self.pending.get(place) == judged.reading:
                del self.pending[place]
            self.column_changed.emit(place)

    def take_first_judgements(self, found: Mapping[int, Judgement]) -> None:
        """Take how the cells in view fit; the others are still being judged."""
        for place, judged in found.items():
            if self.pending.get(place) == judged.reading:
                self.judgements[place] = judged
                self.column_changed.emit(place)

    def take_problems(self, records: Records) -> None:
        """Take the records with cells that do not fit."""
        self.problem_records = records
        self.problems_changed.emit()

    def forget_table(self) -> None:
        """Forget what was read, and what was found out of it."""
        self.table, self.proposals, self.problem_records = None, None, None
        self.judgements, self.pending = {}, {}

    def _change_column(self, place: int, column: ColumnChoice) -> None:
        assert self.choices is not None  # noqa: S101
        self.was_changed = True
        self.choices = self.choices.with_column(place, column)
        self.column_changed.emit(place)
        self.roles_changed.emit()
