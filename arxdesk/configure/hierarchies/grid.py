"""The hierarchy as an editable table: the groups of a level are tall cells below each other."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, QModelIndex
from PySide6.QtWidgets import QAbstractItemView, QWidget

from arxdesk.configure.hierarchies.editor import GroupSelection
from arxdesk.configure.hierarchies.table_model import HierarchyModel
from arxdesk.ui.widgets.tables.merged_table import MergedTable
from arxdesk_engine.hierarchies.audit import Inspection

_Triggers = QAbstractItemView.EditTrigger


class HierarchyGrid(MergedTable):
    """A row per value, a column per level; F2 or a double click renames a group wherever it stands."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self.groups_model = HierarchyModel(self)
        self.setModel(self.groups_model)

    def show_inspection(self, inspection: Inspection | None) -> None:
        """Show a hierarchy with its people, or nothing."""
        before = self.groups_model.columnCount()
        self.groups_model.set_inspection(inspection)
        if self.groups_model.columnCount() != before:
            self.fit_columns()

    def show_first_held(self) -> None:
        """Begin with the first value that occurs in the data."""
        row = self.groups_model.first_held
        if row > 0:
            self.scrollTo(self.groups_model.index(row, 0), QAbstractItemView.ScrollHint.PositionAtTop)

    def set_editable(self, editable: bool) -> None:
        """Let labels be edited, or not."""
        self.groups_model.set_editable(editable)
        self.setEditTriggers(
            _Triggers.DoubleClicked | _Triggers.EditKeyPressed if editable else _Triggers.NoEditTriggers
        )

    def picked(self) -> GroupSelection | None:
        """The groups selected in the column of the current cell."""
        current, hierarchy = self.currentIndex(), self.groups_model.hierarchy
        if not current.isValid() or hierarchy is None:
            return None
        level, selection = current.column(), self.selectionModel().selection()
        ranges = [selection.at(place) for place in range(selection.count())]
        rows = sorted(
            {row for each in ranges if each.left() <= level <= each.right() for row in _rows(each.top(), each.bottom())}
        )
        if not rows:
            return None
        labels = tuple(dict.fromkeys(hierarchy.rows[row][level] for row in rows))
        return GroupSelection(level, labels, tuple(rows))

    def reveal(self, level: int, label: str) -> None:
        """Go to the first row of a group."""
        groups = self.groups_model.groups
        if groups is None or level >= groups.levels or label not in groups.labels[level]:
            return
        row = int(groups.first[level][groups.labels[level].index(label)])
        index = self.groups_model.index(row, level)
        self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        self.scrollTo(index)

    def rename(self) -> None:
        """Edit the label of the current cell."""
        index = self.currentIndex()
        if index.isValid():
            self.edit(self._first_of_group(index))

    def _first_of_group(self, index: QModelIndex) -> QModelIndex:
        """The cell that shows the label, if it is in view; else the current one."""
        groups, level = self.groups_model.groups, index.column()
        row = index.row()
        if groups is not None and level > 0:
            codes = groups.codes[level]
            while row > max(0, self.rowAt(0)) and codes[row - 1] == codes[row]:
                row -= 1
        return self.groups_model.index(row, level)


def _rows(first: int, last: int) -> range:
    return range(first, last + 1)
