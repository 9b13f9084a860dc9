"""What a user can do with a project: open, save, anonymize, stop, apply, export. No widgets, no questions."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from arxdesk.commands import ApplyTransformation
from arxdesk.document import Document
from arxdesk.recovery import Recovery
from arxdesk.results import Application, Applied, Live, Result
from arxdesk.workers.jobs import Jobs, Kind, wait_for_retired
from arxdesk.workers.loading import LoadedProject, load
from arxdesk.workers.recovery import Leftover, restore
from arxdesk.workers.search import apply, end_of, search, search_on
from arxdesk.workers.task import Work
from arxdesk.workers.warming import warm
from arxdesk.workers.writing import Written, save, write
from engine.control import Progress
from engine.errors import PasswordNeeded, UserError
from engine.job import Job
from engine.lattice.lattice import Levels

_OF_VIEWS = (
    *(Kind.VIEWING, Kind.FINDING, Kind.COMPLETING, Kind.SELECTING, Kind.TRYING, Kind.REPLACING),
    *(Kind.BREAKING, Kind.PROPOSING),
    *(Kind.INSPECTING, Kind.EDITING, Kind.EXAMINING),
    *(Kind.GUESSING, Kind.RETYPING),
    *(Kind.SIFTING, Kind.CLASSIFYING, Kind.CHECKING, Kind.PLOTTING, Kind.ESTIMATING, Kind.COMPARING, Kind.TRACING),
    *(Kind.ANALYZING, Kind.ANALYZING_LONG, Kind.ANALYZING_BY_HAND),
)
_FOR_ONE_DOCUMENT = (Kind.LOADING, Kind.BUILDING, Kind.SEARCH, Kind.APPLYING, *_OF_VIEWS)
_UNSEEN = (Kind.WARMING, Kind.KEEPING, *_OF_VIEWS)


class Session(QObject):
    """Holds the open document and starts the long work for it, one job of a kind at a time.

    A result is taken over only by the document that it was asked for.
    """

    document_opened = Signal(object)
    document_closed = Signal()
    activity_changed = Signal(str)
    search_started = Signal()
    search_progressed = Signal(object)
    search_streamed = Signal(object)
    """The same progress with the problem that is solved (Live), for what shows the transformations themselves."""
    search_ended = Signal()
    saved = Signal(object)
    exported = Signal(object)
    password_needed = Signal(object, bool, object)
    failed = Signal(object)
    crashed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document: Document | None = None
        self.jobs = Jobs(self)
        """All work on threads; views start theirs here, too, so that it ends with the document or the window."""
        self.jobs.ended.connect(self._announce_activity)
        self.last_result: Result | None = None
        self.goes_on = False
        """Whether the search that runs, or ran last, goes on with one that had ended early."""
        self.ends_at: float | None = None
        """After how many seconds of all a limit ends that search; None where none does."""
        self.recovery = Recovery(self.jobs, self)

    def warm(self) -> None:
        """Load what the first search needs, while the user looks at the start page."""
        self.jobs.start(Kind.WARMING, warm, self._ignore, self._fail)

    def is_busy(self, kind: Kind) -> bool:
        """Whether work of this kind runs."""
        return self.jobs.is_running(kind)

    def open(self, path: Path, *, as_copy: bool = False, password: str | None = None) -> None:
        """Open a job file or a table. `as_copy` leaves the project without a file, so that saving asks for one.

        Where its database wants a password, or another one, comes `password_needed`.
        """
        self.activity_changed.emit(f"Opening {path.name}")
        self._hold(True)
        arrived, failed = partial(self._take_project, as_copy), partial(self._fail_opening, path, as_copy)
        work = partial(load, path) if password is None else partial(load, path, password=password)
        self.jobs.start(Kind.LOADING, work, arrived, failed, self._show_activity)

    def take(self, project: LoadedProject) -> None:
        """Open a project that was made from a table."""
        self._take_project(False, project)

    def restore(self, left: Leftover) -> None:
        """Open a project with the changes that an earlier start has left; they are still not saved."""
        self.activity_changed.emit(f"Opening {left.name}")
        arrived = partial(self._take_restored, left)
        self.jobs.start(Kind.LOADING, partial(restore, left.file), arrived, self._fail, self._show_activity)

    def save(self, path: Path) -> None:
        """Write the project as a job file."""
        document = self.document
        if document is None:
            return
        self.activity_changed.emit(f"Saving {path.name}")
        arrived = partial(self._take_saved, document, document.job)
        self.jobs.start(Kind.WRITING, partial(save, document.job, path), arrived, self._fail)

    def anonymize(self) -> None:
        """Search for the best transformation of the configuration as it is now."""
        document = self.document
        if document is None or self.is_busy(Kind.SEARCH):
            return
        self.goes_on, self.ends_at = False, document.job.search.time_limit
        self._begin_search(document, partial(search, document.job, document.dataset, document.hierarchies))

    def search_on(self, seconds: float | None = None) -> None:
        """Go on with the last search, which ended early, for so many seconds (None: to its end)."""
        document = self.document
        if document is None or self.is_busy(Kind.SEARCH) or not document.can_search_on:
            return
        assert document.result is not None  # noqa: S101 - tells the type checker what the document has just said
        self.goes_on, self.ends_at = True, None if seconds is None else end_of(document.result, seconds)
        self._begin_search(document, partial(search_on, document.result, seconds))

    def _begin_search(self, document: Document, work: Work) -> None:
        document.set_locked(True)
        self.last_result = None
        arrived, failed = partial(self._take_result, document), partial(self._fail_search, document)
        self.jobs.start(Kind.SEARCH, work, arrived, failed, self._show_search)
        self.search_started.emit()

    def stop(self) -> None:
        """End the search soon; its best so far is kept."""
        self.jobs.stop(Kind.SEARCH)

    def apply_selection(self) -> None:
        """Apply the selected transformation, so that Quality and Risk show it, as a step that can be undone."""
        document = self.document
        selection = document.selection if document is not None else None
        if document is not None and selection is not None and selection.anonymous:
            self.apply(selection.levels)

    def apply(self, levels: Levels) -> None:
        """Apply a transformation of the result by hand, as a step that can be undone; the worker tells when."""
        self.apply_as(Application(levels))

    def apply_as(self, application: Application) -> None:
        """The same; what the transformation removed may have been recoded."""
        document = self.document
        if document is None or document.result is None:
            return
        if document.applied is None or document.applied.application != application:
            self._apply(document, application, as_step=True)

    def _apply(self, document: Document, application: Application, *, as_step: bool) -> None:
        result = document.result
        if result is not None:
            self.activity_changed.emit("Applying the transformation")
            arrived = partial(self._take_applied, document, result, as_step)
            work = partial(apply, result, application.levels, recoded=application.recoded)
            self.jobs.start(Kind.APPLYING, work, arrived, self._fail, self._show_activity)

    def _apply_again(self, application: Application) -> None:
        """Undo has gone back to an output that is no longer kept."""
        if self.document is not None:
            self._apply(self.document, application, as_step=False)

    def export(self, path: Path) -> None:
        """Write the output table of what is applied."""
        document = self.document
        if document is None or document.result is None or document.applied is None:
            return
        self.activity_changed.emit(f"Writing {path.name}")
        work = partial(write, document.result.anonymizer, document.applied, path)
        self.jobs.start(Kind.WRITING, work, self._take_written, self._fail, self._show_activity)

    def close_document(self) -> None:
        """Close the project: abandon the work for it. What is being written is written."""
        self._abandon_work()
        previous, self.document = self.document, None
        self.recovery.follow(None)
        self.document_closed.emit()
        if previous is not None:
            previous.deleteLater()

    def end(self) -> None:
        """Abandon all work and wait for its threads, before the window goes."""
        self.jobs.wait()
        wait_for_retired()
        self.recovery.end()
        if self.document is not None:
            self.document.forget_steps()

    def _hold(self, on: bool) -> None:
        """While another project is read nothing is changed any more: nobody would be asked about that."""
        if self.document is not None and not self.is_busy(Kind.SEARCH):
            self.document.set_locked(on, held=True)

    def _abandon_work(self) -> None:
        for kind in _FOR_ONE_DOCUMENT:
            self.jobs.abandon(kind)
        self._announce_activity()

    def _take_project(self, as_copy: bool, project: object) -> None:
        assert isinstance(project, LoadedProject)  # noqa: S101 - tells the type checker what the worker returns
        file = None if as_copy else project.file
        self._replace_document(Document(project.job, project.dataset, project.hierarchies, file, self, project.missing))

    def _take_restored(self, left: Leftover, project: object) -> None:
        self._take_project(False, project)
        if self.document is not None:
            self.document.mark_unsaved()
            self.recovery.take_over(left)

    def _replace_document(self, document: Document) -> None:
        self._abandon_work()
        previous, self.document = self.document, document
        document.application_wanted.connect(self._apply_again)
        document.applied_changed.connect(self._stop_applying)
        self.recovery.follow(document)
        self.document_opened.emit(document)
        if previous is not None:
            previous.deleteLater()

    def _take_saved(self, document: Document, job: Job, path: object) -> None:
        assert isinstance(path, Path)  # noqa: S101
        if document is self.document:
            document.mark_saved(path, job)
            self.saved.emit(path)

    def _take_result(self, document: Document, result: object) -> None:
        assert isinstance(result, Result)  # noqa: S101
        if document is not self.document:
            return
        self.last_result = result
        document.set_locked(False)
        document.set_result(result)
        self.search_ended.emit()
        if result.solution.best is not None:
            self._apply(document, Application(result.solution.best.levels), as_step=False)

    def _take_applied(self, document: Document, result: Result, as_step: bool, applied: object) -> None:
        assert isinstance(applied, Applied)  # noqa: S101
        if document is not self.document or document.result is not result:
            return
        if as_step and not document.held:
            step = ApplyTransformation(document, applied)
            document.push(step, touches_search=False)
        else:
            document.set_applied(applied)

    def _stop_applying(self) -> None:
        """What is on its way is older than what is shown now."""
        self.jobs.abandon(Kind.APPLYING)
        self._announce_activity()

    def _take_written(self, written: object) -> None:
        assert isinstance(written, Written)  # noqa: S101
        self.exported.emit(written)

    def _fail_search(self, document: Document, error: object) -> None:
        if document is self.document:
            document.set_locked(False)
            self.search_ended.emit()
        self._fail(error)

    def _fail_opening(self, path: Path, as_copy: bool, error: object) -> None:
        self._hold(False)
        if isinstance(error, PasswordNeeded):
            self.password_needed.emit(path, as_copy, error)
        else:
            self._fail(error)

    def _ignore(self, _nothing: object) -> None:
        """Warming has no result."""

    def _fail(self, error: object) -> None:
        (self.failed if isinstance(error, UserError) else self.crashed).emit(error)

    def _show_activity(self, progress: object) -> None:
        if isinstance(progress, Progress):
            self.activity_changed.emit(progress.activity)

    def _show_search(self, progress: object) -> None:
        if isinstance(progress, Live):
            self.search_progressed.emit(progress.report)
            self.search_streamed.emit(progress)
        else:
            self._show_activity(progress)

    def _announce_activity(self) -> None:
        if not any(self.jobs.is_running(kind) for kind in Kind if kind not in _UNSEEN):
            self.activity_changed.emit("")
