"""`datafly`: raise the attribute with most distinct values until anonymous (Sweeney, "Guaranteeing anonymity when
sharing medical data, the Datafly system", 1997)."""

from __future__ import annotations

from arxdesk_engine.foundation.control import Control
from arxdesk_engine.lattice.lattice import Levels, with_level
from arxdesk_engine.search.check import Checker
from arxdesk_engine.search.problem import SearchProblem
from arxdesk_engine.search.solution import Limits, Solution


def datafly(problem: SearchProblem, control: Control, limits: Limits, seed: int = 0) -> Solution:
    """From the bottom, raise the attribute with most distinct values in the output by one level, until anonymous.

    Of equally many the first attribute in the order of the columns; attributes at their highest level stay there.
    Deterministic; `seed` is not used.
    """
    del seed
    checker = Checker(problem, control, limits)
    bound = problem.lower_bound(problem.lattice.bottom)
    levels: Levels | None = problem.lattice.bottom
    is_infeasible = False
    while levels is not None and not checker.must_end:
        check = checker.check(levels)
        checker.report(bound, min(1.0, checker.checks / problem.lattice.size))
        if check.anonymous:
            break
        is_infeasible = levels == problem.lattice.top and check.specializations_fail
        levels = _raised(problem, levels)
    proven = is_infeasible or checker.incumbent <= bound
    return checker.solution("datafly", proven=proven, lower_bound=bound)


def distinct_values(problem: SearchProblem, attribute: int, level: int) -> int:
    """How many distinct values an attribute has in the output when it is generalized to a level."""
    return len(problem.grouping.hierarchies[attribute].labels[level])


def _raised(problem: SearchProblem, levels: Levels) -> Levels | None:
    """The next transformation; None at the top."""
    can_rise = [attribute for attribute, level in enumerate(levels) if level < problem.lattice.top[attribute]]
    if not can_rise:
        return None
    widest = max(can_rise, key=lambda attribute: distinct_values(problem, attribute, levels[attribute]))
    return with_level(levels, widest, levels[widest] + 1)
