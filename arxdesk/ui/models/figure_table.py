"""Figures in rows and columns, formatted on demand: for tables beside charts, of any length."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject

from arxdesk.ui.models.read_only_table import Heading, ReadOnlyTable


@dataclass(frozen=True, slots=True)
class FigureTable:
    """`text` formats a cell by row and column, `tone` and `hint` return its look and its meaning.

    The first column is text, the others are numbers.
    """

    headings: tuple[str, ...] = ()
    rows: int = 0
    text: Callable[[int, int], str] = lambda _row, _column: ""
    tone: Callable[[int, int], str | None] = lambda _row, _column: None
    hint: Callable[[int, int], str] = lambda _row, _column: ""

    @classmethod
    def of(cls, headings: Sequence[str], rows: Sequence[Sequence[str]], strong: int = -1) -> FigureTable:
        """From existing texts; the column `strong` is emphasized."""
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


class FigureTableModel(ReadOnlyTable):
    """A table model of figures."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._table = FigureTable()
        self._headings: tuple[Heading, ...] = ()

    @property
    def table(self) -> FigureTable:
        """The figures of the model."""
        return self._table

    def set_table(self, table: FigureTable) -> None:
        """Replace the figures."""
        self.beginResetModel()
        self._table = table
        self._headings = tuple(Heading(each, is_text=not place) for place, each in enumerate(table.headings))
        self.endResetModel()

    @property
    def headings(self) -> Sequence[Heading]:
        """The columns: words first, then numbers."""
        return self._headings

    @property
    def number_of_rows(self) -> int:
        """The number of rows."""
        return self._table.rows

    def text(self, row: int, column: int) -> str:
        """The text of a cell."""
        return self._table.text(row, column)

    def hint(self, row: int, column: int) -> str:
        """The meaning of a cell."""
        return self._table.hint(row, column) or self._table.text(row, column)

    def tone(self, row: int, column: int) -> str | None:
        """The look of a cell."""
        return self._table.tone(row, column)
