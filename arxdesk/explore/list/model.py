"""The transformations of a lattice as the list shows them: columns that workers made are read, nothing is kept."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from arxdesk.explore.list import transformation_words as said
from arxdesk.ui import words
from arxdesk.ui.item_roles import (
    CELL_ROLE,
    HEIGHTS_ROLE,
    LEVELS_ROLE,
    MARKED_ROLE,
    PINNED_ROLE,
    STATE_ROLE,
    TONE_ROLE,
    WHOLE_ROLE,
)
from arxdesk.ui.tooltips import plain
from arxdesk_engine.exploration.alternatives import Alternatives, Mask, Places, Rows
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.lattice.lattice import Levels

Index = QModelIndex | QPersistentModelIndex


class ListColumn(IntEnum):
    """The columns of the table."""

    STATE = 0
    LEVELS = 1
    PICTURE = 2
    SCORE = 3
    AT_BEST = 4
    RISK = 5
    AVERAGE_RISK = 6
    REMOVED = 7
    SHARE = 8
    GROUPS = 9
    FOUND = 10
    PIN = 11


TITLES = {
    ListColumn.STATE: marked("State"),
    ListColumn.LEVELS: marked("Levels"),
    ListColumn.PICTURE: marked("Picture"),
    ListColumn.SCORE: marked("Score"),
    ListColumn.AT_BEST: marked("At best"),
    ListColumn.RISK: marked("Highest risk"),
    ListColumn.AVERAGE_RISK: marked("Average risk"),
    ListColumn.REMOVED: marked("Removed"),
    ListColumn.SHARE: marked("Share"),
    ListColumn.GROUPS: marked("Groups"),
    ListColumn.FOUND: marked("Found"),
    ListColumn.PIN: marked("Pin"),
}
_HINTS = {
    ListColumn.STATE: marked("The best one, anonymous or not. Click to sort: marked ones first"),
    ListColumn.LEVELS: marked(
        "One level for each quasi-identifier, in column order: "
        "0 keeps its values, the highest hides them.\n"
        "Of more than twelve they are digits in groups of five, as are the bars of the pictures"
    ),
    ListColumn.PICTURE: marked("One bar per quasi-identifier, filled by level. Click to sort: least coarse first"),
    ListColumn.SCORE: marked("Score by the quality model: 0 keeps every detail"),
    ListColumn.AT_BEST: marked("Lower bound: what the levels alone cost, without removing records"),
    ListColumn.RISK: marked(
        "Highest risk of somebody known to be in the table (prosecutor): that of the smallest group"
    ),
    ListColumn.AVERAGE_RISK: marked("Mean risk of somebody known to be in the table (prosecutor), of all who are kept"),
    ListColumn.REMOVED: marked("Removed records"),
    ListColumn.SHARE: marked(
        "Removed records as a share of all. Where whole people are removed, the limit is one of people"
    ),
    ListColumn.GROUPS: marked("Equivalence classes that are kept"),
    ListColumn.FOUND: marked("Order of the checks of the search"),
    ListColumn.PIN: marked("Pinned ones are kept with the project"),
}
_AT_THE_RIGHT = range(ListColumn.SCORE, ListColumn.FOUND)


@dataclass(frozen=True, slots=True, eq=False)
class Listed:
    """The listed rows: `order` intp[listed], rows of the alternatives; `places` int32[n], the place of each or -1.

    `latest` is the time of the last evaluation in seconds, during a search (`is_searching`).
    """

    alternatives: Alternatives
    order: Rows
    places: Places
    latest: float
    is_searching: bool


class TransformationsModel(QAbstractTableModel):
    """One row per listed transformation; sorting is delegated to workers by a signal."""

    sort_requested = Signal(int, Qt.SortOrder)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._listed: Listed | None = None
        self._marked: Mask | None = None
        self._pinned: frozenset[Levels] = frozenset()

    @property
    def listed(self) -> Listed | None:
        """The content; None before there is any."""
        return self._listed

    def show_listed(self, listed: Listed | None) -> None:
        """Replace the transformations, or their order."""
        self.beginResetModel()
        self._listed = listed
        self.endResetModel()

    def show_marked(self, marked: Mask | None) -> None:
        """Mark rows: bool[n] of the alternatives."""
        self._marked = marked
        self._refresh()

    def show_pinned(self, pinned: frozenset[Levels]) -> None:
        """Update which transformations are pinned."""
        if pinned != self._pinned:
            self._pinned = pinned
            self._refresh()

    def levels_at(self, row: int) -> Levels:
        """The transformation in a row."""
        assert self._listed is not None  # noqa: S101 - tells the type checker that there are rows
        return self._listed.alternatives.levels_of(int(self._listed.order[row]))

    def row_of(self, levels: Levels | None) -> int:
        """The row of a transformation, -1 where it is not shown."""
        if levels is None or self._listed is None:
            return -1
        found = self._listed.alternatives.row_of(levels)
        return int(self._listed.places[found]) if 0 <= found < len(self._listed.places) else -1

    def is_marked(self, row: int) -> bool:
        """Whether the transformation in a row is marked."""
        if self._marked is None or self._listed is None:
            return False
        found = int(self._listed.order[row])
        return found < len(self._marked) and bool(self._marked[found])

    def is_pinned(self, row: int) -> bool:
        """Whether the transformation in a row is pinned."""
        return bool(self._pinned) and self.levels_at(row) in self._pinned

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Request another order."""
        self.sort_requested.emit(column, order)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of transformations that are listed."""
        return 0 if parent.isValid() or self._listed is None else len(self._listed.order)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of columns."""
        return 0 if parent.isValid() else len(ListColumn)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The titles, explained in tooltips; a mark has no title."""
        if orientation == Qt.Orientation.Vertical:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return "" if section == ListColumn.STATE else tr(TITLES[ListColumn(section)])
        if role in (Qt.ItemDataRole.AccessibleTextRole, WHOLE_ROLE):
            return tr(TITLES[ListColumn(section)])
        if role == Qt.ItemDataRole.ToolTipRole:
            return tr(_HINTS[ListColumn(section)])
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _ALIGNMENTS[section]
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The content of a cell."""
        listed = self._listed
        if listed is None or not index.isValid() or index.row() >= len(listed.order):
            return None
        alternatives, row, column = listed.alternatives, int(listed.order[index.row()]), index.column()
        if role == CELL_ROLE:
            text = _TEXTS.get(column)
            return "" if text is None else text(listed, row), _ALIGNMENTS[column], _tone(alternatives, row, column)
        if role == Qt.ItemDataRole.DisplayRole:
            text = _TEXTS.get(column)
            return None if text is None else text(listed, row)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _ALIGNMENTS[column]
        if role == TONE_ROLE:
            return _tone(alternatives, row, column)
        if role == STATE_ROLE:
            return alternatives.state_name(row)
        if role == LEVELS_ROLE:
            return alternatives.levels_of(row)
        if role == HEIGHTS_ROLE:
            return alternatives.facts.heights
        if role == MARKED_ROLE:
            return self.is_marked(index.row())
        if role == PINNED_ROLE:
            return self.is_pinned(index.row())
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole, WHOLE_ROLE):
            return self._in_words(listed, row, index, role)
        return None

    def _in_words(self, listed: Listed, row: int, index: Index, role: int) -> str | None:
        """The meaning of a cell: for screen readers, the clipboard and tooltips."""
        alternatives, column = listed.alternatives, index.column()
        if column == ListColumn.STATE:
            return said.state(alternatives, row)
        if column in (ListColumn.LEVELS, ListColumn.PICTURE):
            levels = alternatives.levels_of(row)
            if role == WHOLE_ROLE:
                return ", ".join(map(str, levels))
            return plain(said.all_levels(levels, alternatives.facts))
        if column == ListColumn.PIN:
            pinned = self.is_pinned(index.row())
            if role == Qt.ItemDataRole.ToolTipRole:
                return tr("Unpin it (P)") if pinned else tr("Pin it (P): it is kept with the project")
            return tr("Pinned") if pinned else ""
        if role == Qt.ItemDataRole.ToolTipRole:
            return _why_missing(listed, row, column)
        return _TEXTS[column](listed, row)

    def _refresh(self) -> None:
        if self.rowCount():
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, len(ListColumn) - 1))


