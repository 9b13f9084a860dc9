"""The saved result of a project: confirmed in the background, then shown as after the search."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Signal, SignalInstance

from arxdesk.core.audit_words import NOT_RESTORED, RECODED_ANEW, recoded_by_earlier, restored_text
from arxdesk.core.configuration import SEARCHED_SECTIONS
from arxdesk.core.document import Document
from arxdesk.core.session.activity_line import ActivityLine
from arxdesk.core.session.restoring_work import Restored, restore_result
from arxdesk.tasks.activity import Activity
from arxdesk.tasks.jobs import Jobs
from arxdesk_engine.analysis.applied import Applied
from arxdesk_engine.foundation.control import Stopped
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.foundation.messages import told

ACTIVITY = marked("Restoring the result")
RESTORING = Activity(ACTIVITY, shown=True)


class Restoring(QObject):
    """A change of what is searched, and a search, interrupt it: the result would not belong to it any more. It begins
    again where the change is undone, or the search fails; another result ends it."""

    restored = Signal()
    failed = Signal(Exception)

    def __init__(self, jobs: Jobs, line: ActivityLine, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs, self._line = jobs, line
        self._document: Document | None = None

    def begin(self, document: Document) -> None:
        """Restore what a search had found when the project was saved (`Document.unconfirmed`)."""
        self.leave()
        self._document = document
        for signal in self._interrupting(document):
            signal.connect(self._look)
        document.result_changed.connect(self.leave)
        self._look()

    def leave(self) -> None:
        """Stop restoring: there is another result, or the document closes."""
        document, self._document = self._document, None
        if document is not None:
            for signal in self._interrupting(document):
                signal.disconnect(self._look)
            document.result_changed.disconnect(self.leave)
            self._interrupt()

    def _look(self, _change: object = None) -> None:
        document = self._document
        if document is None:
            return
        outcome = None if document.locked else document.unconfirmed
        if outcome is None:
            self._interrupt()
        elif not self._jobs.is_running(RESTORING):
            document.expect_result()
            self._line.say(tr(ACTIVITY))
            work = partial(restore_result, document.job, document.dataset, document.hierarchies, outcome)
            arrived, failed = partial(self._take, document), partial(self._fail, document)
            self._jobs.start(self, RESTORING, work, arrived, failed)

    def _interrupt(self) -> None:
        if self._jobs.is_running(RESTORING):
            self._jobs.abandon(RESTORING)
            self._line.settle()

    def _take(self, document: Document, restored: Restored) -> None:
        if document is self._document:
            self.leave()
            document.audit.record("restored", restored_text(restored.result))
            document.take_restored(restored.result, _marked_if_recoded(document, restored.applied))
            self.restored.emit()

    def _fail(self, document: Document, error: Exception) -> None:
        if document is self._document and not isinstance(error, Stopped):
            self.leave()
            document.keep_outcome(None)
            document.audit.record("restored", told(NOT_RESTORED))
            self.failed.emit(error)

    def _interrupting(self, document: Document) -> tuple[SignalInstance, ...]:
        sections = dict.fromkeys(document.signal_of(section) for section in SEARCHED_SECTIONS)
        return (*sections, document.attributes_changed, document.column_changed, document.lock_changed)


def _marked_if_recoded(document: Document, applied: Applied | None) -> Applied | None:
    """What was applied; that it is another table than the project was saved with is recorded, and said where it is."""
    recoded = None if applied is None else applied.recoded
    if applied is None or recoded is None or not recoded.found.is_fresh or not recoded_by_earlier(document.audit.trail):
        return applied
    document.audit.record("restored", told(RECODED_ANEW))
    return replace(applied, recoded=replace(recoded, was_another=True))
