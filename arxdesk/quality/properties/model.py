"""Properties of input and output as a tree: name, before, after."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from arxdesk.ui.item_roles import TONE_ROLE
from arxdesk.ui.tooltips import plain
from arxdesk_engine.analysis.properties import Property
from arxdesk_engine.foundation.language import marked, tr

Index = QModelIndex | QPersistentModelIndex
TITLES = (marked("Property"), marked("Input"), marked("Output"))


@dataclass(frozen=True, slots=True)
class _Node:
    line: Property
    above: int
    row: int
    below: list[int]


class PropertiesModel(QAbstractItemModel):
    """Every line is made before it is shown; nothing is looked up here. Without an output there is no column for it."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._roots: tuple[Property, ...] = ()
        self._nodes: list[_Node] = []
        self._top: list[int] = []
        self._has_output = False

    def set_properties(self, roots: Sequence[Property], *, has_output: bool) -> None:
        """Show other lines."""
        self.beginResetModel()
        self._roots, self._has_output, self._nodes = tuple(roots), has_output, []
        self._top = []
        self._place(self._roots, -1)
        self.endResetModel()

    def lines(self) -> list[str]:
        """Everything as tab-separated text, with the titles."""
        return ["\t".join(map(tr, TITLES)), *(line for root in self._roots for line in root.lines())]

    def property_at(self, index: Index) -> Property | None:
        """The line that an index stands for."""
        return self._nodes[index.internalId()].line if index.isValid() else None

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008 - Qt's own
        """The index of a line below another one."""
        below = self._below(parent)
        if not (0 <= row < len(below) and 0 <= column < self.columnCount()):
            return QModelIndex()
        return self.createIndex(row, column, below[row])

    def parent(self, index: Index) -> QModelIndex:  # type: ignore[override]
        """The line above."""
        above = self._nodes[index.internalId()].above if index.isValid() else -1
        return QModelIndex() if above < 0 else self.createIndex(self._nodes[above].row, 0, above)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of lines below one."""
        return 0 if parent.isValid() and parent.column() > 0 else len(self._below(parent))

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: ARG002, B008 - Qt's own signature
        """Name, before, and after where there is an output."""
        return 3 if self._has_output else 2

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Titles."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return tr(TITLES[section])
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """One cell."""
        found = self.property_at(index)
        if found is None:
            return None
        text = (found.name, found.before, found.after)[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return text
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain(text)
        if role == TONE_ROLE:
            return "strong" if not index.parent().isValid() and not index.column() else None
        return None

    def _below(self, parent: Index) -> list[int]:
        """The numbers of the lines below one."""
        if parent.isValid():
            return self._nodes[parent.internalId()].below
        return self._top

    def _place(self, lines: Sequence[Property], above: int) -> None:
        """Number lines: Qt keeps the numbers, where it would lose the lines themselves."""
        for row, line in enumerate(lines):
            number = len(self._nodes)
            self._nodes.append(_Node(line, above, row, []))
            (self._nodes[above].below if above >= 0 else self._top).append(number)
            self._place(line.children, number)