def _alignment(column: ListColumn) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column in _AT_THE_RIGHT else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter


_ALIGNMENTS = [_alignment(column) for column in ListColumn]


def _share(listed: Listed, row: int) -> str:
    share = float(listed.alternatives.removed_share(slice(row, row + 1))[0])
    return said.NONE if math.isnan(share) else words.percent_fixed(share)


_TEXTS: dict[int, Callable[[Listed, int], str]] = {
    ListColumn.LEVELS: lambda listed, row: said.levels(listed.alternatives.levels_of(row), listed.alternatives.facts),
    ListColumn.SCORE: lambda listed, row: said.score(float(listed.alternatives.score[row])),
    ListColumn.AT_BEST: lambda listed, row: said.score(float(listed.alternatives.lower_bound[row])),
    ListColumn.RISK: lambda listed, row: said.risk(float(listed.alternatives.highest_risk(slice(row, row + 1))[0])),
    ListColumn.AVERAGE_RISK: lambda listed, row: said.risk(
        float(listed.alternatives.average_risk(slice(row, row + 1))[0])
    ),
    ListColumn.REMOVED: lambda listed, row: said.number(int(listed.alternatives.suppressed[row])),
    ListColumn.SHARE: _share,
    ListColumn.GROUPS: lambda listed, row: said.number(int(listed.alternatives.classes[row])),
    ListColumn.FOUND: lambda listed, row: said.found(
        float(listed.alternatives.seconds[row]), listed.latest, is_searching=listed.is_searching
    ),
}


def _tone(alternatives: Alternatives, row: int, column: int) -> str | None:
    if column == ListColumn.FOUND or alternatives.state_name(row) in ("not", "unknown"):
        return "muted"
    return "strong" if column == ListColumn.SCORE and row == alternatives.best else None


def _why_missing(listed: Listed, row: int, column: int) -> str | None:
    """Why there is no figure; None if there is one."""
    if _TEXTS[column](listed, row) != said.NONE:
        return None
    if column == ListColumn.SCORE:
        return said.why_no_score(listed.alternatives, row)
    if column == ListColumn.AT_BEST:
        return tr(said.NO_BOUND)
    if column == ListColumn.FOUND:
        return tr("Not checked by the search.")
    return said.why_no_figure(listed.alternatives, row)
