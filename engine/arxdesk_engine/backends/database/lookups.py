"""The statements that list distinct cells with their codes, and join to the rows what the program says of them.

A record with a cell that was not there when the cells were listed is left out of the result, so that the second count
tells that records have changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import sqlalchemy as sa

from arxdesk_engine.backends.border.subset import SubsetCondition, SubsetPart
from arxdesk_engine.backends.border.treated import TreatedColumn
from arxdesk_engine.backends.database.systems import Element
from arxdesk_engine.backends.database.temporary import (
    CODE,
    MISSING,
    VALUE,
    ReleaseTables,
    number,
    part_name,
    quoted_name,
    treated_keys,
)


class LookupStatements:
    """The statements about distinct cells, and the parts of others that join them."""

    def __init__(self, tables: ReleaseTables) -> None:
        self._tables, self._system = tables, tables.system

    def list_cells(self, name: str) -> str:
        """Make the table of the distinct cells of a column with their codes."""
        key = self._tables.key(name)
        listed = sa.select(key.label(VALUE)).select_from(self._tables.source).group_by(key).subquery("listed")
        value: Element = listed.c[VALUE]
        place = sa.func.row_number().over(order_by=value)
        code = sa.case((value.is_(None), number(MISSING)), else_=place).label(CODE)
        text = self._system.text(sa.select(*self._tables.by_value(name, value), code))
        made = self._system.quoted(self._tables.cells[name].made)
        return self._system.table_from(made, text, temporary=True, index=self._tables.index_by_value(name))

    def read_cells(self, name: str) -> str:
        """The code and the value of each cell of a column."""
        cells = self._tables.cells[name].read
        return self._system.text(sa.select(cells.c[CODE], cells.c[VALUE]).order_by(cells.c[CODE]))

    def read_pairs(self, column: TreatedColumn) -> str:
        """The distinct combinations of the codes of what decides on a treated column."""
        codes = [
            self._tables.code(each).label(key) for each, key in zip(column.inputs, treated_keys(column), strict=True)
        ]
        relation = self.with_cells(self._tables.source, column.inputs)
        return self._system.text(sa.select(*codes).distinct().select_from(relation).order_by(*codes))

    def with_cells(self, relation: sa.FromClause, names: Sequence[str]) -> sa.FromClause:
        """A relation of rows, joined with the codes of the cells of some columns."""
        for each in names:
            cells = self._tables.cells[each].read
            relation = relation.outerjoin(cells, self._tables.same_value(each, cells, self._tables.key(each)))
        return relation

    def with_members(self, relation: sa.FromClause) -> sa.FromClause:
        """A relation of rows with the codes of their cells, joined with the parts of the condition of the subset."""
        for name, members in self._tables.members.items():
            relation = relation.outerjoin(members.read, members.read.c[CODE] == self._tables.code(name))
        return relation

    def with_treated(self, relation: sa.FromClause) -> sa.FromClause:
        """A relation of rows with the codes of their cells, joined with what becomes of these."""
        for column in self._tables.shape.treated:
            treated = self._tables.treated[column.name].read
            keys = zip(column.inputs, treated_keys(column), strict=True)
            same = sa.and_(*(treated.c[key] == self._tables.code(each) for each, key in keys))
            relation = relation.outerjoin(treated, same)
        return relation

    def conditions(self) -> Iterator[Element]:
        """Which rows of such relations are written: those of the research subset whose cells were all listed."""
        if self._tables.shape.subset is not None:
            yield self._system.late(self._chosen(self._tables.shape.subset))
        for treated in self._tables.treated.values():
            yield self._system.late(treated.read.c[CODE].is_not(None))

    def member(self, condition: SubsetCondition) -> Element:
        """1 for rows of the research subset, 0 for others; missing for cells that were not listed."""
        chosen = self._chosen(condition)
        others: Element = sa.literal_column(f"NOT {self._system.text(chosen)}")
        return sa.case((chosen, number(1)), (others, number(0)))

    def _chosen(self, condition: SubsetCondition) -> Element:
        """Whether a row belongs to the research subset; unknown for cells that were not listed."""

        def part(each: SubsetPart) -> str:
            place = condition.parts_of(each.attribute).index(each)
            column = self._tables.members[each.attribute].read.c[quoted_name(part_name(place))]
            return self._system.text(column == number(1))

        return sa.literal_column(f"({condition.sql(part)})")
