"""A table of records for a virtual view: any number of rows, shown in any order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from arxdesk.core.attributes.type_words import missing_code
from arxdesk.ui.item_roles import BAND_ROLE, CAPTION_ROLE, CELL_ROLE, REMOVED_ROLE, ROLE_ROLE, TONE_ROLE
from arxdesk.ui.tooltips import plain
from arxdesk.ui.words import count
from arxdesk_engine.analysis.shown.viewed import Mask, Records, row_of
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.type_names import NAMES
from arxdesk_engine.foundation.language import tr_n

Index = QModelIndex | QPersistentModelIndex

MAX_ROWS = 2**31 // 24
"""What a view with rows of 24 pixels can address."""

# Requested thousands of times per repaint.
_DISPLAY, _TOOL_TIP = Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole
_ALIGNMENT = Qt.ItemDataRole.TextAlignmentRole
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class RecordsModel(QAbstractTableModel):
    """Shows columns; `set_records` chooses rows and order, what is banded and what is removed.

    `role_of` tells the role of an attribute for the header; without it the header has no chips.
    """

    def __init__(self, role_of: Callable[[str], str] | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._role_of = role_of
        self._columns: tuple[Column, ...] = ()
        self._places: dict[str, int] = {}
        self._order: Records | None = None
        self._removed: Mask | None = None
        self._bands: Mask | None = None
        self._ticked: Mask | None = None
        self._found: dict[str, Mask] = {}
        self._rows = 0

    def set_records(
        self,
        columns: Sequence[Column],
        order: Records | None = None,
        removed: Mask | None = None,
        bands: Mask | None = None,
    ) -> None:
        """Show other records. `order` intp[rows] lists the records to show; `removed` and `bands` are bool[records]."""
        self.beginResetModel()
        self._columns = tuple(columns)
        self._places = {column.name: place for place, column in enumerate(self._columns)}
        self._order, self._removed, self._bands = order, removed, bands
        records = self._columns[0].records if self._columns else 0
        self._rows = min(records if order is None else len(order), MAX_ROWS)
        self.endResetModel()

    def show_found(self, values: Mapping[str, Mask]) -> None:
        """Mark the cells that were found: a mask of the distinct values of each column."""
        if values or self._found:
            self._found = dict(values)
            if self._rows:
                self.dataChanged.emit(self.index(0, 0), self.index(self._rows - 1, len(self._columns) - 1))

    def set_ticked(self, ticked: Mask | None) -> None:
        """Tick records, bool[records]; the others are muted. None: there is nothing to tick."""
        self._ticked = ticked
        if self._rows:
            self.headerDataChanged.emit(Qt.Orientation.Vertical, 0, self._rows - 1)
            self.dataChanged.emit(self.index(0, 0), self.index(self._rows - 1, len(self._columns) - 1))

    def row_of(self, record: int) -> int:
        """The row that shows a record, -1 where none does."""
        if self._order is None:
            return record if record < self._rows else -1
        return row_of(self._order, record)

    def value_at(self, row: int, section: int) -> str:
        """The text of a cell, whole."""
        column = self._columns[section]
        text: str = column.values[column.codes[self.record_of(row)]]
        return text

    def record_of(self, row: int) -> int:
        """The record (0-based, in the order of the input) that a row shows."""
        return row if self._order is None else int(self._order[row])

    def column_of(self, name: str) -> int:
        """The position of an attribute, -1 where it is not shown."""
        return self._places.get(name, -1)

    def name_of(self, section: int) -> str:
        """The attribute at a position."""
        return self._columns[section].name

    def refresh_header(self, name: str) -> None:
        """The role of an attribute changed."""
        section = self.column_of(name)
        if section >= 0:
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, section, section)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of records shown."""
        return 0 if parent.isValid() else self._rows

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of attributes."""
        return 0 if parent.isValid() else len(self._columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """One cell."""
        if not index.isValid():
            return None
        record = self.record_of(index.row())
        column = self._columns[index.column()]
        if role == CELL_ROLE:
            text = column.values[column.codes[record]]
            return text, _RIGHT if column.type.kind.is_numeric else _LEFT, self._tone(column, record)
        if role == _DISPLAY:
            return column.values[column.codes[record]]
        if role == _TOOL_TIP:
            return plain(column.values[column.codes[record]])
        if role == _ALIGNMENT:
            return _RIGHT if column.type.kind.is_numeric else _LEFT
        if role == REMOVED_ROLE:
            return self._removed is not None and bool(self._removed[record])
        if role == BAND_ROLE:
            return None if self._bands is None else bool(self._bands[record])
        if role == TONE_ROLE:
            return self._tone(column, record)
        return None

    def _row_words(self, record: int) -> str:
        weights = self._columns[0].weights if self._columns else None
        return (
            count(record + 1)
            if weights is None
            else tr_n(int(weights[record]), "{n} record", "{n} records", n=count(int(weights[record])))
        )

    def _tone(self, column: Column, record: int) -> str | None:
        code = column.codes[record]
        if not column.values[code]:
            return "missing"
        if self._found:
            mask = self._found.get(column.name)
            if mask is not None and len(mask) == len(column.values) and mask[code]:
                return "found"
        return "muted" if self._ticked is not None and not self._ticked[record] else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Names, chips and captions above; at the left record numbers, or how many records a row stands for."""
        if orientation == Qt.Orientation.Vertical:
            if role == Qt.ItemDataRole.CheckStateRole and self._ticked is not None:
                is_ticked = self._ticked[self.record_of(section)]
                return Qt.CheckState.Checked if is_ticked else Qt.CheckState.Unchecked
            return self._row_words(self.record_of(section)) if role == Qt.ItemDataRole.DisplayRole else None
        column = self._columns[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.name
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain(column.name)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if column.type.kind.is_numeric else _LEFT
        if role == ROLE_ROLE:
            return None if self._role_of is None else self._role_of(column.name)
        if role == CAPTION_ROLE:
            return f"{NAMES[column.type.kind]} · {count(len(column.values) - (missing_code(column) is not None))}"
        return None
