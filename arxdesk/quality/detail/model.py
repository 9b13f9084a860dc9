"""The detail kept of each quasi-identifier, as a table."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from PySide6.QtCore import QObject

from arxdesk.ui import words
from arxdesk.ui.models.read_only_table import Heading, ReadOnlyTable
from arxdesk_engine.analysis.detail.kept import NOTHING, KeptDetail
from arxdesk_engine.analysis.statistics.measure_words import ATTRIBUTE_MEASURES, GRANULARITY, MeasureWords


class DetailColumn(IntEnum):
    """The columns."""

    ATTRIBUTE = 0
    BAR = 1
    SHARE = 2
    FATE = 3


_KEPT = "100 % is all of the detail of the input, 0 % is none of it"
_HEADINGS = (
    Heading("Attribute", hint="Quasi-identifiers, in column order", is_text=True),
    Heading("Detail kept", hint=_KEPT, is_text=True),
    Heading("Share", hint=_KEPT),
    Heading("Values now", hint="The generalization level that was applied, of those the hierarchy has", is_text=True),
)


class DetailModel(ReadOnlyTable):
    """One row per quasi-identifier."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._details: tuple[KeptDetail, ...] = ()
        self._shares: tuple[float | None, ...] = ()
        self._measure = ATTRIBUTE_MEASURES[GRANULARITY]
        self._levels: tuple[str, ...] = ()

    def set_levels(self, levels: Sequence[str]) -> None:
        """Tell how many records read which level of each attribute; empty where all read the same."""
        self._levels = tuple(levels)

    def set_details(self, details: Sequence[KeptDetail], shares: Sequence[float | None], measure: MeasureWords) -> None:
        """Show other attributes, or the same by another measure: `shares` of the detail, None where there is none."""
        self.beginResetModel()
        self._details, self._shares, self._measure = tuple(details), tuple(shares), measure
        self.endResetModel()

    def lines(self) -> list[str]:
        """Attributes, their shares in percent and, where they are several, their levels, tab-separated."""
        levels = [f"\t{each}" for each in self._levels] or [""] * len(self._details)
        return [f"{each.name}\t{self._share(row)}{levels[row]}" for row, each in enumerate(self._details)]

    def _share(self, row: int) -> str:
        share = self._shares[row]
        return "–" if share is None else words.percent_fixed(share)

    def _meaning(self, row: int) -> str:
        return self._measure.missing if self._shares[row] is None else self._measure.meaning

    def name_at(self, row: int) -> str:
        """The attribute in a row."""
        return self._details[row].name

    def row_of(self, name: str) -> int:
        """The row of an attribute, -1 where it is not shown."""
        return next((row for row, detail in enumerate(self._details) if detail.name == name), -1)

    @property
    def headings(self) -> tuple[Heading, ...]:
        """The columns."""
        return _HEADINGS

    @property
    def number_of_rows(self) -> int:
        """The number of quasi-identifiers."""
        return len(self._details)

    def text(self, row: int, column: int) -> str | None:
        """The text of a cell."""
        match DetailColumn(column):
            case DetailColumn.ATTRIBUTE:
                return self._details[row].name
            case DetailColumn.FATE:
                return words.capitalized(self._details[row].fate(words.LOCAL))
            case DetailColumn.SHARE:
                return self._share(row)
            case _:
                return None

    def hint(self, row: int, column: int) -> str | None:
        """The meaning of the measure; or a text that may be cut off, and how many records read which level."""
        if column in (DetailColumn.BAR, DetailColumn.SHARE):
            return self._meaning(row)
        return f"{self.text(row, column)}: {self._levels[row]}" if self._levels else self.text(row, column)

    def tone(self, row: int, column: int) -> str | None:
        """Highlight lost attributes."""
        share = self._shares[row]
        if column == DetailColumn.SHARE:
            is_lost = share is not None and share < NOTHING
            return "strong" if is_lost else "muted" if share is None else None
        return "strong" if self._details[row].lost and column == DetailColumn.FATE else None

    def share(self, row: int, column: int) -> float | None:
        """The detail kept."""
        return self._shares[row] if column == DetailColumn.BAR else None

    def spoken(self, row: int, column: int) -> str | None:
        """The bar in words."""
        share = self._shares[row]
        if column != DetailColumn.BAR:
            return None
        return self._meaning(row) if share is None else f"{words.percent_fixed(share)} of the detail kept"
