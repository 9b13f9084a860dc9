"""The statements of a release within a database, in SQL that an administrator can read, check and run.

The database keeps the distinct tuples with their numbers, so that no value of a cell comes back to it: labels have the
number of their tuple. Values are told apart by their bytes, and missing ones belong together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.schema import CreateTable

from arxdesk_engine.backends.border.shape import label_name
from arxdesk_engine.backends.database.systems import Element, stars
from arxdesk_engine.backends.database.temporary import (
    CODE,
    LABEL,
    NUMBER,
    REMOVED,
    ReleaseTables,
    code_name,
    number,
    quoted_name,
)
from arxdesk_engine.data.schema import SUPPRESSED
from arxdesk_engine.io.cells.typed import WrittenCells

_MISSING = 0
"""The code of a missing value; those of others are numbers of tuples."""


class DatabaseStatements:
    """The statements that make the tables of a release."""

    def __init__(self, tables: ReleaseTables) -> None:
        self._tables, self._system, self._shape = tables, tables.system, tables.shape

    @property
    def group(self) -> str:
        """Make the tuples, in an order that is always the same."""
        keys = [self._tables.key(each).label(quoted_name(each)) for each in self._shape.grouped]
        count = sa.func.count().label(quoted_name(self._shape.count))
        grouped = (
            sa.select(*keys, count)
            .select_from(self._tables.source)
            .group_by(*map(self._tables.key, self._shape.grouped))
        )
        inner = grouped.subquery("grouped")
        place = sa.func.row_number().over(order_by=[inner.c[each] for each in self._shape.grouped])
        return self._made(self._tables.tuples.made, sa.select(place.label(quoted_name(self._tables.number)), *inner.c))

    @property
    def read_tuples(self) -> str:
        """The tuples in the order of their numbers, which they leave out."""
        chosen = (self._tables.tuples.read.c[each] for each in (*self._shape.grouped, self._shape.count))
        return self._system.text(sa.select(*chosen).order_by(self._tables.tuples.read.c[self._tables.number]))

    def make_labels(self, cells: Sequence[WrittenCells]) -> str:
        """Make the table of the labels, which is filled by the program; the number and the removal come with them."""
        columns = (
            sa.Column(
                quoted_name(each.name),
                self._system.label_type(each),
                primary_key=self._system.joins_by_index and each.name == NUMBER,
                autoincrement=False,
            )
            for each in cells
        )
        made = self._tables.labels.made
        table = sa.Table(made.name, sa.MetaData(), *columns, schema=made.schema, prefixes=self._system.prefixes)
        return str(CreateTable(table).compile(dialect=self._system.dialect)).strip()

    def mapping(self, place: int) -> str:
        """Make the table with the label and the code of each value of a quasi-identifier."""
        name = self._shape.quasi_identifiers[place]
        value = self._tables.tuples.read.c[name]
        chosen = (
            *self._tables.by_value(name, value),
            sa.func.min(self._tables.tuples.read.c[self._tables.number]).label(CODE),
            sa.func.max(self._shown_label(place)).label(LABEL),
        )
        rows = sa.select(*chosen).select_from(self._tables.labelled).where(value.is_not(None)).group_by(value)
        return self._made(self._tables.mappings[place].made, rows, index=self._tables.index_by_value(name))

    @property
    def missing(self) -> str:
        """Make the row with the labels of missing values."""
        labels = []
        for place, each in enumerate(self._shape.quasi_identifiers):
            shown = sa.case((self._tables.tuples.read.c[each].is_(None), self._shown_label(place)))
            labels.append(sa.func.max(shown).label(quoted_name(label_name(place))))
        return self._made(self._tables.missing.made, sa.select(*labels).select_from(self._tables.labelled))

    @property
    def removed(self) -> str:
        """Make the table of removed tuples, as the codes of their values."""
        relation: sa.FromClause = self._tables.labelled
        codes = []
        for place, each in enumerate(self._shape.quasi_identifiers):
            value, mapping = self._tables.tuples.read.c[each], self._tables.mappings[place].read
            relation = relation.outerjoin(mapping, self._tables.same_value(each, mapping, value))
            codes.append(_code(value, mapping).label(quoted_name(code_name(place))))
        is_removed = self._tables.labels.read.c[REMOVED] == number(1)
        flag = number(1).label(REMOVED)
        rows = sa.select(*codes, flag).distinct().select_from(relation).where(is_removed)
        return self._made(self._tables.removed.made, rows, index=[code.name for code in codes])

    def prepare(self, *, removes: bool) -> Iterator[str]:
        """Everything between the filled labels and the release; `removes`: some records are removed."""
        yield from self._system.analyze(self._tables.tuples.made)
        yield from self._system.analyze(self._tables.labels.made)
        for place in range(len(self._shape.quasi_identifiers)):
            yield self.mapping(place)
            yield from self._system.analyze(self._tables.mappings[place].made)
        yield self.missing
        yield from self._system.analyze(self._tables.missing.made)
        if removes:
            yield self.removed
            yield from self._system.analyze(self._tables.removed.made)

    def release(self, target: sa.TableClause, *, removes: bool) -> str:
        """Make the released table: every value replaced by its label; `removes`: some records are removed."""
        shape, removed = self._shape, self._tables.removed.read
        relation: sa.FromClause = self._tables.source.join(self._tables.missing.read, number(1) == number(1))
        same = []
        for place, each in enumerate(shape.quasi_identifiers):
            key, mapping = self._tables.key(each), self._tables.mappings[place].read
            relation = relation.outerjoin(mapping, self._tables.same_value(each, mapping, key))
            same.append(removed.c[code_name(place)] == _code(key, mapping))
        if removes:
            relation = relation.outerjoin(removed, sa.and_(*same))
        shown = (self._shown(each, removes=removes).label(quoted_name(each)) for each in shape.columns)
        rows = sa.select(*shown).select_from(relation)
        if removes and not shape.keeps_removed:
            rows = rows.where(removed.c[REMOVED].is_(None))
        return self._made(target, rows, temporary=False)

    def _shown_label(self, place: int) -> Element:
        """The label of a tuple, unless its records are removed."""
        is_kept = self._tables.labels.read.c[REMOVED] == number(0)
        return sa.case((is_kept, self._tables.labels.read.c[label_name(place)]))

    def _shown(self, name: str, *, removes: bool) -> Element:
        """A cell of the result."""
        if name in self._shape.hidden:
            return stars()
        if name not in self._shape.quasi_identifiers:
            return self._tables.cell(name)
        place = self._shape.quasi_identifiers.index(name)
        whens: list[tuple[Element, Element]] = [
            (self._tables.key(name).is_(None), self._tables.missing.read.c[label_name(place)])
        ]
        if removes and self._shape.keeps_removed:
            whens.insert(0, (self._tables.removed.read.c[REMOVED] == number(1), sa.literal(SUPPRESSED, sa.Unicode())))
        return sa.case(*whens, else_=self._tables.mappings[place].read.c[LABEL])

    def _made(
        self, table: sa.TableClause, rows: sa.Select[Any], *, temporary: bool = True, index: Sequence[str] = ()
    ) -> str:
        name, text = self._system.quoted(table), self._system.text(rows)
        return self._system.table_from(name, text, temporary=temporary, index=index)


def _code(value: Element, mapping: sa.FromClause) -> Element:
    """The code of a value that its mapping was joined to."""
    return sa.case((value.is_(None), number(_MISSING)), else_=mapping.c[CODE])
