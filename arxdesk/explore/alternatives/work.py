"""The alternatives of a search as Explore shows them."""

from __future__ import annotations

from arxdesk.core.values.results import Result, RunningSearch
from arxdesk_engine.exploration import survey
from arxdesk_engine.exploration.alternatives import Mask
from arxdesk_engine.exploration.gathering import Gathering
from arxdesk_engine.exploration.sifting import Sorting
from arxdesk_engine.exploration.survey import ExplorationState, SearchState
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.explore import Filters


def state_of(live: RunningSearch | None, result: Result | None) -> SearchState | None:
    """The search that goes on, else the last result; None before either has anything to show."""
    if live is not None:
        if live.anonymizer is None or live.report is None:
            return None
        return SearchState.of_report(live.anonymizer, live.report)
    return None if result is None else SearchState.of_solution(result.anonymizer, result.solution)


def explore(
    state: SearchState,
    gathering: Gathering | None,
    filters: Filters,
    sorting: Sorting,
    marked: Mask | None,
    control: Control,
) -> ExplorationState:
    """Gather, filter, sort and count. Raises Stopped."""
    return survey.explore(state, gathering, filters, sorting, marked, control)
