"""The self-test of what was applied: which of the tests fits a recoding, or that none does."""

from __future__ import annotations

from typing import Any

from arxdesk_engine.analysis.refinement.groupwise import refinement_by_groups
from arxdesk_engine.analysis.refinement.iterated import refinement_by_iterations
from arxdesk_engine.analysis.refinement.result import Refinement
from arxdesk_engine.job.search import SearchSettings
from arxdesk_engine.release.recoding import PUBLIC_SPLITS
from arxdesk_engine.search.local_recoding import LocalRecoding
from arxdesk_engine.search.problem import SearchProblem
from arxdesk_engine.search.solution import Solution, Status


def refinement_of(
    problem: SearchProblem, settings: SearchSettings, solution: Solution, found: LocalRecoding
) -> Refinement | None:
    """What whoever knows the algorithm concludes from a recoded table; None where that cannot be counted.

    Iterations are tested under k-anonymity alone: under other models it is unknown which of them a class violated.
    """
    if found.groupwise is not None:
        is_improved = found.groupwise.rounds > 0
        splits = PUBLIC_SPLITS if settings.defence == "public-splits" and not is_improved else 1
        return refinement_by_groups(problem, found.recoding, splits, is_improved=is_improved)
    if not problem.only_class_size or problem.table_criteria:
        return None
    return refinement_by_iterations(problem, found, is_optimal=solution.status is Status.OPTIMAL)


def refinement_facts(
    problem: SearchProblem, settings: SearchSettings, solution: Solution, found: LocalRecoding, names: tuple[str, ...]
) -> dict[str, Any] | None:
    """The totals of the self-test and the defence as plain values; None where nothing can be counted."""
    refinement = refinement_of(problem, settings, solution, found)
    return None if refinement is None else {"defence": settings.defence, **refinement.plain(names)}
