"""Results of workers, immutable: kept by the document and read by the views."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field, replace

from arxdesk_engine import __version__
from arxdesk_engine.analysis.applied import Applied
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.foundation.control import Progress
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.policy import ReleasePolicy
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.projects.outcome import Outcome
from arxdesk_engine.search.journal import SearchReport
from arxdesk_engine.search.solution import Check, Solution, Status


@dataclass(frozen=True, slots=True)
class RunningSearch(Progress):
    """A running search: its problem and progress."""

    anonymizer: Anonymizer | None = None
    report: SearchReport | None = None


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Result:
    """The result of a search: its problem and solution; `cut_short`: ended by the user or a limit.

    `moment` is when it ended, `version` the ArxDesk that searched. `is_restored`: a project tells of it, so that what
    it has proven was not proven here.
    """

    anonymizer: Anonymizer
    solution: Solution
    cut_short: bool = False
    moment: dt.datetime | None = None
    version: str = ""
    is_restored: bool = False
    checks: dict[Levels, Check] = field(default_factory=dict, repr=False, compare=False)
    """What is known of each transformation that was examined: thousands, which the worker puts together here."""

    def __post_init__(self) -> None:
        if not self.checks:
            object.__setattr__(self, "checks", {check.levels: check for check in self.solution.examined})

    @property
    def job(self) -> Job:
        """The configuration that was searched."""
        return self.anonymizer.job

    def outcome(self, applied: Applied | None) -> Outcome:
        """The result and its application, as stored in a project."""
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
        """The number of records that count: the table, or its `part`. Shares refer to them."""
        return self.anonymizer.problem.grouping.records

    @property
    def part(self) -> str:
        """The name of the part of the table that counts, "" for the whole table."""
        return self.policy.part

    @property
    def policy(self) -> ReleasePolicy:
        """The release policy of the job."""
        return self.anonymizer.policy
