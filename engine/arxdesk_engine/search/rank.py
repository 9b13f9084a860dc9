"""Orders of transformations: that of results, and that of heuristics."""

from __future__ import annotations

import math

from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.quality.aggregate import RankedScore
from arxdesk_engine.search.solution import Check

Rank = tuple[bool, float, int, Levels]
Place = tuple[float, int, Levels]
"""The place of a transformation among the anonymous ones: a smaller score wins, then a smaller sum of levels, then
smaller levels. Any order of looks that sees the same transformations finds the same one first."""

_ROUNDING = 1e-12
"""By how much, relatively, a bound may be above a score that it is equal to, but for rounding."""


def place_of(check: Check) -> Place:
    """The place of a check (`Place`)."""
    return check.score, sum(check.levels), check.levels


def equal_at_most(score: float) -> float:
    """The largest possible bound of an equal score."""
    if isinstance(score, RankedScore) or math.isinf(score):
        return score
    return score + _ROUNDING * abs(score)


def may_win(bound: float, low: Levels, best: Place | None) -> bool:
    """Whether a transformation at or above `low`, with a score of at least `bound`, can come before the best so far.

    Where the scores are equal its levels decide, of which none is below that of `low`.
    """
    if best is None or bound < best[0]:
        return True
    return bound <= equal_at_most(best[0]) and (sum(low), low) < best[1:]


def rank(check: Check) -> Rank:
    """Anonymous ones first, by score; of the others those that suppress less. Smaller levels decide between equals."""
    cost = check.score if check.anonymous else float(check.suppressed_records)
    return (not check.anonymous, cost, sum(check.levels), check.levels)
