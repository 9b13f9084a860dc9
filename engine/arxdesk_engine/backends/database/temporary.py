"""The temporary tables of a release within a database, and the cells of its source as they are told apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import sqlalchemy as sa

from arxdesk_engine.backends.border.shape import ReleaseShape, label_name, unused_name
from arxdesk_engine.backends.database.columns import SourceColumn
from arxdesk_engine.backends.database.systems import Element, System, named_table
from arxdesk_engine.io.databases.places import TablePlace

REMOVED = "removed"
"""The column of the labels that is 1 for tuples whose records are removed, else 0."""
NUMBER = "tuple"
"""The column of labels with the number of their tuple."""
VALUE, DIGEST, CODE, LABEL = "value", "digest", "code", "label"
"""The columns of a mapping; digests are in systems that join by an index of them."""
_PREFIX = "arxdesk_"


def unused_prefix(*tables: str) -> str:
    """The beginning of the names of temporary tables, which hide tables that have the same: made longer where one of
    these tables begins so."""
    prefix = _PREFIX
    while any(each.casefold().startswith(prefix) for each in tables):
        prefix += "_"
    return prefix


@dataclass(frozen=True, slots=True)
class TemporaryTable:
    """A table by the name under which it is `made`, and by the short one under which it is `read`."""

    made: sa.TableClause
    read: sa.FromClause


@dataclass(frozen=True)
class ReleaseTables:
    """The tables that the statements of one release read and make.

    The table `source` has these columns. The `tuples` have numbers, from 1, their values, and the number of records
    with them; `labels` the released labels of a tuple. `mappings` give the label and the code of each value of a
    quasi-identifier, and `missing`, in its only row, the labels of missing values; the code of a value is the least
    number of its tuples. `removed` has the codes of tuples whose records are removed.
    """

    system: System
    shape: ReleaseShape
    place: TablePlace
    columns: Sequence[SourceColumn]
    prefix: str = _PREFIX

    @cached_property
    def source(self) -> sa.FromClause:
        """The table that is released."""
        stored = [each.stored for each in self.columns]
        return named_table(self.place.name, self.place.schema, stored).alias("source")

    @property
    def number(self) -> str:
        """The column of the tuples with their numbers."""
        return unused_name(NUMBER, (*self.shape.grouped, self.shape.count))

    @cached_property
    def tuples(self) -> TemporaryTable:
        """The distinct tuples."""
        return self._temporary("tuples", self.number, *self.shape.grouped, self.shape.count)

    @cached_property
    def labels(self) -> TemporaryTable:
        """The labels of each tuple."""
        return self._temporary("labels", NUMBER, *map(label_name, self._places), REMOVED)

    @cached_property
    def mappings(self) -> tuple[TemporaryTable, ...]:
        """The label and the code of each value, for each quasi-identifier."""
        return tuple(self._temporary(f"mapping_{place}", VALUE, DIGEST, CODE, LABEL) for place in self._places)

    @cached_property
    def missing(self) -> TemporaryTable:
        """The labels of missing values."""
        return self._temporary("missing", *map(label_name, self._places))

    @cached_property
    def removed(self) -> TemporaryTable:
        """The codes of removed tuples."""
        return self._temporary("removed", *map(code_name, self._places), REMOVED)

    @property
    def of_release(self) -> Iterator[sa.TableClause]:
        """The tables that are made for one release."""
        yield from (each.made for each in (self.labels, *self.mappings, self.missing, self.removed))

    @property
    def labelled(self) -> sa.Join:
        """The tuples with their labels."""
        tuples, labels = self.tuples.read, self.labels.read
        return tuples.join(labels, labels.c[NUMBER] == tuples.c[self.number])

    def column(self, name: str) -> SourceColumn:
        """A column of the source, by the name that the job has for it."""
        return next(each for each in self.columns if each.name == name)

    def cell(self, name: str) -> Element:
        """A cell of the source."""
        return self.source.c[self.column(name).stored]

    def key(self, name: str) -> Element:
        """A cell of the source as it is told apart from others."""
        return self.system.binary(self.cell(name), self.column(name).form)

    def by_value(self, name: str, value: Element) -> Sequence[sa.ColumnElement[Any]]:
        """The columns by which a table is joined that lists values of a column as they are told apart."""
        digest = self.system.digest(value, self.column(name).form)
        return (value.label(VALUE), *(() if digest is None else (digest.label(DIGEST),)))

    def index_by_value(self, name: str) -> tuple[str, ...]:
        """The column of such a table that has an index where joins need it."""
        return (VALUE,) if self.system.digest(self.cell(name), self.column(name).form) is None else (DIGEST,)

    def same_value(self, name: str, table: sa.FromClause, value: Element) -> sa.ColumnElement[bool]:
        """The condition by which such a table is joined to rows with a value."""
        digest = self.system.digest(value, self.column(name).form)
        same = table.c[VALUE] == value
        return same if digest is None else sa.and_(table.c[DIGEST] == digest, same)

    @property
    def _places(self) -> range:
        return range(len(self.shape.quasi_identifiers))

    def _temporary(self, name: str, *columns: str) -> TemporaryTable:
        made = self.system.temporary(self.prefix + name, *columns)
        return TemporaryTable(made, made.alias(name))


def code_name(place: int) -> str:
    """The column of removed tuples with the codes of a quasi-identifier, by its place."""
    return f"{CODE} {place}"


def quoted_name(name: str) -> sa.sql.quoted_name:
    """A name that is always in quotation marks."""
    return sa.sql.quoted_name(name, quote=True)


def number(value: int) -> sa.ColumnElement[Any]:
    """A whole number as it stands in a statement."""
    return sa.literal_column(str(value))
