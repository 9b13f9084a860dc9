"""A small table of figures that are written already: rows of texts below headings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject

from arxdesk.ui.models.listed_table import ListedTable
from arxdesk.ui.models.read_only_table import Heading


@dataclass(frozen=True, slots=True)
class FigureRow:
    """The texts of a row; `hint` explains its words, `is_strong` makes its figures bold."""

    texts: tuple[str, ...]
    is_strong: bool = False
    hint: str = ""


class FiguresModel(ListedTable[FigureRow]):
    """Rows of texts; the input is grey."""

    def __init__(self, headings: Sequence[Heading], parent: QObject | None = None) -> None:
        super().__init__(headings, parent=parent)

    def numbers(self) -> str:
        """All of it as tab-separated text."""
        titles = [" ".join(part for part in (each.title, each.caption) if part) for each in self._headings]
        lines = [titles, *(row.texts for row in self._rows)]
        return "\n".join("\t".join(texts) for texts in lines)

    def text(self, row: int, column: int) -> str:
        """The text of a cell."""
        return self._rows[row].texts[column]

    def hint(self, row: int, column: int) -> str:
        """The explanation of the words, or the meaning of a figure."""
        heading, each = self._headings[column], self._rows[row]
        return (each.hint or each.texts[column]) if heading.is_text else heading.hint

    def tone(self, row: int, column: int) -> str | None:
        """Faint for the input."""
        return "muted" if self._headings[column].is_before else "strong" if self._rows[row].is_strong else None
