"""The records in the groups of a hierarchy: of one group, of a level in figures, and as bars."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.hierarchies.groups import Groups, Numbers


@dataclass(frozen=True, slots=True)
class GroupSizes:
    """The groups of a level that hold records: how many, the fewest and the most records, how many hold a single one.

    `empty` groups hold none; without any that holds one, `smallest` and `largest` are 0.
    """

    held: int
    empty: int
    smallest: int
    largest: int
    single: int

    @classmethod
    def of(cls, records: Numbers) -> GroupSizes:
        """The figures of a level, of the records of each group (int64[groups])."""
        held = records[records > 0]
        if not len(held):
            return cls(0, len(records), 0, 0, 0)
        single = int((held == 1).sum())
        return cls(len(held), len(records) - len(held), int(held.min()), int(held.max()), single)


class Occupancy:
    """The records of the groups of every level, counted on demand.

    `of_rows` (int64[rows]) are the records of each row of the hierarchy.
    """

    def __init__(self, groups: Groups, of_rows: Numbers) -> None:
        self.groups = groups
        self._of_rows = of_rows
        self._levels: dict[int, Numbers] = {}

    def records(self, level: int, group: int) -> int:
        """The number of records in a group."""
        return int(self._of(level)[group])

    def row_occurs(self, row: int) -> bool:
        """Whether the value of a row occurs in the data."""
        return self.records(0, int(self.groups.codes[0][row])) > 0

    @property
    def first_occurring_row(self) -> int:
        """The first row whose value occurs in the data; 0 if none does."""
        held = np.flatnonzero(self._of(0)[self.groups.codes[0]])
        return int(held[0]) if len(held) else 0

    def sizes(self, level: int) -> GroupSizes:
        """The groups of a level in figures."""
        return GroupSizes.of(self._of(level))

    def bars(self, level: int, most: int) -> Bars:
        """The groups of a level that hold records, `most` at most: the largest ones."""
        return _largest(self.groups.labels[level], self._of(level), most)

    def _of(self, level: int) -> Numbers:
        known = self._levels.get(level)
        if known is None:
            known = self._levels[level] = self.groups.records(self._of_rows, level)
        return known


@dataclass(frozen=True, slots=True)
class Bars:
    """Labels with their records, in order; `shown` of the groups or values are included. `sizes` are those of all."""

    bars: tuple[tuple[str, int], ...]
    shown: int
    sizes: GroupSizes


def value_bars(column: Column, most: int) -> Bars:
    """The values of a column that occur, in at most `most` bars: neighbouring numbers share one, of other values the
    largest are included."""
    counts = column.counts()
    held = np.flatnonzero(counts)
    if len(held) <= most or not column.type.kind.is_numeric:
        return _largest(column.values, counts, most)
    together = -(-len(held) // most)
    bars = []
    for start in range(0, len(held), together):
        part = held[start : start + together]  # the values of a column are in order
        first, last = column.values[part[0]] or "missing", column.values[part[-1]]
        label = first if len(part) == 1 or not last else f"{first}–{last}"
        bars.append((label, int(counts[part].sum())))
    return Bars(tuple(bars), len(held), GroupSizes.of(counts))


def _largest(labels: tuple[str, ...], records: Numbers, most: int) -> Bars:
    places = np.flatnonzero(records)
    if len(places) > most:
        places = np.sort(places[np.argsort(-records[places], kind="stable")[:most]])
    bars = tuple((labels[place] or "missing", int(records[place])) for place in places.tolist())
    return Bars(bars, len(bars), GroupSizes.of(records))
