"""The transformations that a search examined, sorted by a permutation inside the model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from arxdesk import words
from arxdesk.item_roles import HEIGHTS_ROLE, LEVELS_ROLE, STATE_ROLE, TONE_ROLE
from engine.lattice.lattice import Levels
from engine.search.solution import Check, Solution, Status

Index = QModelIndex | QPersistentModelIndex


class Shown(IntEnum):
    """The columns."""

    STATE = 0
    LEVELS = 1
    PICTURE = 2
    SCORE = 3
    AT_BEST = 4
    RISK = 5
    REMOVED = 6
    SHARE = 7
    GROUPS = 8


_TITLES = {
    Shown.STATE: "",
    Shown.LEVELS: "Levels",
    Shown.PICTURE: "Picture",
    Shown.SCORE: "Score",
    Shown.AT_BEST: "At best",
    Shown.RISK: "Highest risk",
    Shown.REMOVED: "Removed",
    Shown.SHARE: "Share",
    Shown.GROUPS: "Groups",
}
_HINTS = {
    Shown.LEVELS: "Generalization level of each quasi-identifier, in column order",
    Shown.PICTURE: "One bar per quasi-identifier, filled by level",
    Shown.SCORE: "Score by the quality model: the smaller, the more detail is kept",
    Shown.AT_BEST: "Lower bound: the score of generalization alone, without removing records",
    Shown.RISK: "Prosecutor risk of the smallest group that is kept",
    Shown.REMOVED: "Suppressed records",
    Shown.SHARE: "Suppressed records as a share of all",
    Shown.GROUPS: "Equivalence classes that are kept",
}


@dataclass(frozen=True, slots=True)
class _Sorting:
    column: Shown = Shown.SCORE
    descending: bool = False


class TransformationsModel(QAbstractTableModel):
    """One row per examined transformation; anonymous ones first by score until sorted otherwise."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._checks: tuple[Check, ...] = ()
        self._heights: Levels = ()
        self._records = 1
        self._best: Levels | None = None
        self._proven = False
        self._order: NDArray[np.intp] = np.empty(0, np.intp)
        self._row_of: dict[Levels, int] = {}
        self._sorting = _Sorting()

    def set_solution(self, solution: Solution, heights: Levels, records: int) -> None:
        """Show what a search examined; `heights` are the highest levels, `records` the size of the table."""
        self.beginResetModel()
        self._checks, self._heights, self._records = solution.examined, heights, max(1, records)
        self._best = solution.best.levels if solution.best else None
        self._proven = solution.status is Status.OPTIMAL
        self._arrange()
        self.endResetModel()

    def check_at(self, row: int) -> Check:
        """The transformation in a row."""
        return self._checks[int(self._order[row])]

    def row_of(self, levels: Levels) -> int:
        """The row of a transformation, -1 where it is not shown."""
        return self._row_of.get(levels, -1)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column, by score where there is none (-1); selections stay on their transformations."""
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        kept = [(self._order[index.row()], index.column()) for index in before]
        descending = order == Qt.SortOrder.DescendingOrder
        self._sorting = _Sorting(Shown(column), descending) if column >= 0 else _Sorting()
        self._arrange()
        position = np.empty(len(self._order), np.intp)
        position[self._order] = np.arange(len(self._order))
        after = [self.index(int(position[check]), shown) for check, shown in kept]
        self.changePersistentIndexList(before, after)
        self.layoutChanged.emit()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of examined transformations."""
        return 0 if parent.isValid() else len(self._checks)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of columns."""
        return 0 if parent.isValid() else len(Shown)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Titles, with what they mean as tooltip."""
        if orientation == Qt.Orientation.Vertical:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return _TITLES[Shown(section)]
        if role == Qt.ItemDataRole.ToolTipRole:
            return _HINTS.get(Shown(section))
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(Shown(section))
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """One cell."""
        if not index.isValid():
            return None
        check, column = self.check_at(index.row()), Shown(index.column())
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(check, column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(column)
        if role == STATE_ROLE:
            return self.state_of(check)
        if role == LEVELS_ROLE:
            return check.levels if column is Shown.PICTURE else None
        if role == HEIGHTS_ROLE:
            return self._heights
        if role == TONE_ROLE:
            return self._tone(check, column)
        if role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole) and column is Shown.STATE:
            return _STATE_WORDS[self.state_of(check)]
        return None

    def state_of(self, check: Check) -> str:
        """The class of a transformation: optimum, anonymous or not."""
        if check.levels == self._best:
            return "optimum"
        return "anonymous" if check.anonymous else "not"

    def _tone(self, check: Check, column: Shown) -> str | None:
        if not check.anonymous:
            return "muted"
        return "strong" if column is Shown.SCORE and check.levels == self._best else None

    def _text(self, check: Check, column: Shown) -> str | None:
        match column:
            case Shown.LEVELS:
                return ", ".join(map(str, check.levels))
            case Shown.SCORE:
                return words.score(check.score) if check.anonymous else "–"
            case Shown.AT_BEST:
                return words.score(check.lower_bound)
            case Shown.RISK:
                return words.percent(1 / check.smallest_class) if check.smallest_class else "–"
            case Shown.REMOVED:
                return words.count(check.suppressed_records)
            case Shown.SHARE:
                return words.percent_fixed(check.suppressed_records / self._records)
            case Shown.GROUPS:
                return words.count(check.classes)
            case _:
                return None

    def _arrange(self) -> None:
        keys = self._keys(self._sorting.column)
        if self._sorting.descending:
            keys = -keys
        anonymous = np.fromiter((not check.anonymous for check in self._checks), np.bool_, len(self._checks))
        self._order = np.lexsort((keys, anonymous))
        self._row_of = {self._checks[check].levels: row for row, check in enumerate(self._order)}

    def _keys(self, column: Shown) -> NDArray[np.float64]:
        checks: Sequence[Check] = self._checks
        match column:
            case Shown.LEVELS | Shown.PICTURE:
                values: Sequence[float] = [float(sum(check.levels)) for check in checks]
            case Shown.AT_BEST:
                values = [check.lower_bound for check in checks]
            case Shown.RISK:
                values = [1 / check.smallest_class if check.smallest_class else 0.0 for check in checks]
            case Shown.REMOVED | Shown.SHARE:
                values = [float(check.suppressed_records) for check in checks]
            case Shown.GROUPS:
                values = [float(check.classes) for check in checks]
            case _:
                values = [check.score for check in checks]
        return np.array(values, np.float64)


_STATE_WORDS = {"optimum": "Best", "anonymous": "Anonymous", "not": "Not anonymous"}


def _alignment(column: Shown) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column >= Shown.SCORE else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
