"""The self-test of what was applied: which of the tests fits it, or that none does."""

from __future__ import annotations

from arxdesk_engine.analysis.refinement.full_domain import refinement_of_optimum
from arxdesk_engine.analysis.refinement.groupwise import refinement_by_groups, refinement_of_public_splits
from arxdesk_engine.analysis.refinement.iterated import refinement_by_iterations
from arxdesk_engine.analysis.refinement.result import Refinement
from arxdesk_engine.analysis.refinement.totals import RefinementTotals
from arxdesk_engine.job.search import SearchSettings
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.search.local_recoding import LocalRecoding
from arxdesk_engine.search.problem import SearchProblem
from arxdesk_engine.search.solution import Solution, Status


def refinement_totals(
    problem: SearchProblem,
    settings: SearchSettings,
    solution: Solution,
    levels: Levels,
    found: LocalRecoding | None,
    names: tuple[str, ...],
) -> RefinementTotals | None:
    """What whoever knows the algorithm concludes from a table in all; None where that cannot be counted.

    The table was transformed at `levels`, or recoded as `found` in place of that.
    """
    if found is None:
        refinement, defence = _of_transformation(problem, solution, levels), None
    else:
        refinement, defence = _of_recoding(problem, settings, solution, found), settings.defence
    return None if refinement is None else RefinementTotals.of(refinement, names, defence)


def _of_transformation(problem: SearchProblem, solution: Solution, levels: Levels) -> Refinement | None:
    """Of the proven optimum under k-anonymity alone: nothing is known of what a person chose, or chance."""
    is_optimum = solution.status is Status.OPTIMAL and solution.best is not None and solution.best.levels == levels
    if not is_optimum or solution.is_drawn or not _judges_sizes(problem):
        return None
    return refinement_of_optimum(problem, levels)


def _of_recoding(
    problem: SearchProblem, settings: SearchSettings, solution: Solution, found: LocalRecoding
) -> Refinement | None:
    """Iterations are tested under k-anonymity alone: under other models it is unknown which of them a class broke.

    Public splits are not under conditions on the whole table, which decide how far they go by groups nobody sees.
    """
    if found.groupwise is not None:
        is_improved = found.groupwise.rounds > 0
        if settings.defence == "public-splits" and not is_improved:
            return None if problem.table_criteria else refinement_of_public_splits(problem, found.recoding)
        return refinement_by_groups(problem, found.recoding, is_improved=is_improved)
    if not _judges_sizes(problem):
        return None
    return refinement_by_iterations(problem, found, is_optimal=solution.status is Status.OPTIMAL)


def _judges_sizes(problem: SearchProblem) -> bool:
    """Whether groups are judged by their numbers of records alone, each by itself."""
    return problem.only_class_size and not problem.table_criteria and not problem.grouping.people
