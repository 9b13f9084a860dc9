"""How many groups and people there are of each size, or with which risk, before and after, as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from arxdesk import words
from arxdesk.item_roles import CAPTION_ROLE, TONE_ROLE
from engine.risk.distribution import (
    ClassSizeHistogram,
    SizeRange,
    classes_by_size,
    distribution_of,
    records_by_class_size,
    size_ranges,
)

Index = QModelIndex | QPersistentModelIndex
SIDES = ("before", "after")
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


@dataclass(frozen=True, slots=True)
class SizeCount:
    """The groups of a range of sizes (None: all of them), and the people in them, before and after."""

    sizes: SizeRange | None
    groups: tuple[int, int]
    people: tuple[int, int]
    shares: tuple[float, float]


def size_counts(sides: Mapping[str, ClassSizeHistogram]) -> tuple[SizeCount, ...]:
    """Groups and people of each range of `engine.risk.distribution`, small groups first, and the sums of all.

    A side that is not given has none.
    """
    none = ClassSizeHistogram.of(np.zeros(0, np.int64))
    both = [sides.get(side, none) for side in SIDES]
    groups = [classes_by_size(each.sizes, each.numbers).tolist() for each in both]
    people = [records_by_class_size(each.sizes, each.numbers).tolist() for each in both]
    totals = [sum(each) for each in people]

    def line(sizes: SizeRange | None, groups_of: Sequence[int], people_of: Sequence[int]) -> SizeCount:
        before, after = (part / whole if whole else 0.0 for part, whole in zip(people_of, totals, strict=True))
        return SizeCount(sizes, (groups_of[0], groups_of[1]), (people_of[0], people_of[1]), (before, after))

    lines = [
        line(sizes, [each[at] for each in groups], [each[at] for each in people])
        for at, sizes in enumerate(size_ranges())
    ]
    return (*lines, line(None, [sum(each) for each in groups], totals))


@dataclass(frozen=True, slots=True)
class RiskCount:
    """People with a risk above `low` and up to `high`, as numbers and shares, and the share up to `high`."""

    low: float
    high: float
    people: tuple[int, int]
    shares: tuple[float, float]
    at_most: tuple[float, float]


def risk_counts(sides: Mapping[str, ClassSizeHistogram]) -> tuple[RiskCount, ...]:
    """People in each class of risk of `engine.risk.distribution`, low risks first."""
    none = ClassSizeHistogram.of(np.zeros(0, np.int64))
    before, after = (distribution_of(sides.get(side, none)) for side in SIDES)
    lows = (0.0, *before.thresholds)
    return tuple(
        RiskCount(
            lows[at],
            high,
            (round(float(before.shares[at]) * before.records), round(float(after.shares[at]) * after.records)),
            _pair(before.shares, after.shares, at),
            _pair(before.at_most, after.at_most, at),
        )
        for at, high in enumerate(before.thresholds)
    )


def _pair(before: NDArray[np.float64], after: NDArray[np.float64], at: int) -> tuple[float, float]:
    return float(before[at]), float(after[at])


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


class ShownRisks(IntEnum):
    """The columns of the table of risks; before and after alternate."""

    RISK = 0
    PEOPLE_BEFORE = 1
    PEOPLE_AFTER = 2
    SHARE_BEFORE = 3
    SHARE_AFTER = 4
    UP_TO_BEFORE = 5
    UP_TO_AFTER = 6


_TITLES: dict[IntEnum, tuple[str, str]] = {
    Shown.SIZES: ("People", "alike"),
    Shown.RISK: ("Highest", "risk"),
    Shown.GROUPS_BEFORE: ("Groups", "before"),
    Shown.GROUPS_AFTER: ("Groups", "after"),
    Shown.PEOPLE_BEFORE: ("People", "before"),
    Shown.PEOPLE_AFTER: ("People", "after"),
    Shown.SHARE_BEFORE: ("Share", "before"),
    Shown.SHARE_AFTER: ("Share", "after"),
}
_RISK_TITLES: dict[IntEnum, tuple[str, str]] = {
    ShownRisks.RISK: ("Risk", "above, up to"),
    ShownRisks.PEOPLE_BEFORE: ("People", "before"),
    ShownRisks.PEOPLE_AFTER: ("People", "after"),
    ShownRisks.SHARE_BEFORE: ("Share", "before"),
    ShownRisks.SHARE_AFTER: ("Share", "after"),
    ShownRisks.UP_TO_BEFORE: ("Up to it", "before"),
    ShownRisks.UP_TO_AFTER: ("Up to it", "after"),
}
_HINTS: dict[IntEnum, str] = {
    Shown.SIZES: "Size of the equivalence class: people with the same values in all quasi-identifiers",
    Shown.RISK: "Prosecutor risk in the smallest group of the range: 1 divided by its size",
    Shown.SHARE_BEFORE: "People in groups of these sizes, as a share of all people in the input",
    Shown.SHARE_AFTER: "People in groups of these sizes, as a share of all people in the output",
}
_RISK_HINTS: dict[IntEnum, str] = {
    ShownRisks.RISK: "Prosecutor risk: 1 divided by the size of the group",
    ShownRisks.UP_TO_BEFORE: "People in the input with this risk or a lower one",
    ShownRisks.UP_TO_AFTER: "People in the output with this risk or a lower one",
}
BEFORE = {
    Shown: (Shown.GROUPS_BEFORE, Shown.PEOPLE_BEFORE, Shown.SHARE_BEFORE),
    ShownRisks: (ShownRisks.PEOPLE_BEFORE, ShownRisks.SHARE_BEFORE, ShownRisks.UP_TO_BEFORE),
}
AFTER = {
    Shown: (Shown.GROUPS_AFTER, Shown.PEOPLE_AFTER, Shown.SHARE_AFTER),
    ShownRisks: (ShownRisks.PEOPLE_AFTER, ShownRisks.SHARE_AFTER, ShownRisks.UP_TO_AFTER),
}


class _RangesModel(QAbstractTableModel):
    """One row per range; what lies above the threshold is marked where there are people."""

    columns: type[IntEnum]
    titles: Mapping[IntEnum, tuple[str, str]]
    """Both lines of the header."""
    hints: Mapping[IntEnum, str]

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.threshold = 1.0
        self.counts_after = True

    def set_threshold(self, threshold: float) -> None:
        """Mark other rows."""
        self.threshold = threshold
        if self.rowCount():
            last = self.index(self.rowCount() - 1, len(self.columns) - 1)
            self.dataChanged.emit(self.index(0, 0), last, [TONE_ROLE])

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of columns."""
        return 0 if parent.isValid() else len(self.columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Titles, with what they mean as tooltip."""
        if orientation == Qt.Orientation.Vertical:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.titles[self.columns(section)][0]
        if role == CAPTION_ROLE:
            return self.titles[self.columns(section)][1]
        if role == Qt.ItemDataRole.ToolTipRole:
            return self.hints.get(self.columns(section))
        return _alignment(section) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """One cell."""
        if not index.isValid():
            return None
        row, column = index.row(), index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self.text(row, column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(column)
        return self.tone(row, column) if role == TONE_ROLE else None

    def text(self, row: int, column: int) -> str:
        """What a cell reads."""
        raise NotImplementedError

    def tone(self, row: int, column: int) -> str | None:
        """How a cell is marked."""
        raise NotImplementedError


class ClassSizesModel(_RangesModel):
    """One row per range of sizes and one for all."""

    columns, titles, hints = Shown, _TITLES, _HINTS

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.lines: tuple[SizeCount, ...] = ()

    def set_sizes(self, lines: Sequence[SizeCount], threshold: float, *, counts_after: bool = True) -> None:
        """Show other sizes; `counts_after`: whether it is the people after that matter."""
        self.beginResetModel()
        self.lines, self.threshold, self.counts_after = tuple(lines), threshold, counts_after
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of ranges, and one."""
        return 0 if parent.isValid() else len(self.lines)

    def text(self, row: int, column: int) -> str:
        """What a cell reads."""
        line = self.lines[row]
        if column == Shown.SIZES:
            return "All" if line.sizes is None else words.size_range(line.sizes.smallest, line.sizes.largest)
        if column == Shown.RISK:
            return "" if line.sizes is None else words.percent(line.sizes.highest_risk)
        number = (line.groups, line.people, line.shares)[(column - Shown.GROUPS_BEFORE) // 2]
        value = number[(column - Shown.GROUPS_BEFORE) % 2]
        return words.percent_fixed(value) if column >= Shown.SHARE_BEFORE else words.count(int(value))

    def tone(self, row: int, column: int) -> str | None:
        """How a cell is marked."""
        line = self.lines[row]
        counting = Shown.PEOPLE_AFTER if self.counts_after else Shown.PEOPLE_BEFORE
        if column in BEFORE[Shown] and self.counts_after:
            return "muted"
        if line.sizes is None:
            return "strong"
        above = line.sizes.highest_risk > self.threshold
        still = column == counting and line.people[int(self.counts_after)] > 0
        return "warn" if above and (column == Shown.RISK or still) else None


class RiskClassesModel(_RangesModel):
    """One row per class of risk."""

    columns, titles, hints = ShownRisks, _RISK_TITLES, _RISK_HINTS

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.lines: tuple[RiskCount, ...] = ()

    def set_risks(self, lines: Sequence[RiskCount], threshold: float, *, counts_after: bool = True) -> None:
        """Show other risks."""
        self.beginResetModel()
        self.lines, self.threshold, self.counts_after = tuple(lines), threshold, counts_after
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of classes."""
        return 0 if parent.isValid() else len(self.lines)

    def text(self, row: int, column: int) -> str:
        """What a cell reads."""
        line = self.lines[row]
        if column == ShownRisks.RISK:
            return words.risk_range(line.low, line.high)
        number = (line.people, line.shares, line.at_most)[(column - ShownRisks.PEOPLE_BEFORE) // 2]
        value = number[(column - ShownRisks.PEOPLE_BEFORE) % 2]
        return words.percent_fixed(value) if column >= ShownRisks.SHARE_BEFORE else words.count(int(value))

    def tone(self, row: int, column: int) -> str | None:
        """How a cell is marked."""
        line = self.lines[row]
        counting = ShownRisks.PEOPLE_AFTER if self.counts_after else ShownRisks.PEOPLE_BEFORE
        if column in BEFORE[ShownRisks] and self.counts_after:
            return "muted"
        above = line.high > self.threshold
        still = column == counting and line.people[int(self.counts_after)] > 0
        return "warn" if above and (column == ShownRisks.RISK or still) else None


def _alignment(column: int) -> Qt.AlignmentFlag:
    return _LEFT if column == 0 else _RIGHT
