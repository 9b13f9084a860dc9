"""Saving the open project in order, while it can still be changed."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from arxdesk.core.audit_words import saved_text
from arxdesk.core.document import Document
from arxdesk.core.session.saving_work import ChangedOnDisk, Saved, save
from arxdesk.core.values.provenance import SavedSnapshot, Snapshot, Stamp
from arxdesk.tasks.activity import Activity
from arxdesk.tasks.jobs import Jobs
from arxdesk_engine.foundation.control import Progress, Stopped
from arxdesk_engine.foundation.language import marked

SAVING = Activity(marked("Saving the project"), shown=True, outlasts_document=True, in_order=True)


class Saving(QObject):
    """Takes a snapshot, has it written, and reports the saved state to the document that asked.

    Saves run in order: the second finds the files where the first has moved them.
    """

    started = Signal(str)
    progressed = Signal(Progress)
    ended = Signal()
    saved = Signal(Path)
    """The path."""
    conflicted = Signal(Path)
    """The path of a file that somebody else has changed since it was read or written last. Nothing was written."""
    stopped = Signal(Path)
    """The path; its old content is unchanged."""
    failed = Signal(Exception)

    def __init__(self, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._document: Document | None = None
        self._waiting: list[tuple[Path, bool]] = []
        """Pending saves: the path, and whether to overwrite changes by somebody else."""
        self._known: dict[Path, Stamp] = {}
        """The stamps of files that this window has read or written; the writing thread adds to it."""

    def follow(self, document: Document | None) -> None:
        """Save another document from now on; pending saves of the previous one are finished."""
        self.hurry()
        self._document = document
        self._known = {}
        if document is not None and document.file is not None and document.stamp is not None:
            self._known[document.file.absolute()] = document.stamp

    @property
    def is_busy(self) -> bool:
        """Whether a project is being written, or will be."""
        return self._jobs.is_running(SAVING) or bool(self._waiting)

    def save(self, path: Path, *, overwrite: bool = False) -> None:
        """Write the document in the format of its name. `overwrite`: also over changes by somebody else."""
        path = path.absolute()
        if not self.is_busy:
            self._begin(path, overwrite=overwrite)
        elif (path, overwrite) not in self._waiting:
            self._waiting.append((path, overwrite))

    def stop(self) -> None:
        """End writing soon, without a trace."""
        self._waiting.clear()
        self._jobs.stop(SAVING)

    def hurry(self) -> None:
        """Start all pending saves with the present state, without waiting for the first to end."""
        waiting, self._waiting = self._waiting, []
        for path, overwrite in waiting:
            self._begin(path, overwrite=overwrite)

    def _begin(self, path: Path, *, overwrite: bool) -> None:
        document = self._document
        if document is None:
            return
        known = self._known
        if overwrite or document.file is None or path != document.file.absolute():
            known.pop(path, None)
        snapshot = document.snapshot
        arrived, failed = partial(self._take, document, snapshot), partial(self._fail, document, path)
        self._jobs.start(self, SAVING, partial(save, snapshot, path, known), arrived, failed, self.progressed.emit)
        self.started.emit(path.name)

    def _take(self, document: Document, snapshot: Snapshot, saved: Saved) -> None:
        self.ended.emit()
        if document is self._document:
            kept = None if saved.job is None else SavedSnapshot(snapshot, saved.job)
            document.mark_saved(saved.path, snapshot.job, kept, saved.stamp)
            if saved.trail is not None:
                document.audit.take_written(snapshot.trail, saved.trail)
            else:
                document.audit.record("saved", saved_text(saved.path))
            document.title_changed.emit()  # the trail is saved only now
            self.saved.emit(saved.path)
        self._go_on()

    def _fail(self, document: Document, path: Path, error: Exception) -> None:
        self.ended.emit()
        self._waiting = [each for each in self._waiting if each[0] != path]  # it would fail in the same way
        if isinstance(error, ChangedOnDisk) and document is self._document:
            self.conflicted.emit(path)
        elif isinstance(error, Stopped):
            self.stopped.emit(path)
        else:
            self.failed.emit(error)
        self._go_on()

    def _go_on(self) -> None:
        if self._waiting and not self._jobs.is_running(SAVING):
            path, overwrite = self._waiting.pop(0)
            self._begin(path, overwrite=overwrite)
