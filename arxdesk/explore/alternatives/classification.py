"""The classification of a whole lattice, once for each problem."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal

from arxdesk.core.wishes import Wishes
from arxdesk.tasks.activity import Activity
from arxdesk.tasks.jobs import Jobs
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.exploration.gathering import Gathering
from arxdesk_engine.foundation.control import Progress
from arxdesk_engine.foundation.language import marked

CLASSIFYING = Activity(marked("Classifying transformations"))


class Classification(QObject):
    """Fills a gathering; one that has ended, was stopped or has failed is not begun again."""

    changed = Signal()
    """The classification has started, made progress or ended."""
    grown = Signal()
    """More transformations are classified."""
    ended = Signal()

    def __init__(self, jobs: Jobs, wishes: Wishes, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs, self._wishes = jobs, wishes
        self._share: float | None = None
        self._done_for: Anonymizer | None = None

    @property
    def share(self) -> float | None:
        """The share of the lattice that is classified; None where no classification runs."""
        return self._share

    def begin(self, gathering: Gathering) -> None:
        """Classify the whole lattice, where it is small enough."""
        if not gathering.is_whole or self._done_for is gathering.anonymizer or self._jobs.is_running(CLASSIFYING):
            return
        self._share = 0.0
        done, failed = partial(self._end, gathering.anonymizer), partial(self._fail, gathering.anonymizer)
        self._jobs.start(self, CLASSIFYING, gathering.classify, done, failed, self._go_on)
        self.changed.emit()

    def stop(self) -> None:
        """Leave the rest of the lattice as it is."""
        self._jobs.stop(CLASSIFYING)

    def forget(self) -> None:
        """Abandon it: another problem is explored."""
        self._jobs.abandon(CLASSIFYING)
        self._share = self._done_for = None
        self.changed.emit()

    def _go_on(self, progress: Progress) -> None:
        self._share = progress.fraction
        self.changed.emit()
        self.grown.emit()

    def _end(self, anonymizer: Anonymizer, _nothing: None) -> None:
        self._finish(anonymizer)
        self.ended.emit()

    def _fail(self, anonymizer: Anonymizer, error: Exception) -> None:
        self._finish(anonymizer)  # it would fail again
        self._wishes.tell_failure(error)

    def _finish(self, anonymizer: Anonymizer) -> None:
        self._share, self._done_for = None, anonymizer
        self.changed.emit()
