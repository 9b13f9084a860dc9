"""The ranking as a table: sets of attributes with their bars, or signs of identifiers."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QWidget

from arxdesk.risk.identifiers.model import IdentifierColumn, IdentifiersModel
from arxdesk.risk.ranking.model import RankingColumn, RankingModel
from arxdesk.ui import theme
from arxdesk.ui.widgets.tables.cells import BarDelegate, NameDelegate
from arxdesk.ui.widgets.tables.paged_list import PagedList
from arxdesk.ui.widgets.tables.records_table import RecordsTable
from arxdesk_engine.foundation.language import tr

ROW, LOWEST = 22, 48
SEARCHED_FROM = 12
NAMES_WIDTH, NUMBER_WIDTH, DISTINCT_WIDTH, ALONE_WIDTH = 102, 64, 72, 60
BARS_WIDTH, AROUND_HEADING = 122, 36
"""Narrower bars are headed in one word."""
WITH_BARS = 320
"""Where sets have less room, their names take that of the bars."""
SURE_WIDTH, FOUND_WIDTH, WANTED_WIDTH = 56, 76, 92
WITH_FOUND = 560
"""From this width on the evidence for identifiers has a column; it is always in the tooltip."""
COPIED = 20_000
"""Rows that are copied as numbers at most."""


class RankingTable(PagedList):
    """A page of one of two models. `is_wide`: whether all columns fit; `has_sets`: whether it shows names of sets."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self.table = RecordsTable(tr("Attribute ranking"), two_line_header=False)
        super().__init__(self.table, tr("attributes"), parent=parent)
        self.ranking = RankingModel(self)
        self.identifiers = IdentifiersModel(self)
        self.shows_identifiers = False
        self.is_wide, self.has_sets = True, False
        self._dress()
        self.set_model(self.ranking)
        self.table.viewport().installEventFilter(self)

    @property
    def model(self) -> RankingModel | IdentifiersModel:
        """The model of the visible page."""
        return self.identifiers if self.shows_identifiers else self.ranking

    def show_model(self, *, identifiers: bool) -> None:
        """Show rankings or identifiers; they are filled already."""
        if identifiers != self.shows_identifiers:
            self.shows_identifiers = identifiers
            self.set_model(self.model)
            self.table.header.setSortIndicatorShown(not identifiers)
        self.fit()
        self.search.setVisible(self.model.rowCount() > SEARCHED_FROM or bool(self.search.text()))

    def names_at(self, row: int) -> tuple[str, ...]:
        """The attributes in a row."""
        if not self.shows_identifiers:
            return self.ranking.names_at(row)
        sign = self.identifiers.row_at(row)
        return () if sign is None else (sign.column,)

    def alone_at(self, row: int) -> int:
        """The number of records that are unique in the attributes of a row."""
        return 0 if self.shows_identifiers else self.ranking.alone_at(row)

    def numbers(self) -> str:
        """The rows that the search finds, on all pages, as tab-separated text."""
        model = self.model
        columns = [column for column in range(model.columnCount()) if column != RankingColumn.BAR]
        titles = [str(model.headerData(column, Qt.Orientation.Horizontal) or tr("Share")) for column in columns]
        rows = ([model.index(row, column).data() or "" for column in columns] for row in self.found_rows[:COPIED])
        return "\n".join("\t".join(map(str, cells)) for cells in (titles, *rows))

    def fit(self) -> None:
        """Divide the width between names and bars."""
        room = self.table.viewport().width()
        hidden: set[int]
        widths: dict[int, int]
        if self.shows_identifiers:
            sign = IdentifierColumn
            has_sure, has_found = self.is_wide, room >= WITH_FOUND
            hidden = {sign.CONFIDENCE, *(() if has_sure else (sign.BAR,)), *(() if has_found else (sign.FOUND_BY,))}
            left = room - (SURE_WIDTH if has_sure else 0) - (FOUND_WIDTH if has_found else 0)
            names = min(NAMES_WIDTH, left // 4)
            wanted = max(WANTED_WIDTH, 2 * (left - names) // 5)
            widths = {
                sign.COLUMN: names,
                sign.BAR: SURE_WIDTH,
                sign.CATEGORY: left - names - wanted,
                sign.FOUND_BY: FOUND_WIDTH,
                sign.WANTED: wanted,
            }
        else:
            shown = RankingColumn
            hidden = set() if self.is_wide else {shown.DISTINCTION}
            fixed = NUMBER_WIDTH + (DISTINCT_WIDTH if self.is_wide else 0) + ALONE_WIDTH
            most, part = (2 * NAMES_WIDTH, 0.64 if self.is_wide else 0.52) if self.has_sets else (NAMES_WIDTH, 0.55)
            names = max(64, min(int(part * (room - fixed)), most))
            self.ranking.set_narrow(room - names - fixed < BARS_WIDTH)
            heading = str(self.ranking.headerData(shown.BAR, Qt.Orientation.Horizontal) or "")
            words = QFontMetrics(theme.font("dense", 600)).horizontalAdvance(heading) + AROUND_HEADING
            names = max(64, min(names, room - fixed - words))
            shares = NUMBER_WIDTH
            is_barless = self.has_sets and room < WITH_BARS
            self._show_bars(not is_barless)
            if is_barless:
                hidden.add(shown.BAR)
                shares = max(NUMBER_WIDTH, words)
                names = max(64, room - fixed - shares + NUMBER_WIDTH)
            widths = {
                shown.ATTRIBUTES: names,
                shown.BAR: max(24, room - names - fixed),
                shown.SEPARATION: shares,
                shown.DISTINCTION: DISTINCT_WIDTH,
                shown.ALONE: ALONE_WIDTH,
            }
        for column in range(self.model.columnCount()):
            self.table.setColumnHidden(column, column in hidden)
        for column, width in widths.items():
            if column not in hidden:
                self.table.setColumnWidth(column, width)

    def _show_bars(self, are_shown: bool) -> None:
        """Head the bars, or the shares beside them, and point there to the order that is the same."""
        self.ranking.set_barless(not are_shown)
        header, ways = self.table.header, (RankingColumn.SEPARATION, RankingColumn.BAR)
        if header.sortIndicatorSection() == ways[not are_shown]:
            header.setSortIndicator(ways[are_shown], header.sortIndicatorOrder())

    def eventFilter(self, watched: QObject, event: object) -> bool:
        """Fit the columns into the room that the table has."""
        is_resize = isinstance(event, QEvent) and event.type() == QEvent.Type.Resize
        if is_resize and watched is self.table.viewport():
            self.fit()
        return super().eventFilter(watched, event)

    def _dress(self) -> None:
        table = self.table
        table.verticalHeader().hide()
        table.verticalHeader().setMinimumSectionSize(ROW)
        table.verticalHeader().setDefaultSectionSize(ROW)
        table.setShowGrid(False)
        table.setMinimumHeight(LOWEST)
        table.setAlternatingRowColors(False)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        table.set_cell_delegate(RankingColumn.ATTRIBUTES, NameDelegate())
        table.set_cell_delegate(RankingColumn.BAR, BarDelegate())
        table.header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        table.header.setSortIndicator(RankingColumn.BAR, Qt.SortOrder.DescendingOrder)
        table.header.setSortIndicatorShown(True)
        table.header.sortIndicatorChanged.connect(self._sort)

    def _sort(self, column: int, order: Qt.SortOrder) -> None:
        if not self.shows_identifiers:
            self.ranking.sort(column, order)
