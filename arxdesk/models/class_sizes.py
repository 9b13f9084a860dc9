"""How many groups and people there are of each size, before and after a transformation, as a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from arxdesk import words
from arxdesk.item_roles import TONE_ROLE
from arxdesk.results import Applied
from engine.risk.distribution import SIZE_LIMITS, SizeRange, size_ranges

Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class SizeCount:
    """The groups of a range of sizes (None: all of them), and the people in them, before and after."""

    sizes: SizeRange | None
    groups: tuple[int, int]
    people: tuple[int, int]
    shares: tuple[float, float]


def size_counts(applied: Applied) -> tuple[SizeCount, ...]:
    """Groups and people of each range of `engine.risk.distribution`, small groups first, and the sums of all."""
    groups = tuple(map(_groups_by_size, (applied.sizes_before, applied.sizes_after)))
    people = (applied.records_by_size_before, applied.records_by_size_after)
    totals = (int(people[0].sum()), int(people[1].sum()))

    def line(sizes: SizeRange | None, groups_of: tuple[int, int], people_of: tuple[int, int]) -> SizeCount:
        before, after = (part / whole if whole else 0.0 for part, whole in zip(people_of, totals, strict=True))
        return SizeCount(sizes, groups_of, people_of, (before, after))

    lines = [
        line(sizes, (groups[0][at], groups[1][at]), (int(people[0][at]), int(people[1][at])))
        for at, sizes in enumerate(size_ranges())
    ]
    return (*lines, line(None, (len(applied.sizes_before), len(applied.sizes_after)), totals))


def _groups_by_size(sizes: NDArray[np.int64]) -> list[int]:
    """How many groups each range has."""
    up_to = [0, *(int(np.count_nonzero(sizes <= limit)) for limit in SIZE_LIMITS), len(sizes)]
    return [here - below for below, here in pairwise(up_to)]


class Shown(IntEnum):
    """The columns; before and after alternate."""

    SIZES = 0
    RISK = 1
    GROUPS_BEFORE = 2
    GROUPS_AFTER = 3
    PEOPLE_BEFORE = 4
    PEOPLE_AFTER = 5
    SHARE_BEFORE = 6
    SHARE_AFTER = 7


_TITLES = {
    Shown.SIZES: "People who look the same",
    Shown.RISK: "Highest risk",
    Shown.GROUPS_BEFORE: "Groups before",
    Shown.GROUPS_AFTER: "Groups after",
    Shown.PEOPLE_BEFORE: "People before",
    Shown.PEOPLE_AFTER: "People after",
    Shown.SHARE_BEFORE: "Share before",
    Shown.SHARE_AFTER: "Share after",
}
_HINTS = {
    Shown.SIZES: "Size of the equivalence class: people with the same values in all quasi-identifiers",
    Shown.RISK: "Prosecutor risk in the smallest group of the range: 1 divided by its size",
    Shown.SHARE_BEFORE: "People in groups of these sizes, as a share of all people in the input",
    Shown.SHARE_AFTER: "People in groups of these sizes, as a share of all people in the output",
}
_BEFORE = (Shown.GROUPS_BEFORE, Shown.PEOPLE_BEFORE, Shown.SHARE_BEFORE)
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class ClassSizesModel(QAbstractTableModel):
    """One row per range of sizes and one for all; what lies above the threshold is marked where there are people."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lines: tuple[SizeCount, ...] = ()
        self._threshold = 1.0

    def set_sizes(self, lines: Sequence[SizeCount], threshold: float) -> None:
        """Show other sizes."""
        self.beginResetModel()
        self._lines, self._threshold = tuple(lines), threshold
        self.endResetModel()

    def set_threshold(self, threshold: float) -> None:
        """Mark other rows."""
        self._threshold = threshold
        if self._lines:
            last = self.index(len(self._lines) - 1, len(Shown) - 1)
            self.dataChanged.emit(self.index(0, 0), last, [TONE_ROLE])

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of ranges, and one."""
        return 0 if parent.isValid() else len(self._lines)

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
        return _alignment(Shown(section)) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """One cell."""
        if not index.isValid():
            return None
        line, column = self._lines[index.row()], Shown(index.column())
        if role == Qt.ItemDataRole.DisplayRole:
            return _text(line, column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(column)
        return self._tone(line, column) if role == TONE_ROLE else None

    def _tone(self, line: SizeCount, column: Shown) -> str | None:
        if column in _BEFORE:
            return "muted"
        if line.sizes is None:
            return "strong"
        above = line.sizes.highest_risk > self._threshold
        still = column is Shown.PEOPLE_AFTER and line.people[1] > 0
        return "warn" if above and (column is Shown.RISK or still) else None


def _text(line: SizeCount, column: Shown) -> str:
    if column is Shown.SIZES:
        return "All" if line.sizes is None else words.size_range(line.sizes.smallest, line.sizes.largest)
    if column is Shown.RISK:
        return "" if line.sizes is None else words.percent(line.sizes.highest_risk)
    number = (line.groups, line.people, line.shares)[(column - Shown.GROUPS_BEFORE) // 2]
    value = number[(column - Shown.GROUPS_BEFORE) % 2]
    if column >= Shown.SHARE_BEFORE:
        return words.percent_fixed(value)
    return words.count(int(value))


def _alignment(column: Shown) -> Qt.AlignmentFlag:
    return _LEFT if column is Shown.SIZES else _RIGHT
