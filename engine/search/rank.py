"""Which of two transformations a heuristic prefers, anonymous or not."""

from __future__ import annotations

from engine.lattice.lattice import Levels
from engine.search.solution import Check

Rank = tuple[bool, float, int, Levels]


def rank(check: Check) -> Rank:
    """Anonymous ones first, by score; of the others those that suppress less. Smaller levels decide between equals."""
    cost = check.score if check.anonymous else float(check.suppressed_records)
    return (not check.anonymous, cost, sum(check.levels), check.levels)
