"""Score against risk: the anonymous alternatives that pass the filters as points, and their Pareto frontier."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from arxdesk_engine.exploration.alternatives import Alternatives, Floats, Mask, Rows
from arxdesk_engine.exploration.estimates import Shares
from arxdesk_engine.exploration.pareto import frontier_of
from arxdesk_engine.exploration.sifting import Sifted
from arxdesk_engine.foundation.control import Control


class Across(StrEnum):
    """The figure on the horizontal axis."""

    SCORE = "score"
    REMOVED = "removed"
    LOWER_BOUND = "lower-bound"


class Risk(StrEnum):
    """The risk on the vertical axis."""

    HIGHEST = "highest"
    AVERAGE = "average"
    POPULATION = "population"


@dataclass(frozen=True, slots=True)
class Axes:
    """The figures on both axes."""

    across: Across = Across.SCORE
    risk: Risk = Risk.AVERAGE


@dataclass(frozen=True, slots=True, eq=False)
class Points:
    """One point for each of `rows` intp[n] of the alternatives, ascending in `x` float64[n] and among equal x in `y`.

    `frontier` intp[m] are the places of the points that no other one beats. `anonymous` is the number of anonymous
    transformations that pass; those without a figure for both axes have no point. `best` is the place of the best
    one, -1 if it is not among them.
    """

    alternatives: Alternatives
    axes: Axes
    rows: Rows
    x: Floats
    y: Floats
    frontier: Rows
    anonymous: int
    best: int

    def __len__(self) -> int:
        return len(self.rows)

    def place_of(self, row: int) -> int:
        """The place of a row, -1 where it is no point."""
        found = np.flatnonzero(self.rows == row)
        return int(found[0]) if len(found) else -1

    def mask(self, places: Rows) -> Mask:
        """Some points as rows of the alternatives, bool[rows]."""
        found = np.zeros(len(self.alternatives), np.bool_)
        found[self.rows[places]] = True
        return found

    def among(self, marked: Mask) -> Mask:
        """Marks of the points from marked rows of the alternatives, bool[n]; rows beyond the end are not marked."""
        points = np.zeros(len(self.rows), np.bool_)
        old = self.rows < len(marked)
        points[old] = marked[self.rows[old]]
        return points

    def better_than(self, place: int) -> Rows:
        """The places of the points that are smaller in both."""
        return np.flatnonzero((self.x < self.x[place]) & (self.y < self.y[place]))


def points_of(
    sifted: Sifted, axes: Axes | None = None, shares: Shares | None = None, control: Control | None = None
) -> Points:
    """The points of the anonymous alternatives that pass the filters. Raises Stopped.

    `shares` are estimates of the uniqueness in the population (`exploration.estimates.estimate`), for
    `Risk.POPULATION` alone.
    """
    axes, control = axes or Axes(), control or Control()
    alternatives, rows = sifted.alternatives, sifted.anonymous
    anonymous = len(rows)
    if axes.risk is Risk.POPULATION:
        rows, risk = _estimated(alternatives, rows, shares or {})
    else:
        risk = alternatives.highest_risk(rows) if axes.risk is Risk.HIGHEST else alternatives.average_risk(rows)
    x = _across(alternatives, axes.across, rows)
    known = np.isfinite(x) & np.isfinite(risk)
    rows, x, y = rows[known], x[known], risk[known]
    control.raise_if_stopped()
    order = np.lexsort((y, x))
    rows, x, y = rows[order], x[order], y[order]
    control.raise_if_stopped()
    best = np.flatnonzero(rows == alternatives.best)
    return Points(alternatives, axes, rows, x, y, frontier_of(x, y), anonymous, int(best[0]) if len(best) else -1)


def _across(alternatives: Alternatives, across: Across, rows: Rows) -> Floats:
    match across:
        case Across.REMOVED:
            return alternatives.removed_share(rows)
        case Across.LOWER_BOUND:
            return alternatives.lower_bound[rows]
        case _:
            return alternatives.score[rows]


def _estimated(alternatives: Alternatives, rows: Rows, shares: Shares) -> tuple[Rows, Floats]:
    """The rows with an estimate, and their estimates."""
    places = np.array([alternatives.row_of(levels) for levels in shares], np.intp)
    values = np.fromiter(shares.values(), np.float64, len(shares))
    among = np.isin(places, rows)
    return places[among], values[among]
