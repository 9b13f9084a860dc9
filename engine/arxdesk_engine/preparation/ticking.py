"""Records added to a research subset or taken out of it by hand: masks of records (bool[records]) and their ranges."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.job.subset import SubsetSettings, ranges_of, ranges_text
from arxdesk_engine.preparation.subset import Included

Records = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class TickChange:
    """A subset with other records: `is_all` or `is_none` of the table, else so many `ranges` changed by hand.

    `include` and `exclude` list the records as a job does.
    """

    is_all: bool
    is_none: bool
    ranges: int
    include: str = ""
    exclude: str = ""


def plain_base(records: int, settings: SubsetSettings) -> Included:
    """All or no records, as settings say that name neither an expression nor a file nor a share."""
    return np.full(records, (settings.base == "all") is not settings.invert)


def with_hand(base: Included, settings: SubsetSettings) -> Included:
    """The records that a subset begins with, with those that its settings include and without those they exclude."""
    ticked = base.copy()
    for text, value in ((settings.include, True), (settings.exclude, False)):
        for first, last in ranges_of(text):
            ticked[first - 1 : last] = value
    return ticked


def tick_change(base: Included, ticked: Included, records: Records, on: bool, most_ranges: int) -> TickChange | None:
    """A subset after records are ticked or not; None where nothing changes. Beyond `most_ranges` none are listed."""
    wanted = ticked.copy()
    wanted[records] = on
    if np.array_equal(wanted, ticked):
        return None
    if wanted.all() or not wanted.any():
        return TickChange(bool(wanted.all()), not wanted.any(), 0)
    added, taken = wanted & ~base, base & ~wanted
    ranges = _ranges(added) + _ranges(taken)
    if ranges > most_ranges:
        return TickChange(False, False, ranges)
    return TickChange(False, False, ranges, ranges_text(added), ranges_text(taken))


def ticks(ticked: Included, records: Sequence[int] | Records | None = None) -> tuple[int, int]:
    """The number of ticked records, and of all; among some records, or in the whole table."""
    chosen = ticked if records is None else ticked[records]
    return int(np.count_nonzero(chosen)), len(chosen)


def records_in(spans: Iterable[tuple[int, int]], rows: int, order: Records | None) -> Records:
    """The records that rows show, given as first and last of spans; `order` are the records of the rows, None: all."""
    chosen = np.zeros(rows, np.bool_)
    for first, last in spans:
        chosen[first : last + 1] = True
    found = np.flatnonzero(chosen)
    return found if order is None else order[found]


def _ranges(chosen: Included) -> int:
    if not len(chosen):
        return 0
    return int(chosen[0]) + int(np.count_nonzero(chosen[1:] & ~chosen[:-1]))
