"""The sheets of a workbook, or the tables and views of a database."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt
from PySide6.QtCore import QPersistentModelIndex as _Persistent

from arxdesk.ui.words import count
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.preparation.importing.table import TableEntry

Index = QModelIndex | _Persistent
TITLES = (marked("Name"), marked("Records"), marked("Columns"))


class ImportTablesModel(QAbstractTableModel):
    """Names with sizes, where they are known."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._entries: Sequence[TableEntry] = ()

    @property
    def entries(self) -> Sequence[TableEntry]:
        """The rows of the model."""
        return self._entries

    def set_entries(self, entries: Sequence[TableEntry]) -> None:
        """Replace the rows."""
        self.beginResetModel()
        self._entries = entries
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """One row per table."""
        return 0 if parent.isValid() else len(self._entries)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """Three: name, records, columns."""
        return 0 if parent.isValid() else len(TITLES)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The words of a cell."""
        if not index.isValid():
            return None
        entry = self._entries[index.row()]
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column():
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if index.column() == 0:
            return tr("{name} (view)", name=entry.name) if entry.is_view else entry.name
        number = entry.rows if index.column() == 1 else entry.columns
        return "" if number is None else count(number)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The titles of the columns."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole and section:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return tr(TITLES[section]) if role == Qt.ItemDataRole.DisplayRole else None
