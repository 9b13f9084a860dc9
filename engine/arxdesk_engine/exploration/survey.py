"""The alternatives to the result of a search, whole or while it goes on: gathered, then filtered and sorted."""

from __future__ import annotations

from dataclasses import dataclass

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.exploration.alternatives import Alternatives, Mask
from arxdesk_engine.exploration.gathering import Gathering
from arxdesk_engine.exploration.sifting import Sifted, Sorting, sift
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.explore import Filters
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.search.journal import JournalView, SearchReport
from arxdesk_engine.search.solution import Check, Solution, Status


@dataclass(frozen=True, slots=True)
class SearchState:
    """A search at one moment: its problem, its best transformation, and the checked ones.

    `seen` are those of a running search, `examined` those of a finished one.
    """

    anonymizer: Anonymizer
    best: Levels | None
    is_proven: bool
    seen: JournalView | None = None
    examined: tuple[Check, ...] = ()

    @classmethod
    def of_report(cls, anonymizer: Anonymizer, report: SearchReport) -> SearchState:
        """The state of a running search."""
        return cls(anonymizer, report.levels, False, report.seen)

    @classmethod
    def of_solution(cls, anonymizer: Anonymizer, solution: Solution) -> SearchState:
        """The state of a finished search."""
        best = None if solution.best is None else solution.best.levels
        return cls(anonymizer, best, solution.status is Status.OPTIMAL, None, solution.examined)


@dataclass(frozen=True, slots=True)
class ExplorationState:
    """Everything gathered so far, and the part of it that passes the filters."""

    gathering: Gathering
    sifted: Sifted


def explore(
    state: SearchState,
    gathering: Gathering | None,
    filters: Filters,
    sorting: Sorting,
    marked: Mask | None,
    control: Control,
) -> ExplorationState:
    """Take over the news of a search, then filter, sort and count. Raises Stopped.

    `gathering` is the earlier knowledge; it is started again for another problem.
    """
    if gathering is None or gathering.anonymizer is not state.anonymizer:
        gathering = Gathering(state.anonymizer)
    if state.seen is not None:
        gathering.take(state.seen)
    gathering.complete(state.examined)
    control.raise_if_stopped()
    alternatives = gathering.snapshot(state.best, is_proven=state.is_proven)
    return ExplorationState(gathering, sift(alternatives, filters, sorting, marked, control))


def alternatives_of(anonymizer: Anonymizer, solution: Solution, control: Control | None = None) -> Alternatives:
    """The alternatives to the result of a search: all transformations of a lattice of up to `MOST_WHOLE`.

    Of a larger lattice, and with differential privacy, those checked by the search.
    """
    state, gathering = SearchState.of_solution(anonymizer, solution), Gathering(anonymizer)
    gathering.complete(state.examined)
    if gathering.is_whole and not solution.is_drawn:
        gathering.classify(control or Control())
    return gathering.snapshot(state.best, is_proven=state.is_proven)
