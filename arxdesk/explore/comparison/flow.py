"""Comparing two transformations: the dialog, and the work behind it."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from arxdesk.explore.alternatives.exploration import Exploration
from arxdesk.explore.comparison.dialog import ComparisonDialog
from arxdesk.explore.comparison.work import compare
from arxdesk.explore.pins.pinning import Pinning
from arxdesk.tasks.activity import Activity
from arxdesk_engine.exploration.comparison import TransformationComparison
from arxdesk_engine.foundation.control import Progress
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.lattice.lattice import Levels

COMPARING = Activity(marked("Comparing transformations"))

STOPPED = marked("Stopped. Nothing was compared.")
FAILED = marked("The comparison failed.")


class ComparisonFlow(QObject):
    """One dialog at a time, beside the window; it may stay open while a search runs."""

    def __init__(self, exploration: Exploration, parent: QWidget) -> None:
        super().__init__(parent)
        self._exploration, self._widget = exploration, parent
        self._document = exploration.document
        self._pinning = Pinning(exploration)
        self._levels: tuple[Levels, Levels] | None = None
        self.dialog: ComparisonDialog | None = None
        self._document.result_changed.connect(self._outdate)
        for signal in (self._document.applied_changed, self._document.lock_changed):
            signal.connect(self._show_applied)

    def can_compare(self, first: Levels | None, second: Levels | None) -> bool:
        """Whether two transformations can be: differential privacy shows one, which was drawn."""
        result = self._document.result
        if result is None or not result.policy.tells_alternatives or first is None or second is None or first == second:
            return False
        lattice = result.anonymizer.problem.lattice
        return first in lattice and second in lattice

    def compare(self, first: Levels, second: Levels) -> None:
        """Open the dialog and compare; one that is open shows the new comparison."""
        result = self._document.result
        if result is None or not self.can_compare(first, second):
            return
        self._levels = (first, second)
        dialog = self._open()
        heights = tuple(hierarchy.maximum_level for hierarchy in result.anonymizer.hierarchies.values())
        dialog.begin((self._side(first), self._side(second)), heights)
        self._show_applied()
        work = partial(compare, result, first, second)
        self._exploration.jobs.start(self, COMPARING, work, self._take, self._fail, self._show_progress)

    def _open(self) -> ComparisonDialog:
        if self.dialog is None:
            dialog = self.dialog = ComparisonDialog(self._widget)
            dialog.finished.connect(self._close)
            dialog.chosen.connect(self._document.wishes.apply)
            dialog.swap_requested.connect(self._swap)
            dialog.stop_requested.connect(self._stop)
        self.dialog.show()
        self.dialog.raise_()
        return self.dialog

    def _side(self, levels: Levels) -> tuple[Levels, str, str]:
        """Levels, title and state of a side."""
        alternatives = self._exploration.alternatives
        row = -1 if alternatives is None else alternatives.row_of(levels)
        state = "unknown" if alternatives is None or row < 0 else alternatives.state_name(row)
        return levels, self._pinning.called(levels), state

    def _swap(self) -> None:
        if self._levels is None or self.dialog is None or self.dialog.comparison is None:
            return
        self._levels = self._levels[::-1]
        comparison = self.dialog.comparison.swapped()
        if comparison.levels == self._levels:
            self.dialog.begin((self._side(self._levels[0]), self._side(self._levels[1])), comparison.heights)
            self.dialog.show_comparison(comparison)

    def _stop(self) -> None:
        self._exploration.jobs.abandon(COMPARING)
        if self.dialog is not None:
            self.dialog.show_nothing(tr(STOPPED))

    def _take(self, comparison: TransformationComparison) -> None:
        if self.dialog is not None and comparison.levels == self._levels:
            self.dialog.show_comparison(comparison)
            for place, (side, levels) in enumerate(zip(comparison.sides, comparison.levels, strict=True)):
                _levels, title, state = self._side(levels)
                known = state if state != "unknown" else "anonymous" if side.check.anonymous else "not"
                self.dialog.heads[place].show_side(levels, comparison.heights, title, known)

    def _show_progress(self, progress: Progress) -> None:
        if self.dialog is not None:
            self.dialog.show_progress(progress.fraction or 0.0)

    def _fail(self, error: Exception) -> None:
        if self.dialog is not None:
            self.dialog.show_nothing(tr(FAILED))
        self._document.wishes.tell_failure(error)

    def _show_applied(self, _state: object = None) -> None:
        if self.dialog is not None:
            applied = self._document.applied
            levels = None if applied is None or applied.recoded is not None else applied.check.levels
            self.dialog.show_applied(levels, may_apply=not self._document.locked)

    def _outdate(self) -> None:
        self._exploration.jobs.abandon(COMPARING)
        if self.dialog is not None:
            self.dialog.show_nothing(tr(STOPPED))
            self.dialog.set_outdated()

    def _close(self, _code: int) -> None:
        """Abandon the comparison with its dialog."""
        self._exploration.jobs.abandon(COMPARING)
        dialog, self.dialog, self._levels = self.dialog, None, None
        if dialog is not None:
            dialog.deleteLater()
