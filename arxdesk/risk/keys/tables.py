"""The smallest keys in two tables: by size, and by the attributes in them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QObject, QRect, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QWidget

from arxdesk.risk.keys.model import KeyAttributeColumn, KeyAttributesModel, KeySizeColumn, KeySizesModel
from arxdesk.ui import layouts, theme
from arxdesk.ui.models.figures_text import Cell, FiguresText
from arxdesk.ui.widgets.tables.cells import BarDelegate, CellDelegate, Index, NameDelegate
from arxdesk.ui.widgets.tables.paged_list import PagedList
from arxdesk.ui.widgets.tables.records_table import RecordsTable
from arxdesk_engine.analysis.risk.keys import SmallestKeys
from arxdesk_engine.foundation.language import tr

ROW, LOWEST = 22, 24
SEARCHED_FROM = 12
MOST_ROWS = 4
"""Sizes that are seen without scrolling."""
SIZE_WIDTH, KEYS_WIDTH, SHOW_WIDTH = 96, 72, 52
NAMES_WIDTH, SHARE_WIDTH, SCORES_WIDTH = 108, 66, 76
AROUND_HEADING = 20
FOR_SCORES = 320
"""From this width on names and bars leave room for the scores."""


class LinkDelegate(CellDelegate):
    """Cells that read as links."""

    def paint_content(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """Draw the text in the accent."""
        self.ink = "accent"
        super().paint_content(painter, rect, index)


class KeyTables(QWidget):
    """Keys by size above the attributes in them; `size_opened` announces the row of a size."""

    size_opened = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sizes = KeySizesModel(self)
        self.attributes = KeyAttributesModel(self)
        self.sizes_table = RecordsTable(tr("Keys by size"), two_line_header=False)
        self.attributes_table = RecordsTable(tr("How often an attribute is part of such a key"), two_line_header=False)
        self.list = PagedList(self.attributes_table, tr("attributes"))
        self.rule = QFrame()
        self.rule.setProperty("line", "horizontal")
        layouts.column(self.rule, self.sizes_table, 6, (self.list, 1), spacing=0, inside=self)
        self._dress()
        self.sizes_table.clicked.connect(self._click)
        self.sizes_table.activated.connect(self._open)

    def show_keys(self, found: SmallestKeys) -> None:
        """Replace the keys."""
        self.sizes.set_sizes(found.of_sizes())
        self.attributes.set_attributes(found.of_attributes())
        self.sizes_table.setFixedHeight(ROW * min(MOST_ROWS, self.sizes.rowCount()) + 1)
        self.list.search.setVisible(self.attributes.rowCount() > SEARCHED_FROM)

    def show_tables(self, shown: bool) -> None:
        """Show the tables, or leave their room empty."""
        for part in (self.rule, self.sizes_table, self.list):
            part.setVisible(shown)

    def numbers(self) -> FiguresText:
        """Both tables as tab-separated text."""
        sizes = [self.sizes.size_at(row) for row in range(self.sizes.rowCount())]
        lines: list[tuple[Cell, ...]] = [tuple(tr("Attributes\tKeys\tRecords").split("\t"))]
        lines += [(each.size, each.keys, each.people) for each in sizes]
        rows = [self.attributes.attribute_at(row) for row in range(self.attributes.rowCount())]
        lines += [(), tuple(tr("Attribute\tKeys\tShare of keys\tShare of scores").split("\t"))]
        lines += [(each.attribute, each.keys, each.share, each.score_share) for each in rows if each]
        return FiguresText(lines)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Divide the width of the tables between names and bars."""
        if event.type() == QEvent.Type.Resize:
            if watched is self.sizes_table.viewport():
                show = max(SHOW_WIDTH, self.sizes_table.sizeHintForColumn(KeySizeColumn.SHOW))
                self.sizes_table.setColumnWidth(KeySizeColumn.SHOW, show)
                room = self.sizes_table.viewport().width() - SIZE_WIDTH - KEYS_WIDTH - show
                self.sizes_table.setColumnWidth(KeySizeColumn.BAR, max(24, room))
            elif watched is self.attributes_table.viewport():
                is_wide = self.attributes_table.viewport().width() >= FOR_SCORES
                self.attributes_table.setColumnHidden(KeyAttributeColumn.SCORES, not is_wide)
                room = self.attributes_table.viewport().width() - SHARE_WIDTH - (SCORES_WIDTH if is_wide else 0)
                heading = str(self.attributes.headerData(KeyAttributeColumn.BAR, Qt.Orientation.Horizontal) or "")
                words = QFontMetrics(theme.font("dense", 600)).horizontalAdvance(heading) + AROUND_HEADING
                names = max(64, min(NAMES_WIDTH, room // 2, room - words))
                self.attributes_table.setColumnWidth(KeyAttributeColumn.ATTRIBUTE, names)
                self.attributes_table.setColumnWidth(KeyAttributeColumn.BAR, max(24, room - names))
        return super().eventFilter(watched, event)

    def _click(self, index: QModelIndex) -> None:
        if index.column() == KeySizeColumn.SHOW:
            self._open(index)

    def _open(self, index: QModelIndex) -> None:
        self.size_opened.emit(index.row())

    def _dress(self) -> None:
        for table in (self.sizes_table, self.attributes_table):
            table.verticalHeader().hide()
            table.verticalHeader().setMinimumSectionSize(ROW)
            table.verticalHeader().setDefaultSectionSize(ROW)
            table.setAlternatingRowColors(False)
            table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
            table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
            table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
            table.header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
            table.viewport().installEventFilter(self)
        self.sizes_table.header.hide()
        self.sizes_table.setModel(self.sizes)
        self.sizes_table.set_cell_delegate(KeySizeColumn.BAR, BarDelegate())
        self.sizes_table.set_cell_delegate(KeySizeColumn.SHOW, LinkDelegate())
        for column, width in (
            (KeySizeColumn.SIZE, SIZE_WIDTH),
            (KeySizeColumn.KEYS, KEYS_WIDTH),
            (KeySizeColumn.SHOW, SHOW_WIDTH),
        ):
            self.sizes_table.setColumnWidth(column, width)
        self.attributes_table.setShowGrid(False)
        self.attributes_table.setMinimumHeight(LOWEST)
        self.list.set_model(self.attributes)
        self.attributes_table.set_cell_delegate(KeyAttributeColumn.ATTRIBUTE, NameDelegate())
        self.attributes_table.set_cell_delegate(KeyAttributeColumn.BAR, BarDelegate())
        self.attributes_table.setColumnWidth(KeyAttributeColumn.SHARE, SHARE_WIDTH)
        self.attributes_table.setColumnWidth(KeyAttributeColumn.SCORES, SCORES_WIDTH)
