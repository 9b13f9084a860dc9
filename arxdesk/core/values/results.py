"""What workers hand over: immutable results that the document keeps and the views read."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace

from arxdesk_engine import __version__
from arxdesk_engine.analysis.applied import Applied
from arxdesk_engine.analysis.shown.viewed import Mask, Records
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.foundation.control import Progress
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.policy import ReleasePolicy
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.projects.outcome import Outcome
from arxdesk_engine.search.journal import SearchReport
from arxdesk_engine.search.solution import Check, Solution, Status


@dataclass(frozen=True, slots=True)
class Live(Progress):
    """A search that goes on: the problem that it solves, and how far it is."""

    anonymizer: Anonymizer | None = None
    report: SearchReport | None = None


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Result:
    """What a search left: the problem it solved and its solution; `cut_short`: a person or a limit has ended it.

    `moment` is when it ended, `version` the ArxDesk that searched. `is_restored`: a project tells of it, so that what
    it has proven was not proven here.
    """

    anonymizer: Anonymizer
    solution: Solution
    cut_short: bool = False
    moment: dt.datetime | None = None
    version: str = ""
    is_restored: bool = False

    @property
    def job(self) -> Job:
        """The configuration that was searched."""
        return self.anonymizer.job

    def outcome(self, applied: Applied | None) -> Outcome:
        """It, and what of it was applied, as a project keeps it."""
        moment = self.moment or dt.datetime.now(dt.UTC).replace(microsecond=0)
        levels = None if applied is None else applied.check.levels
        solution = replace(self.solution, continuation=None)
        return Outcome(solution, self.cut_short, levels, moment, self.version or __version__)

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
        return self.policy.part

    @property
    def of_part(self) -> str:
        """What follows a number of people where not all of the table count: " of the research subset"."""
        return f" of the {self.part}" if self.part else ""

    @property
    def policy(self) -> ReleasePolicy:
        """The release policy of the job."""
        return self.anonymizer.policy


@dataclass(frozen=True, slots=True)
class Compared:
    """One of two transformations: what it costs, how safe it is, and what the first records read then.

    `gap` is how far its score is from the best possible at most, None where it has no score; `granularity` and
    `mean_granularity` are as in `Applied`. The risks are those of an attacker who knows that a person is in the table;
    `at_highest_risk` people have the highest one. `likely_unique` people of the population would be unique, None where
    no population is set or there is no estimate. `columns` hold the first records alone, `removed` bool[rows] of them.
    """

    check: Check
    gap: float | None
    granularity: tuple[float, ...]
    mean_granularity: float
    highest_risk: float
    average_risk: float
    at_highest_risk: int
    likely_unique: float | None
    columns: tuple[Column, ...]
    removed: Mask


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two transformations of one result beside each other.

    `names` and `heights` are the quasi-identifiers and their highest levels; `is_proven`: the gaps are those to the
    optimum. `records` intp[rows] are the first ones
    that count; `differs` bool[rows, columns] tells which of their cells do.
    """

    sides: tuple[Compared, Compared]
    names: tuple[str, ...]
    heights: Levels
    people: int
    population: int | None
    is_proven: bool
    records: Records
    differs: Mask

    @property
    def levels(self) -> tuple[Levels, Levels]:
        """What is compared."""
        return self.sides[0].check.levels, self.sides[1].check.levels

    def swapped(self) -> Comparison:
        """The same with the sides exchanged."""
        return replace(self, sides=(self.sides[1], self.sides[0]))
