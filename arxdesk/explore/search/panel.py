"""The live panel of a search: how good the best is, how good any can be, how the two close in; and earlier runs."""

from __future__ import annotations

import time
from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QMenu,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from arxdesk.explore.search.effort import EffortFigures, ExcludedShare
from arxdesk.explore.search.finds import Finds
from arxdesk.explore.search.improvements_view import ImprovementsView
from arxdesk.explore.search.panel_words import PanelText, beginning, ended, failed, underway
from arxdesk.explore.search.runs import Runs
from arxdesk.explore.search.runs_view import RunsView, traces
from arxdesk.ui import layouts, theme
from arxdesk.ui.durations import clock
from arxdesk.ui.widgets.basics.buttons import icon_button, secondary_button
from arxdesk.ui.widgets.basics.dot import Dot
from arxdesk.ui.widgets.basics.label import label, paragraph
from arxdesk.ui.widgets.basics.message import Message
from arxdesk.ui.widgets.basics.tab_bar import TabBar
from arxdesk.ui.widgets.basics.wrapping_label import WrappingLabel
from arxdesk.ui.widgets.charts.progress_curves import ProgressCurves
from arxdesk.ui.widgets.charts.series_legend import SeriesLegend
from arxdesk.ui.widgets.fields.segmented import Segmented
from arxdesk.ui.widgets.frames.pages import Pages
from arxdesk.ui.widgets.frames.pane import Pane
from arxdesk.ui.widgets.tables.level_bars import LevelRow, LevelRows
from arxdesk.ui.words import count, count_with_share
from arxdesk_engine.foundation.control import SearchProgress
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.search.solution import Solution

WIDTH = 384
_TICK = 100
"""Milliseconds between two ticks of the clock."""
_LEGEND = (("line", "series.1", marked("Best score")), ("dash", "series.2", marked("Proven bound")))
_PAGES, _SIDE, _SCROLL_BAR = 136, 16, 12


