"""A hierarchy as a table: a row per value, a column per level, equal neighbours merged."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from arxdesk.item_roles import CAPTION_ROLE, CONTINUES_ROLE, TONE_ROLE
from arxdesk.tooltips import plain
from arxdesk.words import count, counted
from engine.hierarchies.hierarchy import Hierarchy

Index = QModelIndex | QPersistentModelIndex


class HierarchyModel(QAbstractTableModel):
    """Shows a hierarchy; a label stands in the first row of its group only."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._hierarchy: Hierarchy | None = None
        self._groups: tuple[int, ...] = ()

    @property
    def hierarchy(self) -> Hierarchy | None:
        """What is shown."""
        return self._hierarchy

    def set_hierarchy(self, hierarchy: Hierarchy | None) -> None:
        """Show another hierarchy, or nothing."""
        self.beginResetModel()
        self._hierarchy = hierarchy
        self._groups = () if hierarchy is None else tuple(map(hierarchy.groups, range(hierarchy.levels)))
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of values."""
        return 0 if parent.isValid() or self._hierarchy is None else len(self._hierarchy.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of levels."""
        return 0 if parent.isValid() or self._hierarchy is None else self._hierarchy.levels

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The level, and how many groups it has."""
        if orientation == Qt.Orientation.Vertical:
            return count(section + 1) if role == Qt.ItemDataRole.DisplayRole else None
        if role == Qt.ItemDataRole.DisplayRole:
            return f"Level {section}"
        if role == CAPTION_ROLE:
            one, many = ("value", "values") if section == 0 else ("group", "groups")
            return counted(self._groups[section], one, many)
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """One cell."""
        if not index.isValid() or self._hierarchy is None:
            return None
        row, level = index.row(), index.column()
        label = self._hierarchy.rows[row][level]
        if role == Qt.ItemDataRole.DisplayRole:
            return "" if self._same(row, row - 1, level) else label
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain(label)
        if role == CONTINUES_ROLE:
            return self._same(row, row + 1, level)
        if role == TONE_ROLE:
            return None if label else "missing"
        return None

    def _same(self, row: int, neighbour: int, level: int) -> bool:
        rows = self._hierarchy.rows if self._hierarchy else ()
        return level > 0 and 0 <= neighbour < len(rows) and rows[row][level] == rows[neighbour][level]
