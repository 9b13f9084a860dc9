"""The live panel of recoding group by group: the detail that is lost, and how much less any recoding could lose."""

from __future__ import annotations

import time

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QProgressBar, QWidget

from arxdesk.explore.search.panel import WIDTH
from arxdesk.explore.search.recoding_words import BEGINNING, GIVEN_UP, Recoded, ended, underway
from arxdesk.ui import layouts, theme
from arxdesk.ui.durations import clock
from arxdesk.ui.widgets.basics.buttons import icon_button, link_button, secondary_button
from arxdesk.ui.widgets.basics.dot import Dot
from arxdesk.ui.widgets.basics.figure import Figure
from arxdesk.ui.widgets.basics.label import label, paragraph
from arxdesk.ui.widgets.charts.progress_curves import ProgressCurves
from arxdesk.ui.widgets.charts.series_legend import SeriesLegend
from arxdesk.ui.widgets.frames.pane import Pane
from arxdesk.ui.words import count, decimal, percent
from arxdesk_engine.foundation.control import GroupwiseProgress
from arxdesk_engine.foundation.language import marked, tr

_PER_MILLE = 1000
_TICK = 100
"""Milliseconds between two ticks of the clock."""
_LEGEND = (("line", "series.1", marked("Detail lost")), ("dash", "series.2", marked("Proven bound")))


class RecodingPanel(Pane):
    """Stands in place of the panel of the search while a table is recoded, and afterwards until it is left."""

    stop_requested = Signal()
    left = Signal()
    """The panel of the search is wanted again."""
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Recoding"), parent=parent)
        self.setFixedWidth(WIDTH)
        self.setContentsMargins(1, 0, 0, 0)
        self._told_seconds, self._told_at = 0.0, time.monotonic()
        self._timer = QTimer(self)
        self._timer.setInterval(_TICK)
        self._timer.timeout.connect(self._show_clock)
        self._make()
        self._lay_out()

    def begin(self) -> None:
        """A table begins to be recoded."""
        self.set_title(tr("Recoding running"))
        self.curves.reset()
        self._told_seconds, self._told_at = 0.0, time.monotonic()
        self._say(*map(tr, BEGINNING))
        for figure in (self.gap, self.lost, self.groups):
            figure.set_value("–", "")
        self._show_bounded(0.0)
        self._set_running(True)
        self._show_clock()

    def show_progress(self, progress: GroupwiseProgress) -> None:
        """Show how good the groups are so far, and what is proven."""
        self._told_seconds, self._told_at = progress.seconds, time.monotonic()
        self.curves.add(progress.seconds, progress.loss, progress.lower_bound or None)
        self._show_figures(progress.loss, progress.gap, progress.lower_bound, progress.groups)
        self._show_bounded(progress.bounded)
        self._say(*underway(progress))

    def finish(self, recoded: Recoded | None) -> None:
        """Show the outcome; None: it was given up or failed."""
        self.set_title(tr("Recoding finished") if recoded is not None else tr("Recoding ended"))
        if recoded is None:
            self._say(*map(tr, GIVEN_UP))
        else:
            proof, seconds = recoded.proof, recoded.seconds
            self.curves.add(seconds, proof.loss, proof.lower_bound or None)
            self._show_figures(proof.loss, proof.gap, proof.lower_bound, proof.groups)
            self._show_bounded(recoded.bounded)
            self._say(*ended(recoded))
            self._told_seconds = seconds
        self._set_running(False)
        self.curves.finish(self._told_seconds)
        self._clock.setText(clock(self._told_seconds))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the line that parts the panel from the perspective."""
        super().paintEvent(event)
        QPainter(self).fillRect(0, 0, 1, self.height(), theme.current().color("line.pane"))

    def _set_running(self, on: bool) -> None:
        self._timer.start() if on else self._timer.stop()
        self._dot.setVisible(on)
        self.stop.setVisible(on)
        self._hint.setVisible(on)

    def _show_clock(self) -> None:
        self._clock.setText(clock(self._told_seconds + time.monotonic() - self._told_at))

    def _say(self, lead: str, rest: str) -> None:
        self.lead.setText(lead)
        self.explanation.setText(rest)

    def _show_figures(self, loss: float, gap: float, bound: float, groups: int) -> None:
        self.lost.set_value(decimal(100 * loss, 1), "%")
        self.groups.set_value(count(groups))
        if bound > 0.0:
            self.gap.set_value(decimal(100 * gap, 1), "%")

    def _show_bounded(self, share: float) -> None:
        self._bounded.setValue(int(_PER_MILLE * share))
        self._share.setText(percent(share))

    def _make(self) -> None:
        self._dot, self._clock = Dot("accent"), label("", "dense", "3")
        self.lead, self.explanation = paragraph("", "lead"), paragraph("", "dense", "2")
        self.curves = ProgressCurves(tr("Detail lost and proven bound over time"))
        self.gap, self.lost, self.groups = Figure(tr("Gap")), Figure(tr("Detail lost")), Figure(tr("Groups"))
        self.gap.setToolTip(tr("How much less any other recoding could still lose, as a share of what is lost"))
        self.lost.setToolTip(tr("The mean over all cells: 0 % as in the table before, 100 % everything removed"))
        self.groups.setToolTip(tr("Groups with levels of their own"))
        self._share = label("", "dense", "1", 600)
        self._bounded = QProgressBar()
        self._bounded.setRange(0, _PER_MILLE)
        self._bounded.setTextVisible(False)
        self._bounded.setAccessibleName(tr("Share of the different records that the bound takes into account"))
        self._hint = paragraph(tr("Stop keeps the groups so far and what is proven for them."), "caption", "3")
        self.stop = secondary_button(tr("Stop  Esc"), "stop")
        self.stop.clicked.connect(self.stop_requested)
        self.leave = link_button(tr("Show the search"))
        self.leave.clicked.connect(self.left)

    def _lay_out(self) -> None:
        self.insert_first_widget(self._dot)
        self.insert_leading_widget(self._clock)
        close = icon_button("close", tr("Close this panel; recoding goes on"))
        close.clicked.connect(self.closed)
        self.add_header_widget(close)
        curves = layouts.column(
            self.lead,
            self.explanation,
            4,
            layouts.row(SeriesLegend([(shape, ink, tr(said)) for shape, ink, said in _LEGEND]), layouts.STRETCH),  # type: ignore[misc]
            (self.curves, 1),
            spacing=4,
            margins=(16, 12, 16, 8),
        )
        first, second = QFrame(), QFrame()
        for line in (first, second):
            line.setProperty("line", "vertical")
        figures = layouts.row((self.gap, 1), first, (self.lost, 1), second, (self.groups, 1), spacing=0)
        words = layouts.row((label(tr("Proven for"), "dense"), 1), self._share, spacing=8)
        bounded = layouts.column(words, self._bounded, spacing=4, margins=(16, 8, 16, 10))
        foot = layouts.row((self._hint, 1), layouts.STRETCH, self.leave, self.stop, spacing=8, margins=(16, 8, 16, 12))
        body = QWidget()
        layouts.column((curves, 1), _rule(), figures, _rule(), bounded, _rule(), foot, spacing=0, inside=body)
        self.set_body(body)
        self._set_running(False)


def _rule() -> QFrame:
    line = QFrame()
    line.setProperty("line", "horizontal")
    return line
