"""The temporary tables of a release within a database, and the cells of its source as they are told apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import sqlalchemy as sa

from arxdesk_engine.backends.border.shape import ReleaseShape, label_name, unused_name
from arxdesk_engine.backends.border.treated import TreatedColumn
from arxdesk_engine.backends.database.columns import KeyForm, SourceColumn
from arxdesk_engine.backends.database.systems import Element, System, named_table
from arxdesk_engine.io.databases.places import TablePlace

FATE = "fate"
"""The column of the labels that says what becomes of the records of a tuple."""
IS_REMOVED = "removed"
"""The column of removed tuples that is 1."""
NUMBER = "tuple"
"""The column of labels with the number of their tuple."""
VALUE, DIGEST, CODE, LABEL = "value", "digest", "code", "label"
"""The columns of a mapping; digests are in systems that join by an index of them."""
PERSON = "person"
"""The column of treated cells with the code of the person whose dates are shifted."""
MISSING = 0
"""The code of a missing value; those of others are numbers from 1."""
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
    number of its tuples. `removed` has the codes of tuples whose records are removed. `cells` give codes of their own
    to the values of other columns; `members` say which of these satisfy a part of the condition of the research subset,
    and `treated` what becomes of them.
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
        places = range(len(self.shape.labelled))
        return self._temporary("labels", NUMBER, *map(label_name, places), FATE)

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
        return self._temporary("removed", *map(code_name, self._places), IS_REMOVED)

    @cached_property
    def cells(self) -> dict[str, TemporaryTable]:
        """The value and the code of each cell, for columns that are treated or decide on the research subset."""
        deciding = () if self.shape.subset is None else self.shape.subset.attributes
        names = (*deciding, *(each for column in self.shape.treated for each in column.inputs))
        return {
            each: self._temporary(f"cells_{self.position(each)}", VALUE, DIGEST, CODE) for each in dict.fromkeys(names)
        }

    @cached_property
    def members(self) -> dict[str, TemporaryTable]:
        """The code of each cell, and the parts of the condition that it satisfies, for each attribute in it."""
        if (subset := self.shape.subset) is None:
            return {}
        return {
            each: self._temporary(
                f"members_{self.position(each)}", CODE, *map(part_name, range(len(subset.parts_of(each))))
            )
            for each in subset.attributes
        }

    @cached_property
    def treated(self) -> dict[str, TemporaryTable]:
        """The code of each cell, with that of its person, and what becomes of it, for each treated column."""
        return {
            each.name: self._temporary(f"treated_{self.position(each.name)}", *treated_keys(each), LABEL)
            for each in self.shape.treated
        }

    @property
    def of_release(self) -> Iterator[sa.TableClause]:
        """The tables that are made for one release."""
        yield from (each.made for each in (self.labels, *self.mappings, self.missing, self.removed))

    @property
    def joined(self) -> int:
        """How many tables are joined for a result."""
        others = (*self.mappings, *self.cells, *self.members, *self.treated)
        return len((self.source, self.missing, self.removed, *others))

    def with_stars(self) -> ReleaseTables:
        """The tables of a release with removed records: columns that read "*" there have texts for all cells, which the
        program knows where they are of another type."""
        shape, known = self.shape, {each.name for each in self.shape.treated}
        others = [
            TreatedColumn(each)
            for each in shape.columns
            if each in shape.starred and each not in known and not self._has_texts(each)
        ]
        if not others or not shape.keeps_removed:
            return self
        return replace(self, shape=replace(shape, treated=(*shape.treated, *others)))

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

    def code(self, name: str) -> Element:
        """The code of a cell of the source that `cells` were joined to."""
        return code_of(self.key(name), self.cells[name].read)

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

    def position(self, name: str) -> int:
        """The place of a column in the source, which no other release changes."""
        return self.columns.index(self.column(name))

    def _has_texts(self, name: str) -> bool:
        return self.system.has_typed_columns and self.column(name).form in (KeyForm.TEXT, KeyForm.AS_TEXT)

    @property
    def _places(self) -> range:
        return range(len(self.shape.quasi_identifiers))

    def _temporary(self, name: str, *columns: str) -> TemporaryTable:
        made = self.system.temporary(self.prefix + name, *columns)
        return TemporaryTable(made, made.alias(name))


def code_name(place: int) -> str:
    """The column of removed tuples with the codes of a quasi-identifier, by its place."""
    return f"{CODE} {place}"


def treated_keys(column: TreatedColumn) -> tuple[str, ...]:
    """The columns of treated cells with the codes of what decides."""
    return (CODE, PERSON)[: len(column.inputs)]


def part_name(number: int) -> str:
    """The column of members with one part of a condition, by its number."""
    return f"part {number}"


def code_of(value: Element, mapping: sa.FromClause) -> Element:
    """The code of a value that its mapping was joined to."""
    return sa.case((value.is_(None), number(MISSING)), else_=mapping.c[CODE])


def quoted_name(name: str) -> sa.sql.quoted_name:
    """A name that is always in quotation marks."""
    return sa.sql.quoted_name(name, quote=True)


def number(value: int) -> sa.ColumnElement[Any]:
    """A whole number as it stands in a statement."""
    return sa.literal_column(str(value))
