"""The statements that count a written table again: its groups beside those that the labels of the tuples say."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import sqlalchemy as sa

from arxdesk_engine.backends.border.backend import CELL, RECORDS
from arxdesk_engine.backends.border.shape import KEPT, REMOVED, label_name
from arxdesk_engine.backends.database.columns import KeyForm
from arxdesk_engine.backends.database.systems import Element, named_table, stars
from arxdesk_engine.backends.database.temporary import FATE, ReleaseTables, number, quoted_name
from arxdesk_engine.data.schema import SUPPRESSED
from arxdesk_engine.foundation.errors import InvalidData, Problem
from arxdesk_engine.foundation.language import tr


class RecountStatements:
    """The statements of the second count."""

    def __init__(self, tables: ReleaseTables) -> None:
        self._tables = tables

    def records_of(self, table: sa.FromClause) -> str:
        """The number of records of a table."""
        return self._tables.system.text(sa.select(sa.func.count()).select_from(table))

    def cells_of(self, written: sa.TableClause, column: str, texts: Collection[str]) -> str:
        """The distinct cells of a column of the written table with the numbers of their records; `texts` as below.

        Cells that the system cannot compare come one by one.
        """
        table = named_table(written.name, written.schema, [column]).alias("written")
        if self._tables.column(column).form is KeyForm.IMPOSSIBLE:
            return self._tables.system.text(sa.select(table.c[column].label(CELL), number(1).label(RECORDS)))
        cell = self._told_apart(table.c[column], column, texts)
        counted = sa.select(cell.label(CELL), sa.func.count().label(RECORDS)).select_from(table).group_by(cell)
        return self._tables.system.text(counted)

    def groups_that_differ(self, written: sa.TableClause, texts: Collection[str], *, removes: bool) -> str:
        """How many groups of the written table have another number of records than the labels of the tuples say.

        `texts` are the columns whose labels are texts; `removes`: some records are removed. Missing values belong
        together in a GROUP BY, which they do in no join.
        """
        ours = self._tables.shape.counted_columns
        count = quoted_name(self._tables.shape.count)
        found = named_table(written.name, written.schema, ours).alias("written")
        there = [self._told_apart(found.c[each], each, texts) for each in ours]
        here = [self._expected(each, texts, removes=removes) for each in ours]
        grouped = [cell for cell, each in zip(here, ours, strict=True) if each not in self._tables.shape.hidden]
        records = sa.func.sum(self._tables.tuples.read.c[self._tables.shape.count])
        expected = (
            sa.select(*_named(here, ours), (-records).label(count))
            .select_from(self._tables.labelled)
            .group_by(*grouped)
        )
        written_fates = (KEPT, REMOVED) if self._tables.shape.keeps_removed else (KEPT,)
        expected = expected.where(self._tables.labels.read.c[FATE].in_(map(number, written_fates)))
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
        shape = self._tables.shape
        if name in shape.labelled or name in shape.hidden or name in self._tables.treated:
            is_text = name in texts or name in shape.hidden
            return self._tables.system.binary(cell, KeyForm.TEXT if is_text else KeyForm.PLAIN)
        return self._tables.system.binary(cell, self._tables.column(name).form)

    def _expected(self, name: str, texts: Collection[str], *, removes: bool) -> Element:
        """A cell of the result, as the labels of the tuples say."""
        shape, labels = self._tables.shape, self._tables.labels.read
        if name in shape.hidden:
            return stars()
        cell: Element = self._tables.tuples.read.c[name]
        if name in shape.labelled:
            cell = self._told_apart(labels.c[label_name(shape.labelled.index(name))], name, texts)
        if not removes or not shape.keeps_removed or name not in shape.starred:
            return cell
        return sa.case((labels.c[FATE] == number(REMOVED), sa.literal(SUPPRESSED, sa.Unicode())), else_=cell)


def records_changed(place: str) -> InvalidData:
    """The error for a table whose records have changed meanwhile."""
    remedy = tr("Wait until the table does not change any more. Nothing was written.")
    return InvalidData(Problem(place, tr("its records have changed since they were grouped"), remedy))


def _named(cells: Sequence[Element], names: Sequence[str]) -> list[sa.Label[Any]]:
    return [cell.label(quoted_name(name)) for cell, name in zip(cells, names, strict=True)]
