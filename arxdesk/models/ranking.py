"""Sets of attributes by how well they tell people apart, as a table."""

from __future__ import annotations

from enum import IntEnum
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from arxdesk import words
from arxdesk.item_roles import SHARE_ROLE, TONE_ROLE

Index = QModelIndex | QPersistentModelIndex


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


_TITLES = {
    Shown.ATTRIBUTES: "Attribute",
    Shown.BAR: "Pairs that differ",
    Shown.SEPARATION: "",
    Shown.DISTINCTION: "Distinct",
    Shown.ALONE: "Alone",
}
_HINTS = {
    Shown.ATTRIBUTES: "In the order of the table",
    Shown.BAR: "Separation: the share of pairs of people who differ in these attributes",
    Shown.SEPARATION: "Separation: the share of pairs of people who differ in these attributes",
    Shown.DISTINCTION: "Distinction: different combinations of values per person",
    Shown.ALONE: "People who share their combination of values with nobody",
}
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class RankingModel(QAbstractTableModel):
    """One row per set of attributes; sorting takes an order that is known already."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._ranking: Ranking | None = None
        self._order: NDArray[np.intp] = np.zeros(0, np.intp)
        self._by, self._falling = Shown.SEPARATION, True

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

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of sets."""
        return 0 if parent.isValid() else len(self._order)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of columns."""
        return 0 if parent.isValid() else len(Shown)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Titles, with what they mean as tooltip."""
        if orientation == Qt.Orientation.Vertical or not 0 <= section < len(Shown):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return _TITLES[Shown(section)]
        if role == Qt.ItemDataRole.ToolTipRole:
            return _HINTS[Shown(section)]
        return _alignment(Shown(section)) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """One cell."""
        if not index.isValid() or self._ranking is None:
            return None
        place, column = int(self._order[index.row()]), Shown(index.column())
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(place, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._text(place, column) if column is Shown.ATTRIBUTES else _HINTS[column]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(column)
        separation = float(self._ranking.separation[place])
        if role == SHARE_ROLE and column is Shown.BAR:
            return separation
        if role == TONE_ROLE and column is Shown.ALONE and not self._ranking.alone[place]:
            return "muted"
        if role == Qt.ItemDataRole.AccessibleTextRole and column is Shown.BAR:
            return f"{words.percent_fixed(separation)} of the pairs differ"
        return None

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


def _alignment(column: Shown) -> Qt.AlignmentFlag:
    return _LEFT if column in (Shown.ATTRIBUTES, Shown.BAR) else _RIGHT
