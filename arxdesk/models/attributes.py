"""The attributes of a document as rows: name, role, values, levels, weight."""

from __future__ import annotations

from enum import IntEnum

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from arxdesk import words
from arxdesk.document import Document
from arxdesk.item_roles import TONE_ROLE
from arxdesk.tooltips import plain
from engine.schema import Role

Index = QModelIndex | QPersistentModelIndex


class Shown(IntEnum):
    """The columns."""

    NAME = 0
    ROLE = 1
    VALUES = 2
    LEVELS = 3
    WEIGHT = 4


_TITLES = ("Attribute", "Role", "Values", "Levels", "Weight")


class AttributesModel(QAbstractTableModel):
    """One row per attribute, in column order; follows the document."""

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        document.attribute_changed.connect(self._refresh)
        document.hierarchy_changed.connect(self._refresh)
        document.focus_changed.connect(self._refresh_all)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of attributes."""
        return 0 if parent.isValid() else len(self._document.dataset.columns)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of columns."""
        return 0 if parent.isValid() else len(Shown)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The titles."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return _TITLES[section]
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(Shown(section))
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """One cell."""
        if not index.isValid():
            return None
        column = self._document.dataset.columns[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(index.row(), Shown(index.column()))
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain(self._text(index.row(), Shown(index.column())))
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(Shown(index.column()))
        if role == TONE_ROLE and index.column() == Shown.NAME and column.name == self._document.focus:
            return "strong"
        return None

    def _text(self, row: int, shown: Shown) -> str:
        column = self._document.dataset.columns[row]
        settings = self._document.settings_of(column.name)
        generalized = settings.role is Role.QUASI_IDENTIFYING
        match shown:
            case Shown.NAME:
                return column.name
            case Shown.ROLE:
                return settings.role.value.capitalize()
            case Shown.VALUES:
                return words.count(len(column.values))
            case Shown.LEVELS:
                low, high = self._document.level_limits(column.name)
                return f"{low} to {high}" if generalized else "–"
            case _:
                return words.decimal(settings.weight, 2) if generalized else "–"

    def _refresh(self, name: str) -> None:
        row = self._document.dataset.names.index(name)
        self.dataChanged.emit(self.index(row, 0), self.index(row, len(Shown) - 1))

    def _refresh_all(self) -> None:
        self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, len(Shown) - 1))


def _alignment(shown: Shown) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if shown >= Shown.VALUES else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
