"""The choices of the import wizard, and the equivalent job. Knows no Qt."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from arxdesk.core.values.declared import DECLARED_PARTS, DeclaredPart, can_be
from arxdesk_engine.data.schema import Role, ValueType
from arxdesk_engine.foundation.language import language, tr
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.job.data_source import DataSource
from arxdesk_engine.job.job import Job, SuppressionSettings
from arxdesk_engine.job.output import OutputSettings
from arxdesk_engine.job.report import ReportSettings
from arxdesk_engine.preparation.importing.table import Judgement, Reading, ReadTable


@dataclass(frozen=True, slots=True)
class ColumnChoice:
    """The choices for one column of the file; None for its reading or role is the proposed one."""

    source: str
    name: str
    keep: bool = True
    reading: Reading | None = None
    role: Role | None = None
    declared: DeclaredPart | None = None
    """What it is beside its role; one column of a table at most is each."""


@dataclass(frozen=True, slots=True)
class Choices:
    """The reading of a table (`data`) and the choices for its columns, in the order of the file.

    `order` are the places of the columns in their new order; () for that of the file.
    """

    data: DataSource
    columns: tuple[ColumnChoice, ...] = ()
    hierarchies: bool = True
    order: tuple[int, ...] = ()

    @property
    def stays_outside(self) -> bool:
        """Whether the records stay where they are, and only their distinct combinations are read."""
        return self.data.engine in ("duckdb", "database")

    @property
    def places(self) -> tuple[int, ...]:
        """The places of all columns in the order that they get."""
        return self.order or tuple(range(len(self.columns)))

    def moved(self, places: Collection[int], by: int) -> Choices:
        """Move columns one place to the end (`by` 1) or to the beginning (-1), as a block."""
        order = list(self.places)
        rows = sorted((order.index(place) for place in places), reverse=by > 0)
        if not rows or not 0 <= rows[0] + by < len(order):
            return self
        for row in rows:
            order[row], order[row + by] = order[row + by], order[row]
        return replace(self, order=() if order == sorted(order) else tuple(order))

    def for_columns(self, names: Sequence[str]) -> Choices:
        """The choices for a table with these columns: those still there keep theirs."""
        known = {column.source: column for column in self.columns}
        columns = tuple(known.get(name) or ColumnChoice(name, name) for name in names)
        is_same = [column.source for column in self.columns] == list(names)
        return replace(self, columns=columns, order=self.order if is_same else ())

    def with_data(self, **changes: object) -> Choices:
        """Change the reading. One mark cannot mean two things: the other one changes."""
        data = self.data.model_copy(update=changes)
        if data.decimal_mark == data.thousands_mark:
            other = "." if data.decimal_mark == "," else ","
            given_way = "decimal_mark" if "thousands_mark" in changes else "thousands_mark"
            data = data.model_copy(update={given_way: other})
        return replace(self, data=data)

    def with_column(self, place: int, column: ColumnChoice) -> Choices:
        """Change the choices for one column."""
        return replace(self, columns=(*self.columns[:place], column, *self.columns[place + 1 :]))

    def declare(self, place: int, part: DeclaredPart | None, role: Role) -> Choices:
        """Declare a column as the one with people, weights or households, and no other; None: as nothing. `role` is the
        one it has; where that cannot be it gets another."""
        changed = self
        for other, column in enumerate(self.columns):
            if other != place and part is not None and column.declared == part:
                changed = changed.with_column(other, replace(column, declared=None))
        column = replace(self.columns[place], declared=part)
        if part is not None and not can_be(part, role):
            column = replace(column, role=Role.INSENSITIVE if part == "weight" else Role.IDENTIFYING)
        return changed.with_column(place, column)

    def kept(self) -> Iterator[tuple[int, ColumnChoice]]:
        """The columns that are kept in the order that they get, with their places in the file."""
        return ((place, self.columns[place]) for place in self.places if self.columns[place].keep)

    def fault(self) -> str:
        """Why the columns cannot be taken as they are, or nothing."""
        names = [column.name.strip() for _place, column in self.kept()]
        if not names:
            return tr("No column is kept. Keep at least one.")
        if "" in names:
            return tr("A column has no name. Give it one.")
        twice = next((name for name in names if names.count(name) > 1), None) if len(set(names)) < len(names) else None
        return tr("Two columns are named {name}. Rename one of them.", name=twice) if twice is not None else ""


def today() -> dt.date:
    """The default day after which no date with a two-digit year is read."""
    return dt.datetime.now().astimezone().date()


FIRST_LIMIT = 0.05
"""The share of records that may be removed of a table that was just opened. With none at all a few odd records would
make the whole table coarse."""


def source_of(choices: Choices, *, cleanse: bool) -> DataSource:
    """The reading of the table, with the kept columns and their new names."""
    kept = tuple(column for _place, column in choices.kept())
    is_whole = len(kept) == len(choices.columns) and not choices.order
    named = {column.declared: column.name for column in kept if column.declared and not choices.stays_outside}
    return choices.data.model_copy(
        update={
            "columns": () if is_whole else tuple(column.source for column in kept),
            "rename": {column.source: column.name for column in kept if column.name != column.source},
            "cleanse": cleanse,
            **{part: named.get(part) for part in DECLARED_PARTS},
        }
    )


def settings_of(reading: Reading, proposed: Reading, role: Role | None) -> AttributeSettings:
    """The settings of a column in the job. A detected text needs no entry about its type.

    A column without a role needs a decision of the user: the job leaves it out.
    """
    is_plain = reading == proposed and reading.type == ValueType()
    settings = reading.settings.model_copy(update={"type": None} if is_plain else {})
    return settings if role is None else settings.model_copy(update={"role": role})


def outside_job_of(choices: Choices, proposed: Mapping[str, Role]) -> Job:
    """The job that groups the records where they are. Types that nobody has chosen follow from all values."""
    attributes = {
        column.name: settings_of(column.reading or Reading(), Reading(), column.role or proposed.get(column.source))
        for _place, column in choices.kept()
    }
    return _new_job(source_of(choices, cleanse=False), attributes)


def job_of(
    choices: Choices, table: ReadTable, judgements: Mapping[int, Judgement], proposed: Mapping[str, Role]
) -> Job:
    """The job that reads the table as it was chosen; `proposed` are the roles by the names in the file."""
    attributes = {}
    cleanse = short_years = False
    for place, column in choices.kept():
        best = table.columns[place].candidates[0]
        judged = judgements.get(place, best)
        cleanse = cleanse or judged.misfits > 0
        reading = column.reading or best.reading
        short_years = short_years or reading.has_short_year
        settings = settings_of(reading, best.reading, column.role or proposed.get(column.source))
        if settings.has_role or settings != AttributeSettings():
            attributes[column.name] = settings
    data = source_of(choices, cleanse=cleanse)
    if short_years and data.two_digit_years_until is None:
        data = data.model_copy(update={"two_digit_years_until": today()})
    return _new_job(data, attributes)


def _new_job(data: DataSource, attributes: Mapping[str, AttributeSettings]) -> Job:
    """The job of a new project, whose reports are in the language of the window until somebody chooses another."""
    return Job(
        data=data,
        attributes=dict(attributes),
        suppression=SuppressionSettings(limit=FIRST_LIMIT),
        output=OutputSettings(suppressed="drop"),
        report=ReportSettings(language=language()),
    )
