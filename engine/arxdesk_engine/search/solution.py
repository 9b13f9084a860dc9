"""The result of a search: status, best transformation, and proven gap."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from arxdesk_engine.foundation.control import Control, relative_gap
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.search.problem import SearchProblem

DRAWING = "exponential"
"""The name of the mechanism that draws a transformation instead of searching the best."""


class Status(StrEnum):
    """The proof that a search ended with."""

    OPTIMAL = "optimal"
    BEST_FOUND = "best-found"
    INFEASIBLE = "infeasible"
    NONE_FOUND = "none-found"


@dataclass(frozen=True, slots=True)
class Check:
    """The result of the check of a transformation.

    The score is that of suppressing all violating classes, also where these are more than the limit allows (then
    the transformation is not anonymous, and the score may be left out: infinite). Classes and their sizes are those of
    the records kept; sizes are numbers of people where the table says whose records they are. `suppressed_people` is 0
    where single records are suppressed. Where whole people are, and the score is left out, more may be suppressed, in
    other classes: counting ends as soon as they are too many.
    `specializations_fail`: no specialization is anonymous; `generalizations_hold`: every generalization is.
    """

    levels: Levels
    anonymous: bool
    score: float
    lower_bound: float
    suppressed_records: int
    classes: int
    smallest_class: int
    largest_class: int
    specializations_fail: bool
    generalizations_hold: bool
    suppressed_people: int = 0


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a search: seconds and number of checks, None for no limit."""

    seconds: float | None = None
    checks: int | None = None


@dataclass(frozen=True, slots=True)
class Improvement:
    """A transformation that was the best so far: its time in seconds and checks, and the bound proven
    by then."""

    seconds: float
    checks: int
    check: Check
    lower_bound: float


@dataclass(frozen=True, slots=True)
class Solution:
    """The result of a search. `best` is None when nothing anonymous was found.

    `lower_bound` is proven for every anonymous transformation. `examined` holds what the search looked at, in
    that order, up to `search.check.REMEMBERED_CHECKS`. `threads` is how many cores the search might use.
    `improvements` are the best ones in the order in which they were found, the last of them is `best`.
    `continuation(control, limits)` goes on with a search that ended early, where its algorithm can; seconds and checks
    of the limits count from there, those of its solution from the beginning. It holds the memory of the search.
    """

    algorithm: str
    status: Status
    best: Check | None
    lower_bound: float
    checks: int
    seconds: float
    examined: tuple[Check, ...]
    threads: int = 1
    improvements: tuple[Improvement, ...] = ()
    continuation: Continuation | None = field(default=None, repr=False, compare=False)

    @property
    def is_drawn(self) -> bool:
        """Whether chance chose it, as differential privacy asks (`search.published.exponential`)."""
        return self.algorithm == DRAWING

    @property
    def gap(self) -> float | None:
        """(score - lower_bound) / score, 0 when the score is 0; None without a best transformation."""
        return None if self.best is None else relative_gap(self.best.score, self.lower_bound)


Continuation = Callable[[Control, Limits], Solution]
Algorithm = Callable[[SearchProblem, Control, Limits, int], Solution]
"""`search(problem, control, limits, seed)`."""
