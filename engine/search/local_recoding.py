"""Local recoding by iteration: what a search left suppressed is anonymized again, as a table of its own.

The iterative method of ARX (Prasser et al., Software: Practice and Experience 2020; GigaScience 2021, "Local
generalization"; engine reference 2.6). Each iteration poses the problem of the search for the records that are still
suppressed: the same hierarchies with the same domains, so that scores stay comparable, the same models and factors.
What it keeps is generalized by its transformation; the next iteration goes on with the rest.

How many records an iteration may suppress follows from the number of iterations: each has to keep at least
1 / iterations of all records of the table, or all that are left, so that the iterations are enough for the whole table
(the benchmarks' share of 1/100 is 100 iterations). The reference ends where no transformation does that. Here it is
asked for less from then on: any number may stay suppressed, as long as something is kept. Otherwise a table whose
hierarchies do not reach "*" would lose its last records although most of them can be kept.

Records that a transformation leaves with "*" in every quasi-identifier are not kept: nobody can tell them from
suppressed ones. They go on into the next iteration, as in ARX, and are suppressed where none does better
(`ShowsSomething`). What is aggregated shows something in any case.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from engine.classes import Classes, Grouping
from engine.control import Control, RecodingProgress
from engine.hierarchies.hierarchy import BoundHierarchy
from engine.lattice.lattice import Levels
from engine.lattice.recoding import Recoding
from engine.privacy.criterion import ClassCriterion
from engine.quality.model import QualityModel
from engine.schema import SUPPRESSED
from engine.search.problem import Problem
from engine.search.solution import Check, Limits, Solution, Status


class End(StrEnum):
    """Why there was no further iteration."""

    COMPLETE = "complete"
    """No record is suppressed any more."""
    NOTHING_KEPT = "nothing-kept"
    """No transformation keeps any of the records that are left."""
    ITERATIONS = "iterations"
    """The number of iterations is reached."""
    LIMIT = "limit"
    """The limit of time or checks is reached."""
    STOPPED = "stopped"
    """The caller asked to stop."""


@dataclass(frozen=True, slots=True)
class Iteration:
    """One transformation for a part of the records.

    `records` were kept by it. The score is that of the part alone, with what the iteration left suppressed in it;
    the status says whether it is proven that no transformation scores less for the part.
    """

    levels: Levels
    records: int
    score: float
    status: Status


@dataclass(frozen=True, slots=True)
class LocalRecoding:
    """The result: the iterations in their order, and what happens to every distinct tuple of the table.

    Transformation 0 of `recoding` is that of the search, transformation i that of the i-th iteration. `score` is that
    of the whole table, None where the quality model does not define one. Checks and seconds are those of all
    iterations, without the search before them.
    """

    iterations: tuple[Iteration, ...]
    recoding: Recoding
    score: float | None
    suppressed_records: int
    end: End
    checks: int
    seconds: float


@dataclass(frozen=True, eq=False)
class ShowsSomething(ClassCriterion):
    """No class reads "*" in every quasi-identifier."""

    hierarchies: tuple[BoundHierarchy, ...]

    def violating(self, classes: Classes) -> NDArray[np.bool_]:
        """Classes of "*" alone."""
        violating = np.ones(len(classes), np.bool_)
        for attribute, (hierarchy, level) in enumerate(zip(self.hierarchies, classes.levels, strict=True)):
            is_star = np.array([label == SUPPRESSED for label in hierarchy.labels[level]], np.bool_)
            if not is_star.any():
                return np.zeros(len(classes), np.bool_)
            violating &= is_star[classes.codes_of(attribute)]
        return violating


Search = Callable[[Problem, Control, Limits], Solution]


def recode_locally(
    problem: Problem,
    first: Check,
    iterations: int,
    search: Search,
    quality_of: Callable[[Grouping], QualityModel],
    control: Control,
    limits: Limits,
    checks_of_each: int | None = None,
) -> LocalRecoding:
    """Anonymize what `first`, a transformation of the problem, suppresses, in up to `iterations` iterations.

    `quality_of` gives the quality model of the problem for some of its records. The limits hold for all iterations
    together; `checks_of_each` is the most that one of them may take, which then goes on with the next. Stopped early
    it returns the iterations done, and the best so far of the one that was stopped. Deterministic where the search is.
    The caller sees to it that every privacy model holds for a union of parts.
    """
    return _LocalRecoding(problem, first, iterations, search, quality_of, control, limits, checks_of_each).run()


class _LocalRecoding:
    def __init__(
        self,
        problem: Problem,
        first: Check,
        iterations: int,
        search: Search,
        quality_of: Callable[[Grouping], QualityModel],
        control: Control,
        limits: Limits,
        checks_of_each: int | None,
    ) -> None:
        self._problem = problem
        self._most = iterations
        self._search, self._quality_of = search, quality_of
        self._control, self._limits = control, limits
        self._checks_of_each = checks_of_each
        self._started = time.perf_counter()
        self._checks = 0
        grouping = problem.grouping
        shows = () if grouping.aggregated or grouping.clustered else (ShowsSomething(grouping.hierarchies),)
        self._showing = replace(problem, privacy=(*problem.privacy, *shows))
        self._least_kept = math.ceil(problem.grouping.records / iterations)
        tuples = len(problem.grouping.tuples)
        self._transformations: list[Levels] = []
        self._chosen = np.zeros(tuples, np.int32)
        self._suppressed = np.ones(tuples, np.bool_)
        self._rest = problem.grouping
        self._number_of = np.arange(tuples)
        self._iterations: list[Iteration] = []
        self._keep(first.levels)
        self._suppressed_at_first = self._rest.records

    def run(self) -> LocalRecoding:
        """Iterate until there is a reason to end."""
        while (end := self._end()) is None:
            self._report()
            solution = self._search_rest()
            self._checks += solution.checks
            best = solution.best
            kept = 0 if best is None else self._keep(best.levels)
            if best is not None and kept:
                self._iterations.append(Iteration(best.levels, kept, best.score, solution.status))
            elif best is not None:
                self._problem = self._showing  # it would be found again and again
            elif not self._must_end:
                self._least_kept = 1 if self._least_kept > 1 else 0
        return self._result(end)

    def _end(self) -> End | None:
        records = self._rest.records
        if records == 0:
            return End.COMPLETE
        if self._least_kept == 0 or records < self._problem.minimal_class_size:
            return End.NOTHING_KEPT
        if len(self._iterations) == self._most:
            return End.ITERATIONS
        if self._must_end:
            return End.STOPPED if self._control.stopped else End.LIMIT
        return None

    @property
    def _seconds(self) -> float:
        return time.perf_counter() - self._started

    @property
    def _must_end(self) -> bool:
        left = self._limits_left()
        return (
            self._control.stopped
            or (left.checks is not None and left.checks <= 0)
            or (left.seconds is not None and left.seconds <= 0.0)
        )

    def _limits_left(self) -> Limits:
        seconds, checks = self._limits.seconds, self._limits.checks
        return Limits(
            None if seconds is None else seconds - self._seconds, None if checks is None else checks - self._checks
        )

    def _search_rest(self) -> Solution:
        """Search the problem of the records that are left, of which some have to be kept."""
        rest = self._rest
        suppressible = rest.records - min(self._least_kept, rest.records)
        limit = suppressible / rest.records
        part = replace(self._problem, grouping=rest, quality=self._quality_of(rest), suppression_limit=limit)
        left, each = self._limits_left(), self._checks_of_each
        checks = [most for most in (left.checks, each) if most is not None]
        return self._search(part, self._control.of_step(), Limits(left.seconds, min(checks, default=None)))

    def _keep(self, levels: Levels) -> int:
        """Give the records that are left a transformation; returns how many of them it keeps.

        One that keeps none of them is left out, unless it is the first.
        """
        rest = self._rest
        classes = rest.classes(levels)
        kept = ~self._showing.violating(classes)[classes.of_tuples]
        if self._transformations and not (rest.tuples.counts[kept] > 0).any():
            return 0
        tuples = self._number_of[kept]
        self._chosen[tuples] = len(self._transformations)
        self._suppressed[tuples] = False
        self._transformations.append(levels)
        self._number_of = self._number_of[~kept]
        self._rest = rest.restricted_to(~kept)
        return rest.records - self._rest.records

    def _report(self) -> None:
        left = self._rest.records
        self._control.report(
            RecodingProgress(
                "Recoding what is left",
                1.0 - left / self._suppressed_at_first,
                iteration=len(self._iterations) + 1,
                iterations=self._most,
                records_left=left,
            )
        )

    def _result(self, end: End) -> LocalRecoding:
        recoding = Recoding(tuple(self._transformations), self._chosen, self._suppressed)
        return LocalRecoding(
            tuple(self._iterations),
            recoding,
            self._problem.quality.score_of_recoding(recoding),
            self._rest.records,
            end,
            self._checks,
            self._seconds,
        )
