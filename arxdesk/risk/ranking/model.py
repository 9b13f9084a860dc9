"""A table model of sets of attributes, ranked by how well they identify people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import IntEnum

from PySide6.QtCore import QObject, Qt

from arxdesk.ui import words
from arxdesk.ui.models.read_only_table import Heading, ReadOnlyTable, translated
from arxdesk_engine.analysis.risk.ranking import NO_PLACES, AttributeRanking, RankingOrder
from arxdesk_engine.foundation.language import marked, tr


class RankingColumn(IntEnum):
    """The columns of the table."""

    ATTRIBUTES = 0
    BAR = 1
    SEPARATION = 2
    DISTINCTION = 3
    ALONE = 4


_SEPARATION = marked("Separation: the share of pairs of records that differ in these attributes")
_HEADINGS = (
    Heading(marked("Attribute"), hint=marked("In the order of the table"), is_text=True),
    Heading(marked("Pairs that differ"), hint=_SEPARATION, is_text=True),
    Heading("", hint=_SEPARATION),
    Heading(marked("Distinct"), hint=marked("Distinction: different combinations of values per record")),
    Heading(marked("Alone"), hint=marked("Records that share their combination of values with no other")),
)

_SHORT = Heading(marked("Differ"), hint=_SEPARATION, is_text=True)
_ORDERS: Mapping[RankingColumn, RankingOrder] = {
    RankingColumn.SEPARATION: "separation",
    RankingColumn.DISTINCTION: "distinction",
    RankingColumn.ALONE: "alone",
}


class RankingModel(ReadOnlyTable):
    """One row per set of attributes; sorting takes an order that is known already."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._headings = translated(_HEADINGS)
        self._narrow_headings = translated((_HEADINGS[0], _SHORT, *_HEADINGS[2:]))
        self._barless_headings = translated((_HEADINGS[0], _SHORT, replace(_SHORT, is_text=False), *_HEADINGS[3:]))
        self._ranking: AttributeRanking | None = None
        self._order = NO_PLACES
        self._by, self._falling = RankingColumn.SEPARATION, True
        self.is_narrow = self.is_barless = False

    def set_narrow(self, is_narrow: bool) -> None:
        """Head the bars in one word where they have little room."""
        if is_narrow != self.is_narrow:
            self.is_narrow = is_narrow
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, RankingColumn.BAR, RankingColumn.BAR)

    def set_barless(self, is_barless: bool) -> None:
        """Head the shares where the bars beside them are hidden."""
        if is_barless != self.is_barless:
            self.is_barless = is_barless
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, RankingColumn.BAR, RankingColumn.SEPARATION)

    def set_ranking(self, ranking: AttributeRanking) -> None:
        """Replace the sets."""
        self.beginResetModel()
        self._ranking = ranking
        self._arrange()
        self.endResetModel()

    @property
    def sorting(self) -> tuple[RankingColumn, bool]:
        """By which column the sets stand, and whether the highest is first."""
        return self._by, self._falling

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Stand the sets in the order of a column; by their attributes means as in the table."""
        by = RankingColumn(column) if 0 <= column < len(RankingColumn) else RankingColumn.SEPARATION
        self.layoutAboutToBeChanged.emit()
        self._by, self._falling = (
            (RankingColumn.SEPARATION if by is RankingColumn.BAR else by),
            order == Qt.SortOrder.DescendingOrder,
        )
        self._arrange()
        self.layoutChanged.emit()

    def names_at(self, row: int) -> tuple[str, ...]:
        """The attributes in a row."""
        if self._ranking is None or not 0 <= row < len(self._order):
            return ()
        return self._ranking.names(int(self._order[row]))

    def alone_at(self, row: int) -> int:
        """The number of records that are unique in the attributes of a row."""
        if self._ranking is None or not 0 <= row < len(self._order):
            return 0
        return int(self._ranking.alone[self._order[row]])

    def row_of(self, name: str) -> int:
        """The row of a single attribute, -1 if there is none; for rankings of few sets."""
        return next((row for row in range(len(self._order)) if self.names_at(row) == (name,)), -1)

    @property
    def headings(self) -> tuple[Heading, ...]:
        """The headings of the columns."""
        if self.is_barless:
            return self._barless_headings
        return self._narrow_headings if self.is_narrow else self._headings

    @property
    def number_of_rows(self) -> int:
        """The number of sets."""
        return len(self._order)

    def text(self, row: int, column: int) -> str | None:
        """The text of a cell."""
        return self._text(int(self._order[row]), RankingColumn(column))

    def hint(self, row: int, column: int) -> str | None:
        """All attributes of the set; the meaning of a figure."""
        return self.text(row, column) if column == RankingColumn.ATTRIBUTES else self._headings[column].hint

    def tone(self, row: int, column: int) -> str | None:
        """Faint for zero."""
        return "muted" if column == RankingColumn.ALONE and not self.alone_at(row) else None

    def share(self, row: int, column: int) -> float | None:
        """The separation of the set."""
        return self._separation(row) if column == RankingColumn.BAR else None

    def spoken(self, row: int, column: int) -> str | None:
        """The bar as a text."""
        return (
            tr("{share} of the pairs differ", share=words.percent_fixed(self._separation(row)))
            if column == RankingColumn.BAR
            else None
        )

    def _separation(self, row: int) -> float:
        return 0.0 if self._ranking is None else float(self._ranking.separation[self._order[row]])

    def _arrange(self) -> None:
        found = self._ranking
        if found is not None:
            falling = found.order(_ORDERS.get(self._by, "table"))
            self._order = falling if self._falling else falling[::-1]

    def _text(self, place: int, column: RankingColumn) -> str | None:
        ranking = self._ranking
        if ranking is None:
            return None
        match column:
            case RankingColumn.ATTRIBUTES:
                return ", ".join(ranking.names(place))
            case RankingColumn.SEPARATION:
                return words.percent_fixed(ranking.separation[place])
            case RankingColumn.DISTINCTION:
                return words.percent(ranking.distinction[place])
            case RankingColumn.ALONE:
                return words.count(ranking.alone[place])
            case _:
                return None
