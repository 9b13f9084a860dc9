"""A hierarchy as a tree: the coarsest groups first, each with the groups of the level below and its people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QAbstractItemModel, QMimeData, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from arxdesk.ui.item_roles import TONE_ROLE
from arxdesk.ui.tooltips import plain
from arxdesk.ui.words import count, counted, people
from arxdesk_engine.hierarchies.audit import Inspection
from arxdesk_engine.hierarchies.groups import Groups, Numbers

Index = QModelIndex | QPersistentModelIndex
FORMAT = "application/x-arxdesk-groups"
PAGE = 2_000
"""How many members of a group are shown at first, and added when the end is reached."""
_LEVELS = 128


@dataclass(frozen=True, slots=True)
class Drop:
    """Groups of a level, and where they were put: into a group, or between its members as a new group."""

    level: int
    labels: tuple[str, ...]
    into_level: int
    into: str
    between: bool


@dataclass(frozen=True, slots=True)
class _Members:
    """The groups of a level in the order of their parents: those of parent p are order[start[p]:start[p + 1]]."""

    order: Numbers
    start: Numbers
    place: Numbers


class HierarchyTree(QAbstractItemModel):
    """Nodes are groups, named by level and number; nothing is made for those that are not looked at.

    Drops change nothing here: `dropped` tells what was put where.
    """

    renamed = Signal(int, str, str)
    dropped = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._groups: Groups | None = None
        self._records: list[Numbers] = []
        self._members: dict[int, _Members] = {}
        self._shown: dict[int, int] = {}
        self._numbers: dict[int, dict[str, int]] = {}
        self._editable = False

    @property
    def groups(self) -> Groups | None:
        """The groups of what is shown."""
        return self._groups

    def set_inspection(self, inspection: Inspection | None) -> None:
        """Show another hierarchy, or nothing."""
        self.beginResetModel()
        self._groups = None if inspection is None else inspection.groups
        self._members, self._shown, self._numbers, self._records = {}, {}, {}, []
        if inspection is not None:
            levels = range(inspection.groups.levels)
            self._records = [inspection.groups.records(inspection.records, level) for level in levels]
        self.endResetModel()

    def set_editable(self, editable: bool) -> None:
        """Let groups be renamed and moved, or not."""
        self._editable = editable

    def group_at(self, index: Index) -> tuple[int, str] | None:
        """Level and label of a node."""
        if not index.isValid() or self._groups is None:
            return None
        level, group = _unpacked(index)
        return level, self._groups.labels[level][group]

    def index_of(self, level: int, label: str) -> QModelIndex:
        """The node of a group, or an invalid index where there is none; its page is turned to."""
        groups = self._groups
        if groups is None or not 0 <= level < groups.levels:
            return QModelIndex()
        known = self._numbers.get(level)
        if known is None:
            known = self._numbers[level] = {each: number for number, each in enumerate(groups.labels[level])}
        return self.node(level, known[label]) if label in known else QModelIndex()

    def node(self, level: int, group: int) -> QModelIndex:
        """The node of a group by its number; its page is turned to."""
        parent = self._parent_of(level, group)
        row = int(self._of(level).place[group])
        while row >= self.rowCount(parent) and self.canFetchMore(parent):
            self.fetchMore(parent)
        return self.createIndex(row, 0, _packed(level, group))

    # The structure

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008 - Qt's own
        """A member of a group."""
        if self._groups is None or row < 0 or not 0 <= column < 2 or row >= self.rowCount(parent):
            return QModelIndex()
        level = self._groups.levels - 1 if not parent.isValid() else _unpacked(parent)[0] - 1
        members, above = self._of(level), _unpacked(parent)[1] if parent.isValid() else 0
        return self.createIndex(row, column, _packed(level, int(members.order[members.start[above] + row])))

    def parent(self, index: Index = QModelIndex()) -> QModelIndex:  # type: ignore[override]  # noqa: B008 - two of them
        """The group that a node belongs to."""
        if not index.isValid() or self._groups is None:
            return QModelIndex()
        return self._parent_of(*_unpacked(index))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """How many members are shown so far."""
        if parent.isValid() and parent.column() > 0:
            return 0
        number = self._number(parent)
        return min(number, self._shown.get(_key(parent), PAGE))

    def columnCount(self, _parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """Label and people."""
        return 2

    def hasChildren(self, parent: Index = QModelIndex()) -> bool:  # noqa: B008 - Qt's own signature
        """Whether there are members."""
        return parent.column() <= 0 and self._number(parent) > 0

    def canFetchMore(self, parent: Index) -> bool:
        """Whether there are members that are not shown yet."""
        return self.rowCount(parent) < self._number(parent)

    def fetchMore(self, parent: Index) -> None:
        """Show the next page of members."""
        first, number = self.rowCount(parent), self._number(parent)
        last = min(first + PAGE, number)
        if first < last:
            self.beginInsertRows(QModelIndex(parent), first, last - 1)  # type: ignore[arg-type]
            self._shown[_key(parent)] = last
            self.endInsertRows()

    # What a node says

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """What the two columns are."""
        if orientation == Qt.Orientation.Horizontal:
            if role == Qt.ItemDataRole.DisplayRole:
                return ("Group", "People")[section]
            if role == Qt.ItemDataRole.TextAlignmentRole and section == 1:
                return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The label of a group, or how many people it holds."""
        if not index.isValid() or self._groups is None:
            return None
        level, group = _unpacked(index)
        label, held = self._groups.labels[level][group], int(self._records[level][group])
        if index.column() == 1:
            if role == Qt.ItemDataRole.DisplayRole:
                return count(held)
            if role == Qt.ItemDataRole.TextAlignmentRole:
                return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            return "muted" if role == TONE_ROLE else None
        if role == Qt.ItemDataRole.DisplayRole:
            return label or "missing value"
        if role == Qt.ItemDataRole.EditRole:
            return label
        if role == TONE_ROLE:
            return "muted" if not held or not label else None
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            inside = f", {counted(int(self._groups.rows[level][group]), 'value', 'values')}" if level else ""
            words = f"{label or 'missing value'}: level {level}{inside}, {people(held)}"
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
        """Labels may be edited, groups dragged, and things dropped on those with members."""
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
        """The groups that are dragged, as level and numbers; those of the level of the first one."""
        data = QMimeData()
        nodes = [_unpacked(index) for index in indexes if index.isValid() and index.column() == 0]
        if nodes:
            level = nodes[0][0]
            numbers = ",".join(str(group) for each, group in nodes if each == level)
            data.setData(FORMAT, f"{level}:{numbers}".encode())
        return data

    def canDropMimeData(self, data: QMimeData, _action: Qt.DropAction, row: int, _column: int, parent: Index) -> bool:
        """Whether what is dragged fits there."""
        return self._drop(data, row, parent) is not None

    def dropMimeData(self, data: QMimeData, _action: Qt.DropAction, row: int, _column: int, parent: Index) -> bool:
        """Tell what was put where; False, so that the view removes nothing by itself."""
        drop = self._drop(data, row, parent)
        if drop is not None:
            self.dropped.emit(drop)
        return False

    def _drop(self, data: QMimeData, row: int, parent: Index) -> Drop | None:
        if self._groups is None or not self._editable or not data.hasFormat(FORMAT) or not parent.isValid():
            return None
        level_text, _colon, numbers = bytes(data.data(FORMAT).data()).decode().partition(":")
        level, chosen = int(level_text), [int(number) for number in numbers.split(",")]
        if level >= self._groups.levels or max(chosen) >= self._groups.count(level):
            return None
        labels = tuple(self._groups.labels[level][number] for number in chosen)
        into_level, into_group = _unpacked(parent)
        return self.drop(level, labels, into_level, self._groups.labels[into_level][into_group], between=row >= 0)

    def drop(self, level: int, labels: tuple[str, ...], into_level: int, into: str, *, between: bool) -> Drop | None:
        """What putting groups there means; None where it has no meaning.

        On a value they go into its group; between members that are as coarse as they are, into the group around.
        """
        groups = self._groups
        if groups is None or (into_level == level and into in labels):
            return None
        if into_level == 0:
            if level > 0 or groups.levels < 2:
                return None
            into_level, into = 1, groups.labels[1][int(groups.parents(0)[groups.labels[0].index(into)])]
        if into_level < level:
            return None
        return Drop(level, labels, into_level, into, between and into_level - level >= 2)

    def _number(self, parent: Index) -> int:
        if self._groups is None:
            return 0
        if not parent.isValid():
            return self._groups.count(self._groups.levels - 1)
        level, group = _unpacked(parent)
        if level == 0:
            return 0
        start = self._of(level - 1).start
        return int(start[group + 1] - start[group])

    def _of(self, level: int) -> _Members:
        """The groups of a level below their parents; those of the last level are below nothing."""
        known = self._members.get(level)
        if known is None:
            assert self._groups is not None  # noqa: S101 - asked for nodes only
            if level + 1 == self._groups.levels:
                number = self._groups.count(level)
                order, start = np.arange(number), np.array([0, number])
                place = order
            else:
                order, start = self._groups.members(level + 1)
                place = np.empty(len(order), np.int64)
                place[order] = np.arange(len(order)) - start[self._groups.parents(level)[order]]
            known = self._members[level] = _Members(order, start, place)
        return known

    def _parent_of(self, level: int, group: int) -> QModelIndex:
        groups = self._groups
        if groups is None or level + 1 >= groups.levels:
            return QModelIndex()
        above = int(groups.codes[level + 1][groups.first[level][group]])
        return self.createIndex(int(self._of(level + 1).place[above]), 0, _packed(level + 1, above))


def _packed(level: int, group: int) -> int:
    return group * _LEVELS + level


def _unpacked(index: Index) -> tuple[int, int]:
    group, level = divmod(index.internalId(), _LEVELS)
    return level, group


def _key(parent: Index) -> int:
    return parent.internalId() if parent.isValid() else -1
