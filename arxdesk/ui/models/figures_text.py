"""Figures as text for the clipboard that keeps its cells, for tables beside charts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

Cell = str | int | float | None
"""Words, a number, or nothing."""


class FiguresText(str):
    """Lines of cells separated by tabs, numbers with all of their digits as Python reads them.

    `rows` are the same cells: whoever shows them writes the numbers as the language does. The first row has the
    headings; one without cells separates tables.
    """

    __slots__ = ("rows",)
    rows: tuple[tuple[Cell, ...], ...]

    def __new__(cls, rows: Iterable[Iterable[Cell]]) -> Self:
        """The text of rows."""
        kept = tuple(tuple(row) for row in rows)
        made = super().__new__(cls, "\n".join("\t".join(map(_text, row)) for row in kept))
        made.rows = kept
        return made

    @classmethod
    def of(cls, text: str) -> Self:
        """A text that may know its cells already; all of it is words where it does not."""
        return text if isinstance(text, cls) else cls(line.split("\t") for line in text.split("\n"))


def _text(cell: Cell) -> str:
    return "" if cell is None else str(cell)
