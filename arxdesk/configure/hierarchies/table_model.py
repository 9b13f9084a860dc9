"""A hierarchy as a table: a row per value, a column per level, equal neighbours merged, labels to be renamed."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from arxdesk.ui.item_roles import CAPTION_ROLE, CONTINUES_ROLE, TONE_ROLE
from arxdesk.ui.tooltips import plain
from arxdesk.ui.words import count, people
from arxdesk_engine.foundation.language import tr, tr_n
from arxdesk_engine.hierarchies.audit import Inspection
from arxdesk_engine.hierarchies.groups import Groups
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.hierarchies.occupancy import Occupancy

Index = QModelIndex | QPersistentModelIndex


class HierarchyModel(QAbstractTableModel):
    """A table model of a hierarchy; a label is in the first row of its group only.

    Edits do not change the model: `renamed` carries the level, the label and the new label.
    """

    renamed = Signal(int, str, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._groups: Groups | None = None
        self._occupancy: Occupancy | None = None
        self._editable = False

    @property
    def hierarchy(self) -> Hierarchy | None:
        """The shown hierarchy."""
        return self._groups.hierarchy if self._groups else None

    @property
    def groups(self) -> Groups | None:
        """The groups of the shown hierarchy."""
        return self._groups

    @property
    def first_held(self) -> int:
        """The first row whose value occurs in the data; 0 if none does or that is unknown."""
        return 0 if self._occupancy is None else self._occupancy.first_occurring_row

    def set_hierarchy(self, hierarchy: Hierarchy | None) -> None:
        """Show another hierarchy, or nothing, without records."""
        self._show(None if hierarchy is None else Groups.of(hierarchy), None)

    def set_inspection(self, inspection: Inspection | None) -> None:
        """Show a hierarchy with the records of its groups, or nothing."""
        if inspection is None:
            self._show(None, None)
        else:
            self._show(inspection.groups, inspection.occupancy)

    def set_editable(self, editable: bool) -> None:
        """Let labels be edited, or not."""
        self._editable = editable

    def _show(self, groups: Groups | None, occupancy: Occupancy | None) -> None:
        before, after = self.hierarchy, groups and groups.hierarchy
        alike = before and after and (len(before.rows), before.levels) == (len(after.rows), after.levels)
        if not alike:
            self.beginResetModel()
        self._groups, self._occupancy = groups, occupancy
        if not alike:
            self.endResetModel()
        elif before is not after:  # as large as before: selection and place stay
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, self.columnCount() - 1))
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, self.columnCount() - 1)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of values."""
        return 0 if parent.isValid() or self._groups is None else len(self._groups.hierarchy.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of levels."""
        return 0 if parent.isValid() or self._groups is None else self._groups.levels

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Labels may be edited where that is wanted."""
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsEditable if self._editable and index.isValid() else flags

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The level, and how many groups it has."""
        if orientation == Qt.Orientation.Vertical:
            return count(section + 1) if role == Qt.ItemDataRole.DisplayRole else None
        if self._groups is None or not 0 <= section < self._groups.levels:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return tr("Level {level}", level=section)
        if role == CAPTION_ROLE:
            return _groups_in_words(self._groups, section)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._sizes(section)
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The content of a cell."""
        if not index.isValid() or self._groups is None:
            return None
        row, level = index.row(), index.column()
        label = self._groups.hierarchy.rows[row][level]
        if role == Qt.ItemDataRole.DisplayRole:
            return "" if self._same(row, row - 1, level) else label
        if role == Qt.ItemDataRole.EditRole:
            return label
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            if role == Qt.ItemDataRole.AccessibleTextRole:
                return label or tr("missing value")
            return plain(
                label if self._occurs(row, level) else tr("{label}, which never occurs in the data", label=label)
            )
        if role == CONTINUES_ROLE:
            return self._same(row, row + 1, level)
        if role == TONE_ROLE:
            return "missing" if not label else None if self._occurs(row, level) else "muted"
        return None

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Ask for another label; the hierarchy comes back changed, or a refusal."""
        label = index.data(Qt.ItemDataRole.EditRole)
        new = str(value).strip()
        if role != Qt.ItemDataRole.EditRole or label is None or new == label:
            return False
        self.renamed.emit(index.column(), label, new)
        return True

    def _occurs(self, row: int, level: int) -> bool:
        """Whether the value of a row occurs in the data, as far as known; labels are not checked."""
        return level > 0 or self._occupancy is None or self._occupancy.row_occurs(row)

    def _same(self, row: int, neighbour: int, level: int) -> bool:
        rows = self._groups.hierarchy.rows if self._groups else ()
        return level > 0 and 0 <= neighbour < len(rows) and rows[row][level] == rows[neighbour][level]

    def _sizes(self, level: int) -> str | None:
        if self._groups is None or self._occupancy is None:
            return None
        sizes = self._occupancy.sizes(level)
        groups = _groups_in_words(self._groups, level)
        if not sizes.held:
            return tr("{groups}, none of which occurs", groups=groups)
        lines = [
            groups,
            tr(
                "smallest {smallest}, largest {largest}", smallest=people(sizes.smallest), largest=people(sizes.largest)
            ),
        ]
        if sizes.empty:
            lines.append(tr_n(sizes.empty, "{n} of them never occur", "{n} of them never occur"))
        return "\n".join(lines)


def _groups_in_words(groups: Groups, level: int) -> str:
    number = groups.count(level)
    return tr_n(number, "{n} value", "{n} values") if level == 0 else tr_n(number, "{n} group", "{n} groups")
