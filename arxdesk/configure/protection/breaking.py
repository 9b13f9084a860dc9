"""The records that break each privacy model of a document, counted once nothing has changed for a while."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from arxdesk.configure.protection.breaking_work import count_breaking
from arxdesk.core.document import Document
from arxdesk.tasks.activity import Activity
from arxdesk.tasks.jobs import Jobs
from arxdesk.ui.timing import Debounce
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import UserError
from arxdesk_engine.foundation.language import marked
from arxdesk_engine.privacy.model import PrivacyModel

COUNTING = Activity(marked("Counting records that break a model"))

QUIET = 400
"""Milliseconds without a change before the records are counted again."""


class _Counted(NamedTuple):
    privacy: tuple[PrivacyModel, ...]
    numbers: Mapping[int, int]


class BreakingRecords(QObject):
    """Counts on a thread; `numbers` are records by the place of the model, empty until they are known."""

    changed = Signal()

    def __init__(self, document: Document, jobs: Jobs, parent: QObject) -> None:
        super().__init__(parent)
        self._document, self._jobs = document, jobs
        self.numbers: Mapping[int, int] = {}
        self._waiting = Debounce(self._count, QUIET, self)
        for change in (
            *(document.attributes_changed, document.privacy_changed, document.population_changed),
            *(document.subset_changed, document.costs_changed),
        ):
            change.connect(self._forget)
        self._waiting.start()

    def _forget(self) -> None:
        self._jobs.abandon(COUNTING)
        self._show({})
        self._waiting.start()

    def _count(self) -> None:
        document = self._document
        if document.locked or not document.job.privacy:
            return
        job, dataset, hierarchies = document.job, document.dataset, document.hierarchies

        def work(control: Control) -> _Counted:
            return _Counted(job.privacy, count_breaking(job, dataset, hierarchies, control))

        self._jobs.start(self, COUNTING, work, self._take, self._leave_uncounted)

    def _take(self, counted: _Counted) -> None:
        if counted.privacy == self._document.job.privacy:
            self._show(counted.numbers)

    def _show(self, numbers: Mapping[int, int]) -> None:
        self.numbers = numbers
        self.changed.emit()

    def _leave_uncounted(self, error: Exception) -> None:
        """The number is optional; faults of the configuration are reported by the search."""
        if not isinstance(error, UserError):
            self._document.wishes.tell_failure(error)
