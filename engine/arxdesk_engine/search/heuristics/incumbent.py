"""A good transformation in few checks: coordinate descent from the top, then tabu search (Glover 1989)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from arxdesk_engine.lattice.antichain import MaximalElements
from arxdesk_engine.lattice.lattice import Levels, with_level
from arxdesk_engine.search.check import Checker
from arxdesk_engine.search.problem import SearchProblem
from arxdesk_engine.search.rank import rank
from arxdesk_engine.search.solution import Check

TENURE = 5
"""For how many steps an attribute is left alone after it was changed. Measured with full neighbourhoods: 3 to 7 all
find the best known transformations of MACH2019 (16 attributes) within 300 checks and CREDITCARD (24) within 200."""
PATIENCE = 12
"""The number of steps without a better transformation that ends the search."""

OSCILLATION = 2.0
"""The factor by which the price of suppressing too much rises at a transformation that does, and falls at others: the
walk crosses the border of the anonymous ones again and again, near which the best lies where the limit is small."""


def find_incumbent(problem: SearchProblem, checker: Checker, max_checks: int) -> Check | None:
    """Look for a good anonymous transformation with at most `max_checks` checks; the checker keeps the best.

    First each attribute in turn takes the level that scores best beside the others' levels, from the top and until
    none changes. Then every step goes to the best transformation that differs in one attribute and was not stood at
    before, even where it is worse; an attribute that was changed rests for `TENURE` steps, unless changing it gives
    the best score of all. Deterministic, whatever the number of threads. Returns the best anonymous one it saw.
    """
    walk = _Walk(problem, checker, max_checks)
    walk.descend()
    walk.explore()
    return walk.best if walk.best is not None and walk.best.anonymous else None


class _Walk:
    def __init__(self, problem: SearchProblem, checker: Checker, max_checks: int) -> None:
        self._problem = problem
        self._lattice = problem.lattice
        self._checker = checker
        self._max_checks = max_checks
        self._known: dict[Levels, Check] = {}
        self._not_anonymous = MaximalElements(len(problem.lattice.top))
        self._at = problem.lattice.top
        self._price = problem.quality.highest - problem.quality.lowest
        self.best: Check | None = None
        self._look([self._at])

    def descend(self) -> None:
        """Give each attribute in turn its best level, until a whole round changes nothing."""
        attributes, unchanged, turn = len(self._at), 0, 0
        while unchanged < attributes and not self._must_end:
            best = self._best_of(self._other_levels(turn % attributes))
            turn += 1
            unchanged += 1
            if best is not None and rank(best) < rank(self._known[self._at]):
                self._at, unchanged = best.levels, 0

    def explore(self) -> None:
        """Tabu search, from where the descent ended."""
        attributes = len(self._at)
        tenure = min(TENURE, attributes // 2)
        free_at = [0] * attributes
        stood_at = {self._at}
        step = patience = 0
        while patience < PATIENCE and not self._must_end:
            before = self.best
            neighbours = [levels for attribute in range(attributes) for levels in self._other_levels(attribute)]
            found = self._look(neighbours)
            allowed = (
                check
                for check in found
                if check.levels not in stood_at
                and (free_at[self._changed(check.levels)] <= step or (check is self.best and check is not before))
            )
            target = min(allowed, key=self._priced, default=None)
            step += 1
            patience = 0 if self.best is not before else patience + 1
            if target is not None:
                free_at[self._changed(target.levels)] = step + tenure
                self._price *= 1 / OSCILLATION if target.anonymous else OSCILLATION
                self._at = target.levels
                stood_at.add(self._at)

    def _priced(self, check: Check) -> tuple[float, int, Levels]:
        """The order of the tabu search: by score, and by the share of records suppressed beyond the limit."""
        problem = self._problem
        suppressed = problem.suppressed(check.suppressed_records, check.suppressed_people)
        excess = 0 if check.anonymous else suppressed - problem.suppressible
        cost = check.score + self._price * excess / problem.number
        return cost, sum(check.levels), check.levels

    @property
    def _must_end(self) -> bool:
        return self._checker.must_end or len(self._known) >= self._max_checks or self._at not in self._known

    def _changed(self, levels: Levels) -> int:
        """The attribute in which a neighbour differs."""
        return next(index for index, (one, other) in enumerate(zip(levels, self._at, strict=True)) if one != other)

    def _other_levels(self, attribute: int) -> Iterator[Levels]:
        for level in range(self._lattice.bottom[attribute], self._lattice.top[attribute] + 1):
            if level != self._at[attribute]:
                yield with_level(self._at, attribute, level)

    def _best_of(self, transformations: Iterable[Levels]) -> Check | None:
        return min(self._look(transformations), key=rank, default=None)

    def _look(self, transformations: Iterable[Levels]) -> list[Check]:
        """The checks of those that may be anonymous, within the number of checks."""
        asked = [levels for levels in transformations if not self._not_anonymous.covers(levels)]
        unknown = [levels for levels in asked if levels not in self._known]
        for check in self._checker.check_many(unknown[: self._max_checks - len(self._known)]):
            self._known[check.levels] = check
            if check.specializations_fail:
                self._not_anonymous.add(check.levels)
            if self.best is None or rank(check) < rank(self.best):
                self.best = check
        return [self._known[levels] for levels in asked if levels in self._known]
