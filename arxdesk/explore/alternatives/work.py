"""What is known of the transformations now, through the filters: one look at a search, or at what it left."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk.core.values.results import Live, Result
from arxdesk.explore.alternatives.gathering_work import Gathering
from arxdesk.explore.alternatives.sifting_work import Sifted, Sorting, sift
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.explore import Filters
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.search.journal import Seen
from arxdesk_engine.search.solution import Check, Status


@dataclass(frozen=True, slots=True)
class Source:
    """Where what is known comes from: a search that goes on, or its result, and what was gathered of it before."""

    anonymizer: Anonymizer
    gathering: Gathering | None
    best: Levels | None
    is_proven: bool
    seen: Seen | None = None
    examined: tuple[Check, ...] = ()

    @classmethod
    def of_search(cls, live: Live, gathering: Gathering | None) -> Source | None:
        """A search that goes on; None before it has told of itself."""
        if live.anonymizer is None or live.report is None:
            return None
        return cls(live.anonymizer, gathering, live.report.levels, False, live.report.seen)

    @classmethod
    def of_result(cls, result: Result, gathering: Gathering | None) -> Source:
        """What a search left."""
        solution = result.solution
        best = None if solution.best is None else solution.best.levels
        proven = solution.status is Status.OPTIMAL
        return cls(result.anonymizer, gathering, best, proven, None, solution.examined)


@dataclass(frozen=True, slots=True)
class Explored:
    """What is known, and what of it passes the filters."""

    gathering: Gathering
    sifted: Sifted


def explore(
    source: Source, filters: Filters, sorting: Sorting, marked: NDArray[np.bool_] | None, control: Control
) -> Explored:
    """Take over what is new, then filter, sort and count. Raises Stopped."""
    gathering = source.gathering
    if gathering is None or gathering.anonymizer is not source.anonymizer:
        gathering = Gathering(source.anonymizer)
    if source.seen is not None:
        gathering.take(source.seen)
    gathering.complete(source.examined)
    control.raise_if_stopped()
    alternatives = gathering.snapshot(source.best, is_proven=source.is_proven)
    return Explored(gathering, sift(alternatives, filters, sorting, marked, control))
