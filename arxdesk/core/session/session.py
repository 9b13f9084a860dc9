"""What a user can do with a project: open, save, anonymize, stop, apply, export. No widgets, no questions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from arxdesk.core.audit_words import applied_text, exported_text, search_begun, search_ended
from arxdesk.core.commands import ApplyTransformation
from arxdesk.core.document import Document
from arxdesk.core.secret_places import PermissionAsked, SecretPlaces
from arxdesk.core.session.loading_work import LoadedProject, load
from arxdesk.core.session.recovery import Recovery
from arxdesk.core.session.recovery_work import Leftover, restore
from arxdesk.core.session.reporting_work import Asked, Reported, report
from arxdesk.core.session.restoring import Restoring
from arxdesk.core.session.restoring_work import has_to_be_recoded, recoded_as_asked
from arxdesk.core.session.saving import Saving
from arxdesk.core.session.search_work import apply, end_of, search, search_on
from arxdesk.core.session.warming_work import warm
from arxdesk.core.values.results import Live, Result
from arxdesk.core.writing_work import ExportOptions, Written, write
from arxdesk.tasks.activity import WRITING, Activity
from arxdesk.tasks.jobs import Jobs, wait_for_retired
from arxdesk.tasks.task import Work
from arxdesk_engine.analysis.applied import Application, Applied
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.control import Progress, Stopped
from arxdesk_engine.foundation.errors import PasswordNeeded, UserError
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.project import ProjectSettings
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.report.layout.content import ReportContent

WARMING = Activity("Loading kernels", outlasts_document=True)
LOADING = Activity("Opening a project", shown=True)
SEARCHING = Activity("Searching", shown=True)
APPLYING = Activity("Applying a transformation", shown=True)
REPORTING = Activity("Writing a report", shown=True, outlasts_document=True)

Callback = Callable[[object], None]


class Session(QObject):
    """Holds the open document and starts the long work for it, one job of a kind at a time.

    A result is taken over only by the document that it was asked for.
    """

    document_opened = Signal(object)
    document_closed = Signal()
    document_remade = Signal(str)
    """The columns of the open document have other names, or are others. What was done."""
    activity_changed = Signal(str)
    search_started = Signal()
    search_progressed = Signal(object)
    search_streamed = Signal(object)
    """The same progress with the problem that is solved (Live), for what shows the transformations themselves."""
    search_ended = Signal()
    saved = Signal(object)
    exported = Signal(object)
    reported = Signal(object)
    password_needed = Signal(object, bool, object)
    permission_wanted = Signal(object)
    """Keys or mappings would be made where an opened project says (PermissionAsked); nothing is made until then."""
    failed = Signal(object)
    crashed = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document: Document | None = None
        self.jobs = Jobs(self)
        """All work on threads; views start theirs here, too, so that it ends with the document or the window."""
        self.jobs.ended.connect(self._announce_activity)
        self.last_result: Result | None = None
        self._recodes = False
        """Whether the search that runs, or ran last, is followed by local recoding."""
        self.goes_on = False
        """Whether the search that runs, or ran last, goes on with one that had ended early."""
        self.ends_at: float | None = None
        """After how many seconds of all a limit ends that search; None where none does."""
        self.recovery = Recovery(self.jobs, self)
        self.saving = Saving(self.jobs, self)
        self.saving.saved.connect(self.saved)
        self.saving.failed.connect(self._fail)
        self.saving.progressed.connect(self._show_activity)
        self.restoring = Restoring(self.jobs, self)
        self.restoring.activity_changed.connect(self.activity_changed)
        self.restoring.failed.connect(self._fail)

    def warm(self) -> None:
        """Load what the first search needs, while the user looks at the start page."""
        self.jobs.start(self, WARMING, warm, self._ignore, self._fail)

    def is_busy(self, activity: Activity) -> bool:
        """Whether such work runs."""
        return self.jobs.is_running(activity)

    def open(self, path: Path, *, as_copy: bool = False, password: str | None = None) -> None:
        """Open a job file or a table. `as_copy` leaves the project without a file, so that saving asks for one.

        Where its database wants a password, or another one, comes `password_needed`.
        """
        self.activity_changed.emit(f"Opening {path.name}")
        self._hold(True)
        arrived, failed = partial(self._take_project, as_copy), partial(self._fail_opening, path, as_copy)
        work = partial(load, path) if password is None else partial(load, path, password=password)
        self.jobs.start(self, LOADING, work, arrived, failed, self._show_activity)

    def take(self, project: LoadedProject) -> None:
        """Open a project that was made from a table."""
        self._take_project(False, project)

    def restore(self, left: Leftover, password: str | None = None) -> None:
        """Open a project with the changes that an earlier start has left; they are still not saved."""
        self.activity_changed.emit(f"Opening {left.name}")
        arrived, failed = partial(self._take_restored, left), partial(self._fail_opening, left, False)
        work = partial(restore, left.file, password=password)
        self.jobs.start(self, LOADING, work, arrived, failed, self._show_activity)

    def save(self, path: Path, *, overwrite: bool = False) -> None:
        """Write the project, as what its name says; `saving` tells how it goes."""
        self.saving.save(path, overwrite=overwrite)

    def anonymize(self, *, recode: bool = False) -> None:
        """Search for the best transformation of the configuration as it is now; `recode`: then recode locally."""
        document = self.document
        if document is not None and not self.is_busy(SEARCHING):
            self._permitted(document, partial(self._anonymize, document, recode))

    def _anonymize(self, document: Document, recode: bool) -> None:
        if self.is_busy(SEARCHING):  # it may have begun while somebody was asked
            return
        self.goes_on, self.ends_at = False, document.job.search.time_limit
        job, self._recodes = document.job, recode
        self._begin_search(document, job, partial(search, job, document.dataset, document.hierarchies))

    def search_on(self, seconds: float | None = None) -> None:
        """Go on with the last search, which ended early, for so many seconds (None: to its end)."""
        document = self.document
        if document is None or self.is_busy(SEARCHING) or not document.can_search_on:
            return
        searched = document.searched
        assert document.result is not None and searched is not None  # noqa: S101, PT018 - the document has just said so
        self.goes_on, self.ends_at = True, None if seconds is None else end_of(document.result, seconds)
        result = replace(document.result, anonymizer=searched)
        self._begin_search(document, searched.job, partial(search_on, result, seconds))

    def _begin_search(self, document: Document, job: Job, work: Work[Result]) -> None:
        document.set_locked(True)
        document.expect_result(job)
        begun = search_begun(document.job.search.algorithm, document.transformations, goes_on=self.goes_on)
        document.audit.record("searched", begun)
        self.last_result = None
        arrived, failed = partial(self._take_result, document), partial(self._fail_search, document)
        self.jobs.start(self, SEARCHING, work, arrived, failed, self._show_search)
        self.search_started.emit()

    def _permitted(
        self, document: Document, go_on: Callable[[], object], refused: Callable[[], object] | None = None
    ) -> None:
        """Go on at once, or once somebody allows keys and mappings at the places that an opened project names."""
        secrets = document.secret_places.to_allow(document.job)
        if not secrets:
            go_on()
            return
        granted = partial(self._take_permission, document, go_on)
        self.permission_wanted.emit(PermissionAsked(secrets, granted, refused or _nothing))

    def _take_permission(self, document: Document, go_on: Callable[[], object]) -> None:
        if document is self.document:
            document.secret_places.allow()
            go_on()

    def stop(self) -> None:
        """End the search soon; its best so far is kept."""
        self.jobs.stop(SEARCHING)

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
            self.jobs.start(self, APPLYING, work, arrived, self._fail, self._show_activity)

    def _apply_again(self, application: Application) -> None:
        """Undo has gone back to an output that is no longer kept."""
        if self.document is not None:
            self._apply(self.document, application, as_step=False)

    def export(
        self,
        target: str | Path,
        options: ExportOptions | None = None,
        password: str | None = None,
        *,
        failed: Callback | None = None,
        progressed: Callback | None = None,
    ) -> None:
        """Write the output table of what is applied to a file or a database; `exported` tells.

        `options` are those of the job unless others are given. Who gives `failed` is told instead of everybody.
        """
        document = self.document
        searched = document.searched if document is not None else None
        if document is None or searched is None or document.applied is None:
            return
        work = partial(write, searched, document.applied, target, options=options, password=password)
        told = failed or self._fail, progressed or self._show_activity
        begin = partial(self._begin_export, document, Path(target).name, work, *told)
        self._permitted(document, begin, partial(told[0], Stopped()))

    def _begin_export(
        self, document: Document, name: str, work: Work[Written], failed: Callback, progressed: Callback
    ) -> None:
        self.activity_changed.emit(f"Writing {name}")
        self.jobs.start(self, WRITING, work, partial(self._take_written, document), failed, progressed)

    def report(
        self,
        path: Path,
        content: ReportContent | None = None,
        project: ProjectSettings | None = None,
        *,
        written: Written | None = None,
        failed: Callback | None = None,
        progressed: Callback | None = None,
    ) -> None:
        """Write an evidence report of what is applied; `reported` tells. `written` is where the table was handed out.

        `project` is what the report says of it, where that is not what the job says.
        """
        document = self.document
        searched = document.searched if document is not None else None
        if document is None or document.result is None or searched is None or document.applied is None:
            return
        self.activity_changed.emit(f"Writing {path.name}")
        result = replace(document.result, anonymizer=searched)
        told = project or document.job.project
        asked = Asked(result, document.applied, told, document.audit.trail, written, document.provenance.origin)
        work = partial(report, asked, content or ReportContent(), path)
        listeners = failed or self._fail, progressed or self._show_activity
        self.jobs.start(self, REPORTING, work, partial(self._take_reported, document), *listeners)

    def stop_writing(self) -> None:
        """End writing a table or a report soon, without a trace; who has asked for it is told of `Stopped`."""
        self.jobs.stop(WRITING)
        self.jobs.stop(REPORTING)

    def close_document(self) -> None:
        """Close the project: abandon the work for it. What is being written is written."""
        self._abandon_work()
        previous, self.document = self.document, None
        self.recovery.follow(None)
        self.saving.follow(None)
        self.document_closed.emit()
        if previous is not None:
            previous.deleteLater()

    def end(self) -> None:
        """Abandon all work and wait for its threads, before the window goes."""
        self.saving.hurry()
        self.jobs.wait()
        wait_for_retired()
        self.recovery.end()
        if self.document is not None:
            self.document.forget_steps()

    def _hold(self, on: bool) -> None:
        """While another project is read nothing is changed any more: nobody would be asked about that."""
        if self.document is not None and not self.is_busy(SEARCHING):
            self.document.set_locked(on, held=True)

    def _unlock(self, document: Document) -> None:
        """A search has ended; nothing is changed for all that where another project takes this one's place soon."""
        document.set_locked(self.is_busy(LOADING), held=True)

    def _abandon_work(self) -> None:
        self.restoring.leave()
        for activity in self.jobs.running:
            if not activity.outlasts_document:
                self.jobs.abandon(activity)
        self._announce_activity()

    def _take_project(self, as_copy: bool, project: object) -> None:
        assert isinstance(project, LoadedProject)  # noqa: S101 - tells the type checker what the worker returns
        parts = project.job, project.dataset, project.hierarchies, None if as_copy else project.file
        places = SecretPlaces(project.job, project.file)
        document = Document(*parts, self, project.missing, project.provenance, places)
        for name in document.attributes_with(Role.QUASI_IDENTIFYING)[:1]:
            document.set_focus(name)  # names and numbers come first in most tables, and have nothing to show
        self._replace_document(document)
        if project.outcome is not None:
            document.keep_outcome(project.outcome)
            self._permitted(document, partial(self.restoring.begin, document))

    def _take_restored(self, left: Leftover, project: object) -> None:
        self._take_project(False, project)
        if self.document is not None:
            self.document.mark_unsaved()
            self.recovery.take_over(left)

    def _replace_document(self, document: Document) -> None:
        self._abandon_work()
        previous, self.document = self.document, document
        document.wishes.application.connect(self.apply_as)
        document.application_wanted.connect(self._apply_again)
        document.applied_changed.connect(self._stop_applying)
        document.remade.connect(self._take_remade)
        self.recovery.follow(document)
        self.saving.follow(document)
        self.document_opened.emit(document)
        if previous is not None:
            previous.deleteLater()

    def _take_remade(self, text: str) -> None:
        document = self.document
        if document is None or self.sender() not in (None, document):
            return
        self._abandon_work()
        self.document_remade.emit(text)
        if document.unconfirmed is not None:
            self._permitted(document, partial(self.restoring.begin, document))

    def _take_result(self, document: Document, result: object) -> None:
        assert isinstance(result, Result)  # noqa: S101
        if document is not self.document:
            return
        self.last_result = result
        self.restoring.leave()
        self._unlock(document)
        document.audit.record("searched", search_ended(result))
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
            if document.wanted is None:  # else undo has gone back to it, which says so itself
                document.audit.record("applied", applied_text(applied))
            document.set_applied(applied)
            if self._recodes and result is self.last_result:
                self._recode(document, result, applied)

    def _recode(self, document: Document, result: Result, applied: Applied) -> None:
        """Recode what a search was asked for with it; the best alone is shown until then."""
        self._recodes = False
        if has_to_be_recoded(result):
            self.activity_changed.emit("Recoding locally")
            arrived = partial(self._take_applied, document, result, True)
            work = partial(recoded_as_asked, result, applied)
            self.jobs.start(self, APPLYING, work, arrived, self._fail, self._show_activity)

    def _stop_applying(self) -> None:
        """What is on its way is older than what is shown now."""
        self.jobs.abandon(APPLYING)
        self._announce_activity()

    def _take_written(self, document: Document, written: object) -> None:
        assert isinstance(written, Written)  # noqa: S101
        if document is self.document:
            document.audit.record("exported", exported_text(written.name, written.records, written.sha256))
            document.title_changed.emit()  # an archive does not tell of it yet
        self.exported.emit(written)

    def _take_reported(self, document: Document, reported: object) -> None:
        assert isinstance(reported, Reported)  # noqa: S101
        if document is self.document:
            document.audit.record("reported", f"Evidence report {reported.path.name}, SHA-256 {reported.sha256}")
            document.title_changed.emit()
        self.reported.emit(reported)

    def _fail_search(self, document: Document, error: object) -> None:
        if document is self.document:
            self._unlock(document)
            document.audit.record("searched", "Search failed")
            self.search_ended.emit()
        self._fail(error)

    def _fail_opening(self, path: Path | Leftover, as_copy: bool, error: object) -> None:
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
        if not any(activity.shown for activity in self.jobs.running):
            self.activity_changed.emit("")


def _nothing() -> None:
    """What follows a refusal where nobody waits."""
