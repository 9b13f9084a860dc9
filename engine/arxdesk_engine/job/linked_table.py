"""The sections [[tables]] of a job: further tables about the same people, linked to the table under [data] by keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from arxdesk_engine.foundation.errors import UnfitValue, quoted
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.io.databases.address import with_file
from arxdesk_engine.job.attributes import FilePath, Section
from arxdesk_engine.job.output import Delimiter, TablePath

SEPARATOR = "."
"""Between the name of a linked table and that of its column, in the name of an attribute."""

NOT_IN_NAMES = './\\:*?"<>|'
"""Characters that no file can have in its name on every system, and the one between table and column."""


def _table_name(value: str) -> str:
    if not value or not value.isprintable() or value != value.strip() or any(each in value for each in NOT_IN_NAMES):
        remedy = tr("Write a short name such as visits, without any of {signs}.", signs=" ".join(NOT_IN_NAMES))
        raise UnfitValue(tr("{value} cannot name a table", value=quoted(value)), remedy)
    return value


class LinkedTable(Section):
    """A table with any number of rows for each row of another one: its parent.

    `key` is the column that says to which row of the parent each row belongs, and `parent_key` the column of the
    parent with these values, each in one row (None: of the same name). `parent` is the name of another linked table
    ("": the table under [data]). Attributes are named after table and column: "visits.month". `unmatched` rows belong
    to no row of the parent: errors, or left out. `output` is the file with its part of the result (None: beside that
    of the first table, with the name of this one behind its own).

    Where the table under [data] is the join already, as in a project, there is no `path`: `rows` names the column with
    the number of the row of this table, and `columns` its columns there; so does `parent_key`.
    """

    name: Annotated[str, AfterValidator(_table_name)]
    path: TablePath | None = None
    key: str = Field(min_length=1)
    parent: str = ""
    parent_key: str | None = Field(default=None, min_length=1)
    sheet: str | None = None
    table: str | None = None
    delimiter: Delimiter | None = None
    encoding: str | None = None
    header: bool | None = Field(default=None, strict=True)
    unmatched: Literal["error", "drop"] = "error"
    output: FilePath | None = None
    rows: str | None = Field(default=None, min_length=1)
    columns: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _is_somewhere(self) -> Self:
        if (self.path is None) == (self.rows is None):
            raise UnfitValue(
                tr("either path says where the table is, or rows that [data] has it joined"), tr("Write one of them.")
            )
        if self.parent == self.name:
            raise UnfitValue(tr("the table is its own parent"), tr("Name another table, or leave parent out."))
        return self

    @property
    def row_column(self) -> str:
        """The column of the join with the number of the row of this table, from 1; missing where there is none."""
        return self.rows or f"{self.name}{SEPARATOR}(row)"

    @property
    def parent_column(self) -> str:
        """The column of the join with the key, before columns are renamed."""
        key = self.parent_key or self.key
        return key if self.rows is not None else column_of(self.parent, key)

    def with_paths(self, change: Callable[[str], str]) -> LinkedTable:
        """The same table with its paths changed."""
        path = None if self.path is None else with_file(self.path, change)
        return self.model_copy(update={"path": path, "output": self.output and change(self.output)})


def column_of(table: str, column: str) -> str:
    """The name of an attribute: that of its column, behind the name of its table unless that is the first one."""
    return f"{table}{SEPARATOR}{column}" if table else column


def faults_of_tables(tables: Sequence[LinkedTable]) -> Iterator[tuple[int, str, str, str]]:
    """The faults of linked tables beside each other: number from 1, setting, what was found, remedy."""
    known: list[str] = [""]
    for number, each in enumerate(tables, 1):
        if each.name.casefold() in map(str.casefold, known):  # their files would be one where letters are alike
            yield (
                number,
                "name",
                tr("another table is named {name}", name=quoted(each.name)),
                tr("Choose another name."),
            )
        elif each.parent not in known:
            found = tr("no table before this one is named {parent}", parent=quoted(each.parent))
            yield (
                number,
                "parent",
                found,
                tr("Name one that stands before it, or leave parent out: the table under [data]."),
            )
        known.append(each.name)
    seen: set[str] = set()
    for number, each in enumerate(tables, 1):
        if twice := next((name for name in each.columns if name in seen), None):
            yield (
                number,
                "columns",
                tr("{name} is named twice", name=quoted(twice)),
                tr("Name each column in its own table only."),
            )
        seen.update(each.columns)
