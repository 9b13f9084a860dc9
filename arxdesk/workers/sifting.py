"""Which transformations pass the filters, in which order, and how many there are of each kind."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from arxdesk.alternatives import Alternatives, Counts, Floats, Rows, State
from engine.control import Control
from engine.explore_settings import Filters

BINS = 24
"""The bars of the histogram of scores."""


class SortBy(StrEnum):
    """What the list can be sorted by."""

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
    """By what, and in which direction."""

    by: SortBy = SortBy.SCORE
    descending: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Sifted:
    """What the filters leave of some alternatives.

    `order` intp[passing]: the rows that pass, as the list shows them; `passes` bool[n]. `counts` tells how many rows
    there are of each state name, `passing` how many of them pass. `by_height` int64[heights, states]: how many rows of
    each sum of levels are in each State, `passing_by_height` how many of those pass. `edges` float64[BINS + 1] and
    `bars` int64[BINS]: the histogram of the scores of all anonymous ones (edges NaN without any).
    """

    alternatives: Alternatives
    filters: Filters
    sorting: Sorting
    order: Rows
    passes: NDArray[np.bool_]
    counts: dict[str, int]
    passing: dict[str, int]
    by_height: Counts
    passing_by_height: Counts
    edges: Floats
    bars: Counts


def sift(
    alternatives: Alternatives,
    filters: Filters,
    sorting: Sorting,
    marked: NDArray[np.bool_] | None,
    control: Control,
) -> Sifted:
    """Filter, sort and count. `marked` bool[n]: rows that somebody has marked, to sort by that. Raises Stopped."""
    state = alternatives.state.copy()  # while others become known
    passes = passing(alternatives, state, filters)
    control.raise_if_stopped()
    rows = np.flatnonzero(passes)
    order = rows[_sorted(alternatives, state, sorting, marked, rows)]
    control.raise_if_stopped()
    edges, bars = _histogram(alternatives.score[state == State.ANONYMOUS])
    return Sifted(
        alternatives,
        filters,
        sorting,
        order,
        passes,
        _counts(alternatives, state, np.ones(len(state), np.bool_)),
        _counts(alternatives, state, passes),
        _by_height(alternatives, state, np.ones(len(state), np.bool_)),
        _by_height(alternatives, state, passes),
        edges,
        bars,
    )


def passing(alternatives: Alternatives, state: NDArray[np.uint8], filters: Filters) -> NDArray[np.bool_]:
    """Which rows pass, bool[n]. Where there is no score the lower bound stands for it; what is unknown passes."""
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
            allowed = np.ones(int(max(alternatives.facts.lattice.top[attribute], *forbidden)) + 1, np.bool_)
            allowed[[level for level in forbidden if level >= 0]] = False
            passes &= allowed[alternatives.levels[:, attribute]]
    return passes


def _sorted(
    alternatives: Alternatives,
    state: NDArray[np.uint8],
    sorting: Sorting,
    marked: NDArray[np.bool_] | None,
    rows: Rows,
) -> Rows:
    """Anonymous ones first, then those that are not, then the unknown; in each by the key, the best one of equals."""
    group = (State.ANONYMOUS - state[rows]).astype(np.int8)
    key = _key(alternatives, sorting.by, marked, rows)
    key = -key if sorting.descending else key
    score = alternatives.score[rows]
    if sorting.by is SortBy.LEVELS:
        return np.lexsort((-rows if sorting.descending else rows, group))
    if sorting.by is SortBy.SCORE:
        is_other = rows != alternatives.best  # first of all, also where ranks decide what numbers do not show
        return np.lexsort((alternatives.lower_bound[rows], key, is_other, group))
    return np.lexsort((score, key, group))


def _key(alternatives: Alternatives, by: SortBy, marked: NDArray[np.bool_] | None, rows: Rows) -> Floats:
    match by:
        case SortBy.LOWER_BOUND:
            found = alternatives.lower_bound[rows]
        case SortBy.RISK:
            found = alternatives.highest_risk(rows)
        case SortBy.AVERAGE_RISK:
            found = alternatives.average_risk(rows)
        case SortBy.REMOVED:
            found = alternatives.suppressed[rows].astype(np.float64)
        case SortBy.CLASSES:
            found = alternatives.classes[rows].astype(np.float64)
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


def _counts(alternatives: Alternatives, state: NDArray[np.uint8], among: NDArray[np.bool_]) -> dict[str, int]:
    """How many transformations are in each state; of a lattice that is not known as a whole, all others are unknown."""
    found = np.bincount(state[among], minlength=len(State))
    best = int(0 <= alternatives.best < len(among) and among[alternatives.best])
    return {
        "optimum": best,
        "anonymous": int(found[State.ANONYMOUS]) - best,
        "not": int(found[State.NOT]),
        "unknown": int(found[State.UNKNOWN]),
    }


def _by_height(alternatives: Alternatives, state: NDArray[np.uint8], among: NDArray[np.bool_]) -> Counts:
    heights = len(alternatives.starts) - 1
    height_of = np.repeat(np.arange(heights), np.diff(alternatives.starts))
    rows = alternatives.by_height
    kept = among[rows]
    cells = np.bincount(height_of[kept] * len(State) + state[rows[kept]], minlength=heights * len(State))
    return cells.reshape(heights, len(State))


def _histogram(scores: Floats) -> tuple[Floats, Counts]:
    scores = scores[np.isfinite(scores)]
    if len(scores) == 0:
        return np.full(BINS + 1, np.nan), np.zeros(BINS, np.int64)
    bars, edges = np.histogram(scores, BINS)
    return edges, bars.astype(np.int64)
