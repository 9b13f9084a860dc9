"""Days of events with noise, one after the other, in the order that they had."""

from __future__ import annotations

from arxdesk_engine.kernels.arrays import Float64s, Int64s
from arxdesk_engine.kernels.jit import nb


@nb.njit(nb.void(nb.int64[::1], nb.int64[::1], nb.float64[::1], nb.int64, nb.int64[::1]), cache=True, nogil=True)
def add_noise(owners: Int64s, days: Int64s, drawn: Float64s, most: int, moved: Int64s) -> None:
    """Move every day by a whole number that is as likely as its negative, and stays between the days around it.

    owners, days: int64[n], distinct pairs in rising order. drawn: float64[n] in [0, 1). Out: moved int64[n]. A day
    moves by at most `most`, and by no more than leaves it after the one before, where that is now, and before the one
    after, where that was.
    """
    for place in range(days.size):
        room = most
        if place > 0 and owners[place - 1] == owners[place]:
            room = min(room, days[place] - moved[place - 1] - 1)
        if place + 1 < days.size and owners[place + 1] == owners[place]:
            room = min(room, days[place + 1] - days[place] - 1)
        moved[place] = days[place] - room + int(drawn[place] * (2 * room + 1))
