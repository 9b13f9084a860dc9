"""Rare combinations of items, one in each row."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from PySide6.QtCore import QObject

from arxdesk.ui import words
from arxdesk.ui.models.read_only_table import Heading, ReadOnlyTable, translated
from arxdesk_engine.analysis.items.rare import RareCombination
from arxdesk_engine.foundation.language import marked, tr_n


class RareItemsColumn(IntEnum):
    """The columns of the table."""

    ITEMS = 0
    NUMBER = 1
    PEOPLE = 2


_HEADINGS = (
    Heading(
        marked("Items"),
        hint=marked("What an attacker would have to know; no part of it is rare by itself"),
        is_text=True,
    ),
    Heading(marked("Known"), hint=marked("The number of items that an attacker would have to know")),
    Heading(marked("People"), hint=marked("The people who have all of these items")),
)


class RareItemsModel(ReadOnlyTable):
    """The rarest combination first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._headings = translated(_HEADINGS)
        self._listed: tuple[RareCombination, ...] = ()

    def set_combinations(self, listed: Sequence[RareCombination]) -> None:
        """Replace the combinations."""
        self.beginResetModel()
        self._listed = tuple(listed)
        self.endResetModel()

    def combination_at(self, row: int) -> RareCombination | None:
        """The combination in a row."""
        return self._listed[row] if 0 <= row < len(self._listed) else None

    @property
    def headings(self) -> tuple[Heading, ...]:
        """The headings of the columns."""
        return self._headings

    @property
    def number_of_rows(self) -> int:
        """The number of combinations."""
        return len(self._listed)

    def text(self, row: int, column: int) -> str | None:
        """The text of a cell."""
        each = self._listed[row]
        match RareItemsColumn(column):
            case RareItemsColumn.ITEMS:
                return " + ".join(each.items)
            case RareItemsColumn.NUMBER:
                return words.count(len(each.items))
            case _:
                return words.count(each.people)

    def hint(self, row: int, column: int) -> str:
        """What the row says."""
        del column
        each = self._listed[row]
        return tr_n(
            each.people, "{n} person has {items}", "{n} people have {items}", items=words.joined(list(each.items))
        )
