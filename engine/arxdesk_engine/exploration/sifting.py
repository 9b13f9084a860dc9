"""The transformations that pass the filters, their order and their counts."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.exploration.alternatives import Alternatives, Counts, Floats, Mask, Places, Rows, State
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.explore import Filters

BINS = 24
"""The bars of the histogram of scores."""
NARROW = 1e-9
"""Scores that differ by less than this share are equal in a histogram."""


class SortBy(StrEnum):
    """The sort keys of the list."""

    SCORE = "score"
    LOWER_BOUND = "lower-bound"
    RISK = "risk"
    AVERAGE_RISK = "average-risk"
    REMOVED = "removed"
    CLASSES = "classes"
    HEIGHT = "height"
    FOUND = "found"
    MARKED = "marked"
    LEVELS = "levels"


@dataclass(frozen=True, slots=True)
class Sorting:
    """Sort key and direction."""

    by: SortBy = SortBy.SCORE
    descending: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Sifted:
    """The alternatives that pass the filters.

    `order` intp[passing]: the rows that pass, in the order of the list; `passes` bool[n]; `places` int32[n]: the place
    of each row in `order`, -1 if it does not pass. `counts` are the numbers of rows of each state,
    `passing` those that pass. `by_height` int64[heights, states]: the rows of each sum of levels in each
    State, `passing_by_height` those that pass. `edges` float64[BINS + 1] and `bars` int64[BINS]: the histogram
    of the scores of all anonymous ones (edges NaN without any). `latest`: the time of the last check, in seconds
    of the search (NaN if unknown).
    """

    alternatives: Alternatives
    filters: Filters
    sorting: Sorting
    order: Rows
    passes: Mask
    places: Places
    counts: dict[str, int]
    passing: dict[str, int]
    by_height: Counts
    passing_by_height: Counts
    edges: Floats
    bars: Counts
    latest: float

    @property
    def anonymous(self) -> Rows:
        """The rows that pass and are anonymous, ascending."""
        return np.flatnonzero(self.passes & (self.alternatives.state[: len(self.passes)] == State.ANONYMOUS))


def sift(
    alternatives: Alternatives,
    filters: Filters | None = None,
    sorting: Sorting | None = None,
    marked: Mask | None = None,
    control: Control | None = None,
) -> Sifted:
    """Filter, sort and count. `marked` bool[n]: rows that are marked, to sort by that. Raises Stopped."""
    filters, sorting, control = filters or Filters(), sorting or Sorting(), control or Control()
    state = alternatives.state.copy()  # while others become known
    passes = passing(alternatives, state, filters)
    control.raise_if_stopped()
    rows = np.flatnonzero(passes)
    order = rows[_sorted(alternatives, state, sorting, marked, rows)]
    control.raise_if_stopped()
    places = np.full(len(state), -1, np.int32)
    places[order] = np.arange(len(order), dtype=np.int32)
    edges, bars = _histogram(alternatives.score[state == State.ANONYMOUS])
    return Sifted(
        alternatives,
        filters,
        sorting,
        order,
        passes,
        places,
        _counts(alternatives, state, np.ones(len(state), np.bool_)),
        _counts(alternatives, state, passes),
        _by_height(alternatives, state, np.ones(len(state), np.bool_)),
        _by_height(alternatives, state, passes),
        edges,
        bars,
        _latest(alternatives.seconds),
    )


def passing(alternatives: Alternatives, state: NDArray[np.uint8], filters: Filters) -> Mask:
    """Marks of the rows that pass, bool[n]. Without a score the lower bound is used; unknown rows pass."""
    shown = np.array(["unknown" in filters.classes, "not-anonymous" in filters.classes, "anonymous" in filters.classes])
    passes = shown[state]
    if 0 <= alternatives.best < len(passes):
        passes[alternatives.best] = "optimum" in filters.classes
    if filters.lowest_score is not None or filters.highest_score is not None:
        score = np.where(np.isnan(alternatives.score), alternatives.lower_bound, alternatives.score)
        if filters.lowest_score is not None:
            passes &= ~(score < filters.lowest_score)
        if filters.highest_score is not None:
            passes &= ~(score > filters.highest_score)
    if filters.removed is not None:
        passes &= alternatives.suppressed <= filters.removed
    for attribute, name in enumerate(alternatives.facts.names):
        forbidden = filters.forbidden.get(name)
        if forbidden:
            allowed = np.ones(int(alternatives.facts.lattice.top[attribute]) + 1, np.bool_)
            allowed[[level for level in forbidden if 0 <= level < len(allowed)]] = False  # projects name any number
            passes &= allowed[alternatives.levels[:, attribute]]
    return passes


def _sorted(
    alternatives: Alternatives,
    state: NDArray[np.uint8],
    sorting: Sorting,
    marked: Mask | None,
    rows: Rows,
) -> Rows:
    """Anonymous ones first, then those not anonymous, then the unknown; in each by the key, the best one of equals."""
    group = (State.ANONYMOUS - state[rows]).astype(np.int8)
    key = _key(alternatives, sorting.by, marked, rows)
    key = -key if sorting.descending else key
    score = alternatives.score[rows]
    if sorting.by is SortBy.LEVELS:
        return np.lexsort((-rows if sorting.descending else rows, group))
    if sorting.by is SortBy.SCORE:
        # The best one is at its end of them, also where ranks break ties of the numbers.
        is_best = rows == alternatives.best
        turn = np.where(np.isnan(score), 2, is_best) if sorting.descending else ~is_best
        return np.lexsort((alternatives.lower_bound[rows], key, turn, group))
    return np.lexsort((score, key, group))


def _key(alternatives: Alternatives, by: SortBy, marked: Mask | None, rows: Rows) -> Floats:
    match by:
        case SortBy.LOWER_BOUND:
            found = alternatives.lower_bound[rows]
        case SortBy.RISK:
            found = alternatives.highest_risk(rows)
        case SortBy.AVERAGE_RISK:
            found = alternatives.average_risk(rows)
        case SortBy.REMOVED:
            found = _known(alternatives.suppressed[rows])
        case SortBy.CLASSES:
            found = _known(alternatives.classes[rows])
        case SortBy.HEIGHT:
            found = alternatives.levels[rows].sum(axis=1, dtype=np.float64)
        case SortBy.FOUND:
            found = -alternatives.seconds[rows].astype(np.float64)  # the latest first
        case SortBy.MARKED:
            found = np.ones(len(rows))
            if marked is not None:
                found[rows < len(marked)] -= marked[rows[rows < len(marked)]]
        case _:
            found = alternatives.score[rows]
    return found


def _known(figures: Counts) -> Floats:
    """Counts as numbers, NaN (the last in any order) for unknown ones."""
    return np.where(figures < 0, np.nan, figures.astype(np.float64))


def _counts(alternatives: Alternatives, state: NDArray[np.uint8], among: Mask) -> dict[str, int]:
    """The number of rows of each state; a lattice that is not whole has more, unchecked ones."""
    found = np.bincount(state[among], minlength=len(State))
    best = int(0 <= alternatives.best < len(among) and among[alternatives.best])
    return {
        "optimum": best,
        "anonymous": int(found[State.ANONYMOUS]) - best,
        "not": int(found[State.NOT]),
        "unknown": int(found[State.UNKNOWN]),
    }


def _by_height(alternatives: Alternatives, state: NDArray[np.uint8], among: Mask) -> Counts:
    heights = len(alternatives.starts) - 1
    height_of = np.repeat(np.arange(heights), np.diff(alternatives.starts))
    rows = alternatives.by_height
    kept = among[rows]
    cells = np.bincount(height_of[kept] * len(State) + state[rows[kept]], minlength=heights * len(State))
    return cells.reshape(heights, len(State))


def _histogram(scores: Floats) -> tuple[Floats, Counts]:
    """Bars of the same width from the least to the greatest score; one score alone stands in the middle of its bars."""
    scores = scores[np.isfinite(scores)]
    if len(scores) == 0:
        return np.full(BINS + 1, np.nan), np.zeros(BINS, np.int64)
    lowest, highest = float(scores.min()), float(scores.max())
    if highest - lowest <= NARROW * max(abs(lowest), abs(highest), NARROW):  # too near for edges between them
        half = max(abs(highest), 1.0) / 2
        lowest, highest = lowest - half, highest + half
    edges = np.linspace(lowest, highest, BINS + 1)
    bars = np.clip(np.searchsorted(edges, scores, "right") - 1, 0, BINS - 1)
    return edges, np.bincount(bars, minlength=BINS).astype(np.int64)


def _latest(seconds: NDArray[np.float32]) -> float:
    known = seconds[~np.isnan(seconds)]
    return float(known.max()) if len(known) else float("nan")
