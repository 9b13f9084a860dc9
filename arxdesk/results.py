"""What workers hand over: immutable results that the document keeps and the views read."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.anonymizer import Anonymizer
from engine.control import Progress
from engine.job import Job
from engine.privacy.differential import DifferentialPrivacy
from engine.search.journal import SearchReport
from engine.search.solution import Check, Solution, Status
from engine.transform.apply import Output


@dataclass(frozen=True, slots=True)
class Live(Progress):
    """A search that goes on: the problem that it solves, and how far it is."""

    anonymizer: Anonymizer | None = None
    report: SearchReport | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """What a search left: the problem it solved and its solution; `cut_short`: a person or a limit has ended it."""

    anonymizer: Anonymizer
    solution: Solution
    cut_short: bool = False

    @property
    def job(self) -> Job:
        """The configuration that was searched."""
        return self.anonymizer.job

    @property
    def can_go_on(self) -> bool:
        """Whether searching on could find or prove more: what ended by itself would come to the same end again."""
        is_open = self.solution.status in (Status.BEST_FOUND, Status.NONE_FOUND) and not self.solution.is_drawn
        return is_open and (self.cut_short or self.solution.continuation is not None)

    @property
    def records(self) -> int:
        """How many records count: all of the table, or those of its `part`. Shares are shares of them."""
        return self.anonymizer.problem.grouping.records

    @property
    def part(self) -> str:
        """What the records that count are called where they are not the whole table, else ""."""
        if self.anonymizer.problem.grouping.included is None:
            return ""
        return "random sample" if self.is_differentially_private else "research subset"

    @property
    def of_part(self) -> str:
        """What follows a number of people where not all of the table count: " of the research subset"."""
        return f" of the {self.part}" if self.part else ""

    @property
    def is_differentially_private(self) -> bool:
        """Whether the job asks for that: then a sample was drawn, and only quasi-identifiers are shown."""
        return any(isinstance(model, DifferentialPrivacy) for model in self.job.privacy)


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
