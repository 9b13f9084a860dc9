"""Local recoding by iteration: suppressed records of a search are anonymized again, as a table of their own.

The iterative method of ARX (Prasser et al., Software: Practice and Experience 2020; GigaScience 2021, "Local
generalization"; engine reference 2.6). Each iteration poses the problem of the search for the records that are still
suppressed: the same hierarchies with the same domains, so that scores stay comparable, the same models and factors.
What it keeps is generalized by its transformation; the next iteration goes on with the rest.

How many records an iteration may suppress follows from the number of iterations: each has to keep at least
1 / iterations of all records of the table, or all that are left, so that the iterations are enough for the whole table
(the benchmarks' share of 1/100 is 100 iterations). The reference ends where no transformation does that. Here it is
asked for less from then on: any number may stay suppressed, as long as something is kept. Otherwise a table whose
hierarchies do not reach "*" would lose its last records although most of them can be kept.

It goes on from a transformation that is known, or begins with a search of its own (`least_kept_first`) that only has to
keep a share: what is common keeps its detail then, as in ARX. What such a beginning leaves in the end may be more than
is allowed. Then its last steps are taken again as one, for all their records and those that were left, of which no more
than allowed may stay suppressed: the last one, the last three, the last seven and so on.

With a limit of time every iteration may take an equal share of what is left, so that a search that never ends by
itself leaves time for those after it; what an iteration does not need is theirs.

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

from arxdesk_engine.classes.classes import Classes, Grouping
from arxdesk_engine.data.schema import SUPPRESSED
from arxdesk_engine.foundation.control import Control, RecodingProgress, relative_gap
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.foundation.translated import Texts
from arxdesk_engine.hierarchies.hierarchy import BoundHierarchy
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.lattice.recoding import Recoding
from arxdesk_engine.privacy.criterion import ClassCriterion
from arxdesk_engine.quality.model import QualityModel
from arxdesk_engine.search.problem import SearchProblem
from arxdesk_engine.search.solution import Check, Limits, Solution, Status


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


END_REASONS = Texts(
    {
        End.NOTHING_KEPT: marked("no transformation keeps any of them"),
        End.ITERATIONS: marked("the number of iterations is reached"),
        End.LIMIT: marked("the limit of time or checks is reached"),
        End.STOPPED: marked("stopped early"),
    }
)
"""Why records are still removed after local recoding."""


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
class GroupwiseProof:
    """What is known of a table that was recoded group by group.

    `loss` is the mean loss of a record (0 as in the input, 1 removed), `first_loss` that before the improvement,
    `lower_bound` a loss that no recoding with as large groups falls below: it takes `bounded_records` into account, the
    others as without loss. `groups` are those that were formed; some of them may read alike. `is_improved`: the
    improvement ended by itself, not by a limit.
    """

    loss: float
    first_loss: float
    lower_bound: float
    groups: int
    rounds: int
    bounded_records: int
    is_improved: bool

    @property
    def gap(self) -> float:
        """How far the loss can be from the least possible at most, as a share of it."""
        return relative_gap(self.loss, self.lower_bound)


@dataclass(frozen=True, slots=True)
class LocalRecoding:
    """The result: the iterations in their order, and what happens to every distinct tuple of the table.

    Transformation 0 of `recoding` is that of the search, transformation i that of the i-th iteration. `score` is that
    of the whole table, None where the quality model does not define one. Checks and seconds are those of all
    iterations, without the search before them. `is_fresh`: the first iteration began with all records, so that none
    goes through transformation 0. `over_limit` is how many records a fresh beginning would have left suppressed, where
    that was more than allowed and this is what was done instead; `anew_score` is its score, where that was worse.
    Of a table that was recoded group by group there are no iterations, and `groupwise` says what is known of it.
    """

    iterations: tuple[Iteration, ...]
    recoding: Recoding
    score: float | None
    suppressed_records: int
    end: End
    checks: int
    seconds: float
    is_fresh: bool = False
    over_limit: int | None = None
    anew_score: float | None = None
    groupwise: GroupwiseProof | None = None


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


Search = Callable[[SearchProblem, Control, Limits], Solution]


def recode_locally(
    problem: SearchProblem,
    first: Check,
    iterations: int,
    search: Search,
    quality_of: Callable[[Grouping], QualityModel],
    control: Control,
    limits: Limits,
    least_kept_first: int | None = None,
) -> LocalRecoding:
    """Anonymize what `first`, a transformation of the problem, suppresses, in up to `iterations` iterations.

    With `least_kept_first` it begins with all records instead: a search that has to keep so many of them comes before
    the iterations. It is reported as the first of them.
    `quality_of` gives the quality model of the problem for some of its records. The limits hold for all iterations
    together. Stopped early it returns the iterations done, and the best so far of the one that was stopped.
    Deterministic where the search is. The caller sees to it that every privacy model holds for a union of parts.
    """
    recoding = _LocalRecoding(problem, first, iterations, search, quality_of, control, limits)
    return recoding.run() if least_kept_first is None else recoding.run_afresh(least_kept_first)


class _LocalRecoding:
    def __init__(
        self,
        problem: SearchProblem,
        first: Check,
        iterations: int,
        search: Search,
        quality_of: Callable[[Grouping], QualityModel],
        control: Control,
        limits: Limits,
    ) -> None:
        self._problem = problem
        self._most = iterations
        self._search, self._quality_of = search, quality_of
        self._control, self._limits = control, limits
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
        self._before: list[tuple[Grouping, NDArray[np.intp]]] = []
        """Suppressed records before each iteration."""
        self._first = first.levels
        self._is_fresh = False
        self._is_proven = True
        """Whether the last search that found nothing has proven that there is nothing."""
        self._to_recode = self._rest.records

    def run(self) -> LocalRecoding:
        """Go on from the first transformation, until there is a reason to end."""
        self._keep(self._first)
        self._to_recode = self._rest.records
        return self._result(self._iterate())

    def run_afresh(self, least_kept: int) -> LocalRecoding:
        """Begin with all records, and see to it that no more stay suppressed than the problem allows."""
        self._is_fresh = True
        self._transformations.append(self._first)
        self._most += 1
        share, self._least_kept = self._least_kept, max(least_kept, 1)
        if not self._must_end:
            self._step()
        if self._iterations:
            self._least_kept = share
        end = self._iterate()
        if self._rest.records > self._problem.suppressible and self._take_together():
            end = self._iterate()
        return self._result(end)

    def _iterate(self) -> End:
        while (end := self._end()) is None:
            self._step()
        return end

    def _step(self) -> None:
        """One iteration, or the finding that less has to be asked for."""
        self._report()
        rest = self._rest
        suppressible = rest.records - min(self._least_kept, rest.records)
        solution = self._search_rest(self._problem, suppressible, self._most - len(self._iterations))
        best = solution.best
        if best is not None and not self._taken(solution):
            self._problem = self._showing  # it would be found again and again
        elif best is None and not self._must_end:
            self._least_kept = 1 if self._least_kept > 1 else 0
            self._is_proven = solution.status is Status.INFEASIBLE

    def _taken(self, solution: Solution) -> bool:
        """Whether the best of a search keeps something; it is an iteration then."""
        best, before = solution.best, (self._rest, self._number_of)
        kept = 0 if best is None else self._keep(best.levels)
        if best is None or not kept:
            return False
        self._before.append(before)
        self._iterations.append(Iteration(best.levels, kept, best.score, solution.status))
        return True

    def _take_together(self) -> bool:
        """Take the last steps again as one that suppresses no more than is allowed. False: none does, or no time."""
        allowed, number = self._problem.suppressible, 1
        while self._iterations and not self._must_end:
            self._take_back(min(number, len(self._iterations)))
            number *= 2
            self._report()
            solution = self._search_rest(self._showing, min(allowed, self._rest.records), 2)
            if self._taken(solution):
                self._least_kept = 1
                return True
        return False

    def _take_back(self, number: int) -> None:
        """Undo the last iterations."""
        self._rest, self._number_of = self._before[-number]
        self._chosen[self._number_of] = 0
        self._suppressed[self._number_of] = True
        for each in (self._before, self._iterations, self._transformations):
            del each[-number:]

    def _end(self) -> End | None:
        records = self._rest.records
        if records == 0:
            return End.COMPLETE
        if self._least_kept == 0 or records < self._problem.minimal_class_size:
            return End.NOTHING_KEPT if self._is_proven else End.LIMIT
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

    def _search_rest(self, problem: SearchProblem, suppressible: int, sharers: int) -> Solution:
        """Search a problem for the records that are left, of which so many may be suppressed.

        The seconds that are left are shared with searches that may come after it.
        """
        rest, left = self._rest, self._limits_left()
        limit = suppressible / rest.records
        part = replace(problem, grouping=rest, quality=self._quality_of(rest), suppression_limit=limit)
        seconds = None if left.seconds is None else left.seconds / max(sharers, 1)
        found = self._search(part, self._control.of_step(), Limits(seconds, left.checks))
        self._checks += found.checks
        return found

    def _keep(self, levels: Levels) -> int:
        """Give the records that are left a transformation; returns how many of them it keeps.

        One that keeps none of them is left out, unless it is the first.
        """
        rest = self._rest
        classes = rest.classes(levels)
        kept = ~self._showing.judge(classes).violating[classes.of_tuples]
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
                tr("Recoding the remaining records"),
                1.0 - left / self._to_recode,
                iteration=len(self._iterations) + (0 if self._is_fresh else 1),
                iterations=self._most - (1 if self._is_fresh else 0),
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
            self._is_fresh,
        )
