"""Scores of many transformations at once."""

from __future__ import annotations

from arxdesk_engine.kernels.arrays import Float64s
from arxdesk_engine.kernels.bound import aggregate
from arxdesk_engine.kernels.jit import nb


@nb.njit(nb.void(nb.float64[:, ::1], nb.int64, nb.float64[::1]), cache=True, nogil=True)
def aggregate_rows(losses: Float64s, kind: int, scores: Float64s) -> None:
    """One number from the weighted losses of each transformation, exactly as `aggregate` makes it of one.

    losses: float64[n, attributes]. Out: scores float64[n].
    """
    for row in range(losses.shape[0]):
        scores[row] = aggregate(losses[row], kind)
