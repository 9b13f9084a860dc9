"""The detail kept of each quasi-identifier, as a table."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from PySide6.QtCore import QObject, Qt

from arxdesk.ui import words
from arxdesk.ui.item_roles import PARTS_ROLE
from arxdesk.ui.models.read_only_table import Heading, Index, ReadOnlyTable, translated
from arxdesk_engine.analysis.detail import levels
from arxdesk_engine.analysis.detail.kept import NOTHING, KeptDetail
from arxdesk_engine.analysis.statistics.measure_words import ATTRIBUTE_MEASURES, GRANULARITY, MeasureWords
from arxdesk_engine.foundation.language import marked, tr


class DetailColumn(IntEnum):
    """The columns."""

    ATTRIBUTE = 0
    BAR = 1
    SHARE = 2
    LEVELS = 3
    FATE = 4


_KEPT = marked("100 % is all of the detail of the input, 0 % is none of it")
_HEADINGS = (
    Heading(marked("Attribute"), hint=marked("Quasi-identifiers, in column order"), is_text=True),
    Heading(marked("Detail kept"), hint=_KEPT, is_text=True),
    Heading(marked("Share"), hint=_KEPT),
    Heading(marked("Levels"), hint=marked("The records by the level that they read"), is_text=True),
    Heading(
        marked("Values now"),
        hint=marked("The generalization level that was applied, of those the hierarchy has"),
        is_text=True,
    ),
)


class DetailModel(ReadOnlyTable):
    """One row per quasi-identifier."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._headings = translated(_HEADINGS)
        self._details: tuple[KeptDetail, ...] = ()
        self._shares: tuple[float | None, ...] = ()
        self._measure = ATTRIBUTE_MEASURES[GRANULARITY]
        self._levels: tuple[tuple[int, ...], ...] = ()

    @property
    def has_levels(self) -> bool:
        """Whether records read several levels of an attribute."""
        return bool(self._levels)

    def set_levels(self, levels: Sequence[tuple[int, ...]]) -> None:
        """Show how many records read which level of each attribute; empty where all read the same."""
        self._levels = tuple(levels)

    def set_details(self, details: Sequence[KeptDetail], shares: Sequence[float | None], measure: MeasureWords) -> None:
        """Show other attributes, or the same by another measure: `shares` of the detail, None where there is none."""
        self.beginResetModel()
        self._details, self._shares, self._measure = tuple(details), tuple(shares), measure
        self.endResetModel()

    def lines(self) -> list[str]:
        """Attributes, their shares in percent and, where they are several, their levels, tab-separated."""
        cells = ([each.name, self._share(row), *self._level_texts(row)] for row, each in enumerate(self._details))
        return ["\t".join(row) for row in cells]

    def _level_texts(self, row: int) -> list[str]:
        return [levels.sentence(self._levels[row], words.LOCAL)] if self._levels else []

    def _share(self, row: int) -> str:
        share = self._shares[row]
        return "–" if share is None else words.percent_fixed(share)

    def _meaning(self, row: int) -> str:
        return tr(self._measure.missing if self._shares[row] is None else self._measure.meaning)

    def name_at(self, row: int) -> str:
        """The attribute in a row."""
        return self._details[row].name

    def row_of(self, name: str) -> int:
        """The row of an attribute, -1 where it is not shown."""
        return next((row for row, detail in enumerate(self._details) if detail.name == name), -1)

    @property
    def headings(self) -> tuple[Heading, ...]:
        """The columns."""
        return self._headings

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
        name = self._details[row].name if column == DetailColumn.LEVELS else self.text(row, column)
        return ": ".join([name or "", *self._level_texts(row)])

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

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The content of a cell; of the levels the records of each."""
        if role == PARTS_ROLE:
            has_parts = index.column() == DetailColumn.LEVELS and self._levels
            return list(self._levels[index.row()]) if has_parts else None
        return super().data(index, role)

    def spoken(self, row: int, column: int) -> str | None:
        """The bar in words."""
        share = self._shares[row]
        if column == DetailColumn.LEVELS:
            return ", ".join(self._level_texts(row)) or None
        if column != DetailColumn.BAR:
            return None
        return (
            self._meaning(row) if share is None else tr("{share} of the detail kept", share=words.percent_fixed(share))
        )
