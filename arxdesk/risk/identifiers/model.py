"""Columns that look like an identifier of HIPAA's Safe Harbor rule, as a table."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from PySide6.QtCore import QObject

from arxdesk.ui import words
from arxdesk.ui.models.read_only_table import Heading, ReadOnlyTable, translated
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


class IdentifiersModel(ReadOnlyTable):
    """One row per sign."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._headings = translated(_HEADINGS)
        self._signs: tuple[IdentifierSign, ...] = ()

    def set_signs(self, signs: Sequence[IdentifierSign]) -> None:
        """Replace the signs."""
        if tuple(signs) != self._signs:
            self.beginResetModel()
            self._signs = tuple(signs)
            self.endResetModel()

    def sign_at(self, row: int) -> IdentifierSign | None:
        """The sign in a row."""
        return self._signs[row] if 0 <= row < len(self._signs) else None

    @property
    def headings(self) -> tuple[Heading, ...]:
        """The headings of the columns."""
        return self._headings

    @property
    def number_of_rows(self) -> int:
        """The number of signs."""
        return len(self._signs)

    def text(self, row: int, column: int) -> str | None:
        """The text of a cell."""
        return _text(self._signs[row], IdentifierColumn(column))

    def hint(self, row: int, column: int) -> str:
        """The evidence for the sign."""
        del column
        return tr("{label}: {text}", label=self._signs[row].column, text=self._signs[row].details)

    def tone(self, row: int, column: int) -> str | None:
        """Faint for columns that are dealt with."""
        del column
        return "muted" if self._signs[row].is_done else None

    def share(self, row: int, column: int) -> float | None:
        """The confidence of the sign."""
        return self._signs[row].confidence if column == IdentifierColumn.BAR else None

    def spoken(self, row: int, column: int) -> str | None:
        """The bar as a text."""
        return (
            tr("{share} sure", share=words.percent(self._signs[row].confidence))
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
