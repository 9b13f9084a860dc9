"""The slow twins of the quality measures: record by record, in plain Python, from texts alone.

An output record is a tuple of texts, None where the record is suppressed as a whole.
"""

import math
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from hypothesis import strategies as st

from arxdesk_engine.analysis.statistics.cells import Cells
from tests.engine.naive import Case, label
from tests.engine.problems import column_of, columns_and_hierarchies
from tests.engine.strategies import cases


@dataclass(frozen=True)
class Recoded:
    """A table whose cells were generalized each to a level of its own; levels None: a suppressed record."""

    case: Case
    levels: tuple[tuple[int, ...] | None, ...]

    @property
    def suppressed(self) -> list[bool]:
        return [levels is None for levels in self.levels]

    def texts(self, attribute: int) -> tuple[str, ...]:
        rows, column = self.case.hierarchies[attribute], self.case.columns[attribute]
        return tuple(
            "*" if levels is None else label(rows, value, levels[attribute])
            for value, levels in zip(column, self.levels, strict=True)
        )

    def level_of(self, attribute: int) -> list[int | None]:
        return [None if levels is None else levels[attribute] for levels in self.levels]

    def looked_up(self, attribute: int) -> list[int | None]:
        """The lowest level at which a label is that of all values it is shown for."""
        rows, column = self.case.hierarchies[attribute], self.case.columns[attribute]
        behind: dict[str, set[str]] = {}
        for value, text, gone in zip(column, self.texts(attribute), self.suppressed, strict=True):
            if not gone:
                behind.setdefault(text, set()).add(value)
        found: list[int | None] = []
        for text, gone in zip(self.texts(attribute), self.suppressed, strict=True):
            levels = range(len(rows[0]))
            fits = [at for at in levels if not gone and all(label(rows, v, at) == text for v in behind[text])]
            found.append(fits[0] if fits else None)
        return found


@st.composite
def recoded(draw, *, by_label: bool = False) -> Recoded:
    """A small table, each record through a transformation of its own or suppressed.

    With `by_label` every label tells its level.
    """
    case = draw(cases())
    if by_label:
        rows = [
            tuple((row[0], *(f"{text}{level}" for level, text in enumerate(row[1:]))) for row in each)
            for each in case.hierarchies
        ]
        case = Case(case.columns, tuple(rows))
    tops = [len(rows[0]) - 1 for rows in case.hierarchies]
    one = st.one_of(st.none(), st.tuples(*(st.integers(0, top) for top in tops)))
    return Recoded(case, tuple(draw(st.lists(one, min_size=case.records, max_size=case.records))))


def cells_of(table: Recoded, *, known: bool) -> list[Cells]:
    """The attributes of a table as the engine sees them, its levels given or to be looked up."""
    columns, bound = columns_and_hierarchies(table.case)
    cells = []
    for attribute, (column, hierarchy) in enumerate(zip(columns, bound, strict=True)):
        levels = np.array([level or 0 for level in table.level_of(attribute)], np.int64) if known else None
        after = column_of(column.name, table.texts(attribute))
        cells.append(Cells(column, after, hierarchy, np.array(table.suppressed), None, levels))
    return cells


def rows_covered(table: Recoded, attribute: int, levels: list[int | None]) -> list[int]:
    rows = table.case.hierarchies[attribute]
    covered = []
    for value, level in zip(table.case.columns[attribute], levels, strict=True):
        if level is None:
            covered.append(len(rows))
        else:
            covered.append(sum(row[level] == label(rows, value, level) for row in rows))
    return covered


def granularity(table: Recoded, attribute: int, levels: list[int | None]) -> Fraction:
    """The mean share of the domain."""
    covered = rows_covered(table, attribute, levels)
    return Fraction(sum(covered), len(covered) * len(table.case.hierarchies[attribute]))


def intensity(table: Recoded, attribute: int, levels: list[int | None]) -> Fraction:
    """The mean share of the steps taken."""
    top = len(table.case.hierarchies[attribute][0]) - 1
    steps = [Fraction(1) if level is None else Fraction(level, top) if top else Fraction(0) for level in levels]
    return sum(steps, Fraction()) / len(steps)


def missings(table: Recoded, attribute: int, levels: list[int | None]) -> Fraction:
    """The share of cells that tell nothing."""
    rows, texts = table.case.hierarchies[attribute], table.texts(attribute)
    covered = rows_covered(table, attribute, levels)
    empty = [
        level is None or text in ("", "*") or (level > 0 and len(rows) > 1 and number == len(rows))
        for level, text, number in zip(levels, texts, covered, strict=True)
    ]
    return Fraction(sum(empty), len(empty))


def entropy(table: Recoded, attribute: int, levels: list[int | None]) -> float:
    """Level by level, record by record."""
    rows, column = table.case.hierarchies[attribute], table.case.columns[attribute]
    above = len(rows[0])
    ranks = [above if level is None else level for level in levels]

    def at(value: str, level: int) -> str:
        return "everything" if level == above else label(rows, value, level)

    total, before = 0.0, 0
    for level in sorted(set(ranks)):
        there = [value for value, rank in zip(column, ranks, strict=True) if rank >= level]
        fine, coarse = (Counter(at(value, of) for value in there) for of in (before, level))
        total -= sum(math.log2(fine[at(value, before)] / coarse[at(value, level)]) for value in there)
        before = level
    return total


def greatest_entropy(column: tuple[str, ...]) -> float:
    counts = Counter(column)
    return -sum(math.log2(counts[value] / len(column)) for value in column)


def ambiguity(table: Recoded, levels: list[list[int | None]]) -> int:
    """How many tuples each record may be, summed up."""
    covered = [rows_covered(table, attribute, each) for attribute, each in enumerate(levels)]
    return sum(math.prod(record) for record in zip(*covered, strict=True))
