"""The base of every view of Quality and Risk: asks its questions while visible, and shows what it waits for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, ClassVar

from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QStackedWidget, QWidget

from arxdesk.analysis.analyses import TableRequest
from arxdesk.analysis.analysis import Analysis
from arxdesk.core.rows_words import NEEDS_ROWS
from arxdesk.ui import layouts, words
from arxdesk.ui.timing import Debounce, WhenVisible
from arxdesk.ui.widgets.basics.busy_line import BusyLine
from arxdesk.ui.widgets.basics.buttons import icon_button
from arxdesk.ui.widgets.basics.empty_state import EmptyState
from arxdesk.ui.widgets.basics.error_card import ErrorCard
from arxdesk.ui.widgets.basics.help_mark import HelpMark
from arxdesk.ui.widgets.basics.veil import Veil
from arxdesk.ui.widgets.charts.chart_menu import ChartMenu
from arxdesk.ui.widgets.frames.pane import Pane
from arxdesk_engine.foundation.control import Progress
from arxdesk_engine.foundation.errors import UserError
from arxdesk_engine.foundation.language import marked, tr

PATIENCE = 200
"""Milliseconds before a view says that it waits: what is quicker does not flicker."""
NO_QUASI_IDENTIFIERS = marked("No column is quasi-identifying. Choose quasi-identifiers in Configure.")


class AnalysisView(Pane):
    """A pane with one analysis, or the same of both tables.

    A subclass that `needs_rows` shows a sentence where the table is that of distinct tuples.

    Subclasses answer `wanted` and fill themselves in `show_found`, and call `refresh` when something that they let
    people choose has changed. Nothing is asked while the view is not seen.
    """

    needs_rows: ClassVar[bool] = False

    def __init__(
        self,
        analysis: Analysis,
        title: str,
        caption: str,
        topic: str,
        content: QWidget,
        parent: QWidget | None = None,
        *,
        veiled: QWidget | None = None,
    ) -> None:
        """`topic` is the page of the help on this view; `content` what the subclass fills, and `veiled` the part of it
        that is veiled while something is awaited (None: all of it)."""
        super().__init__(title, caption, parent, elides=True)
        self.analysis = analysis
        self._inquiry = analysis.inquiry(self)
        self._inquiry.changed.connect(self._take)
        self._inquiry.progressed.connect(self._show_progress)
        self._sight = WhenVisible(self, self._ask)
        self._is_filled = False
        self._activity = Progress(tr("Analyzing"))
        self.busy_line = BusyLine()
        self.busy_line.hide()
        self.busy_line.stop_requested.connect(self._inquiry.stop)
        self.empty = EmptyState()
        self.empty.action_triggered.connect(self._act)
        self._action: Callable[[], object] | None = None
        self._error: ErrorCard | None = None  # made when it is needed first: it takes as long as many views
        self._pages = QStackedWidget()
        body = QFrame()
        self.set_body(body)
        layouts.column(self.busy_line, (self._pages, 1), spacing=0, inside=body)
        place = QFrame()  # shown by the pages while it is empty: what is shown is styled, and anew when it is moved
        for page in (place, self.empty):
            self._pages.addWidget(page)
        layouts.column(content, inside=place)
        self.veil = Veil(veiled or self._pages)
        self.help_mark = HelpMark(topic, title or caption)
        self.help_mark.requested.connect(analysis.wishes.show_help)
        self.add_header_widget(self.help_mark)
        self._patience = Debounce(self._say_that_it_waits, PATIENCE, self)
        analysis.subject_changed.connect(self.refresh)

    def wanted(self) -> Mapping[str, TableRequest] | str:
        """The questions to ask now, by names of the subclass's own; or a sentence why there is nothing to show."""
        raise NotImplementedError

    def show_found(self, found: Mapping[str, Any]) -> None:
        """Fill the view. Called each time an answer has come: those that are still to come are missing."""
        raise NotImplementedError

    @property
    def is_pending(self) -> bool:
        """Whether an answer is still to come."""
        return self._inquiry.is_pending or self._sight.is_stale

    def has_answer(self, name: str) -> bool:
        """Whether what is shown under a name of `wanted` is found of the tables there are: while something is awaited,
        figures of earlier ones stay in sight."""
        return name in self._inquiry.found

    @property
    def shows_content(self) -> bool:
        """Whether the view itself is in front, not a sentence or an error in its place."""
        return self._pages.currentIndex() == 0

    def refresh(self) -> None:
        """Ask again, now or when the view is seen next: other tables, or another choice."""
        self._sight.request()

    def add_export(self, shown: QWidget, numbers: Callable[[], str]) -> ChartMenu:
        """Give the header a button that copies and saves `shown` as a picture, and `numbers`, tab-separated text."""
        menu = getattr(shown, "chart_menu", None)
        made = menu if isinstance(menu, ChartMenu) else ChartMenu(shown, numbers)
        button = icon_button("copy", tr("Copy or save"))
        button.setMenu(made.menu)
        button.setPopupMode(button.ToolButtonPopupMode.InstantPopup)
        self.add_header_widget(button)
        return made

    def say(self, sentence: str, action: str = "", act: Callable[[], object] | None = None) -> None:
        """Show a sentence in place of the view, with something to do about it."""
        self._action = act
        self.empty.set_content(sentence, action)
        self._show_page(1)

    def showEvent(self, event: QShowEvent) -> None:
        """Refresh if something changed while hidden."""
        super().showEvent(event)
        self._sight.wake()

    def hideEvent(self, event: QHideEvent) -> None:
        """Drop questions while hidden, unless started by hand."""
        super().hideEvent(event)
        by_hand = all(asked.request.is_by_hand for asked in self._inquiry.wanted.values())
        if self._inquiry.is_pending and not self.isVisible() and not by_hand:
            self._inquiry.ask({})
            self._sight.postpone()
            self._end_waiting()

    def _ask(self) -> None:
        is_off = self.needs_rows and self.analysis.document.rows is not None
        wanted = tr(NEEDS_ROWS) if is_off else self.wanted()
        if isinstance(wanted, str):
            self._inquiry.ask({})
            self._is_filled = False
            self._end_waiting()
            configure = wanted == tr(NO_QUASI_IDENTIFIERS)
            self.say(
                wanted,
                tr("Go to Configure") if configure else "",
                partial(self.analysis.wishes.show_perspective, "configure"),
            )
            return
        self._activity = Progress(tr("Analyzing"))
        if not wanted:  # the view says itself what could be asked
            self._show_page(0)
        self._inquiry.ask(wanted)
        self._take()
        if self._inquiry.is_pending:
            self._patience.start()

    def _take(self) -> None:
        inquiry = self._inquiry
        if not inquiry.is_pending:
            self._end_waiting()
        if inquiry.error is not None:
            self._show_error(inquiry.error)
        elif inquiry.found:
            self._is_filled = True
            self.veil.hide()
            self._show_page(0)
            self.show_found(inquiry.found)
        elif inquiry.is_broken:
            self.say(tr("The analysis failed because of a defect in ArxDesk."), tr("Try again"), self._again)
        elif inquiry.is_stopped:
            self.say(tr("Analysis stopped."), tr("Start again"), self._again)

    def _show_error(self, error: UserError) -> None:
        if self._error is None:
            self._error = ErrorCard()
            self._error.remedy_chosen.connect(self._again)
            failed = QWidget()
            layouts.column(self._error, layouts.STRETCH, margins=16, inside=failed)
            self._pages.addWidget(failed)
        problem = error.problems[0]
        found = f"{words.capitalized(problem.found)}."
        self._error.set_error(tr("The analysis failed."), found, problem.remedy, links=(("again", tr("Try again")),))
        self._show_page(2)

    def _say_that_it_waits(self) -> None:
        if self._inquiry.is_pending:
            self._show_page(0)
            self.veil.cover(is_skeleton=not self._is_filled)
            self.busy_line.show()
            self._show_progress(self._activity)

    def _show_progress(self, progress: Progress) -> None:
        self._activity = progress
        self.busy_line.show_progress(progress.activity, progress.fraction)

    def _end_waiting(self) -> None:
        self._patience.stop()
        self.busy_line.hide()
        self.veil.hide()

    def _show_page(self, page: int) -> None:
        if page != 0:
            self.veil.hide()
        self._pages.setCurrentIndex(page)

    def _act(self) -> None:
        if self._action is not None:
            self._action()

    def _again(self, _key: str = "") -> None:
        self._is_filled = False
        self._inquiry.again()
        self._take()
        self._show_page(0)
        self._patience.start()
