"""Searching and applying: each result goes to the document that asked for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from arxdesk.core.audit_words import applied_text, search_begun, search_ended
from arxdesk.core.commands import ApplyTransformation
from arxdesk.core.document import Document
from arxdesk.core.session.activities import APPLYING, LOADING, RECODING, SEARCHING
from arxdesk.core.session.activity_line import ActivityLine
from arxdesk.core.session.permission import Permission
from arxdesk.core.session.restoring import Restoring
from arxdesk.core.session.restoring_work import has_to_be_recoded, recoded_as_asked
from arxdesk.core.session.search_work import apply, end_of, search, search_on
from arxdesk.core.values.results import Result, RunningSearch
from arxdesk.tasks.jobs import Jobs
from arxdesk.tasks.task import Work
from arxdesk.ui.timing import Debounce
from arxdesk_engine.analysis.applied import Application, Applied
from arxdesk_engine.foundation.control import GroupwiseProgress, Progress
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.foundation.messages import told
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.search import GroupwiseSettings
from arxdesk_engine.lattice.lattice import Levels


class Searching(QObject):
    """Runs one search at a time; its best transformation is applied, and recoded locally where that was asked for."""

    started = Signal()
    progressed = Signal(Progress)
    streamed = Signal(RunningSearch)
    """The same progress with the problem that is solved (Live), for what shows the transformations themselves."""
    ended = Signal()
    recoding_started = Signal()
    """Recoding group by group follows a search that has ended."""
    recoding_progressed = Signal(GroupwiseProgress)
    recoding_finished = Signal(Applied)
    recoding_given_up = Signal()

    def __init__(
        self,
        jobs: Jobs,
        line: ActivityLine,
        permission: Permission,
        restoring: Restoring,
        fail: Callable[[Exception], object],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._jobs, self._line, self._permission, self._restoring = jobs, line, permission, restoring
        self._fail = fail
        self._document: Document | None = None
        self.last_result: Result | None = None
        self._ending = Debounce(self.ended.emit, 0, self)
        """In a turn of its own: the views of the document are drawn with the result in the one before."""
        self._recodes = False
        """Whether the search that runs, or ran last, is followed by local recoding."""
        self.goes_on = False
        """Whether the search that runs, or ran last, goes on with one that had ended early."""
        self.ends_at: float | None = None
        """The total seconds after which a limit ends the search; None without a limit."""

    @property
    def is_busy(self) -> bool:
        """Whether a search runs."""
        return self._jobs.is_running(SEARCHING)

    @property
    def is_recoding(self) -> bool:
        """Whether a table is recoded group by group."""
        return self._jobs.is_running(RECODING)

    def works(self) -> bool:
        """Whether it searches or recodes."""
        return self.is_busy or self.is_recoding

    def follow(self, document: Document | None) -> None:
        """Search and apply for another document from now on."""
        _call_now(self._ending)
        self._document = document
        if document is not None:
            document.wishes.application.connect(self.apply_as)
            document.application_wanted.connect(self._apply_again)
            document.applied_changed.connect(self._stop_applying)

    def anonymize(self, *, recode: bool = False) -> None:
        """Search for the best transformation of the configuration as it is now; `recode`: then recode locally."""
        document = self._document
        if document is not None and not self.is_busy:
            self._permission.ask(document, partial(self._anonymize, document, recode))

    def _anonymize(self, document: Document, recode: bool) -> None:
        if self.is_busy:  # it may have begun while somebody was asked
            return
        self.goes_on, self.ends_at = False, document.job.search.time_limit
        job, self._recodes = document.job, recode
        self._begin_search(document, job, partial(search, job, document.dataset, document.hierarchies))

    def search_on(self, seconds: float | None = None) -> None:
        """Go on with the last search, which ended early, for so many seconds (None: to its end)."""
        document = self._document
        if document is None or self.is_busy or not document.can_search_on:
            return
        searched = document.searched
        assert document.result is not None and searched is not None  # noqa: S101, PT018 - the document has just said so
        self.goes_on, self.ends_at = True, None if seconds is None else end_of(document.result, seconds)
        result = replace(document.result, anonymizer=searched)
        self._begin_search(document, searched.job, partial(search_on, result, seconds))

    def _begin_search(self, document: Document, job: Job, work: Work[Result]) -> None:
        _call_now(self._ending)
        self._give_recoding_up()
        document.set_locked(True)
        document.expect_result(job)
        begun = search_begun(document.job.search.algorithm, document.transformations, goes_on=self.goes_on)
        document.audit.record("searched", begun)
        self.last_result = None
        arrived, failed = partial(self._take_result, document), partial(self._fail_search, document)
        self._jobs.start(self, SEARCHING, work, arrived, failed, self._show_search)
        self.started.emit()

    def stop(self) -> None:
        """End the search, or recoding group by group, soon; the best so far is kept."""
        self._jobs.stop(SEARCHING)
        self._jobs.stop(RECODING)

    def apply(self, levels: Levels) -> None:
        """Apply a transformation of the result by hand, as a step that can be undone; the worker tells when."""
        self.apply_as(Application(levels))

    def apply_as(self, application: Application) -> None:
        """The same, with local recoding if the application has it."""
        document = self._document
        if document is None or document.result is None:
            return
        if document.applied is None or document.applied.application != application:
            self._apply(document, application, as_step=True)

    def _apply(self, document: Document, application: Application, *, as_step: bool) -> None:
        result = document.result
        if result is not None:
            self._line.say(tr("Applying the transformation"))
            arrived = partial(self._take_applied, document, result, as_step)
            work = partial(apply, result, application.levels, recoded=application.recoded)
            self._jobs.start(self, APPLYING, work, arrived, self._fail, self._line.follow)

    def _apply_again(self, application: Application) -> None:
        """Recreate an output that undo has gone back to."""
        if self._document is not None:
            self._apply(self._document, application, as_step=False)

    def _unlock(self, document: Document) -> None:
        """Unlock after a search, unless another project is about to be opened."""
        document.set_locked(self._jobs.is_running(LOADING), held=True)

    def _take_result(self, document: Document, result: Result) -> None:
        if document is not self._document:
            return
        self.last_result = result
        self._restoring.leave()
        self._unlock(document)
        document.audit.record("searched", search_ended(result))
        document.set_result(result)
        self._ending.start()
        if result.solution.best is not None:
            self._apply(document, Application(result.solution.best.levels), as_step=False)

    def _take_applied(self, document: Document, result: Result, as_step: bool, applied: Applied) -> None:
        if document is not self._document or document.result is not result:
            return
        _call_now(self._ending)
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
        """Start the local recoding requested with the search; the best transformation is shown meanwhile."""
        self._recodes = False
        if not has_to_be_recoded(result):
            return
        work = partial(recoded_as_asked, result, applied)
        if isinstance(result.job.search.recoding_settings, GroupwiseSettings):
            self._line.say(RECODING.text)
            arrived = partial(self._take_recoded, document, result)
            self._jobs.start(self, RECODING, work, arrived, self._fail_recoding, self._show_recoding)
            self.recoding_started.emit()
        else:
            self._line.say(tr("Recoding locally"))
            arrived = partial(self._take_applied, document, result, True)
            self._jobs.start(self, APPLYING, work, arrived, self._fail, self._line.follow)

    def _take_recoded(self, document: Document, result: Result, applied: Applied) -> None:
        self._take_applied(document, result, True, applied)
        self.recoding_finished.emit(applied)

    def _fail_recoding(self, error: Exception) -> None:
        self.recoding_given_up.emit()
        self._fail(error)

    def _show_recoding(self, progress: Progress) -> None:
        self._line.follow(progress)
        if isinstance(progress, GroupwiseProgress):
            self.recoding_progressed.emit(progress)

    def _give_recoding_up(self) -> None:
        """Abandon the recoding of a table that is no longer the one in question."""
        if self.is_recoding:
            self._jobs.abandon(RECODING)
            self.recoding_given_up.emit()

    def _stop_applying(self) -> None:
        """Abandon an application that is older than the one shown now."""
        self._jobs.abandon(APPLYING)
        self._give_recoding_up()
        self._line.settle()

    def _fail_search(self, document: Document, error: Exception) -> None:
        if document is self._document:
            self._unlock(document)
            document.audit.record("searched", told("Search failed"))
            self.ended.emit()
        self._fail(error)

    def _show_search(self, progress: Progress) -> None:
        if isinstance(progress, RunningSearch):
            self.progressed.emit(progress.report)
            self.streamed.emit(progress)
        else:
            self._line.follow(progress)


def _call_now(later: Debounce) -> None:
    """Do what is about to be done later, if anything is."""
    if later.isActive():
        later.stop()
        later.timeout.emit()
