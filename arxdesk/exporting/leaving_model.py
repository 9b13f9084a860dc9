"""The columns of the exported table: a check box for each, its role, the content of its cells."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import IntEnum

from PySide6.QtCore import QObject, Qt, Signal

from arxdesk.core.leaving import LeavingColumn
from arxdesk.ui.item_roles import ROLE_ROLE
from arxdesk.ui.models.read_only_table import Heading, Index, ReadOnlyTable, translated
from arxdesk.ui.words import capitalized, count
from arxdesk_engine.foundation.language import marked, tr, tr_of


class LeavingField(IntEnum):
    """The columns of the table."""

    NAME = 0
    ROLE = 1
    SHOWS = 2
    VALUES = 3


_HEADINGS = (
    Heading(marked("Column"), hint=marked("Ticked columns are written"), is_text=True),
    Heading(marked("Role"), is_text=True),
    Heading(marked("In the output"), hint=marked("Content of the cells"), is_text=True),
    Heading(marked("Values"), hint=marked("Distinct values in the exported table, without * and missing ones")),
)


class LeavingModel(ReadOnlyTable):
    """`left_out_changed` announces a column checked or unchecked by the user."""

    left_out_changed = Signal()

    def __init__(
        self, columns: Sequence[LeavingColumn], left_out: Collection[str], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._headings = translated(_HEADINGS)
        self._columns, self._left_out = tuple(columns), set(left_out)

    @property
    def left_out(self) -> tuple[str, ...]:
        """The columns that are not written, in their order."""
        return tuple(each.name for each in self._columns if each.name in self._left_out)

    def set_left_out(self, names: Collection[str]) -> None:
        """Exclude these columns and no others."""
        if set(names) != self._left_out:
            self._left_out = set(names)
            self._tell()

    @property
    def headings(self) -> Sequence[Heading]:
        """The headings of the columns."""
        return self._headings

    @property
    def number_of_rows(self) -> int:
        """The number of columns of the exported table."""
        return len(self._columns)

    def column_at(self, row: int) -> LeavingColumn:
        """The column in a row."""
        return self._columns[row]

    def text(self, row: int, column: int) -> str | None:
        """The text of a cell."""
        each = self._columns[row]
        match LeavingField(column):
            case LeavingField.NAME:
                return each.name
            case LeavingField.ROLE:
                return capitalized(tr(each.role.value))
            case LeavingField.SHOWS:
                return tr_of("a column", "Left out") if each.name in self._left_out else each.shows
            case LeavingField.VALUES:
                return "" if each.name in self._left_out or each.distinct is None else count(each.distinct)

    def tone(self, row: int, column: int) -> str | None:
        """Emphasis for columns that can identify people, faint for excluded ones."""
        each = self._columns[row]
        if each.name in self._left_out:
            return "muted"
        return "warn" if each.is_telling and column in (LeavingField.SHOWS, LeavingField.VALUES) else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """One cell; the first has the tick, the second the chip."""
        if index.isValid() and index.column() == LeavingField.NAME and role == Qt.ItemDataRole.CheckStateRole:
            written = self._columns[index.row()].name not in self._left_out
            return Qt.CheckState.Checked if written else Qt.CheckState.Unchecked
        if index.isValid() and index.column() == LeavingField.ROLE and role == ROLE_ROLE:
            return self._columns[index.row()].role.value
        return super().data(index, role)

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Write a column, or leave it out."""
        if role != Qt.ItemDataRole.CheckStateRole or index.column() != LeavingField.NAME:
            return False
        name = self._columns[index.row()].name
        is_written = Qt.CheckState(value) == Qt.CheckState.Checked
        (self._left_out.discard if is_written else self._left_out.add)(name)
        self._tell()
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        """The first column can be ticked."""
        found = super().flags(index)
        return found | Qt.ItemFlag.ItemIsUserCheckable if index.column() == LeavingField.NAME else found

    def _tell(self) -> None:
        if self._columns:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._columns) - 1, LeavingField.VALUES))
        self.left_out_changed.emit()
