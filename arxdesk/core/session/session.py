"""The session of a user: opening, saving and closing projects, and its parts for everything else. No widgets."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from arxdesk.core.document import Document
from arxdesk.core.session.activities import LOADING, REPORTING
from arxdesk.core.session.activity_line import ActivityLine
from arxdesk.core.session.exporting import Exporting
from arxdesk.core.session.loaded_project import LoadedProject
from arxdesk.core.session.loading_work import load
from arxdesk.core.session.password_request import PasswordRequest
from arxdesk.core.session.permission import Permission
from arxdesk.core.session.recovery import Recovery
from arxdesk.core.session.recovery_work import Leftover, restore
from arxdesk.core.session.restoring import Restoring
from arxdesk.core.session.saving import Saving
from arxdesk.core.session.searching import Searching
from arxdesk.core.session.warming import Warming
from arxdesk.core.values.secret_places import SecretPlaces
from arxdesk.tasks.activity import WRITING, Activity
from arxdesk.tasks.jobs import Jobs, wait_for_retired
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.errors import PasswordNeeded, UserError
from arxdesk_engine.foundation.language import tr


class Session(QObject):
    """Holds the open document and starts its long work.

    A result is taken over only by the document that it was asked for.
    """

    document_opened = Signal(Document)
    document_closed = Signal()
    document_remade = Signal(str)
    """The columns of the open document have other names, or are others. What was done."""
    password_needed = Signal(PasswordRequest)
    failed = Signal(Exception)
    """A problem that the user can solve."""
    crashed = Signal(Exception)
    """A defect of ours."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document: Document | None = None
        self.jobs = Jobs(self)
        """All work on threads; views start theirs here, too, so that it ends with the document or the window."""
        self.line = ActivityLine(self.jobs, self)
        self.permission = Permission(self)
        """Keys or mappings would be made where an opened project says; nothing is made until then."""
        self.recovery = Recovery(self.jobs, self)
        self.saving = Saving(self.jobs, self)
        self.saving.failed.connect(self.fail)
        self.saving.progressed.connect(self.line.follow)
        self.restoring = Restoring(self.jobs, self.line, self)
        self.restoring.failed.connect(self.fail)
        self.searching = Searching(self.jobs, self.line, self.permission, self.restoring, self.fail, self)
        self.exporting = Exporting(self.jobs, self.line, self.permission, self.fail, self)
        self._warming = Warming(self.jobs, self.fail, lambda: self.document is None, self)

    def warm(self, modules: Sequence[str] = ()) -> None:
        """Load modules and the search kernels while the user looks at the start page."""
        self._warming.begin(modules)

    def is_busy(self, activity: Activity) -> bool:
        """Whether such work runs."""
        return self.jobs.is_running(activity)

    def open(self, path: Path, *, as_copy: bool = False, password: str | None = None) -> None:
        """Open a job file or a table. `as_copy` leaves the project without a file, so that saving asks for one.

        Where its database wants a password, or another one, comes `password_needed`.
        """
        self.line.say(tr("Opening {name}", name=path.name))
        self._hold(True)
        arrived, failed = partial(self._take_project, as_copy), partial(self._fail_opening, path, as_copy)
        work = partial(load, path) if password is None else partial(load, path, password=password)
        self.jobs.start(self, LOADING, work, arrived, failed, self.line.follow)

    def take(self, project: LoadedProject) -> None:
        """Open a project that was made from a table."""
        self._take_project(False, project)

    def restore(self, left: Leftover, password: str | None = None) -> None:
        """Open a project with the changes that an earlier start has left; they are still not saved."""
        self.line.say(tr("Opening {name}", name=left.name))
        arrived, failed = partial(self._take_restored, left), partial(self._fail_opening, left, False)
        work = partial(restore, left.file, password=password)
        self.jobs.start(self, LOADING, work, arrived, failed, self.line.follow)

    def save(self, path: Path, *, overwrite: bool = False) -> None:
        """Write the project, as what its name says; `saving` tells how it goes."""
        self.saving.save(path, overwrite=overwrite)

    def close_document(self) -> None:
        """Close the project: abandon the work for it. What is being written is written."""
        self._abandon_work()
        previous, self.document = self.document, None
        self._follow(None)
        self.document_closed.emit()
        if previous is not None:
            self._let_go(previous)

    def end(self) -> None:
        """Abandon all work and wait for its threads, before the window goes."""
        self._warming.stop()
        self.saving.hurry()
        self.jobs.wait()
        wait_for_retired()
        self.recovery.end()
        if self.document is not None:
            self.document.forget_steps()

    def _hold(self, on: bool) -> None:
        """While another project is read nothing is changed any more: nobody would be asked about that."""
        if self.document is not None and not self.searching.is_busy:
            self.document.set_locked(on, held=True)

    def _abandon_work(self) -> None:
        self.restoring.leave()
        for activity in self.jobs.running:
            if not activity.outlasts_document:
                self.jobs.abandon(activity)
        self.line.settle()

    def _take_project(self, as_copy: bool, project: LoadedProject) -> None:
        parts = project.job, project.dataset, project.hierarchies, None if as_copy else project.file
        places = SecretPlaces(project.job, project.file)
        document = Document(*parts, self, project.missing, project.provenance, places)
        for name in document.attributes_with(Role.QUASI_IDENTIFYING)[:1]:
            document.set_focus(name)  # names and numbers come first in most tables, and have nothing to show
        self._replace_document(document)
        if project.outcome is not None:
            document.keep_outcome(project.outcome)
            self.permission.ask(document, partial(self.restoring.begin, document))

    def _take_restored(self, left: Leftover, project: LoadedProject) -> None:
        self._take_project(False, project)
        if self.document is not None:
            self.document.mark_unsaved()
            self.recovery.take_over(left)

    def _replace_document(self, document: Document) -> None:
        self._abandon_work()
        previous, self.document = self.document, document
        document.remade.connect(self._take_remade)
        self._follow(document)
        self.document_opened.emit(document)
        if previous is not None:
            self._let_go(previous)

    def _let_go(self, document: Document) -> None:
        """Delete a document, and end the session of the engine that holds its rows unless a table is being written.

        What is written then holds the rows until it is done.
        """
        if document.rows is not None and not (self.is_busy(WRITING) or self.is_busy(REPORTING)):
            document.rows.close()
        document.deleteLater()

    def _follow(self, document: Document | None) -> None:
        for part in (self.searching, self.exporting, self.permission, self.recovery, self.saving):
            part.follow(document)

    def _take_remade(self, text: str) -> None:
        document = self.document
        if document is None or self.sender() not in (None, document):
            return
        self._abandon_work()
        self.document_remade.emit(text)
        if document.unconfirmed is not None:
            self.permission.ask(document, partial(self.restoring.begin, document))

    def _fail_opening(self, place: Path | Leftover, as_copy: bool, error: Exception) -> None:
        self._hold(False)
        if isinstance(error, PasswordNeeded):
            self.password_needed.emit(PasswordRequest(place, as_copy, error))
        else:
            self.fail(error)

    def fail(self, error: Exception) -> None:
        """Tell that something has failed: `failed` or `crashed`."""
        (self.failed if isinstance(error, UserError) else self.crashed).emit(error)
