"""The order of transformations: by score, then by levels."""

from __future__ import annotations

from arxdesk_engine.kernels.arrays import Int16s
from arxdesk_engine.kernels.jit import nb

EQUAL = 1e-12  # as `search.rank`: bounds that are equal but for rounding


@nb.njit(cache=True, nogil=True)
def comes_before(low: Int16s, best_levels: Int16s, best_sum: int) -> bool:
    """Whether levels come before those of the best: a smaller sum, or the same and smaller levels."""
    total = 0
    for attribute in range(low.size):
        total += int(low[attribute])
    if total != best_sum:
        return total < best_sum
    for attribute in range(low.size):
        if low[attribute] != best_levels[attribute]:
            return bool(low[attribute] < best_levels[attribute])
    return False


@nb.njit(cache=True, nogil=True)
def may_win(bound: float, low: Int16s, best: float, best_levels: Int16s, best_sum: int, has_best: int) -> bool:
    """As `search.rank.may_win`."""
    if has_best == 0 or bound < best:
        return True
    return bound <= best + EQUAL * abs(best) and comes_before(low, best_levels, best_sum)
