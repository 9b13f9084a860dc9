"""The rows of linked tables that each person has, and which of them belong together.

The join of linked tables does not tell whether two visits have one diagnosis each of a kind, or one visit has two and
the other none that differs; their files do. Two people are alike in these where a one-to-one assignment of their rows,
table by table, keeps classes and keys.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from arxdesk_engine.classes.classes import Classes
from arxdesk_engine.classes.histories import Histories
from arxdesk_engine.classes.packing import Counts
from arxdesk_engine.data.dataset import Codes


@dataclass(frozen=True, eq=False)
class NestedRows:
    """Whose each record of a join is, int32[records], and its rows, int32[records] for each table in the order of the
    join; negative where a table has none there.

    The records of a person are nested: by their row of the first table, among these by that of the second, and so on.
    Each row of a table occurs with all combinations of rows of those after it, so that nested multisets of classes are
    the same for exactly those people whose rows are.
    """

    people: Codes
    rows: tuple[Codes, ...]

    @cached_property
    def _levels(self) -> tuple[Codes, ...]:
        """The part of each record, numbered from 0: by the person, then with each table but the last one."""
        levels = [self.people]
        for each in self.rows[:-1]:
            pairs = levels[-1] * np.int64(int(each.max(initial=0)) + 2) + (each + np.int64(1))
            levels.append(np.unique(pairs, return_inverse=True)[1].astype(np.int32))
        return tuple(levels)

    @cached_property
    def _absent(self) -> Codes:
        """Which tables have no row in each record, numbered from 0."""
        found = np.zeros(len(self.people), np.int64)
        for each in self.rows:
            found = np.unique(found * 2 + (each < 0), return_inverse=True)[1]
        return found.astype(np.int32)

    def alike(self, classes: Classes) -> Counts:
        """How many people have the same rows as each person, int64[people]; 0 for who has no record in a class."""
        groups = classes.of_records
        chosen = np.flatnonzero(groups >= 0)
        labels = groups[chosen] * np.int64(int(self._absent.max(initial=0)) + 1) + self._absent[chosen] + 1
        for level in self._levels[:0:-1]:
            parts, first, place = np.unique(level[chosen], return_index=True, return_inverse=True)
            histories = _histories(place.astype(np.int32), labels, len(parts))
            labels, chosen = histories.representatives() + 1, chosen[first]
        return _histories(self.people[chosen], labels, classes.grouping.all_people).alike()


def _histories(owners: Codes, labels: Counts, number: int) -> Histories:
    _labels, place = np.unique(labels, return_inverse=True)
    return Histories.from_records(owners, place.astype(np.int64) + 1, np.ones(len(place), np.uint32), number)


def nested_rows(people: Codes | None, rows: Sequence[Codes]) -> NestedRows | None:
    """The nested rows of people; None where there are no linked tables, or nobody says whose records these are."""
    return NestedRows(people, tuple(rows)) if rows and people is not None else None
