"""The columns of a table that is grouped by its database, and what may be grouped."""

from __future__ import annotations

import warnings
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.dialects import mysql, postgresql

from arxdesk_engine.backends.border.refusals import IN_MEMORY
from arxdesk_engine.data.raw_table import chosen_names, require_names
from arxdesk_engine.foundation.composed import composed
from arxdesk_engine.foundation.errors import InvalidJob, Problem, quoted
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.io.databases.places import TablePlace, column_names

if TYPE_CHECKING:
    from arxdesk_engine.job.job import Job

_PLAIN = (sa.Integer, sa.Float, sa.Numeric, sa.Boolean, sa.Date, sa.DateTime, sa.Time, sa.Uuid, mysql.YEAR)
_BYTES = (sa.LargeBinary, sa.BINARY, sa.VARBINARY)
_LIKE_TEXT = (sa.Enum, postgresql.CITEXT)


class KeyForm(Enum):
    """How cells are told apart: numbers, dates and bytes as they are, texts by their bytes; what is none of these, and
    numbers without a scale, by the text that they have."""

    PLAIN = auto()
    BYTES = auto()
    TEXT = auto()
    AS_TEXT = auto()
    AS_NUMBER = auto()
    IMPOSSIBLE = auto()


@dataclass(frozen=True, slots=True)
class SourceColumn:
    """A column: the `name` that the job has for it, that which is `stored`, the `form` in which its cells are compared,
    and the name of its type."""

    name: str
    stored: str
    form: KeyForm
    kind: str


def source_columns(
    connection: sa.Connection, table: TablePlace, place: str, wanted: Sequence[str]
) -> list[SourceColumn]:
    """The columns that a job wants of a table; none wanted: all. Raises InvalidData for those that do not exist."""
    names = column_names(connection, table)
    require_names(place, [composed(name.strip()) for name in names])
    stored = {composed(name.strip()): name for name in names}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", sa.exc.SAWarning)  # types that SQLAlchemy does not know
        types = {each["name"]: each["type"] for each in sa.inspect(connection).get_columns(table.name, table.schema)}
    columns = []
    for name in chosen_names(place, list(stored), wanted):
        kind = types.get(stored[name], sa.types.NullType())
        form = KeyForm.TEXT if connection.dialect.name == "sqlite" else _form_of(kind, connection.dialect.name)
        columns.append(SourceColumn(name, stored[name], form, type(kind).__name__.lower()))
    return columns


def require_comparable(job: Job, columns: Sequence[SourceColumn], compared: Collection[str]) -> None:
    """Raises InvalidJob where equal cells of a column that is grouped or joined can have several texts, or cannot be
    compared."""
    faults = [
        Problem(
            f"{job.source}, attributes.{each.name}",
            tr(
                "the database cannot tell the cells of {column} apart by their texts (type {kind})",
                column=quoted(each.name),
                kind=each.kind,
            ),
            tr(
                "Read a view in which the column is text, or write {setting} in the section [data].",
                setting=IN_MEMORY,
            ),
        )
        for each in columns
        if each.name in compared and each.form is KeyForm.IMPOSSIBLE
    ]
    if faults:
        raise InvalidJob(faults)


def _form_of(kind: Any, system: str) -> KeyForm:  # noqa: ANN401 - types of SQLAlchemy have parameters of any kind
    if isinstance(kind, postgresql.DOMAIN):
        return _form_of(kind.data_type, system)
    if isinstance(kind, _LIKE_TEXT):
        return KeyForm.AS_TEXT
    if isinstance(kind, sa.String):
        return KeyForm.TEXT
    if isinstance(kind, sa.Time) and getattr(kind, "timezone", False):
        return KeyForm.IMPOSSIBLE
    if (
        system == "postgresql"
        and isinstance(kind, sa.Numeric)
        and not isinstance(kind, sa.Float)
        and kind.scale is None
    ):
        return KeyForm.AS_NUMBER  # 1.5 and 1.50 are equal there, and have texts of their own
    if isinstance(kind, _BYTES):
        return KeyForm.BYTES
    return KeyForm.PLAIN if isinstance(kind, _PLAIN) else KeyForm.IMPOSSIBLE
