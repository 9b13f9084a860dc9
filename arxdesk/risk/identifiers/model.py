"""Columns that look like an identifier of HIPAA's Safe Harbor rule, as a table."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

from PySide6.QtCore import QObject

from arxdesk.ui import words
from arxdesk.ui.models.listed_table import ListedTable
from arxdesk.ui.models.read_only_table import Heading, translated
from arxdesk_engine.analysis.risk.identifiers import IdentifierSign
from arxdesk_engine.foundation.language import marked, tr


class IdentifierColumn(IntEnum):
    """The columns of the table."""

    COLUMN = 0
    BAR = 1
    CONFIDENCE = 2
    CATEGORY = 3
    FOUND_BY = 4
    WANTED = 5


_SURE = marked("How well the name or the values fit")
_HEADINGS = (
    Heading(marked("Column"), hint=marked("In the order of the table"), is_text=True),
    Heading(marked("Sure"), hint=_SURE, is_text=True),
    Heading("", hint=_SURE),
    Heading(marked("Looks like"), hint=marked("One of the 18 identifiers of 45 CFR 164.514(b)(2)"), is_text=True),
    Heading(
        marked("Found by"), hint=marked("The name of the column, or the share of its values that fit"), is_text=True
    ),
    Heading(marked("Safe Harbor"), hint=marked("Requirement of the rule"), is_text=True),
)


class IdentifiersModel(ListedTable[IdentifierSign]):
    """One row per sign."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(translated(_HEADINGS), parent=parent)

    def set_rows(self, rows: Iterable[IdentifierSign]) -> None:
        """Replace the signs, where there are others."""
        found = tuple(rows)
        if found != self.rows:
            super().set_rows(found)

    def text(self, row: int, column: int) -> str | None:
        """The text of a cell."""
        return _text(self._rows[row], IdentifierColumn(column))

    def hint(self, row: int, column: int) -> str:
        """The evidence for the sign."""
        del column
        return tr("{label}: {text}", label=self._rows[row].column, text=self._rows[row].details)

    def tone(self, row: int, column: int) -> str | None:
        """Faint for columns that are dealt with."""
        del column
        return "muted" if self._rows[row].is_done else None

    def share(self, row: int, column: int) -> float | None:
        """The confidence of the sign."""
        return self._rows[row].confidence if column == IdentifierColumn.BAR else None

    def spoken(self, row: int, column: int) -> str | None:
        """The bar as a text."""
        return (
            tr("{share} sure", share=words.percent(self._rows[row].confidence))
            if column == IdentifierColumn.BAR
            else None
        )


def _text(sign: IdentifierSign, column: IdentifierColumn) -> str | None:
    match column:
        case IdentifierColumn.COLUMN:
            return sign.column
        case IdentifierColumn.CONFIDENCE:
            return words.percent(sign.confidence)
        case IdentifierColumn.CATEGORY:
            return words.capitalized(sign.category)
        case IdentifierColumn.FOUND_BY:
            return sign.found_by
        case IdentifierColumn.WANTED:
            return sign.wanted if not sign.is_done else tr("Done") if sign.wanted else tr("May stay")
        case _:
            return None
