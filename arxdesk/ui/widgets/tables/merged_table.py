"""A table in which equal neighbours of a column form one tall cell, and whose columns fill the width."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QStyleOptionViewItem, QWidget

from arxdesk.ui import theme
from arxdesk.ui.item_roles import CONTINUES_ROLE
from arxdesk.ui.widgets.tables.cells import CellDelegate, Index
from arxdesk.ui.widgets.tables.records_table import RecordsTable

WIDEST = 220


class MergedCellDelegate(CellDelegate):
    """Leaves out the line below a cell that belongs to the same group as the next one.

    A label stands in the first row of its group, or in the first one in sight where that is further down.
    """

    def paint_text(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """Draw the label, also that of a group which begins above."""
        table = self.parent()
        if isinstance(table, MergedTable) and index.row() == table.rowAt(0) and not index.data():
            self._cell = (str(index.data(Qt.ItemDataRole.EditRole) or ""), Qt.AlignmentFlag.AlignLeft, None)
        super().paint_text(painter, rect, index)
        self._cell = None

    def paint_content(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """Draw the label of a group's first row, and the line below its last row."""
        super().paint_content(painter, rect, index)
        painter.setPen(QPen(theme.current().color("line.grid"), 1))
        painter.drawLine(rect.topRight(), rect.bottomRight())
        if not index.data(CONTINUES_ROLE):
            painter.drawLine(rect.bottomLeft(), rect.bottomRight())

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, _index: Index) -> None:
        """Cover the whole cell: beside an editor of the size of the text the old label would be seen."""
        editor.setGeometry(option.rect)


class MergedTable(RecordsTable):
    """Columns get the width they need, up to a limit, and share the rest; one resized by the user keeps its width."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent=parent)
        self.setShowGrid(False)
        self.setAlternatingRowColors(False)
        self.setItemDelegate(MergedCellDelegate(self))
        self.setProperty("framed", True)
        self._wanted: list[int] = []
        self._sharing = False
        self.header.sectionResized.connect(self._remember_width)
        self.verticalScrollBar().valueChanged.connect(self._paint_anew)

    def fit_columns(self) -> None:
        """Fit the columns again."""
        self._sharing = True
        self.resizeColumnsToContents()
        self._sharing = False
        self._wanted = [min(WIDEST, self.columnWidth(column)) for column in range(self.header.count())]
        self._share_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the room that is left over."""
        super().resizeEvent(event)
        self._share_room()

    def _share_room(self) -> None:
        columns, room = len(self._wanted), self.viewport().width()
        spare = max(0, room - sum(self._wanted))
        self._sharing = True
        for column, width in enumerate(self._wanted):
            self.setColumnWidth(column, width + spare // columns + (column < spare % columns))
        self._sharing = False

    def _paint_anew(self) -> None:
        """The labels in the first row in sight do not scroll along."""
        self.viewport().update()

    def _remember_width(self, column: int, _before: int, width: int) -> None:
        if not self._sharing and column < len(self._wanted):
            self._wanted[column] = width
