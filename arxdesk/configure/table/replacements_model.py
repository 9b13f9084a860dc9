"""The values that a replacement changes, as a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from arxdesk.ui.item_roles import TONE_ROLE
from arxdesk.ui.tooltips import plain
from arxdesk.ui.words import count
from arxdesk_engine.foundation.language import marked, tr

Index = QModelIndex | QPersistentModelIndex
_TITLES = (marked("Column"), marked("Now"), marked("Becomes"), marked("Cells"))
_MISSING = marked("missing")


class Change(Protocol):
    """One changed value."""

    @property
    def attribute(self) -> str:
        """Its attribute."""

    @property
    def before(self) -> str:
        """The old value; "" is missing."""

    @property
    def after(self) -> str:
        """The new value."""

    @property
    def cells(self) -> int:
        """The number of its cells."""

    @property
    def merges(self) -> bool:
        """Whether the new value exists already."""


class ReplacementsModel(QAbstractTableModel):
    """One row per value: attribute, old value, new value, and number of cells."""

    changes: Sequence[Change] = ()

    def show_changes(self, changes: Sequence[Change]) -> None:
        """Replace the values."""
        self.beginResetModel()
        self.changes = changes
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of values."""
        return 0 if parent.isValid() else len(self.changes)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of columns."""
        return 0 if parent.isValid() else len(_TITLES)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The titles of the columns."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return tr(_TITLES[section])
        return _alignment(section) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The content of a cell."""
        if not index.isValid():
            return None
        change = self.changes[index.row()]
        texts = (change.attribute, change.before or tr(_MISSING), change.after or tr(_MISSING), count(change.cells))
        if role == Qt.ItemDataRole.DisplayRole:
            return texts[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            lines = [texts[index.column()]]
            if change.merges and index.column() == 2:
                lines.append(tr("This value is there already; both become one."))
            return plain("\n".join(lines))
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(index.column())
        if role == TONE_ROLE and index.column() in (1, 2):
            return "missing" if not (change.before, change.after)[index.column() - 1] else None
        return None


def _alignment(section: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if section == 3 else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
