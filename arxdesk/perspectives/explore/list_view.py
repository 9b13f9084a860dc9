"""The examined transformations as a list; one selection, shared with everything else through the document."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QStackedWidget, QWidget

from arxdesk.exploration import Exploration
from arxdesk.models.transformations import Shown, TransformationsModel
from arxdesk.widgets.cells import StateMarkDelegate
from arxdesk.widgets.empty_state import EmptyState
from arxdesk.widgets.level_bars import LevelBarsDelegate
from arxdesk.widgets.pane import Pane
from arxdesk.widgets.records_table import RecordsTable
from arxdesk.widgets.state_mark import Legend
from arxdesk.words import count
from engine.search.solution import Status

SEARCHING = "Searching. The transformations appear here when it ends."
NOTHING_YET = "No search yet. Anonymize to see the alternatives."


class ListView(Pane):
    """Sorts by any column; the selected row is the document's selection."""

    def __init__(self, exploration: Exploration, parent: QWidget | None = None) -> None:
        super().__init__("Transformations", parent=parent)
        document = self._document = exploration.document
        self._model = TransformationsModel(self)
        self._table = RecordsTable("Transformations", two_line_header=False)
        self._table.setModel(self._model)
        self._table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self._table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self._table.verticalHeader().hide()
        self._table.set_cell_delegate(Shown.STATE, StateMarkDelegate())
        self._table.set_cell_delegate(Shown.PICTURE, LevelBarsDelegate())
        self._table.horizontalHeader().setSectionResizeMode(Shown.LEVELS, QHeaderView.ResizeMode.Stretch)
        self._table.setSortingEnabled(True)
        self._table.sortByColumn(Shown.SCORE, Qt.SortOrder.AscendingOrder)
        self._table.selectionModel().currentRowChanged.connect(self._select_current)
        self._empty = EmptyState(NOTHING_YET)
        self._stack = QStackedWidget()
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self._table)
        self.set_body(self._stack)
        self.add_header_widget(Legend([("optimum", "Best"), ("anonymous", "Anonymous"), ("not", "Not anonymous")]))
        document.result_changed.connect(self.refresh)
        document.selection_changed.connect(self._show_selection)
        document.lock_changed.connect(self._show_lock)
        self.refresh()

    @property
    def table(self) -> RecordsTable:
        """The table itself."""
        return self._table

    def refresh(self) -> None:
        """Show what the last search examined."""
        result = self._document.result
        self._stack.setCurrentWidget(self._table if result else self._empty)
        if result is None:
            return
        problem = result.anonymizer.problem
        heights = tuple(hierarchy.maximum_level for hierarchy in result.anonymizer.hierarchies.values())
        self._model.set_solution(result.solution, heights, problem.grouping.records)
        shown = len(result.solution.examined)
        proven = result.solution.status in (Status.OPTIMAL, Status.INFEASIBLE)
        others = ", the others excluded by proof" if proven else " before the search ended"
        if problem.lattice.size == 1:
            others = ""
        self.set_caption(f"{count(shown)} of {count(problem.lattice.size)} examined{others}")
        if shown < result.solution.checks:
            self.set_caption(f"the first {count(shown)} of {count(result.solution.checks)} that were examined")
        self._table.resizeColumnsToContents()
        self._table.setColumnWidth(Shown.STATE, 36)
        self._show_selection()

    def _show_lock(self, locked: bool) -> None:
        self._empty.set_content(SEARCHING if locked else NOTHING_YET)

    def _select_current(self) -> None:
        row = self._table.currentIndex().row()
        if row >= 0:
            self._document.select(self._model.check_at(row).levels)

    def _show_selection(self) -> None:
        selection = self._document.selection
        row = -1 if selection is None else self._model.row_of(selection.levels)
        if row < 0:
            self._table.clearSelection()
            return
        index = self._model.index(row, Shown.LEVELS)
        flags = QItemSelectionModel.SelectionFlag
        self._table.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)
        self._table.scrollTo(index)
