"""A preview of records, with the cells that contradict their type and those that are missing; readers are told both,
and the types of the columns."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt
from PySide6.QtCore import QPersistentModelIndex as _Persistent

from arxdesk.importing.words import name_of
from arxdesk.ui.item_roles import TONE_ROLE
from arxdesk.ui.words import count
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.preparation.importing.judging import Records
from arxdesk_engine.preparation.importing.table import SHOWN_RECORDS, Judgement, ReadTable

Index = QModelIndex | _Persistent
_ROLES = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.AccessibleTextRole,
    TONE_ROLE,
)


class ImportPreviewModel(QAbstractTableModel):
    """The first records, or chosen ones; cells read as in the file."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._table: ReadTable | None = None
        self._judgements: list[Judgement] = []
        self._kept: list[bool] = []
        self._records: Records | range = range(0)

    @property
    def table(self) -> ReadTable | None:
        """The shown table."""
        return self._table

    def show_table(self, table: ReadTable | None, judgements: Mapping[int, Judgement], kept: list[bool]) -> None:
        """Show the first records of a table."""
        self.beginResetModel()
        self._table, self._kept = table, kept
        self._judgements = []
        self._records = range(0)
        if table is not None:
            self._judgements = [
                judgements.get(place, column.candidates[0]) for place, column in enumerate(table.columns)
            ]
            self._records = range(min(table.records, SHOWN_RECORDS))
        self.endResetModel()

    def show_records(self, records: Records | None) -> None:
        """Show other records of the same table; None: the first ones."""
        self.beginResetModel()
        if records is not None:
            self._records = records
        elif self._table is not None:
            self._records = range(min(self._table.records, SHOWN_RECORDS))
        self.endResetModel()

    def set_judgement(self, place: int, judgement: Judgement, *, kept: bool) -> None:
        """A column reads differently now."""
        if place < len(self._judgements):
            self._judgements[place], self._kept[place] = judgement, kept
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, place, place)
            if len(self._records):
                self.dataChanged.emit(self.index(0, place), self.index(len(self._records) - 1, place))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of records shown."""
        return 0 if parent.isValid() else len(self._records)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of columns of the file."""
        return 0 if parent.isValid() or self._table is None else len(self._table.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The text of a cell, its tone, and its side."""
        if not index.isValid() or self._table is None:
            return None
        place = index.column()
        if role == Qt.ItemDataRole.TextAlignmentRole:
            numeric = self._judgements[place].reading.type.kind.is_numeric
            side = Qt.AlignmentFlag.AlignRight if numeric else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        if role not in _ROLES:
            return None
        column = self._table.columns[place]
        code = column.code(int(self._records[index.row()]))
        text = column.texts[code]
        if role == TONE_ROLE:
            if not self._kept[place]:
                return "muted"
            return "problem" if self._judgements[place].contradicts(code) else "missing" if not text else None
        if role != Qt.ItemDataRole.DisplayRole:
            contradicts = self._kept[place] and self._judgements[place].contradicts(code)
            return tr("{text}: does not fit the type of {name}", text=text, name=column.name) if contradicts else None
        return text or tr("missing")

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The name of a column, the number of a record."""
        if role == Qt.ItemDataRole.AccessibleTextRole and orientation == Qt.Orientation.Horizontal:
            return self._spoken(section)
        if role != Qt.ItemDataRole.DisplayRole or self._table is None:
            return None
        if orientation == Qt.Orientation.Horizontal:
            return self._table.columns[section].name if section < len(self._table.columns) else None
        return count(int(self._records[section]) + 1) if section < len(self._records) else None

    def _spoken(self, place: int) -> str | None:
        """The name of a column and what its header shows of it: its type, or that it is left out."""
        if self._table is None or place >= len(self._judgements):
            return None
        column = self._table.columns[place]
        if not self._kept[place]:
            return tr("{name} is left out", name=column.name)
        return f"{column.name}, {name_of(self._judgements[place].reading, column)}"
