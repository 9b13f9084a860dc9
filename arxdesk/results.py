"""What workers hand over: immutable results that the document keeps and the views read."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.anonymizer import Anonymizer
from engine.job import Job
from engine.search.solution import Check, Solution
from engine.transform.apply import Output


@dataclass(frozen=True, slots=True)
class Result:
    """What a search left: the problem it solved and its solution."""

    anonymizer: Anonymizer
    solution: Solution

    @property
    def job(self) -> Job:
        """The configuration that was searched."""
        return self.anonymizer.job


@dataclass(frozen=True, slots=True)
class Applied:
    """A transformation made real: the check that describes it, its output table, and what the views show of it.

    Class sizes are int64[classes], `records_by_size_*` int64[ranges of engine.risk.distribution]. `granularity`
    is the detail kept per quasi-identifier (1 all, 0 none), `mean_granularity` that of the table. `order`
    intp[records] lists the records group by group, removed ones last; `bands` bool[records] alternates between
    neighbouring groups.
    """

    check: Check
    output: Output
    sizes_before: NDArray[np.int64]
    sizes_after: NDArray[np.int64]
    records_by_size_before: NDArray[np.int64]
    records_by_size_after: NDArray[np.int64]
    granularity: tuple[float, ...]
    mean_granularity: float
    order: NDArray[np.intp]
    bands: NDArray[np.bool_]
