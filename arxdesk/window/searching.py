"""The course of a search: the dialog, the live panel, the status bar, the list of runs."""

from __future__ import annotations

import time
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog, QWidget

from arxdesk.core.commands import ChangeAttributes, ChangeSections
from arxdesk.core.document import Document
from arxdesk.core.session.activities import SEARCHING
from arxdesk.core.session.session import Session
from arxdesk.core.values.results import Result
from arxdesk.explore.repainting import Repainting
from arxdesk.explore.search.dialog import AnonymizeDialog, SearchFacts
from arxdesk.explore.search.panel import SearchPanel
from arxdesk.explore.search.panel_words import relief_words
from arxdesk.explore.search.relieving_work import relieving
from arxdesk.explore.search.time_left import time_left
from arxdesk.tasks.activity import Activity
from arxdesk.ui.widgets.basics.spoken import announce
from arxdesk.ui.words import percent
from arxdesk.window.status_bar import StatusBar
from arxdesk_engine.data.schema import Role
from arxdesk_engine.exploration.reliefs import Relief
from arxdesk_engine.foundation.control import SearchProgress
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.foundation.messages import told

RELIEVING = Activity(marked("Finding reliefs"))

SAID_EVERY = 15.0
"""Seconds between two spoken messages on the progress of a search."""


class SearchFlow(QObject):
    """Asks, lets the session search, and shows how it goes."""

    dialog_made = Signal(QDialog)

    def __init__(self, window: QWidget, session: Session, panel: SearchPanel, status: StatusBar) -> None:
        super().__init__(window)
        self._window, self._session, self._panel, self._status = window, session, panel, status
        self._said = 0.0
        self._repainting = Repainting((panel,), window)
        """The panel is painted after the views of Explore, which the end of a search changes as well."""
        session.document_opened.connect(self._forget)
        session.document_opened.connect(self._follow)
        session.document_remade.connect(self._forget)
        session.document_closed.connect(panel.runs.forget)
        session.searching.started.connect(self._begin)
        session.searching.progressed.connect(self._show)
        session.searching.ended.connect(self._end)
        panel.relief.link_activated.connect(self._release)
        self._reliefs: tuple[Relief, ...] = ()

    def anonymize(self) -> None:
        """Ask how to search, then search."""
        document = self._session.document
        if document is None or self._session.is_busy(SEARCHING):
            return
        dialog = AnonymizeDialog(SearchFacts.of(document), document.job.search, self._window)
        dialog.accepted.connect(partial(self._start, document, dialog))
        self.dialog_made.emit(dialog)

    def _start(self, document: Document, dialog: AnonymizeDialog) -> None:
        if document is not self._session.document:
            return
        if dialog.settings != document.job.search:
            document.push(ChangeSections(document, {"search": dialog.settings}, told("Search settings")))
        self._session.searching.anonymize(recode=dialog.settings.recoding_settings is not None)

    def _begin(self) -> None:
        self._say(tr("Search started."))
        document = self._session.document
        if document is None:
            return
        if self._session.searching.goes_on:
            self._panel.go_on()
            return
        names = document.attributes_with(Role.QUASI_IDENTIFYING)
        heights = [_height(document, name) for name in names]
        records = None if document.policy.part else document.records
        self._panel.begin(names, heights, records, document.transformations)

    def _say(self, words: str) -> None:
        self._said = time.monotonic()
        announce(self._status, words)

    def _show(self, progress: SearchProgress) -> None:
        self._panel.show_progress(progress)
        if time.monotonic() - self._said > SAID_EVERY:
            self._say(tr("Searching: {share} is decided.", share=percent(progress.excluded)))
        document, search = self._session.document, self._session.searching
        is_even = document is not None and document.job.search.algorithm == "exhaustive" and not search.goes_on
        self._status.show_search(progress, time_left(progress, search.ends_at, is_even=is_even))

    def _follow(self, document: Document) -> None:
        document.result_changed.connect(self._repainting.begin)

    def _end(self) -> None:
        document, panel = self._session.document, self._panel
        self._repainting.begin()
        result = document.result if document else None
        if document is None or result is None or result is not self._session.searching.last_result:
            panel.fail()
            self._say(tr("The search ended without a result."))
            return
        panel.finish(result.solution, result.records, can_go_on=result.can_go_on)
        if result.solution.status == "infeasible":
            work = partial(relieving, result.anonymizer, dict(document.hierarchies))
            self._session.jobs.start(self, RELIEVING, work, partial(self._show_relief, result), self._ignore)
        found = result.solution.best is not None
        self._say(
            tr("Search finished: a result was found.")
            if found
            else tr("Search finished: no transformation is sufficient.")
        )
        panel.runs.add(result, document.hierarchies, panel.curves.points())

    def _show_relief(self, result: Result, found: tuple[Relief, ...]) -> None:
        """Show the limits to blame, if the panel still shows this result."""
        document = self._session.document
        if document is not None and document.result is result:
            self._reliefs = found
            self._panel.show_relief(*relief_words(found, [model.title for model in result.job.privacy]))

    def _release(self, key: str) -> None:
        """Release a limit as an undoable step; the next search uses it."""
        document = self._session.document
        if document is None or document.locked or not document.result_is_current or int(key) >= len(self._reliefs):
            return
        relief, job = self._reliefs[int(key)], document.job
        step: ChangeAttributes | ChangeSections
        if relief.attribute:
            free = document.settings_of(relief.attribute).model_copy(update={"maximum_level": None})
            step = ChangeAttributes(
                document, {relief.attribute: free}, told("Release the limit of {attribute}", attribute=relief.attribute)
            )
        elif relief.suppression is not None:
            suppression = job.suppression.model_copy(update={"limit": relief.suppression})
            step = ChangeSections(document, {"suppression": suppression}, told("Suppression limit"))
        else:
            place = relief.model or 0
            others = tuple(model for number, model in enumerate(job.privacy) if number != place)
            changes = {"privacy": others, "paused": (*job.paused, job.privacy[place])}
            step = ChangeSections(document, changes, told("Pause {model}", model=job.privacy[place].title))
        document.push(step)
        self._panel.relief.hide()

    def _ignore(self, _error: object) -> None:
        """Show nothing if the analysis fails."""

    def _forget(self, _document: object) -> None:
        self._panel.runs.forget()


def _height(document: Document, name: str) -> int:
    """The coarsest level of an attribute, as everywhere else: also where the job allows less."""
    hierarchy = document.hierarchies.get(name)
    return hierarchy.levels - 1 if hierarchy else 0
