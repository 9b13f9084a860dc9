"""The statements of a release within a database, in SQL that an administrator can read, check and run.

The database keeps the distinct tuples with their numbers, so that no value of a cell comes back to it: labels have the
number of their tuple. Values are told apart by their bytes, and missing ones belong together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import sqlalchemy as sa

from arxdesk_engine.backends.border.shape import KEPT, KEY, REMOVED, label_name
from arxdesk_engine.backends.database.lookups import LookupStatements
from arxdesk_engine.backends.database.systems import Element, stars
from arxdesk_engine.backends.database.temporary import (
    CODE,
    FATE,
    IS_REMOVED,
    LABEL,
    NUMBER,
    ReleaseTables,
    code_name,
    code_of,
    number,
    quoted_name,
)
from arxdesk_engine.data.schema import SUPPRESSED
from arxdesk_engine.io.cells.typed import WrittenCells


class DatabaseStatements:
    """The statements that make the tables of a release."""

    def __init__(self, tables: ReleaseTables) -> None:
        self._tables, self._system, self._shape = tables, tables.system, tables.shape
        self._lookups = LookupStatements(tables)

    @property
    def group(self) -> str:
        """Make the tuples, in an order that is always the same."""
        shape, relation = self._shape, self._tables.source
        keys = {each: self._tables.key(each) for each in shape.grouped if each != shape.member}
        if shape.subset is not None:
            relation = self._lookups.with_members(self._lookups.with_cells(relation, shape.subset.attributes))
            keys[shape.member] = self._lookups.member(shape.subset)
        count = sa.func.count().label(quoted_name(shape.count))
        chosen = [key.label(quoted_name(name)) for name, key in keys.items()]
        grouped = sa.select(*chosen, count).select_from(relation).group_by(*keys.values())
        inner = grouped.subquery("grouped")
        place = sa.func.row_number().over(order_by=[inner.c[each] for each in self._shape.grouped])
        return self._made(self._tables.tuples.made, sa.select(place.label(quoted_name(self._tables.number)), *inner.c))

    @property
    def read_tuples(self) -> str:
        """The tuples in the order of their numbers, which they leave out."""
        chosen = (self._tables.tuples.read.c[each] for each in (*self._shape.grouped, self._shape.count))
        return self._system.text(sa.select(*chosen).order_by(self._tables.tuples.read.c[self._tables.number]))

    def make_labels(self, cells: Sequence[WrittenCells]) -> str:
        """Make the table of the labels, which is filled by the program; the number and the fate come with them."""
        return self._system.filled_table(self._tables.labels.made, cells, [NUMBER])

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
            codes.append(code_of(value, mapping).label(quoted_name(code_name(place))))
        is_removed = self._tables.labels.read.c[FATE] == number(REMOVED)
        flag = number(1).label(IS_REMOVED)
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

    def release(self, target: sa.TableClause, *, removes: bool, key: str = KEY) -> str:
        """Make the released table: every value replaced by its label; `removes`: some records are removed.

        Where records are shuffled, some systems take a `key`, which nobody may know.
        """
        shape, removed = self._shape, self._tables.removed.read
        relation: sa.FromClause = self._tables.source.join(self._tables.missing.read, number(1) == number(1))
        same = []
        for place, each in enumerate(shape.quasi_identifiers):
            value, mapping = self._tables.key(each), self._tables.mappings[place].read
            relation = relation.outerjoin(mapping, self._tables.same_value(each, mapping, value))
            same.append(removed.c[code_name(place)] == code_of(value, mapping))
        if removes:
            relation = relation.outerjoin(removed, sa.and_(*same))
        relation = self._lookups.with_cells(relation, tuple(self._tables.cells))
        relation = self._lookups.with_treated(self._lookups.with_members(relation))
        shown = (self._shown(each, removes=removes).label(quoted_name(each)) for each in shape.columns)
        rows = sa.select(*shown).select_from(relation)
        if removes and not shape.keeps_removed:
            rows = rows.where(removed.c[IS_REMOVED].is_(None))
        rows = rows.where(*self._lookups.conditions())
        made = self._made(target, rows, temporary=False)
        return self._system.shuffled(made, key) if shape.shuffles else made

    def _shown_label(self, place: int) -> Element:
        """The label of a tuple, unless its records are removed."""
        is_kept = self._tables.labels.read.c[FATE] == number(KEPT)
        return sa.case((is_kept, self._tables.labels.read.c[label_name(place)]))

    def _shown(self, name: str, *, removes: bool) -> Element:
        """A cell of the result."""
        if name in self._shape.hidden:
            return stars()
        is_starred = removes and self._shape.keeps_removed
        starred = (self._tables.removed.read.c[IS_REMOVED] == number(1), sa.literal(SUPPRESSED, sa.Unicode()))
        if name not in self._shape.quasi_identifiers:
            is_starred = is_starred and name in self._shape.starred
            cell = self._tables.cell(name)
            if name in self._tables.treated:
                cell = self._tables.treated[name].read.c[LABEL]
            elif is_starred:
                cell = sa.cast(cell, sa.UnicodeText())
            return sa.case(starred, else_=cell) if is_starred else cell
        place = self._shape.quasi_identifiers.index(name)
        whens: list[tuple[Element, Element]] = [
            (self._tables.key(name).is_(None), self._tables.missing.read.c[label_name(place)])
        ]
        if is_starred:
            whens.insert(0, starred)
        return sa.case(*whens, else_=self._tables.mappings[place].read.c[LABEL])

    def _made(
        self, table: sa.TableClause, rows: sa.Select[Any], *, temporary: bool = True, index: Sequence[str] = ()
    ) -> str:
        name, text = self._system.quoted(table), self._system.text(rows)
        return self._system.table_from(name, text, temporary=temporary, index=index)