class SearchPanel(Pane):
    """Shows progress while a search runs and its outcome afterwards; never blocks, may be closed at any time."""

    stop_requested = Signal()
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Search"), parent=parent)
        self.setFixedWidth(WIDTH)
        self.setContentsMargins(1, 0, 0, 0)
        self.runs = Runs(self)
        self._names: tuple[str, ...] = ()
        self._heights: tuple[int, ...] = ()
        self._records: int | None = 0
        self._size = 0
        self._finds = Finds()
        self._told = SearchProgress("")
        self._told_at: float | None = None
        self._make()
        self._lay_out_header()
        self.set_body(self._lay_out())
        self._timer = QTimer(self)
        self._timer.setInterval(_TICK)
        self._timer.timeout.connect(self._show_clock)
        self.runs.changed.connect(self._show_runs)
        self._show_runs()

    def begin(self, names: Sequence[str], heights: Sequence[int], records: int | None, size: int) -> None:
        """A search starts over `size` transformations of a table with these quasi-identifiers and highest levels.

        `records` is how many count; None where only the search finds out.
        """
        self._names, self._heights, self._records, self._size = tuple(names), tuple(heights), records, size
        self.runs.begin()
        self._finds = Finds()
        self.improvements.reset_to(self._names)
        self.curves.reset()
        self._removed.setText("")
        self._levels.set_rows([LevelRow(name, 0, high) for name, high in zip(names, heights, strict=True)])
        self._told = SearchProgress("")
        self._excluded.set_size(size)
        self._say(beginning())
        self._excluded.show()
        self._show_counts(self._told)
        self._run()

    def go_on(self) -> None:
        """Continue the shown search with its curves, its improvements and its clock."""
        self._run()

    def show_progress(self, progress: SearchProgress) -> None:
        """Show how far the search is."""
        found = self._finds.read(progress)
        bound = None if self._told_at is None else self._told.lower_bound
        for find in found:
            self.curves.add(find.seconds, find.score, bound)
        self.curves.add(progress.seconds, progress.score, progress.lower_bound)
        self.improvements.add(found)
        self._told, self._told_at = progress, time.monotonic()
        self._show_clock()
        self._show_counts(progress)
        self._say(underway(progress))
        if found:
            self._name_tabs()
        if progress.levels is not None:
            self._show_levels(progress.levels, progress.suppressed_records or 0)

    def finish(self, solution: Solution, records: int, *, can_go_on: bool = False) -> None:
        """Show the outcome; `records` is the number that counts, `can_go_on` whether searching on could improve it."""
        self._records = records
        self._rest(tr("Search finished"))
        self._show_clock(solution.seconds)
        self._finds.replace(solution.improvements)
        self.improvements.reset_to(self._names, self._finds.found)
        self.curves.set_history([(each.seconds, each.check.score, each.lower_bound) for each in solution.improvements])
        if solution.best is not None:
            self.curves.add(solution.seconds, solution.best.score, solution.lower_bound)
        self.curves.finish(solution.seconds)
        self._say(ended(solution, self._size, can_go_on=can_go_on))
        if solution.is_drawn:  # nothing was searched, nothing is proven
            self._figures.show_nothing_proven()
        self._excluded.setVisible(not solution.is_drawn)
        if solution.best is not None:
            self._show_levels(solution.best.levels, solution.best.suppressed_records)
        else:
            self._removed.setText("")
            self._levels.set_rows([])
        self._name_tabs()

    def show_relief(self, lead: str, sentence: str, links: tuple[tuple[str, str], ...]) -> None:
        """Propose a relief, with links that apply it."""
        self.relief.set_content("info", lead, sentence, links)
        self.relief.show()

    def fail(self) -> None:
        """The search failed."""
        self._rest(tr("Search"))
        self._clock.setText("")
        self._say(failed())

    def set_search_on(self, menu: QMenu) -> None:
        """Set the menu of the button "Search on"."""
        self.search_on.setMenu(menu)

    def set_can_search_on(self, can: bool) -> None:
        """Offer to search on, or not."""
        self.search_on.setVisible(can)
        self._foot.setVisible(can or not self.stop.isHidden())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the line that parts the panel from the perspective."""
        super().paintEvent(event)
        QPainter(self).fillRect(0, 0, 1, self.height(), theme.current().color("line.pane"))

    def _run(self) -> None:
        self.set_title(tr("Search running"))
        self._told_at = None
        self._dot.show()
        self.stop.show()
        self._hint.show()
        self.search_on.hide()
        self._foot.show()
        self._timer.start()
        self._show_clock()
        self._name_tabs()

    def _rest(self, title: str) -> None:
        self.set_title(title)
        self._timer.stop()
        self._dot.hide()
        self.stop.hide()
        self._hint.hide()
        self._foot.setVisible(not self.search_on.isHidden())

    def _say(self, said: PanelText) -> None:
        self.relief.hide()
        self._lead.setText(said.lead)
        self._explanation.setText(said.rest)
        self._explanation.setVisible(bool(said.rest))
        self._best.setText(said.best)

    def _show_clock(self, seconds: float | None = None) -> None:
        since = 0.0 if self._told_at is None else time.monotonic() - self._told_at
        self._clock.setText(clock(self._told.seconds + since if seconds is None else seconds))

    def _show_levels(self, levels: tuple[int, ...], removed: int) -> None:
        if self._records is None:
            self._removed.setText(tr_n(removed, "{n} record removed", "{n} records removed"))
        else:
            shown = count_with_share(removed, self._records, "records")
            self._removed.setText(tr("{records} removed", records=shown))
        rows = zip(self._names, levels, self._heights, strict=True)
        self._levels.set_rows([LevelRow(name, level, high) for name, level, high in rows])

    def _show_counts(self, progress: SearchProgress) -> None:
        self._figures.show_progress(progress)
        self._excluded.show_progress(progress)

    def _show_runs(self) -> None:
        self.curves.set_traces(traces(self.runs))
        self._name_tabs()

    def _name_tabs(self) -> None:
        numbers = (0, len(self._finds.found), len(self.runs.runs))
        for place, (name, number) in enumerate(
            zip((tr("Levels"), tr("Improvements"), tr("Runs")), numbers, strict=True)
        ):
            self.tabs.setTabText(place, f"{name} {count(number)}" if number else name)

    def _make(self) -> None:
        self._dot, self._clock = Dot("accent"), label("", "dense", "3")
        self._lead, self._explanation = paragraph("", "lead"), paragraph("", "dense", "2")
        self.relief = Message()
        self.relief.hide()
        self.curves = ProgressCurves()
        self.time = Segmented(tr("Time"), (("linear", tr("Linear")), ("log", tr("Log"))))
        self.time.setToolTip(tr("Let time go evenly, or show the first hundredths of a second as well as hours"))
        self.time.chosen.connect(self.curves.set_time_kind)
        self._figures, self._excluded = EffortFigures(), ExcludedShare()
        self._best, self._removed = label("", "dense", "1", 600), WrappingLabel("", "dense", "2")
        self._levels = LevelRows()
        self.improvements = ImprovementsView()
        self.runs_view = RunsView(self.runs)
        self.tabs = TabBar()
        self.tabs.setAccessibleName(tr("Levels, improvements and runs"))
        self._hint = paragraph(tr("Stop keeps the best so far and the gap proven for it."), "caption", "3")
        self.stop = secondary_button(tr("Stop  Esc"), "stop")
        self.stop.clicked.connect(self.stop_requested)
        self.search_on = secondary_button(tr("Search on"))
        self.search_on.setToolTip(tr("Go on with this search, to its end or for some time"))
        self.search_on.hide()

    def _lay_out_header(self) -> None:
        self.insert_first_widget(self._dot)
        self.insert_leading_widget(self._clock)
        close = icon_button("close", tr("Close this panel; the search goes on"))
        close.clicked.connect(self.closed)
        self.add_header_widget(close)
        self._dot.hide()

    def _lay_out(self) -> QWidget:
        inner = QWidget()
        layouts.column(
            (self._lay_out_curves(), 1),
            _rule(),
            self._figures,
            _rule(),
            self._excluded,
            (self._lay_out_pages(), 1),
            spacing=0,
            margins=(0, 12, 0, 0),
            inside=inner,
        )
        scroll = QScrollArea()
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setAccessibleName(tr("Progress of the search"))
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(inner)
        body = QWidget()
        layouts.column((scroll, 1), self._make_foot(), spacing=0, inside=body)
        return body

    def _lay_out_curves(self) -> QVBoxLayout:
        legend = SeriesLegend([(shape, ink, tr(said)) for shape, ink, said in _LEGEND])  # type: ignore[misc]
        header = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        needed = legend.sizeHint().width() + 8 + self.time.sizeHint().width() + _SCROLL_BAR
        if needed > WIDTH - 2 * _SIDE:  # words of other languages
            header.setDirection(QBoxLayout.Direction.TopToBottom)
        header.addWidget(legend)
        header.addStretch()
        header.addWidget(self.time, 0, Qt.AlignmentFlag.AlignRight)
        return layouts.column(
            self._lead, self._explanation, self.relief, 4, header, (self.curves, 1), spacing=4, margins=(16, 0, 16, 8)
        )

    def _lay_out_pages(self) -> QVBoxLayout:
        best = layouts.row(self._best, (self._removed, 1), spacing=8)
        levels = QWidget()
        layouts.column(best, (self._levels, 1), spacing=4, margins=(0, 8, 0, 0), inside=levels)
        pages = Pages(_PAGES)
        for name, page in (
            (tr("Levels"), levels),
            (tr("Improvements"), self.improvements),
            (tr("Runs"), self.runs_view),
        ):
            self.tabs.addTab(name)
            pages.addWidget(page)
        self.tabs.currentChanged.connect(pages.setCurrentIndex)
        return layouts.column(self.tabs, (pages, 1), spacing=0, margins=(16, 0, 16, 4))

    def _make_foot(self) -> QWidget:
        self._foot = QWidget()
        layouts.row(
            (self._hint, 1), layouts.STRETCH, self.search_on, self.stop, margins=(16, 8, 16, 12), inside=self._foot
        )
        self._foot.hide()
        return self._foot


def _rule() -> QFrame:
    line = QFrame()
    line.setProperty("line", "horizontal")
    return line
