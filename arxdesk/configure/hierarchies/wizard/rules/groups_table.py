"""The number of neighbours that each level joins, in a table with a row per level."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QLineEdit,
    QSizePolicy,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from arxdesk.configure.hierarchies.wizard.rules.rule_page import numbers_in
from arxdesk.ui import layouts, theme
from arxdesk.ui.widgets.basics.buttons import dense_button
from arxdesk.ui.widgets.basics.label import label
from arxdesk.ui.widgets.frames.wrapping_row import WrappingRow
from arxdesk.ui.words import count
from arxdesk_engine.foundation.language import tr

_ROW, _LEVEL_WIDTH, _GROUPS_WIDTH = 30, 52, 64
_SIZES_WIDTH = 78


class GroupsTable(QWidget):
    """Level, joined neighbours, resulting groups. `sizes_changed` carries the level (from 0) and its sizes."""

    sizes_changed = Signal(int, tuple)
    level_added = Signal()
    level_removed = Signal()

    def __init__(self, first: int, parent: QWidget | None = None) -> None:
        """`first` is how many levels below the first of groups have a row of their own."""
        super().__init__(parent)
        self._first = first
        self.table = QTableWidget(0, 3)
        self.table.setAccessibleName(tr("Groups"))
        self.table.setFont(theme.font("dense"))
        self.table.setSizeAdjustPolicy(QAbstractItemView.SizeAdjustPolicy.AdjustToContents)
        self.table.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Maximum)
        self.table.setHorizontalHeaderLabels([tr("Level"), tr("Joins"), tr("Groups")])
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(_ROW)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.table.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.table.setTabKeyNavigation(False)
        header = self.table.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        for column, least in ((0, _LEVEL_WIDTH), (2, _GROUPS_WIDTH)):
            self.table.setColumnWidth(column, max(least, header.sectionSizeHint(column)))
        self.setMinimumWidth(self.table.columnWidth(0) + _SIZES_WIDTH + self.table.columnWidth(2))
        self.add_button = dense_button(tr("Add level"), "plus")
        self.remove_button = dense_button(tr("Remove level"))
        self.add_button.clicked.connect(self.level_added)
        self.remove_button.clicked.connect(self.level_removed)
        buttons = WrappingRow(self.add_button, self.remove_button)
        layouts.column(
            label(tr("Groups"), "body", "1", 600), self.table, buttons, layouts.STRETCH, spacing=8, inside=self
        )
        self.fields: list[QLineEdit] = []

    def set_levels(self, below: str, sizes: Sequence[Sequence[int]], hint: str) -> None:
        """Show the levels: the text of the first row, the sizes of the groups, and what the sizes say."""
        if self.table.rowCount() != self._first + len(sizes) + 1:
            self._make_rows(len(sizes))
        if self._first:
            self._cell(0, 1).setText(below)
        for field, of_level in zip(self.fields, sizes, strict=True):
            with QSignalBlocker(field):
                field.setText(", ".join(map(str, of_level)))
            field.setToolTip(hint)
        self.remove_button.setEnabled(len(sizes) > (0 if self._first else 1))

    def set_groups(self, groups: Sequence[int]) -> None:
        """Show the number of groups at each level above the values."""
        for row in range(self.table.rowCount()):
            self._cell(row, 2).setText(count(groups[row]) if row < len(groups) else "")

    def _make_rows(self, number: int) -> None:
        rows = self._first + number + 1
        self.table.setRowCount(0)
        self.table.setRowCount(rows)
        self.fields = []
        for row in range(rows):
            for column in range(3):
                self.table.setItem(row, column, QTableWidgetItem())
            self._cell(row, 0).setText(str(row + 1))
            self._cell(row, 2).setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            if self._first <= row < rows - 1:
                field = QLineEdit()
                field.setAccessibleName(tr("Groups joined at level {level}", level=row + 1))
                field.editingFinished.connect(self._read)
                self.fields.append(field)
                self.table.setCellWidget(row, 1, _padded(field))
        self._cell(rows - 1, 1).setText(tr("all: *"))

    def _cell(self, row: int, column: int) -> QTableWidgetItem:
        item = self.table.item(row, column)
        assert item is not None  # noqa: S101 - made with the row
        return item

    def _read(self) -> None:
        field = self.sender()
        if isinstance(field, QLineEdit) and field in self.fields:
            sizes = numbers_in(field.text())
            field.setProperty("problem", sizes is None)
            field.style().unpolish(field)
            field.style().polish(field)
            if sizes is not None:
                self.sizes_changed.emit(self.fields.index(field), tuple(sizes))


def _padded(field: QLineEdit) -> QWidget:
    holder = QWidget()
    layouts.row(field, margins=(6, 2, 6, 2), inside=holder)
    return holder
