"""Recovery of unsaved changes after a crash or a power cut: they are kept in the user's folder until saved."""

from __future__ import annotations

import contextlib
import uuid
from collections.abc import Callable
from functools import partial
from pathlib import Path

import platformdirs
from PySide6.QtCore import QLockFile, QObject, Signal

from arxdesk.core.document import Document
from arxdesk.core.session.recovery_work import (
    SUFFIX,
    Leftover,
    Unsaved,
    forget,
    keep,
    kept_hierarchies,
    leftovers,
    lock_of,
)
from arxdesk.tasks.activity import Activity
from arxdesk.tasks.jobs import Jobs
from arxdesk.ui.timing import Throttle
from arxdesk_engine.foundation.language import marked

KEEPING = Activity(marked("Keeping unsaved changes"), outlasts_document=True, in_order=True)

DELAY_MILLISECONDS = 3_000
"""Delay before changes are written, so that dragging a slider does not write fifty files."""


def folder() -> Path:
    """The folder for unsaved changes."""
    return Path(platformdirs.user_state_dir("ArxDesk", appauthor=False)) / "unsaved"


class Recovery(QObject):
    """Keeps the unsaved changes of the open document, and finds those that an earlier run has left."""

    found = Signal(tuple)
    failed = Signal(Exception)

    def __init__(self, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._document: Document | None = None
        self._file = folder() / f"{uuid.uuid4().hex}{SUFFIX}"
        self._lock: QLockFile | None = None
        self._told = False
        self._wanted = True
        self._timer = Throttle(self._keep, DELAY_MILLISECONDS, self)

    @property
    def file(self) -> Path:
        """The file for the changes of this run."""
        return self._file

    def set_delay(self, seconds: int) -> None:
        """Keep changes after so many seconds; 0: never, and remove the file of this project."""
        self._timer.setInterval(1000 * seconds)
        self._wanted = seconds > 0
        if not self._wanted:
            self._timer.stop()
            self._forget()
        elif self._document is not None and self._document.modified:
            self._begin()

    def follow(self, document: Document | None) -> None:
        """Keep the changes of another document; those of the one before are saved or given up."""
        self._timer.stop()
        self._document = document
        self._forget()
        if document is not None:
            document.undo_stack.indexChanged.connect(self._begin)
            document.audit.changed.connect(self._begin)
            document.title_changed.connect(self._begin)  # a save may have moved files that the kept changes name
            document.applied_changed.connect(self._begin)
            if document.modified:
                self._begin()

    def look(self) -> None:
        """Look for files that ended programs have left; `found` reports them."""
        self._jobs.start(self, KEEPING, partial(leftovers, folder(), self._file), self.found.emit, self._fail)

    def discard(self, left: Leftover) -> None:
        """Remove a leftover file."""
        self._jobs.start(self, KEEPING, partial(forget, left.file), self._ignore, self._fail)

    def take_over(self, left: Leftover) -> None:
        """Keep the leftover changes as those of the open document, then remove the old file."""
        self._keep(lambda _nothing: self.discard(left))

    def end(self) -> None:
        """Remove the file at the regular end of the program."""
        self._timer.stop()
        self._document = None
        with contextlib.suppress(OSError):
            self._file.unlink(missing_ok=True)
        if self._lock is not None:
            self._lock.unlock()

    def _begin(self, _change: object = None) -> None:
        if self._document is not None and not self._document.modified:  # saved: an older state must not be offered
            self._timer.stop()
            self._forget()
        elif self._wanted:
            self._timer.request()

    def _keep(self, then: Callable[[object], None] | None = None) -> None:
        document = self._document
        if document is None or not document.modified:
            self._forget()
            return
        if self._lock is None:
            with contextlib.suppress(OSError):  # writing reports the error
                folder().mkdir(parents=True, exist_ok=True)
            self._lock = lock_of(self._file)
            self._lock.tryLock(0)
        self._jobs.start(self, KEEPING, partial(keep, _unsaved(document), self._file), then or self._ignore, self._fail)

    def _forget(self) -> None:
        if self._lock is not None:
            self._jobs.start(self, KEEPING, partial(forget, self._file), self._ignore, self._fail)

    def _ignore(self, _nothing: object) -> None:
        """Nothing to do with the result."""

    def _fail(self, error: Exception) -> None:
        if not self._told:  # once: the next change would fail in the same way
            self._told = True
            self.failed.emit(error)


def _unsaved(document: Document) -> Unsaved:
    return Unsaved(
        document.name,
        document.file,
        document.job_of_rows,
        kept_hierarchies(document.job, document.hierarchies),
        document.provenance.origin,
        document.audit.trail,
        document.stamp,
        document.records,
        document.dataset.names,
        outcome=document.outcome,
        ledger=document.ledger.now,
    )
