"""The menu of common filters."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

from arxdesk.explore.alternatives.exploration import Exploration
from arxdesk_engine.exploration import filters as edits
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.job.explore import Filters


class QuickFilters(QMenu):
    """Proposes changes of the wanted filters; those that need a selection are disabled without one."""

    chosen = Signal(Filters)
    """The filters that were chosen."""

    def __init__(self, exploration: Exploration, wanted: Filters, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._exploration, self._wanted = exploration, wanted
        self.addAction(tr("Only anonymous")).triggered.connect(self._choose_anonymous)
        around = self.addAction(tr("Around the selection (one level up or down)"))
        around.triggered.connect(self._choose_around)
        at_most = self.addAction(tr("At most the selection's score"))
        at_most.triggered.connect(self._choose_at_most)
        selection = exploration.document.selection
        around.setEnabled(exploration.document.selected is not None and exploration.alternatives is not None)
        at_most.setEnabled(selection is not None and selection.anonymous)

    def _choose_anonymous(self) -> None:
        self.chosen.emit(edits.only_anonymous(self._wanted))

    def _choose_around(self) -> None:
        known, selected = self._exploration.alternatives, self._exploration.document.selected
        if known is not None and selected is not None:
            self.chosen.emit(edits.around(self._wanted, known.facts.names, known.facts.lattice, selected))

    def _choose_at_most(self) -> None:
        selection = self._exploration.document.selection
        if selection is not None and selection.anonymous:
            lowest, highest = self._wanted.lowest_score, float(selection.score)
            kept = None if lowest is not None and lowest > highest else lowest
            self.chosen.emit(edits.with_scores(self._wanted, kept, highest))
