"""`two-phase`: Flash for what every anonymous transformation fulfils, then a search through what fulfils it."""

from __future__ import annotations

from arxdesk_engine.foundation.control import Control
from arxdesk_engine.search.problem import ProblemKind, SearchProblem
from arxdesk_engine.search.published.flash import check_paths
from arxdesk_engine.search.solution import Limits, Solution
from arxdesk_engine.search.tagging import Tagging
from arxdesk_engine.search.whole.exhaustive import examine


def two_phase(problem: SearchProblem, control: Control, limits: Limits, seed: int = 0) -> Solution:
    """Two-phase Flash ("The cost of quality", 2015, section 2.7), with the phases that the kind of problem needs.

    The first finds by Flash all that can be anonymous, such as what has classes of the minimal size; where the
    problem is monotonic that finds the optimum. The second checks what is left, depth first, without what is of
    insufficient quality. Where nothing can be excluded by privacy there is only the second. Deterministic; `seed` is
    not used.
    """
    del seed
    tagging = Tagging(problem, control, limits)

    def search() -> None:
        if problem.kind is not ProblemKind.NON_MONOTONIC:
            check_paths(tagging, tagging.settles)
        if problem.kind is not ProblemKind.MONOTONIC:
            examine(tagging, tagging.excludes)

    return tagging.solve("two-phase", search)
