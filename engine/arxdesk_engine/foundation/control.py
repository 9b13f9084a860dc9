"""The link of a long computation to its caller: progress goes out, the wish to stop comes in."""

from __future__ import annotations

import copy
import os
import threading
from collections.abc import Callable
from dataclasses import dataclass

from arxdesk_engine.foundation.language import tr


@dataclass(frozen=True, slots=True)
class Progress:
    """Progress of a long computation: its present step, and the share done where that is known.

    Examples
    --------
    >>> import arxdesk as ad
    >>> ad.Progress("Reading the table", 0.5)
    Progress(activity='Reading the table', fraction=0.5)
    """

    activity: str
    fraction: float | None = None


@dataclass(frozen=True, slots=True)
class SearchProgress(Progress):
    """Progress of a search.

    `score` and `levels` describe the best transformation so far (None before the first one); `lower_bound` is
    proven for every transformation; `excluded` is the share (0 to 1) of the lattice that was checked or
    excluded by proof.
    """

    seconds: float = 0.0
    checks: int = 0
    score: float | None = None
    levels: tuple[int, ...] | None = None
    suppressed_records: int | None = None
    lower_bound: float = 0.0
    excluded: float = 0.0

    @property
    def gap(self) -> float | None:
        """How far the best so far can be from the optimum at most, as a share of its score."""
        if self.score is None:
            return None
        return relative_gap(self.score, self.lower_bound)


@dataclass(frozen=True, slots=True)
class RecodingProgress(Progress):
    """Progress of local recoding: the iteration it is in, the most there can be, and the records still suppressed.

    `fraction` is the share of the records suppressed at first that are not suppressed any more.
    """

    iteration: int = 1
    iterations: int = 1
    records_left: int = 0


@dataclass(frozen=True, slots=True)
class GroupwiseProgress(Progress):
    """Progress of recoding group by group.

    `loss` is the mean loss of a record so far, `lower_bound` proven for every recoding; `bounded` is the share (0 to 1)
    of the distinct tuples that the bound has taken into account.
    """

    seconds: float = 0.0
    loss: float = 1.0
    lower_bound: float = 0.0
    groups: int = 0
    bounded: float = 0.0

    @property
    def gap(self) -> float:
        """How far the loss can be from the least possible at most, as a share of it."""
        return relative_gap(self.loss, self.lower_bound)


def relative_gap(score: float, lower_bound: float) -> float:
    """(score - lower_bound) / score; 0 when the score is 0. Scores of several numbers know theirs (`gap_above`)."""
    of_its_own = getattr(score, "gap_above", None)
    if of_its_own is not None:
        return float(of_its_own(lower_bound))
    return 0.0 if score == 0.0 else max(0.0, (score - lower_bound) / score)


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Stopped(Exception):
    """Work that has no result before its end, such as reading a table, was asked to end."""

    def __init__(self, message: str = "") -> None:
        super().__init__(message or tr("it was stopped"))


class Control:
    """Handed to every long function: it reports progress there and looks there whether to stop.

    `report` is called in the thread that computes. `stop` may be called from any thread.
    """

    def __init__(
        self,
        report: Callable[[Progress], None] | None = None,
        threads: int | None = None,
        stop: threading.Event | None = None,
    ) -> None:
        """`threads` is how many cores may be used, None for all; no result depends on it. Setting `stop` stops, too."""
        self.threads = threads or cores()
        self._report = report
        self._stop = threading.Event() if stop is None else stop

    def of_step(self, report: Callable[[Progress], None] | None = None) -> Control:
        """For a step of the computation: stopping either stops both, and the progress of the step goes to `report`."""
        step = copy.copy(self)
        step._report = report  # noqa: SLF001 - our own copy
        return step

    def report(self, progress: Progress) -> None:
        """Tell the caller how far the computation is."""
        if self._report is not None:
            self._report(progress)

    def stop(self) -> None:
        """Ask the computation to end soon."""
        self._stop.set()

    @property
    def stopped(self) -> bool:
        """Whether the computation has been asked to end."""
        return self._stop.is_set()

    def raise_if_stopped(self) -> None:
        """For work that has no result before its end. Raises Stopped."""
        if self.stopped:
            raise Stopped
