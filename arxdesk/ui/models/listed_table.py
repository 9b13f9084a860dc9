"""A read-only table of things, one in each row."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import QObject

from arxdesk.ui.models.read_only_table import Heading, ReadOnlyTable

Row = TypeVar("Row")


class ListedTable(ReadOnlyTable, Generic[Row]):
    """Holds the headings and the rows; subclasses tell the text of a cell, perhaps with more."""

    def __init__(self, headings: Iterable[Heading], rows: Iterable[Row] = (), parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._headings = tuple(headings)
        self._rows = tuple(rows)

    @property
    def rows(self) -> tuple[Row, ...]:
        """The shown rows."""
        return self._rows

    def set_rows(self, rows: Iterable[Row]) -> None:
        """Replace the rows."""
        self.beginResetModel()
        self._rows = tuple(rows)
        self.endResetModel()

    def row_at(self, place: int) -> Row | None:
        """The row at a place; None where there is none."""
        return self._rows[place] if 0 <= place < len(self._rows) else None

    @property
    def headings(self) -> Sequence[Heading]:
        """The headings of the columns."""
        return self._headings

    @property
    def number_of_rows(self) -> int:
        """The number of rows."""
        return len(self._rows)
