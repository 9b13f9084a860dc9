"""`igreedy`: always the generalization with the largest smallest class (Babu, Reddy, Kumar, Elliot, Jena,
"Achieving k-anonymity using improved greedy heuristics for very large relational databases", TDP 2013)."""

from __future__ import annotations

from collections.abc import Sequence

from arxdesk_engine.foundation.control import Control
from arxdesk_engine.lattice.lattice import Levels, with_level
from arxdesk_engine.search.check import Checker
from arxdesk_engine.search.problem import SearchProblem
from arxdesk_engine.search.published.datafly import distinct_values
from arxdesk_engine.search.solution import Check, Limits, Solution


def igreedy(problem: SearchProblem, control: Control, limits: Limits, seed: int = 0) -> Solution:
    """From the bottom, go to the direct generalization whose smallest class is largest, until anonymous.

    Of several the one that raises the attribute with most distinct values (the rule of DataFly), of these the first
    in the order of the columns. All direct generalizations are looked at on the way, and the best anonymous
    one of everything looked at is returned. Deterministic; `seed` is not used.
    """
    del seed
    checker = Checker(problem, control, limits)
    lattice, bound = problem.lattice, problem.lower_bound(problem.lattice.bottom)
    is_infeasible = False
    wanted, found = [lattice.bottom], checker.check_many([lattice.bottom])
    while found and len(found) == len(wanted):
        current = _preferred(problem, found)
        checker.report(bound, min(1.0, checker.checks / lattice.size))
        is_infeasible = current.levels == lattice.top and current.specializations_fail
        if current.anonymous:
            break
        wanted = _generalizations(problem, current.levels)
        found = checker.check_many(wanted)
    proven = is_infeasible or checker.incumbent <= bound
    return checker.solution("igreedy", proven=proven, lower_bound=bound)


def _generalizations(problem: SearchProblem, levels: Levels) -> list[Levels]:
    """The direct generalizations; first the one that raises the attribute with most distinct values."""
    top = problem.lattice.top
    can_rise = [attribute for attribute, level in enumerate(levels) if level < top[attribute]]
    can_rise.sort(key=lambda attribute: -distinct_values(problem, attribute, levels[attribute]))
    return [with_level(levels, attribute, levels[attribute] + 1) for attribute in can_rise]


def _preferred(problem: SearchProblem, found: Sequence[Check]) -> Check:
    """The one with the largest smallest class; the first of several."""
    return max(found, key=lambda check: _smallest_class(problem, check))


def _smallest_class(problem: SearchProblem, check: Check) -> int:
    """Of all records, including those in violating classes."""
    if check.suppressed_records == 0:
        return check.smallest_class
    sizes = problem.grouping.classes(check.levels).counts
    return int(sizes[sizes > 0].min())
