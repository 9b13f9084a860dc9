"""A series of values, solved one after the other: the question, its points, and whether it is up to date."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, Signal

from arxdesk.core.configuration import SEARCHED_SECTIONS
from arxdesk.core.document import Document
from arxdesk.core.protection.series import Numbered
from arxdesk.explore.scatter.tracing_work import TraceProgress, trace
from arxdesk.tasks.activity import Activity
from arxdesk.tasks.jobs import Jobs
from arxdesk.ui.words import capitalized
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.schema import Role
from arxdesk_engine.exploration.frontier import FrontierPoint
from arxdesk_engine.foundation.errors import InvalidJob, UserError
from arxdesk_engine.foundation.language import marked
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.job import Job

TRACING = Activity(marked("Searching a series of thresholds"))


@dataclass(frozen=True, slots=True, eq=False)
class Series:
    """The question: the configuration, the varied number and its values."""

    job: Job
    dataset: Dataset
    hierarchies: dict[str, Hierarchy]
    numbered: Numbered
    values: tuple[float, ...]

    def holds_for(self, document: Document) -> bool:
        """Whether its points still belong to the configuration, apart from the current value of the number."""
        variable, value = self.numbered.variable, self.values[0]
        try:
            before, now = variable.change(self.job, value), variable.change(document.job, value)
        except InvalidJob:
            return False
        limits = dict.fromkeys(("time_limit", "check_limit"))
        searched = before.search.model_copy(update=limits) == now.search.model_copy(update=limits)
        sections = [section for section in SEARCHED_SECTIONS if section != "search"]
        return (
            searched
            and document.dataset is self.dataset
            and all(getattr(before, section) == getattr(now, section) for section in sections)
            and all(before.settings_of(name) == now.settings_of(name) for name in self.dataset.names)
            and all(
                self.hierarchies.get(name) is document.hierarchies.get(name)
                for name in document.attributes_with(Role.QUASI_IDENTIFYING)
            )
        )


class TracedSeries(QObject):
    """One series at a time; a new one replaces the previous one. `changed` announces every point."""

    changed = Signal()

    def __init__(self, document: Document, jobs: Jobs, parent: QObject) -> None:
        super().__init__(parent)
        self._document, self._jobs = document, jobs
        self._series: Series | None = None
        self._points: tuple[FrontierPoint, ...] = ()
        self._activity: TraceProgress | None = None
        self._problem = ""

    @property
    def series(self) -> Series | None:
        """The latest question."""
        return self._series

    @property
    def points(self) -> tuple[FrontierPoint, ...]:
        """The points found so far, in the order of the values."""
        return self._points

    @property
    def activity(self) -> TraceProgress | None:
        """The progress while it runs."""
        return self._activity

    @property
    def is_running(self) -> bool:
        """Whether more points are on their way."""
        return self._jobs.is_running(TRACING)

    @property
    def problem(self) -> str:
        """Why it ended, in words, where it could not go on."""
        return self._problem

    @property
    def is_current(self) -> bool:
        """Whether the points belong to the configuration as it is now."""
        return self._series is None or self._series.holds_for(self._document)

    def start(self, numbered: Numbered, values: Sequence[float], seconds: float | None) -> None:
        """Solve the configuration as it is now for these values."""
        document = self._document
        self._series = Series(document.job, document.dataset, dict(document.hierarchies), numbered, tuple(values))
        self._points, self._activity, self._problem = (), None, ""
        series = self._series
        work = partial(trace, series.job, series.dataset, series.hierarchies, numbered.variable, series.values, seconds)
        self._jobs.start(self, TRACING, work, self._end, self._fail, self._take)
        self.changed.emit()

    def stop(self) -> None:
        """Stop with the points found so far."""
        self._jobs.stop(TRACING)

    def _take(self, told: object) -> None:
        if isinstance(told, TraceProgress):
            self._points, self._activity = told.points, told
            self.changed.emit()

    def _end(self, points: tuple[FrontierPoint, ...]) -> None:
        self._points, self._activity = points, None
        self.changed.emit()

    def _fail(self, error: Exception) -> None:
        self._activity = None
        if isinstance(error, UserError):
            self._problem = " ".join(f"{capitalized(each.found)}. {each.remedy}" for each in error.problems)
        else:
            self._document.wishes.tell_failure(error)
        self.changed.emit()
