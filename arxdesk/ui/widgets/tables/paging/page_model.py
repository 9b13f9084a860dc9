"""The model of the page in sight: some rows of another model, and no other row of it is touched."""

from __future__ import annotations

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractListModel,
    QAbstractTableModel,
    QMetaObject,
    QModelIndex,
    QObject,
    Qt,
)
from PySide6.QtCore import QPersistentModelIndex as _Persistent

Index = QModelIndex | _Persistent


class PageModel(QAbstractTableModel):
    """The rows of one page of another model. No row is touched that is not on it."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._source: QAbstractItemModel | None = None
        self._connections: list[QMetaObject.Connection] = []
        self._rows: range | list[int] = range(0)

    @property
    def rows(self) -> range | list[int]:
        """The visible rows of the source, in order."""
        return self._rows

    def show_rows(self, source: QAbstractItemModel | None, rows: range | list[int]) -> None:
        """Set the visible rows, and the model that they are rows of."""
        self.beginResetModel()
        if source is not self._source:
            self._follow(source)
        self._rows = rows
        self.endResetModel()

    def source_index(self, index: Index) -> QModelIndex:
        """The index of the source that an index of the page stands for."""
        if self._source is None or not index.isValid() or index.row() >= len(self._rows):
            return QModelIndex()
        return self._source.index(self._rows[index.row()], index.column())

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of entries on the page."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """As in the source."""
        if parent.isValid() or self._source is None:
            return 0
        # Lists do not index a changed number, and it must not be requested.
        return 1 if isinstance(self._source, QAbstractListModel) else self._source.columnCount()

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """As in the source."""
        found: object = self.source_index(index).data(role)
        return found

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Passed to the source."""
        return self._source is not None and self._source.setData(self.source_index(index), value, role)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """As in the source."""
        found = self.source_index(index)
        return found.flags() if found.isValid() else Qt.ItemFlag.NoItemFlags

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """As in the source."""
        if self._source is None:
            return None
        if orientation == Qt.Orientation.Vertical:
            section = self._rows[section] if section < len(self._rows) else -1
        found: object = self._source.headerData(section, orientation, role)
        return found

    def _follow(self, source: QAbstractItemModel | None) -> None:
        for connection in self._connections:
            QObject.disconnect(connection)
        self._source, self._connections = source, []
        if source is not None:
            self._connections = [
                source.dataChanged.connect(self._refresh),
                source.headerDataChanged.connect(self._refresh_headers),
            ]

    def _refresh(self, *_where: object) -> None:
        if self.rowCount() and self.columnCount():
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, self.columnCount() - 1))

    def _refresh_headers(self, orientation: Qt.Orientation, _first: int, _last: int) -> None:
        sections = self.columnCount() if orientation == Qt.Orientation.Horizontal else len(self._rows)
        if sections:
            self.headerDataChanged.emit(orientation, 0, sections - 1)
