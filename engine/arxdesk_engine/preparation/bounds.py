"""Bounds for top and bottom coding: those that suit a column, and how many cells lie beyond some."""

from __future__ import annotations

from bisect import bisect_left

import numpy as np

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.job.attributes import CodingSettings

RARE = 0.05
"""Bounds are proposed so that they hide about this share of the records at either end."""


def proposed_bounds(column: Column) -> CodingSettings:
    """Bounds that hide the rarest values at both ends."""
    present = [code for code, value in enumerate(column.values) if value]
    total = np.cumsum(column.counts()[present])
    low, high = (int(np.searchsorted(total, share * total[-1])) for share in (RARE, 1.0 - RARE))
    bottom, top = column.values[present[low]], column.values[present[min(high, len(present) - 1)]]
    return CodingSettings(bottom=bottom if low < high else None, top=top)


def cells_beyond(column: Column, coding: CodingSettings) -> tuple[int, int]:
    """The numbers of cells below the lower bound, and on or above the upper one."""
    values = [value for value in column.values if value]  # in order, and every one of them on the scale
    counts = column.counts()[[code for code, value in enumerate(column.values) if value]]

    def first_at(bound: str | None, otherwise: int) -> int:
        position = None if bound is None else column.type.parse(bound)
        if position is None:
            return otherwise
        return bisect_left(values, position, key=lambda value: column.type.parse(value) or 0.0)

    low, high = first_at(coding.bottom, 0), first_at(coding.top, len(values))
    return int(counts[:low].sum()), int(counts[high:].sum())
