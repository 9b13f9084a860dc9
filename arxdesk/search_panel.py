"""The live panel of a running search: how good the best is, how good any can be, and how the two close in."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from arxdesk import theme
from arxdesk.state_sentence import DRAWN, proof
from arxdesk.widgets.buttons import icon_button, secondary_button
from arxdesk.widgets.figure import Figure
from arxdesk.widgets.label import label, paragraph
from arxdesk.widgets.level_bars import LevelRow, LevelRows
from arxdesk.widgets.pane import Pane
from arxdesk.widgets.progress_curves import ProgressCurves
from arxdesk.words import count, count_with_share, decimal, people, percent, score
from engine.control import SearchProgress
from engine.search.solution import Solution, Status

WIDTH = 384
_PER_MILLE = 1000


class SearchPanel(Pane):
    """Shows progress while a search runs and its outcome afterwards; never blocks, may be closed at any time."""

    stop_requested = Signal()
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Search", parent=parent)
        self.setFixedWidth(WIDTH)
        self.setContentsMargins(1, 0, 0, 0)
        close = icon_button("close", "Close this panel; the search goes on")
        close.clicked.connect(self.closed)
        self.add_header_widget(close)
        self._names: tuple[str, ...] = ()
        self._heights: tuple[int, ...] = ()
        self._records: int | None = 0
        self._size = 0
        self._lead = paragraph("", "lead")
        self._explanation = paragraph("", "dense", "2")
        self.curves = ProgressCurves()
        self._gap, self._checks, self._speed = Figure("Gap"), Figure("Checks"), Figure("Speed")
        self._excluded_words = label("", "dense", "2")
        self._excluded = QProgressBar()
        self._excluded.setRange(0, _PER_MILLE)
        self._excluded.setTextVisible(False)
        self._excluded.setAccessibleName("Share of the lattice excluded or checked")
        self._best = label("Best so far", "body", "1", 600)
        self._removed = label("", "dense", "2")
        self._levels = LevelRows()
        self._hint = paragraph("Stop keeps the best so far and the gap proven for it.", "caption", "3")
        self._stop = secondary_button("Stop  Esc", "stop")
        self._stop.clicked.connect(self.stop_requested)
        self.set_body(self._lay_out())

    def begin(self, names: Sequence[str], heights: Sequence[int], records: int | None, size: int) -> None:
        """A search starts over `size` transformations of a table with these quasi-identifiers and highest levels.

        `records` is how many count; None where only the search finds out.
        """
        self._names, self._heights, self._records, self._size = tuple(names), tuple(heights), records, size
        self.set_title("Search running")
        self._lead.setText("Looking for a first transformation that is safe enough.")
        self._explanation.setText("")
        self._removed.setText("")
        self._best.setText("Best so far")
        self._levels.set_rows([LevelRow(name, 0, high) for name, high in zip(names, heights, strict=True)])
        self.curves.reset()
        self._stop.setVisible(True)
        self._hint.setVisible(True)
        self._show_counts(SearchProgress(""))

    def show_progress(self, progress: SearchProgress) -> None:
        """Show how far the search is."""
        self.curves.add(progress.seconds, progress.score, progress.lower_bound)
        self._show_counts(progress)
        if progress.score is None or progress.levels is None or progress.gap is None:
            return
        self._lead.setText(f"The best found so far is at most {percent(progress.gap)} from the best possible.")
        self._explanation.setText(
            f"Score {score(progress.score)}; nothing below {score(progress.lower_bound)} can exist. "
            "When the lines meet, the optimum is proven."
        )
        self._show_levels(progress.levels, progress.suppressed_records or 0)

    def finish(self, solution: Solution, records: int) -> None:
        """Show what came out; `records` is how many count."""
        self._records = records
        self.set_title("Search finished")
        self.curves.set_history([(each.seconds, each.check.score, each.lower_bound) for each in solution.improvements])
        if solution.best is not None:
            self.curves.add(solution.seconds, solution.best.score, solution.lower_bound)
        self.curves.finish(solution.seconds)
        self._stop.setVisible(False)
        self._hint.setVisible(False)
        best = solution.best
        self._best.setText("The optimum" if solution.status is Status.OPTIMAL else "Best found")
        match solution.status:
            case Status.OPTIMAL:
                self._lead.setText("Optimum proven.")
                self._explanation.setText(proof(self._size, solution.checks))
            case Status.BEST_FOUND if solution.is_drawn:
                self._lead.setText("Drawn by chance, the better ones more likely.")
                self._explanation.setText(DRAWN)
            case Status.BEST_FOUND:
                self._lead.setText(f"Ended early: at most {percent(solution.gap or 0.0)} from the best possible.")
                self._explanation.setText("The best so far is kept. Anonymize again to prove more.")
            case Status.INFEASIBLE:
                self._lead.setText("Proven: nothing satisfies these rules.")
                self._explanation.setText("Allow more records to be removed, coarser levels, or a smaller k.")
            case Status.NONE_FOUND:
                self._lead.setText("Ended before anything was found.")
                self._explanation.setText("Anonymize again and let the search run longer.")
        if best is not None:
            self._show_levels(best.levels, best.suppressed_records)
        else:
            self._best.setText("")
            self._levels.set_rows([])

    def fail(self) -> None:
        """The search could not be done."""
        self.set_title("Search")
        self._lead.setText("The search could not be done.")
        self._explanation.setText("")
        self._stop.setVisible(False)
        self._hint.setVisible(False)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the line that parts the panel from the perspective."""
        super().paintEvent(event)
        QPainter(self).fillRect(0, 0, 1, self.height(), theme.current().color("line.pane"))

    def _show_levels(self, levels: tuple[int, ...], removed: int) -> None:
        if self._records is None:
            self._removed.setText(f"{people(removed)} removed")
        else:
            self._removed.setText(f"{count_with_share(removed, self._records)} removed")
        rows = zip(self._names, levels, self._heights, strict=True)
        self._levels.set_rows([LevelRow(name, level, high) for name, level, high in rows])

    def _show_counts(self, progress: SearchProgress) -> None:
        gap = progress.gap
        self._gap.set_value("–" if gap is None else decimal(100 * gap, 1), "%" if gap is not None else "")
        self._checks.set_value(count(progress.checks))
        speed = progress.checks / progress.seconds if progress.seconds > 0 else 0.0
        self._speed.set_value(count(round(speed)), "checks/s")
        self._excluded.setValue(int(_PER_MILLE * progress.excluded))
        self._excluded_words.setText(
            f"Lattice excluded or checked  {percent(progress.excluded)} of {count(self._size)}"
        )

    def _lay_out(self) -> QWidget:
        body = QWidget()
        figures = QHBoxLayout()
        figures.setSpacing(0)
        for figure in (self._gap, self._checks, self._speed):
            figures.addWidget(figure, 1)
        best = QHBoxLayout()
        best.addWidget(self._best)
        best.addWidget(self._removed)
        best.addStretch()
        foot = QHBoxLayout()
        foot.addWidget(self._hint, 1)
        foot.addWidget(self._stop)
        column = QVBoxLayout(body)
        column.setContentsMargins(16, 12, 16, 12)
        column.setSpacing(8)
        column.addWidget(self._lead)
        column.addWidget(self._explanation)
        column.addWidget(self.curves, 1)
        column.addLayout(figures)
        column.addWidget(self._excluded_words)
        column.addWidget(self._excluded)
        column.addLayout(best)
        column.addWidget(self._levels)
        column.addStretch()
        column.addLayout(foot)
        return body
