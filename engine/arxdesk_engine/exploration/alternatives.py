"""The transformations of a lattice and their figures, as columns: the alternatives to the best one."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.lattice.lattice import Lattice, Levels
from arxdesk_engine.search.solution import Check

MOST_WHOLE = 2**20
"""Lattices of up to so many transformations are known as a whole; of larger ones what was looked at."""

Rows = NDArray[np.intp]
Mask = NDArray[np.bool_]
Places = NDArray[np.int32]
Counts = NDArray[np.int64]
Floats = NDArray[np.float64]


class State(IntEnum):
    """What is known of a transformation; the best one is `ANONYMOUS`, too."""

    UNKNOWN = 0
    NOT = 1
    ANONYMOUS = 2


STATE_NAMES = {State.UNKNOWN: "unknown", State.NOT: "not", State.ANONYMOUS: "anonymous"}
"""The states as `Alternatives.state_name` gives them; the best one is the "optimum"."""


@dataclass(frozen=True, slots=True)
class LatticeFacts:
    """Figures that all transformations share: names and highest levels of the quasi-identifiers, numbers of records.

    `suppressible` is how many of the `records` may be suppressed; all of them where the limit is one of people. With
    `counts_people` sizes of groups are numbers of people.
    """

    names: tuple[str, ...]
    lattice: Lattice
    heights: Levels
    records: int
    suppressible: int
    counts_people: bool = False

    @property
    def lowest(self) -> int:
        """The least sum of levels."""
        return sum(self.lattice.bottom)

    @property
    def highest(self) -> int:
        """The greatest sum of levels."""
        return sum(self.lattice.top)


@dataclass(frozen=True, slots=True, eq=False)
class Alternatives:
    """One row per transformation: all of the lattice in lexicographic order (`is_whole`), or the checked ones.

    `levels` int16[n, attributes], `state` uint8[n] (State), `score` float64[n] (NaN where unknown or not anonymous),
    `lower_bound` float64[n] (NaN where unknown); of the records kept, int64[n], -1 where unknown: `suppressed`,
    `classes`, `smallest` (0 without classes); `seconds` float32[n]: the time of its check, NaN without one.
    `by_height` intp[n]: the rows by sum of levels, `starts` int64[heights + 1]: the start of each sum there.
    `sizes` float64[heights]: the number of transformations of each sum. `best` is the row of the best one,
    -1 without one; `is_proven`: it is the optimum. Unknown values may become known during reading.
    """

    facts: LatticeFacts
    is_whole: bool
    levels: NDArray[np.int16]
    state: NDArray[np.uint8]
    score: Floats
    lower_bound: Floats
    suppressed: Counts
    classes: Counts
    smallest: Counts
    seconds: NDArray[np.float32]
    by_height: Rows
    starts: Counts
    sizes: Floats
    best: int
    is_proven: bool
    places: Mapping[bytes, int]
    """If not whole: the row of each transformation by the bytes of its levels (int16)."""

    def __len__(self) -> int:
        return len(self.state)

    def row_of(self, levels: Levels) -> int:
        """The row of a transformation, -1 without one."""
        facts = self.facts
        if len(levels) != len(facts.names):
            return -1
        if not self.is_whole:
            row = self.places.get(np.array(levels, np.int16).tobytes(), -1)
            return row if row < len(self) else -1
        if levels not in facts.lattice:
            return -1
        row = 0
        for level, low, high in zip(levels, facts.lattice.bottom, facts.lattice.top, strict=True):
            row = row * (high - low + 1) + level - low
        return row

    def levels_of(self, row: int) -> Levels:
        """The transformation of a row."""
        return tuple(self.levels[row].tolist())

    def state_name(self, row: int) -> str:
        """The state of a row by name; "optimum" for the best one, proven or not."""
        return "optimum" if row == self.best else STATE_NAMES[State(self.state[row])]

    def is_looked_at(self, row: int) -> bool:
        """Whether the figures of a row are known, not only its state."""
        return bool(self.suppressed[row] >= 0)

    def check_of(self, row: int) -> Check | None:
        """The check of a row; None for an unchecked one. The largest class is not known here: 0."""
        if not self.is_looked_at(row):
            return None
        anonymous = bool(self.state[row] == State.ANONYMOUS)
        score = float(self.score[row])
        return Check(
            self.levels_of(row),
            anonymous,
            math.inf if math.isnan(score) else score,
            float(self.lower_bound[row]),
            int(self.suppressed[row]),
            int(self.classes[row]),
            int(self.smallest[row]),
            0,
            specializations_fail=False,
            generalizations_hold=False,
        )

    def highest_risk(self, rows: Rows | slice = slice(None)) -> Floats:
        """The prosecutor risk of the smallest kept class, float64[rows]; NaN if there is none or it is unknown."""
        return _ratio(np.ones(len(self.smallest[rows])), self.smallest[rows])

    def average_risk(self, rows: Rows | slice = slice(None)) -> Floats:
        """The mean prosecutor risk of the records that are kept, classes / records; NaN as for the highest risk."""
        classes = self.classes[rows]
        if self.facts.counts_people:
            return np.full(len(classes), np.nan)
        return _ratio(classes, np.where(classes > 0, self.facts.records - self.suppressed[rows], 0))

    def removed_share(self, rows: Rows | slice = slice(None)) -> Floats:
        """The suppressed records as a share of all, float64[rows]; NaN where unknown."""
        removed = self.suppressed[rows]
        share: Floats = np.where(removed < 0, np.nan, removed / max(1, self.facts.records))
        return share

    @property
    def ties(self) -> int:
        """The number of other transformations with the score of the best one."""
        if self.best < 0:
            return 0
        return max(0, int(np.count_nonzero(self.score == self.score[self.best])) - 1)


def sizes_by_height(lattice: Lattice) -> Floats:
    """The number of transformations of each sum of levels in a lattice, from the least one on; rounded if huge."""
    sizes = np.ones(1)
    for low, high in zip(lattice.bottom, lattice.top, strict=True):
        sizes = np.convolve(sizes, np.ones(high - low + 1))
    return sizes


def _ratio(above: Counts | Floats, below: Counts) -> Floats:
    """The ratio where it is positive, otherwise NaN."""
    ratio = np.full(len(below), np.nan)
    np.divide(above, below, out=ratio, where=below > 0)
    return ratio
