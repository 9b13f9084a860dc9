"""Rare combinations of items, one in each row."""

from __future__ import annotations

from enum import IntEnum

from PySide6.QtCore import QObject

from arxdesk.ui import words
from arxdesk.ui.models.listed_table import ListedTable
from arxdesk.ui.models.read_only_table import Heading, translated
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


class RareItemsModel(ListedTable[RareCombination]):
    """The rarest combination first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(translated(_HEADINGS), parent=parent)

    def text(self, row: int, column: int) -> str | None:
        """The text of a cell."""
        each = self._rows[row]
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
        each = self._rows[row]
        return tr_n(
            each.people, "{n} person has {items}", "{n} people have {items}", items=words.joined(list(each.items))
        )
