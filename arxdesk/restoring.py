"""The result that a project was saved with: looked at again in the background, then shown as after the search."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal, SignalInstance

from arxdesk.configuration import SEARCHED_SECTIONS
from arxdesk.document import Document
from arxdesk.workers.jobs import Jobs, Kind
from arxdesk.workers.restoring import Restored, restore_result
from engine.control import Progress, Stopped
from engine.project.outcome import Outcome


class Restoring(QObject):
    """Any change of what is searched, and any search, ends it: the result would not belong to it any more."""

    activity_changed = Signal(str)
    restored = Signal()
    failed = Signal(object)

    def __init__(self, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._document: Document | None = None

    def begin(self, document: Document, outcome: Outcome) -> None:
        """Restore what a search had found when the project was saved."""
        self._document = document
        for signal in self._ends(document):
            signal.connect(self.stop)
        self.activity_changed.emit("Restoring the result")
        work = partial(restore_result, document.job, document.dataset, document.hierarchies, outcome)
        arrived, failed = partial(self._take, document), partial(self._fail, document)
        self._jobs.start(Kind.RESTORING, work, arrived, failed, self._show)

    def stop(self, _change: object = None) -> None:
        """Leave the result."""
        if self._document is not None:
            self._leave(self._document)
            self._jobs.abandon(Kind.RESTORING)
            self.activity_changed.emit("")

    def _take(self, document: Document, restored: object) -> None:
        assert isinstance(restored, Restored)  # noqa: S101 - tells the type checker what the worker returns
        if document is not self._document:
            return
        self._leave(document)
        document.take_restored(restored.result, restored.applied)
        self.restored.emit()

    def _fail(self, document: Document, error: object) -> None:
        if document is self._document:
            self._leave(document)
            if not isinstance(error, Stopped):
                self.failed.emit(error)

    def _leave(self, document: Document) -> None:
        for signal in self._ends(document):
            signal.disconnect(self.stop)
        self._document = None

    def _ends(self, document: Document) -> tuple[SignalInstance, ...]:
        sections = dict.fromkeys(document.signal_of(section) for section in SEARCHED_SECTIONS)
        return (*sections, document.attributes_changed, document.column_changed, document.result_changed)

    def _show(self, progress: object) -> None:
        if isinstance(progress, Progress):
            self.activity_changed.emit("Restoring the result")
