"""A table of generalizations: each value, its number of people, and its label at every level."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from arxdesk.ui.item_roles import TONE_ROLE
from arxdesk.ui.tooltips import plain
from arxdesk.ui.words import count
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.hierarchies.hierarchy import Hierarchy

Index = QModelIndex | QPersistentModelIndex
VALUE, PEOPLE = 0, 1
_OPEN = ("<", ">=")


class HierarchyPreviewModel(QAbstractTableModel):
    """Shows a hierarchy with the people behind each value; labels of open-ended groups are marked."""

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self._hierarchy: Hierarchy | None = None
        self._people: Sequence[int] = ()
        self._marks_open = False
        self._short = False

    def set_preview(self, hierarchy: Hierarchy | None, people: Sequence[int], *, marks_open: bool) -> None:
        """Replace the hierarchy; `marks_open`: whether labels such as ">=90" are open-ended groups."""
        self.beginResetModel()
        self._hierarchy, self._people, self._marks_open = hierarchy, people, marks_open
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of values."""
        return 0 if parent.isValid() or self._hierarchy is None else len(self._hierarchy.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """Value, people, and a column for each level above the values."""
        return 0 if parent.isValid() or self._hierarchy is None else self._hierarchy.levels + 1

    def set_short_headings(self, short: bool) -> None:
        """Use level numbers as headings, where there is little room."""
        if short != self._short:
            self._short = short
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, max(0, self.columnCount() - 1))

    def _heading(self, level: int) -> str:
        return str(level) if self._short else tr("Level {level}", level=level)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The attribute, the people, the levels."""
        if orientation == Qt.Orientation.Vertical or role != Qt.ItemDataRole.DisplayRole:
            return None
        return (self._name, tr("People"))[section] if section <= PEOPLE else self._heading(section - 1)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The content of a cell."""
        if not index.isValid() or self._hierarchy is None:
            return None
        row, section = index.row(), index.column()
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignRight if section == PEOPLE else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        if section == PEOPLE:
            return count(int(self._people[row])) if role == Qt.ItemDataRole.DisplayRole else None
        label = self._hierarchy.rows[row][max(0, section - 1)]
        if role == Qt.ItemDataRole.DisplayRole:
            return label or tr("missing")
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain(label)
        if role == TONE_ROLE:
            return "missing" if not label else self._tone(label, section)
        return None

    def _tone(self, label: str, section: int) -> str | None:
        return "warn" if self._marks_open and section > PEOPLE and label.startswith(_OPEN) else None
