"""`optimal`: the provably best transformation, by best-first division of the lattice into intervals."""

from __future__ import annotations

from arxdesk_engine.foundation.control import Control
from arxdesk_engine.quality.model import AttributeWiseModel
from arxdesk_engine.search.exact.by_classes import ByClasses
from arxdesk_engine.search.exact.by_losses import ByLosses
from arxdesk_engine.search.exact.frame import IntervalSearch
from arxdesk_engine.search.exact.in_arrays import InArrays, fits
from arxdesk_engine.search.problem import SearchProblem, prepare
from arxdesk_engine.search.solution import Limits, Solution


def optimal(problem: SearchProblem, control: Control, limits: Limits, seed: int = 0) -> Solution:
    """Find the best transformation and prove that it is the best.

    Stopped early it returns the best so far with the bound proven until then. Deterministic; `seed` is not used.
    Kernels compare tables of losses; quality models that have none, and ranked losses, are bounded by classes.
    """
    del seed
    prepare(problem, control.threads)
    quality = problem.quality
    if isinstance(quality, AttributeWiseModel) and not quality.is_ranked:
        return IntervalSearch(problem, InArrays if fits(problem) else ByLosses, control, limits).run()
    return both_ends(problem, control, limits)


def both_ends(problem: SearchProblem, control: Control, limits: Limits) -> Solution:
    """The same for any quality model: intervals are bounded by checks at both their ends."""
    return IntervalSearch(problem, ByClasses, control, limits).run()
