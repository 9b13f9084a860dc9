"""The result of a search as a project keeps it, and whether the table still confirms it."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Iterator
from dataclasses import dataclass

from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import Problem, UserError
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.search import ALGORITHMS
from arxdesk_engine.search.problem import SearchProblem
from arxdesk_engine.search.solution import DRAWING, Check, Solution, Status
from arxdesk_engine.search.whole.classification import look_at

SAME = 1e-9
"""How far scores may differ from those of another computer, as a share."""


class UnconfirmedOutcome(UserError):
    """The kept result of a search contradicts the table."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a search, without what would go on with it.

    `cut_short`: somebody ended the search, or a limit did. `applied` is the transformation that makes the output, None
    where none was applied. `moment` (with time zone) is when the search ended, `version` the ArxDesk that searched.
    """

    solution: Solution
    cut_short: bool
    applied: Levels | None
    moment: dt.datetime
    version: str


def restored(
    problem: SearchProblem, outcome: Outcome, control: Control | None = None, place: str = "project"
) -> Outcome:
    """An outcome that was kept, once the table has confirmed it: `problem` is the one that was searched.

    The best transformation is looked at again, and everything else has to fit it and the lattice. That no other
    transformation is better is not proven again: `optimal`, bound and gap remain claims of the file, as are the
    figures of what else was looked at. Raises UnconfirmedOutcome where something does not fit (also since the job has
    changed); Stopped.
    """
    control = control or Control()
    faults = list(_contradictions(problem, outcome))
    best = outcome.solution.best
    if not faults and best is not None:
        looks = look_at(problem, [best.levels], control)
        control.raise_if_stopped()
        if not _same(looks[0], best):
            faults.append(tr("the best transformation has other figures in this table"))
    if faults:
        remedy = tr("Anonymize again: the kept result is not used.")
        raise UnconfirmedOutcome(Problem(f"{place}, outcome", found, remedy) for found in faults)
    return outcome


def _contradictions(problem: SearchProblem, outcome: Outcome) -> Iterator[str]:
    """Contradictions within an outcome, whatever the table holds."""
    solution = outcome.solution
    if solution.algorithm not in (*ALGORITHMS, DRAWING):
        yield tr("it names an algorithm that does not exist")
    looked_at = [*solution.examined, *(each.check for each in solution.improvements)]
    looked_at += [] if solution.best is None else [solution.best]
    levels = {check.levels for check in looked_at} | ({outcome.applied} - {None})
    if any(each not in problem.lattice for each in levels):
        yield tr("it names transformations that do not exist here")
    if any(math.isnan(check.score) or math.isnan(check.lower_bound) for check in looked_at):
        yield tr("its scores include values that are not numbers")
    yield from _contradictions_of_best(solution)


def _contradictions_of_best(solution: Solution) -> Iterator[str]:
    best, found = solution.best, solution.status in (Status.OPTIMAL, Status.BEST_FOUND)
    if (best is not None) is not found:
        yield tr("its status contradicts its best transformation")
    elif best is not None and not best.anonymous:
        yield tr("its best transformation is not anonymous")
    elif best is not None and not solution.lower_bound <= best.score:
        yield tr("its bound contradicts its best transformation")
    elif best is not None and solution.status is Status.OPTIMAL and solution.lower_bound != best.score:
        yield tr("it calls a transformation optimal that could still be improved")
    if math.isnan(solution.lower_bound):
        yield tr("its bound is not a number")


def _same(look: Check, kept: Check) -> bool:
    """Whether a look confirms what was kept, but for the rounding of another processor."""
    counted = ("levels", "anonymous", "suppressed_records", "classes", "smallest_class", "largest_class")
    return all(getattr(look, name) == getattr(kept, name) for name in counted) and math.isclose(
        look.score, kept.score, rel_tol=SAME, abs_tol=SAME
    )
