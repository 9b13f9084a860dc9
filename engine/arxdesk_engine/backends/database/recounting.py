"""The statements that count a written table again: its groups beside those that the labels of the tuples say."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import sqlalchemy as sa

from arxdesk_engine.backends.border.backend import CELL, RECORDS
from arxdesk_engine.backends.border.shape import label_name
from arxdesk_engine.backends.database.columns import KeyForm
from arxdesk_engine.backends.database.systems import Element, named_table, stars
from arxdesk_engine.backends.database.temporary import REMOVED, ReleaseTables, number, quoted_name


class RecountStatements:
    """The statements of the second count."""

    def __init__(self, tables: ReleaseTables) -> None:
        self._tables = tables

    def records_of(self, table: sa.TableClause) -> str:
        """The number of records of a table."""
        return self._tables.system.text(sa.select(sa.func.count()).select_from(table))

    def cells_of(self, written: sa.TableClause, column: str, texts: Collection[str]) -> str:
        """The distinct cells of a column of the written table with the numbers of their records; `texts` as below."""
        table = named_table(written.name, written.schema, [column]).alias("written")
        cell = self._told_apart(table.c[column], column, texts)
        counted = sa.select(cell.label(CELL), sa.func.count().label(RECORDS)).select_from(table).group_by(cell)
        return self._tables.system.text(counted)

    def groups_that_differ(self, written: sa.TableClause, texts: Collection[str]) -> str:
        """How many groups of the written table have another number of records than the labels of the tuples say.

        `texts` are the quasi-identifiers whose labels are texts. Missing values belong together in a GROUP BY, which
        they do in no join.
        """
        ours = self._tables.shape.counted_columns
        count = quoted_name(self._tables.shape.count)
        found = named_table(written.name, written.schema, ours).alias("written")
        there = [self._told_apart(found.c[each], each, texts) for each in ours]
        here = [self._expected(each, texts) for each in ours]
        grouped = [cell for cell, each in zip(here, ours, strict=True) if each not in self._tables.shape.hidden]
        records = sa.func.sum(self._tables.tuples.read.c[self._tables.shape.count])
        expected = (
            sa.select(*_named(here, ours), (-records).label(count))
            .select_from(self._tables.labelled)
            .group_by(*grouped)
        )
        if not self._tables.shape.keeps_removed:
            expected = expected.where(self._tables.labels.read.c[REMOVED] == number(0))
        counted = sa.select(*_named(there, ours), sa.func.count().label(count)).select_from(found).group_by(*there)
        both = sa.union_all(counted, expected).subquery("counted")
        differing = (
            sa.select(number(1).label(count))
            .select_from(both)
            .group_by(*(both.c[each] for each in ours))
            .having(sa.func.sum(both.c[self._tables.shape.count]) != number(0))
            .subquery("differing")
        )
        return self._tables.system.text(sa.select(sa.func.count()).select_from(differing))

    def _told_apart(self, cell: Element, name: str, texts: Collection[str]) -> Element:
        """A cell of the written table as it is told apart from others."""
        if name in self._tables.shape.quasi_identifiers or name in self._tables.shape.hidden:
            is_text = name in texts or name in self._tables.shape.hidden
            return self._tables.system.binary(cell, KeyForm.TEXT if is_text else KeyForm.PLAIN)
        return self._tables.system.binary(cell, self._tables.column(name).form)

    def _expected(self, name: str, texts: Collection[str]) -> Element:
        """A cell of the result, as the labels of the tuples say."""
        if name in self._tables.shape.hidden:
            return stars()
        if name not in self._tables.shape.quasi_identifiers:
            return self._tables.tuples.read.c[name]
        place = self._tables.shape.quasi_identifiers.index(name)
        return self._told_apart(self._tables.labels.read.c[label_name(place)], name, texts)


def _named(cells: Sequence[Element], names: Sequence[str]) -> list[sa.Label[Any]]:
    return [cell.label(quoted_name(name)) for cell, name in zip(cells, names, strict=True)]
