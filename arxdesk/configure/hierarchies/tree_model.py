"""A hierarchy as a tree: the coarsest groups first, each with the groups of the level below and its people."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractItemModel, QMimeData, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from arxdesk.configure.hierarchies.drops import FORMAT, Drop, dragged, drop_of
from arxdesk.ui.item_roles import TONE_ROLE
from arxdesk.ui.tooltips import plain
from arxdesk.ui.words import count, people
from arxdesk_engine.foundation.language import tr, tr_n
from arxdesk_engine.hierarchies.audit import Inspection
from arxdesk_engine.hierarchies.group_tree import GroupTree
from arxdesk_engine.hierarchies.groups import Groups
from arxdesk_engine.hierarchies.occupancy import Occupancy

Index = QModelIndex | QPersistentModelIndex
PAGE = 2_000
"""The number of members of a group in a page; more are added at the end."""
_LEVELS = 128


class HierarchyTree(QAbstractItemModel):
    """Nodes are groups, named by level and number; nodes are made on demand.

    Drops do not change the model: `dropped` carries the move.
    """

    renamed = Signal(int, str, str)
    dropped = Signal(Drop)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._tree: GroupTree | None = None
        self._occupancy: Occupancy | None = None
        self._shown: dict[int, int] = {}
        self._numbers: dict[int, dict[str, int]] = {}
        self._editable = False

    @property
    def groups(self) -> Groups | None:
        """The groups of the shown hierarchy."""
        return self._tree.groups if self._tree else None

    def set_inspection(self, inspection: Inspection | None) -> None:
        """Show another hierarchy, or nothing."""
        self.beginResetModel()
        self._tree = None if inspection is None else GroupTree(inspection.groups)
        self._occupancy = None if inspection is None else inspection.occupancy
        self._shown, self._numbers = {}, {}
        self.endResetModel()

    def set_editable(self, editable: bool) -> None:
        """Let groups be renamed and moved, or not."""
        self._editable = editable

    def group_at(self, index: Index) -> tuple[int, str] | None:
        """Level and label of a node."""
        if not index.isValid() or self._tree is None:
            return None
        level, group = _unpacked(index)
        return level, self._tree.groups.labels[level][group]

    def index_of(self, level: int, label: str) -> QModelIndex:
        """The node of a group, with its page loaded; an invalid index if there is none."""
        groups = self.groups
        if groups is None or not 0 <= level < groups.levels:
            return QModelIndex()
        known = self._numbers.get(level)
        if known is None:
            known = self._numbers[level] = {each: number for number, each in enumerate(groups.labels[level])}
        return self.node(level, known[label]) if label in known else QModelIndex()

    def node(self, level: int, group: int) -> QModelIndex:
        """The node of a group by its number; its page is turned to."""
        if self._tree is None:
            return QModelIndex()
        parent, row = self._parent_of(level, group), self._tree.place(level, group)
        while row >= self.rowCount(parent) and self.canFetchMore(parent):
            self.fetchMore(parent)
        return self.createIndex(row, 0, _packed(level, group))

    # The structure

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008 - Qt's own
        """A member of a group."""
        if self._tree is None or row < 0 or not 0 <= column < 2 or row >= self.rowCount(parent):
            return QModelIndex()
        return self.createIndex(row, column, _packed(*self._tree.member(_node(parent), row)))

    def parent(self, index: Index = QModelIndex()) -> QModelIndex:  # type: ignore[override]  # noqa: B008 - two of them
        """The group that a node belongs to."""
        if not index.isValid():
            return QModelIndex()
        return self._parent_of(*_unpacked(index))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of members loaded so far."""
        if parent.isValid() and parent.column() > 0:
            return 0
        number = self._number(parent)
        return min(number, self._shown.get(_key(parent), PAGE))

    def columnCount(self, _parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """Two: label and people."""
        return 2

    def canFetchMore(self, parent: Index) -> bool:
        """Whether some members are not loaded yet."""
        return self.rowCount(parent) < self._number(parent)

    def fetchMore(self, parent: Index) -> None:
        """Show the next page of members."""
        first, number = self.rowCount(parent), self._number(parent)
        last = min(first + PAGE, number)
        if first < last:
            self.beginInsertRows(QModelIndex(parent), first, last - 1)  # type: ignore[arg-type]
            self._shown[_key(parent)] = last
            self.endInsertRows()

    # Content of nodes

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The headings of both columns."""
        if orientation == Qt.Orientation.Horizontal:
            if role == Qt.ItemDataRole.DisplayRole:
                return (tr("Group"), tr("People"))[section]
            if role == Qt.ItemDataRole.TextAlignmentRole and section == 1:
                return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The label of a group, or how many people it holds."""
        groups = self.groups
        if not index.isValid() or groups is None or self._occupancy is None:
            return None
        level, group = _unpacked(index)
        label, held = groups.labels[level][group], self._occupancy.records(level, group)
        if index.column() == 1:
            if role == Qt.ItemDataRole.DisplayRole:
                return count(held)
            if role == Qt.ItemDataRole.TextAlignmentRole:
                return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            return "muted" if role == TONE_ROLE else None
        if role == Qt.ItemDataRole.DisplayRole:
            return label or tr("missing value")
        if role == Qt.ItemDataRole.EditRole:
            return label
        if role == TONE_ROLE:
            return "muted" if not held or not label else None
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            words = _described(label or tr("missing value"), level, int(groups.rows[level][group]), held)
            return plain(words) if role == Qt.ItemDataRole.ToolTipRole else words
        return None

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Ask for another label; the hierarchy comes back changed, or a refusal."""
        named, new = self.group_at(index), str(value).strip()
        if role != Qt.ItemDataRole.EditRole or named is None or named[1] == new:
            return False
        self.renamed.emit(*named, new)
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Labels can be edited, groups dragged, and dropped on nodes with members."""
        flags = super().flags(index)
        if not self._editable:
            return flags
        if not index.isValid():
            return flags
        flags |= Qt.ItemFlag.ItemIsDragEnabled | Qt.ItemFlag.ItemIsDropEnabled
        return flags | Qt.ItemFlag.ItemIsEditable if index.column() == 0 else flags

    # Drag and drop

    def supportedDropActions(self) -> Qt.DropAction:
        """Groups are moved."""
        return Qt.DropAction.MoveAction

    def mimeTypes(self) -> list[str]:
        """Our own format: groups stay within the window."""
        return [FORMAT]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        """The dragged groups; only those on the level of the first one."""
        return dragged([_unpacked(index) for index in indexes if index.isValid() and index.column() == 0])

    def canDropMimeData(self, data: QMimeData, _action: Qt.DropAction, row: int, _column: int, parent: Index) -> bool:
        """Whether the dragged groups may be dropped there."""
        return self._drop(data, row, parent) is not None

    def dropMimeData(self, data: QMimeData, _action: Qt.DropAction, row: int, _column: int, parent: Index) -> bool:
        """Emit the move; False, so that the view does not remove rows itself."""
        drop = self._drop(data, row, parent)
        if drop is not None:
            self.dropped.emit(drop)
        return False

    def _drop(self, data: QMimeData, row: int, parent: Index) -> Drop | None:
        into = self.group_at(parent)
        if self.groups is None or not self._editable or into is None:
            return None
        return drop_of(self.groups, data, *into, between=row >= 0)

    def _number(self, parent: Index) -> int:
        return 0 if self._tree is None else self._tree.number(_node(parent))

    def _parent_of(self, level: int, group: int) -> QModelIndex:
        above = None if self._tree is None else self._tree.above(level, group)
        if self._tree is None or above is None:
            return QModelIndex()
        return self.createIndex(self._tree.place(*above), 0, _packed(*above))


def _packed(level: int, group: int) -> int:
    return group * _LEVELS + level


def _unpacked(index: Index) -> tuple[int, int]:
    group, level = divmod(index.internalId(), _LEVELS)
    return level, group


def _node(parent: Index) -> tuple[int, int] | None:
    return _unpacked(parent) if parent.isValid() else None


def _key(parent: Index) -> int:
    return parent.internalId() if parent.isValid() else -1


def _described(label: str, level: int, values: int, held: int) -> str:
    if level == 0:
        return tr("{label}: level {level}, {people}", label=label, level=level, people=people(held))
    return tr_n(
        values,
        "{label}: level {level}, {n} value, {people}",
        "{label}: level {level}, {n} values, {people}",
        label=label,
        level=level,
        people=people(held),
    )
