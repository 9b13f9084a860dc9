"""The list of the columns of a file, by the places that they have there: which are selected, and which to select."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QWidget

from arxdesk.importing.columns_model import NAME, REASON, ImportColumn, ImportColumnsModel
from arxdesk.importing.draft import Draft
from arxdesk.ui import theme
from arxdesk.ui.widgets.tables.paged_list import PagedList
from arxdesk.ui.widgets.tables.records_table import RecordsTable
from arxdesk.ui.widgets.tables.wrapped_cells import HIGH_ROW, ROW
from arxdesk_engine.foundation.language import tr


class ColumnList(PagedList):
    """Rows follow the order that the columns get; a place stays the same when columns are moved or searched for."""

    def __init__(
        self, view: RecordsTable, model: ImportColumnsModel, draft: Draft, parent: QWidget | None = None
    ) -> None:
        super().__init__(view, tr("the columns"), column=NAME, parent=parent)
        self._columns_view, self._columns, self._draft = view, model, draft
        self.set_model(model)

    def place_at(self, row: int) -> int:
        """Where the column of a row of the whole list stands in the file."""
        order = () if self._draft.choices is None else self._draft.choices.order
        return order[row] if order and row >= 0 else row

    def place_of(self, index: QModelIndex) -> int:
        """Where the column of a cell of the page that is shown stands in the file."""
        return self.place_at(self.source_row(index))

    def column(self, place: int) -> ImportColumn:
        """What is shown of a column."""
        order = () if self._draft.choices is None else self._draft.choices.order
        return self._columns.columns[order.index(place) if order else place]

    def selected(self) -> list[int]:
        """The places in the file of the selected visible columns."""
        rows = {index.row() for index in self._columns_view.selectionModel().selectedIndexes()}
        current = self._columns_view.currentIndex()
        if not rows and current.isValid():
            rows = {current.row()}
        return sorted(self.place_of(self.page_model.index(row, 0)) for row in rows)

    def select(self, places: Collection[int], at: int) -> None:
        """Select columns by their places in the file, those on the page that is shown; `at` becomes the current one."""
        model = self.page_model
        on_page = {self.place_of(model.index(row, 0)): row for row in range(model.rowCount())}
        rows = [on_page[place] for place in places if place in on_page]
        self._select_rows(rows, on_page.get(at, rows[0] if rows else -1))

    def select_undecided(self, _link: str = "") -> None:
        """Select the columns without a role on the current page, or on the first page with any."""
        self.search.clear()
        if not self._undecided_rows():
            undecided = set(self._draft.undecided())
            places = () if self._draft.choices is None else self._draft.choices.places
            self.show_row(next((row for row, place in enumerate(places) if place in undecided), -1))
        rows = self._undecided_rows()
        self._select_rows(rows, rows[0] if rows else -1)

    def fit_rows(self) -> None:
        """Make all rows as high as the longest reason needs, up to two lines."""
        room, metrics = self._columns_view.columnWidth(REASON) - 16, QFontMetrics(theme.font("dense"))
        longest = max((metrics.horizontalAdvance(each.reason) for each in self._columns.columns), default=0)
        self._columns_view.verticalHeader().setDefaultSectionSize(HIGH_ROW if longest > room else ROW)

    def _select_rows(self, rows: Sequence[int], current: int) -> None:
        model = self.page_model
        chosen = QItemSelection()
        for row in rows:
            chosen.select(model.index(row, 0), model.index(row, model.columnCount() - 1))
        if rows:
            view, flags = self._columns_view, QItemSelectionModel.SelectionFlag
            view.selectionModel().setCurrentIndex(model.index(current, NAME), flags.NoUpdate)
            view.selectionModel().select(chosen, flags.ClearAndSelect)
            view.setFocus()

    def _undecided_rows(self) -> list[int]:
        """The rows of the current page whose columns have no role."""
        wanted, model = set(self._draft.undecided()), self.page_model
        return [row for row in range(model.rowCount()) if self.place_of(model.index(row, 0)) in wanted]
