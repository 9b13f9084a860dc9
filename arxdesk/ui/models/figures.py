"""A small table of figures that are written already: rows of texts below headings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject

from arxdesk.ui.models.read_only_table import Heading, ReadOnlyTable


@dataclass(frozen=True, slots=True)
class FigureRow:
    """The texts of a row; `hint` says more about its words, `is_strong` makes its figures bold."""

    texts: tuple[str, ...]
    is_strong: bool = False
    hint: str = ""


class FiguresModel(ReadOnlyTable):
    """Rows of texts; what was before is grey."""

    def __init__(self, headings: Sequence[Heading], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._headings = tuple(headings)
        self._rows: tuple[FigureRow, ...] = ()

    @property
    def rows(self) -> tuple[FigureRow, ...]:
        """What is shown."""
        return self._rows

    def set_rows(self, rows: Sequence[FigureRow]) -> None:
        """Show other rows."""
        self.beginResetModel()
        self._rows = tuple(rows)
        self.endResetModel()

    def numbers(self) -> str:
        """All of it as tab-separated text."""
        titles = [" ".join(part for part in (each.title, each.caption) if part) for each in self._headings]
        lines = [titles, *(row.texts for row in self._rows)]
        return "\n".join("\t".join(texts) for texts in lines)

    @property
    def headings(self) -> tuple[Heading, ...]:
        """The columns."""
        return self._headings

    @property
    def number_of_rows(self) -> int:
        """How many rows there are."""
        return len(self._rows)

    def text(self, row: int, column: int) -> str:
        """What a cell reads."""
        return self._rows[row].texts[column]

    def hint(self, row: int, column: int) -> str:
        """More about words; what a figure means."""
        heading, each = self._headings[column], self._rows[row]
        return (each.hint or each.texts[column]) if heading.is_text else heading.hint

    def tone(self, row: int, column: int) -> str | None:
        """What was before stands back."""
        return "muted" if self._headings[column].is_before else "strong" if self._rows[row].is_strong else None
