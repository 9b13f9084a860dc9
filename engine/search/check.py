"""Looking at transformations: classes, verdict, score. Counts the checks and remembers what was seen."""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.classes import Classes
from engine.control import Control, SearchProgress
from engine.lattice.lattice import Levels
from engine.quality.model import AttributeWiseModel
from engine.search.problem import Problem, Verdict
from engine.search.solution import Check, Limits, Solution, Status

REMEMBERED_CHECKS = 100_000
REPORT_SECONDS = 1 / 30


class Checker:
    """Checks transformations of one problem for one search, and keeps the best."""

    def __init__(self, problem: Problem, control: Control, limits: Limits) -> None:
        self.problem = problem
        self.best: Check | None = None
        self.checks = 0
        self._control = control
        self._limits = limits
        self._started = time.perf_counter()
        self._reported = 0.0
        self._excluded = 0.0
        self._examined: dict[Levels, Check] = {}

    @property
    def seconds(self) -> float:
        """Seconds since the search began."""
        return time.perf_counter() - self._started

    @property
    def incumbent(self) -> float:
        """The score of the best transformation so far, infinite before the first one."""
        return np.inf if self.best is None else self.best.score

    @property
    def must_end(self) -> bool:
        """Whether the caller asked to stop or a limit is reached."""
        limits = self._limits
        return (
            self._control.stopped
            or (limits.checks is not None and self.checks >= limits.checks)
            or (limits.seconds is not None and self.seconds >= limits.seconds)
        )

    def check(self, levels: Levels) -> Check:
        """Look at a transformation, once: asked again it costs nothing."""
        known = self._examined.get(levels)
        return self._remember(check(self.problem, levels)) if known is None else known

    def check_many(self, transformations: Sequence[Levels]) -> list[Check]:
        """Look at several transformations; fewer than asked for, in the same order, where the search has to end."""
        checks = []
        for levels in transformations:
            if self.must_end:
                break
            checks.append(self.check(levels))
        return checks

    def is_known(self, levels: Levels) -> bool:
        """Whether a transformation was looked at already."""
        return levels in self._examined

    def check_with_bounds(self, levels: Levels) -> tuple[Check, NDArray[np.float64] | None]:
        """Look at a transformation, and when it is anonymous bound its specializations (fact 8 of the search design).

        The bounds are losses float64[attributes, levels] of generalizing to each level and suppressing what this
        transformation suppresses; None where the models allow none.
        """
        problem = self.problem
        roll_up = problem.grouping.roll_up(levels)
        verdict = problem.judge(roll_up.classes)
        result = self._remember(_checked(problem, roll_up.classes, verdict))
        quality = problem.quality
        if not (result.anonymous and isinstance(quality, AttributeWiseModel)):
            return result, None
        removed = problem.grouping.weigh_by_level(roll_up, verdict.inherited, quality.level_weights)
        return result, quality.table_without(removed, int(roll_up.classes.counts[verdict.inherited].sum()))

    def _remember(self, result: Check) -> Check:
        known = self._examined.get(result.levels)
        if known is not None:
            return known
        self.checks += 1
        if len(self._examined) < REMEMBERED_CHECKS:
            self._examined[result.levels] = result
        if result.anonymous and _better(result, self.best):
            self.best = result
        return result

    def report(self, lower_bound: float, excluded: float) -> None:
        """Tell the caller how far the search is, at most 30 times a second."""
        self._excluded = excluded
        now = self.seconds
        if self._reported and now - self._reported < REPORT_SECONDS:
            return
        self._reported = now
        self._tell(lower_bound, excluded)

    def solution(self, algorithm: str, *, proven: bool, lower_bound: float) -> Solution:
        """The result of the search; `proven` says that no better transformation can exist."""
        if self.best is None:
            status = Status.INFEASIBLE if proven else Status.NONE_FOUND
        else:
            status = Status.OPTIMAL if proven else Status.BEST_FOUND
            lower_bound = self.best.score if proven else min(lower_bound, self.best.score)
        self._tell(lower_bound, 1.0 if proven else self._excluded)
        return Solution(
            algorithm, status, self.best, lower_bound, self.checks, self.seconds, tuple(self._examined.values())
        )

    def _tell(self, lower_bound: float, excluded: float) -> None:
        best = self.best
        self._control.report(
            SearchProgress(
                "Searching",
                seconds=self.seconds,
                checks=self.checks,
                score=None if best is None else best.score,
                levels=None if best is None else best.levels,
                suppressed_records=None if best is None else best.suppressed_records,
                lower_bound=min(lower_bound, self.incumbent),
                excluded=excluded,
            )
        )


def check(problem: Problem, levels: Levels) -> Check:
    """The exact verdict and score of one transformation."""
    classes = problem.grouping.classes(levels)
    return _checked(problem, classes, problem.judge(classes))


def _checked(problem: Problem, classes: Classes, verdict: Verdict) -> Check:
    from engine.kernels.count import summarize_sizes  # noqa: PLC0415 - Numba is loaded where it is first needed

    summary = np.empty(4, np.int64)
    summarize_sizes(classes.counts, verdict.violating, summary)
    _suppressed, kept, smallest, largest = (int(number) for number in summary)
    return Check(
        levels=classes.levels,
        anonymous=verdict.anonymous,
        score=problem.quality.score(classes, verdict.violating),
        lower_bound=problem.quality.lower_bound(classes.levels),
        suppressed_records=verdict.suppressed_records,
        classes=kept,
        smallest_class=smallest,
        largest_class=largest,
        specializations_fail=verdict.specializations_fail,
        generalizations_hold=verdict.generalizations_hold,
    )


def _better(candidate: Check, best: Check | None) -> bool:
    """A smaller score wins; among equals the smaller sum of levels, then the smaller levels: any order of checks
    that sees the same transformations keeps the same one."""
    if best is None:
        return True
    return (candidate.score, sum(candidate.levels), candidate.levels) < (best.score, sum(best.levels), best.levels)
