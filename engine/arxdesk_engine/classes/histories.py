"""Histories: the classes of all records of a person, and the combinations of them that others share.

Who knows some events of a person finds those who have the same: k people at least in event-anonymity. It is
k^m-anonymity (Terrovitis, Mamoulis and Kalnis 2008) of the multisets of classes that people have.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.classes.classes import Classes
from arxdesk_engine.classes.packing import Counts
from arxdesk_engine.foundation.control import Control

MOST_COMBINATIONS = 50_000_000
"""More combinations than this are not held in memory: about a gigabyte."""
_EVENTS_AT_ONCE = 50_000
"""Events whose combinations are gone through before it is asked whether to stop."""


class TooManyCombinations(ValueError):
    """There are more combinations of known events than can be counted at once."""

    def __init__(self, combinations: int) -> None:
        super().__init__(f"{combinations:,} combinations of known events are too many")
        self.combinations = combinations


@dataclass(frozen=True, slots=True)
class Histories:
    """The events of each person: classes int32[n] from 1, rising, and times int32[n], from starts int64[people + 1]."""

    starts: Counts
    classes: NDArray[np.int32]
    times: NDArray[np.int32]

    @classmethod
    def of(cls, classes: Classes) -> Histories:
        """The histories of the people of some classes. Raises ValueError where nobody says whose records they are."""
        people = classes.people
        if people is None:
            raise ValueError("nobody says whose records these are")
        weights = classes.weights_of_rows()
        chosen = (weights > 0) & (classes.members > 0)
        return cls.from_records(
            people[chosen], classes.members[chosen].astype(np.int64), weights[chosen], classes.grouping.all_people
        )

    @classmethod
    def from_records(
        cls, people: NDArray[np.int32], groups: Counts, weights: NDArray[np.uint32], number: int
    ) -> Histories:
        """From the person, the group (from 1) and the number of records of some rows, for so many people."""
        width = int(groups.max(initial=0)) + 1
        pairs, place = np.unique(people * np.int64(width) + groups, return_inverse=True)
        times = np.bincount(place, weights, len(pairs)).astype(np.int32)
        starts = np.searchsorted(pairs // width, np.arange(number + 1))
        return cls(starts.astype(np.int64), (pairs % width).astype(np.int32), times)

    @property
    def people(self) -> NDArray[np.bool_]:
        """Who has an event, bool[people]."""
        found: NDArray[np.bool_] = np.diff(self.starts) > 0
        return found

    def combinations(self, m: int, judged: NDArray[np.bool_] | None = None) -> int:
        """How many combinations of at most m events people have, each person's counted for themselves."""
        from arxdesk_engine.kernels.people.histories import EventRows, count_combinations  # noqa: PLC0415

        judged = self.people if judged is None else judged
        return int(count_combinations(EventRows(self.starts, self.classes, self.times), judged, m))

    def shared(self, m: int, k: int, judged: NDArray[np.bool_] | None = None, control: Control | None = None) -> Counts:
        """Of some people (bool[people]; None: all) the combinations of m events, or of all where they have fewer:
        int64[people, 3], their number, how many fewer than k people have, and how many nobody else has.

        A combination of fewer events is part of one of these, which no more people have. With a `control` it
        can be stopped. Raises TooManyCombinations; Stopped.
        """
        from arxdesk_engine.kernels.people.histories import (  # noqa: PLC0415 - Numba is loaded when it is needed
            COUNT,
            INSERT,
            JUDGE,
            CombinationTable,
            EventRows,
            go_through,
        )

        judged = self.people if judged is None else judged & self.people
        rows = EventRows(self.starts, self.classes, self.times)
        number = self.combinations(m, judged)
        if number > MOST_COMBINATIONS:
            raise TooManyCombinations(number)
        size = 1 << (2 * number + 1).bit_length()
        table = CombinationTable(np.zeros(size, np.uint64), np.empty(size, np.int32))
        found, width = np.zeros((len(judged), 3), np.int64), int(self.classes.max(initial=0))
        parts = [slice(None)] if control is None else self._parts()
        for people, kind in ((judged, INSERT), (self.people, COUNT), (judged, JUDGE)):
            for part in parts:
                if control is not None:
                    control.raise_if_stopped()
                chosen = np.zeros_like(people)
                chosen[part] = people[part]
                go_through(rows, chosen, width, m, k, kind, table, found)
        return found

    def alike(self) -> Counts:
        """How many people have the same events as each person, int64[people]; 0 for who has none."""
        first, people = self.representatives(), self.people
        found: Counts = np.where(people, np.bincount(first[people], minlength=len(first))[first], 0)
        return found

    def representatives(self) -> Counts:
        """The first person with the same events as each person, int64[people]; -1 for who has none."""
        from arxdesk_engine.kernels.people.histories import EventRows, first_alike  # noqa: PLC0415

        found = np.empty(len(self.starts) - 1, np.int64)
        first_alike(EventRows(self.starts, self.classes, self.times), self.people, found)
        return found

    def _parts(self) -> list[slice]:
        """The people in parts of about as many events each."""
        number = int(self.starts[-1]) // _EVENTS_AT_ONCE + 1
        ends = np.searchsorted(self.starts, np.linspace(0, self.starts[-1], number + 1)[1:-1])
        bounds = [0, *ends.tolist(), len(self.starts) - 1]
        return [slice(first, last) for first, last in itertools.pairwise(bounds)]
