"""What workers hand over: immutable results that the document keeps and the views read."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace

from arxdesk_engine import __version__
from arxdesk_engine.analysis.applied import Applied
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.foundation.control import Progress
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.policy import ReleasePolicy
from arxdesk_engine.projects.outcome import Outcome
from arxdesk_engine.search.journal import SearchReport
from arxdesk_engine.search.solution import Solution, Status


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
        """The name of the records that count where they are not the whole table, else ""."""
        return self.policy.part

    @property
    def of_part(self) -> str:
        """What follows a number of people where not all of the table count: " of the research subset"."""
        return f" of the {self.part}" if self.part else ""

    @property
    def policy(self) -> ReleasePolicy:
        """The release policy of the job."""
        return self.anonymizer.policy
