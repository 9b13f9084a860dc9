"""Checks of transformations: classes, verdict, score. Counts the checks and remembers the results."""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.classes.partition import Partition
from arxdesk_engine.classes.people import counting_people
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.search.evaluation import Evaluation, evaluate, least_score
from arxdesk_engine.search.journal import Journal, JournalView, SearchReport
from arxdesk_engine.search.problem import SearchProblem
from arxdesk_engine.search.rank import Place, may_win, place_of
from arxdesk_engine.search.solution import Check, Continuation, Improvement, Limits, Solution, Status
from arxdesk_engine.search.sources import Sources
from arxdesk_engine.search.workers import Workers

REMEMBERED_CHECKS = 100_000
REPORT_SECONDS = 1 / 30
BATCH = 16
"""The number of checks between two tests whether to end; not the number of cores, on which nothing may
depend."""

SMALL_TABLE = 400_000
"""With fewer cells (distinct tuples times attributes) looks are so short that a second core costs more than it gains;
measured on ADULT (175,000) and CUP (507,000)."""


class Checker:
    """Checks transformations of one problem for one search, and keeps the best."""

    def __init__(self, problem: SearchProblem, control: Control, limits: Limits) -> None:
        self.problem = problem
        self.best: Check | None = None
        self.checks = 0
        self._control = control
        self._limits = limits
        self._started = time.perf_counter()
        self._seconds_before = 0.0
        self._checks_before = 0
        self._reported = 0.0
        self._excluded = 0.0
        self._lower_bound = problem.lower_bound(problem.lattice.bottom)
        self._examined: dict[Levels, Check] = {}
        self._journal = Journal()
        self._improvements: list[Improvement] = []
        is_small = len(problem.grouping.rows) * len(problem.lattice.top) < SMALL_TABLE
        self._threads = 1 if is_small else control.threads
        self.workers = Workers(self._threads)
        self._sources = Sources(problem.partitioner.whole)

    @property
    def threads(self) -> int:
        """How many threads the caller allows."""
        return self._control.threads

    @property
    def seconds(self) -> float:
        """Seconds that the search has taken; those between its end and its continuation do not count."""
        return self._seconds_before + self._seconds_now

    @property
    def _seconds_now(self) -> float:
        return time.perf_counter() - self._started

    def go_on(self, control: Control, limits: Limits) -> None:
        """Continue a search that ended early; the limits count from here."""
        self._control, self._limits = control, limits
        self._checks_before = self.checks
        self._started = time.perf_counter()
        self.workers = Workers(self._threads)

    @property
    def incumbent(self) -> float:
        """The score of the best transformation so far, infinite before the first one."""
        return np.inf if self.best is None else self.best.score

    @property
    def best_place(self) -> Place | None:
        """The place of the best transformation so far, None before the first one."""
        return None if self.best is None else place_of(self.best)

    def may_win(self, bound: float, low: Levels) -> bool:
        """Whether a transformation at or above `low`, with a score of at least `bound`, can come before the best."""
        return may_win(bound, low, self.best_place)

    @property
    def must_end(self) -> bool:
        """Whether the caller asked to stop or a limit is reached."""
        left, seconds = self.checks_left, self._limits.seconds
        return (
            self._control.stopped
            or (left is not None and left <= 0)
            or (seconds is not None and self._seconds_now >= seconds)
        )

    @property
    def checks_left(self) -> int | None:
        """The number of checks within the limits; None for any number."""
        limit = self._limits.checks
        return None if limit is None else limit - (self.checks - self._checks_before)

    def check(self, levels: Levels) -> Check:
        """Check a transformation once; a repeated check costs nothing."""
        known = self._examined.get(levels)
        return self.remember(self._look(self._source_of(levels), levels)) if known is None else known

    def check_many(self, transformations: Sequence[Levels]) -> list[Check]:
        """Check several transformations on all cores; fewer of them, in the same order, if the search has to end.

        The result does not depend on the number of cores.
        """
        checks: list[Check] = []
        for start in range(0, len(transformations), BATCH):
            left = self.checks_left
            room = BATCH if left is None else min(BATCH, left)
            if self.must_end or room <= 0:
                break
            batch = transformations[start : start + room]
            known = [self._examined.get(levels) for levels in batch]
            new = [levels for levels, check in zip(batch, known, strict=True) if check is None]
            starts = [(self._source_of(levels), levels) for levels in new]
            found = iter(self.workers.map(self._look_unless_stopped, starts))
            for check in known:
                if check is None:
                    look = next(found)
                    if look is None:
                        return checks
                    check = self.remember(look)
                checks.append(check)
            self.report(self._lower_bound, self._excluded)
            if len(batch) < BATCH and start + len(batch) < len(transformations):
                break
        return checks

    def _look_unless_stopped(self, start: tuple[Partition, Levels]) -> Evaluation | None:
        return None if self._control.stopped else self._look(*start)

    @property
    def examined(self) -> tuple[Check, ...]:
        """All looks in their order, as far as they are remembered."""
        return tuple(self._examined.values())

    @property
    def knows_all(self) -> bool:
        """Whether every transformation of the lattice was checked, and all are remembered."""
        return len(self._examined) == self.problem.lattice.size

    def source_of(self, levels: NDArray[np.int64], known: Partition) -> Partition:
        """The partition to form the classes of `levels` int64[attributes] from: a cheaper one than `known`, or that."""
        return self._sources.better(known, levels)

    def is_known(self, levels: Levels) -> bool:
        """Whether a transformation was checked already."""
        return levels in self._examined

    def _source_of(self, levels: Levels) -> Partition:
        return self._sources.best(np.array(levels, np.int64))

    def _look(self, source: Partition, levels: Levels) -> Evaluation:
        return evaluate(self.problem, source, np.array(levels, np.int16), keep_rows=True, scores_all=True)

    def remember(self, found: Evaluation) -> Check:
        """Count a look that was taken, and keep it when it is the best; returns its check."""
        if _is_source(found):
            self._sources.put(found.partition)
        return self.note(found.check)

    def note(self, result: Check) -> Check:
        """The same for a look whose partition is kept elsewhere, or not."""
        known = self._examined.get(result.levels)
        if known is not None:
            return known
        self.checks += 1
        if len(self._examined) < REMEMBERED_CHECKS:
            self._examined[result.levels] = result
            self._journal.add(result, self.seconds)
        if result.anonymous and (self.best is None or place_of(result) < place_of(self.best)):
            self.best = result
            self._improvements.append(Improvement(self.seconds, self.checks, result, self._lower_bound))
        return result

    def report(self, lower_bound: float, excluded: float) -> None:
        """Report the progress to the caller, at most 30 times a second."""
        self._excluded, self._lower_bound = excluded, lower_bound
        now = self.seconds
        if self._reported and now - self._reported < REPORT_SECONDS:
            return
        self._reported = now
        self._tell(lower_bound, excluded)

    def solution(
        self, algorithm: str, *, proven: bool, lower_bound: float, continuation: Continuation | None = None
    ) -> Solution:
        """The result of the search; `proven` says that no better transformation can exist.

        `continuation` goes on with it, after `go_on`, if it ended early.
        """
        if self.best is None:
            status = Status.INFEASIBLE if proven else Status.NONE_FOUND
        else:
            status = Status.OPTIMAL if proven else Status.BEST_FOUND
            lower_bound = self.best.score if proven else min(lower_bound, self.best.score)
        self.workers.close()
        self._tell(lower_bound, 1.0 if proven else self._excluded)
        seconds = self.seconds
        self._seconds_before, self._started = seconds, time.perf_counter()
        return Solution(
            algorithm,
            status,
            self.best,
            lower_bound,
            self.checks,
            seconds,
            self.examined,
            self._control.threads,
            tuple(self._improvements),
            continuation,
        )

    def _tell(self, lower_bound: float, excluded: float) -> None:
        best = self.best
        self._control.report(
            SearchReport(
                "Searching",
                seconds=self.seconds,
                checks=self.checks,
                score=None if best is None else best.score,
                levels=None if best is None else best.levels,
                suppressed_records=None if best is None else best.suppressed_records,
                lower_bound=min(lower_bound, self.incumbent),
                excluded=excluded,
                seen=JournalView(self._journal, len(self._journal)),
            )
        )


def check(problem: SearchProblem, levels: Levels) -> Check:
    """The exact verdict and score of one transformation."""
    verdict = problem.judge(problem.grouping.classes(levels))
    classes = verdict.classes
    counts = counting_people(classes).counts
    kept = counts[~verdict.violating & (counts > 0)]
    return Check(
        levels=levels,
        anonymous=verdict.anonymous,
        score=problem.quality.score(classes, verdict.violating),
        lower_bound=least_score(problem, classes),
        suppressed_records=verdict.suppressed_records,
        classes=len(kept),
        smallest_class=int(kept.min()) if len(kept) else 0,
        largest_class=int(kept.max(initial=0)),
        specializations_fail=verdict.specializations_fail,
        generalizations_hold=verdict.generalizations_hold,
        suppressed_people=verdict.suppressed_people,
    )


def _is_source(found: Evaluation) -> bool:
    return found.check.anonymous and found.partition.members is not None
