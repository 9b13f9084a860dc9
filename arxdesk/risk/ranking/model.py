"""Sets of attributes by how well they tell people apart, as a table."""

from __future__ import annotations

from enum import IntEnum
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Qt

from arxdesk.ui import words
from arxdesk.ui.models.read_only_table import Heading, ReadOnlyTable


class Ranking(Protocol):
    """Sets of attributes with their figures, and their places in falling order of each."""

    @property
    def separation(self) -> NDArray[np.float64]:
        """The share of pairs of records that differ."""

    @property
    def distinction(self) -> NDArray[np.float64]:
        """Different combinations of values per record."""

    @property
    def alone(self) -> NDArray[np.int64]:
        """How many records look like no other."""

    @property
    def by_separation(self) -> NDArray[np.intp]:
        """Places of the sets."""

    @property
    def by_distinction(self) -> NDArray[np.intp]:
        """Places of the sets."""

    @property
    def by_alone(self) -> NDArray[np.intp]:
        """Places of the sets."""

    def names(self, place: int) -> tuple[str, ...]:
        """The attributes of a set."""


class Shown(IntEnum):
    """The columns."""

    ATTRIBUTES = 0
    BAR = 1
    SEPARATION = 2
    DISTINCTION = 3
    ALONE = 4


_SEPARATION = "Separation: the share of pairs of people who differ in these attributes"
_HEADINGS = (
    Heading("Attribute", hint="In the order of the table", is_text=True),
    Heading("Pairs that differ", hint=_SEPARATION, is_text=True),
    Heading("", hint=_SEPARATION),
    Heading("Distinct", hint="Distinction: different combinations of values per person"),
    Heading("Alone", hint="People who share their combination of values with nobody"),
)

_SHORT = Heading("Differ", hint=_SEPARATION, is_text=True)


class RankingModel(ReadOnlyTable):
    """One row per set of attributes; sorting takes an order that is known already."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ranking: Ranking | None = None
        self._order: NDArray[np.intp] = np.zeros(0, np.intp)
        self._by, self._falling = Shown.SEPARATION, True
        self.is_narrow = False

    def set_narrow(self, is_narrow: bool) -> None:
        """Head the bars in one word where they have little room."""
        if is_narrow != self.is_narrow:
            self.is_narrow = is_narrow
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, Shown.BAR, Shown.BAR)

    def set_ranking(self, ranking: Ranking) -> None:
        """Show other sets."""
        self.beginResetModel()
        self._ranking = ranking
        self._arrange()
        self.endResetModel()

    @property
    def sorting(self) -> tuple[Shown, bool]:
        """By which column the sets stand, and whether the highest is first."""
        return self._by, self._falling

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Stand the sets in the order of a column; by their attributes means as in the table."""
        by = Shown(column) if 0 <= column < len(Shown) else Shown.SEPARATION
        self.layoutAboutToBeChanged.emit()
        self._by, self._falling = (Shown.SEPARATION if by is Shown.BAR else by), order == Qt.SortOrder.DescendingOrder
        self._arrange()
        self.layoutChanged.emit()

    def names_at(self, row: int) -> tuple[str, ...]:
        """The attributes in a row."""
        if self._ranking is None or not 0 <= row < len(self._order):
            return ()
        return self._ranking.names(int(self._order[row]))

    def alone_at(self, row: int) -> int:
        """How many people are alone in a row."""
        if self._ranking is None or not 0 <= row < len(self._order):
            return 0
        return int(self._ranking.alone[self._order[row]])

    def row_of(self, name: str) -> int:
        """The row of an attribute by itself, -1 where there is none; for rankings of few sets."""
        return next((row for row in range(len(self._order)) if self.names_at(row) == (name,)), -1)

    @property
    def headings(self) -> tuple[Heading, ...]:
        """The columns."""
        return (_HEADINGS[0], _SHORT, *_HEADINGS[2:]) if self.is_narrow else _HEADINGS

    @property
    def number_of_rows(self) -> int:
        """How many sets there are."""
        return len(self._order)

    def text(self, row: int, column: int) -> str | None:
        """What a cell reads."""
        return self._text(int(self._order[row]), Shown(column))

    def hint(self, row: int, column: int) -> str | None:
        """All of the attributes; what a figure means."""
        return self.text(row, column) if column == Shown.ATTRIBUTES else _HEADINGS[column].hint

    def tone(self, row: int, column: int) -> str | None:
        """Nobody stands back."""
        return "muted" if column == Shown.ALONE and not self.alone_at(row) else None

    def share(self, row: int, column: int) -> float | None:
        """The separation."""
        return self._separation(row) if column == Shown.BAR else None

    def spoken(self, row: int, column: int) -> str | None:
        """The bar in words."""
        return f"{words.percent_fixed(self._separation(row))} of the pairs differ" if column == Shown.BAR else None

    def _separation(self, row: int) -> float:
        assert self._ranking is not None  # noqa: S101 - there is no row without one
        return float(self._ranking.separation[self._order[row]])

    def _arrange(self) -> None:
        found = self._ranking
        if found is None:
            return
        falling = {
            Shown.SEPARATION: found.by_separation,
            Shown.DISTINCTION: found.by_distinction,
            Shown.ALONE: found.by_alone,
        }.get(self._by)
        if falling is None:
            falling = np.arange(len(found.separation))[::-1]
        self._order = falling if self._falling else falling[::-1]

    def _text(self, place: int, column: Shown) -> str | None:
        ranking = self._ranking
        assert ranking is not None  # noqa: S101 - there is no row without one
        match column:
            case Shown.ATTRIBUTES:
                return ", ".join(ranking.names(place))
            case Shown.SEPARATION:
                return words.percent_fixed(ranking.separation[place])
            case Shown.DISTINCTION:
                return words.percent(ranking.distinction[place])
            case Shown.ALONE:
                return words.count(ranking.alone[place])
            case _:
                return None
