"""Saving the open project: one save after the other, while the project can go on being changed."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from arxdesk.document import Document
from arxdesk.provenance import Kept, Snapshot, Stamp
from arxdesk.workers.jobs import Jobs, Kind
from arxdesk.workers.saving import ChangedOnDisk, Saved, save
from engine.control import Progress, Stopped


class Saving(QObject):
    """Takes a snapshot, lets it be written, and tells the document what was written; only the document that asked."""

    started = Signal(str)
    progressed = Signal(object)
    ended = Signal()
    saved = Signal(object)
    """The path."""
    conflicted = Signal(object)
    """The path of a file that somebody else has changed since it was read or written last. Nothing was written."""
    stopped = Signal(object)
    """The path; what is there is what was there."""
    failed = Signal(object)

    def __init__(self, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._document: Document | None = None
        self._known: dict[Path, Stamp] = {}
        """How the files stand that this window has read or written; the thread that writes adds to it."""

    def follow(self, document: Document | None) -> None:
        """Saving is for another document from now on; what is being written is written."""
        self._document = document
        self._known = {}
        if document is not None and document.file is not None and document.stamp is not None:
            self._known[document.file.absolute()] = document.stamp

    @property
    def is_busy(self) -> bool:
        """Whether a project is being written."""
        return self._jobs.is_running(Kind.SAVING)

    def save(self, path: Path, *, overwrite: bool = False) -> None:
        """Write the document; its name says as what. `overwrite`: also what somebody else has written there."""
        document = self._document
        if document is None:
            return
        path = path.absolute()
        known = self._known
        if overwrite or document.file is None or path != document.file.absolute():
            known.pop(path, None)
        snapshot = document.snapshot
        arrived, failed = partial(self._take, document, snapshot), partial(self._fail, path)
        self._jobs.start(Kind.SAVING, partial(save, snapshot, path, known), arrived, failed, self._show)
        self.started.emit(path.name)

    def stop(self) -> None:
        """End writing soon, without a trace."""
        self._jobs.stop(Kind.SAVING)

    def _take(self, document: Document, snapshot: Snapshot, saved: object) -> None:
        assert isinstance(saved, Saved)  # noqa: S101 - tells the type checker what the worker returns
        self.ended.emit()
        if document is self._document:
            kept = None if saved.job is None else Kept(snapshot, saved.job)
            document.mark_saved(saved.path, snapshot.job, kept, saved.stamp)
            document.audit.record("saved", f"Saved as {saved.path.name}")
            self.saved.emit(saved.path)

    def _fail(self, path: Path, error: object) -> None:
        self.ended.emit()
        if isinstance(error, ChangedOnDisk):
            self.conflicted.emit(path)
        elif isinstance(error, Stopped):
            self.stopped.emit(path)
        else:
            self.failed.emit(error)

    def _show(self, progress: object) -> None:
        if isinstance(progress, Progress):
            self.progressed.emit(progress)
