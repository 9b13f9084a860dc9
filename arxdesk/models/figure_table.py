"""Figures in rows and columns, each worded when it is looked at: for tables beside charts, however long."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from arxdesk.item_roles import TONE_ROLE
from arxdesk.tooltips import plain

Index = QModelIndex | QPersistentModelIndex
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class FigureTable:
    """`text` words a cell by row and column, `tone` and `hint` say how it looks and what it means.

    The first column is text, the others are numbers.
    """

    headings: tuple[str, ...] = ()
    rows: int = 0
    text: Callable[[int, int], str] = lambda _row, _column: ""
    tone: Callable[[int, int], str | None] = lambda _row, _column: None
    hint: Callable[[int, int], str] = lambda _row, _column: ""

    @classmethod
    def of(cls, headings: Sequence[str], rows: Sequence[Sequence[str]], strong: int = -1) -> FigureTable:
        """From texts that are there; the column `strong` stands out."""
        return cls(
            tuple(headings),
            len(rows),
            lambda row, column: rows[row][column],
            lambda _row, column: "strong" if column == strong else None,
        )

    def as_text(self) -> str:
        """All of it, tab-separated."""
        columns = range(len(self.headings))
        lines = ("\t".join(self.text(row, column) for column in columns) for row in range(self.rows))
        return "\n".join(["\t".join(self.headings), *lines])


class FigureTableModel(QAbstractTableModel):
    """Shows figures."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._table = FigureTable()

    @property
    def table(self) -> FigureTable:
        """What is shown."""
        return self._table

    def set_table(self, table: FigureTable) -> None:
        """Show others."""
        self.beginResetModel()
        self._table = table
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of rows."""
        return 0 if parent.isValid() else self._table.rows

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of columns."""
        return 0 if parent.isValid() else len(self._table.headings)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The headings."""
        if orientation == Qt.Orientation.Vertical:
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            heading = self._table.headings[section]
            return heading if role == Qt.ItemDataRole.DisplayRole else plain(heading)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if section else _LEFT
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """One cell."""
        row, column = index.row(), index.column()
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._table.text(row, column)
            case Qt.ItemDataRole.TextAlignmentRole:
                return _RIGHT if column else _LEFT
            case Qt.ItemDataRole.ToolTipRole:
                return plain(self._table.hint(row, column) or self._table.text(row, column))
            case _ if role == TONE_ROLE:
                return self._table.tone(row, column)
        return None
