"""What each quasi-identifier kept of its detail, as a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from arxdesk import words
from arxdesk.attributes import treatment_words
from arxdesk.item_roles import SHARE_ROLE, TONE_ROLE
from arxdesk.measure_words import ATTRIBUTE_MEASURES, GRANULARITY, MeasureWords
from arxdesk.results import Applied, Result

Index = QModelIndex | QPersistentModelIndex

NOTHING = 1e-9
"""Detail below this is none: what rounding leaves."""


@dataclass(frozen=True, slots=True)
class KeptDetail:
    """A quasi-identifier after a transformation: its level, and the share of its detail that is left (1 all).

    `example` is one of the values that it has now; `treatment` what it shows instead of a level, "" where it does not.
    Where records went through several transformations `level` is the highest one and `lowest_level` the lowest.
    """

    name: str
    level: int
    highest_level: int
    share: float
    example: str
    treatment: str = ""
    lowest_level: int | None = None

    @property
    def unchanged(self) -> bool:
        """Whether all people who are kept have their original value."""
        return self.level == 0 and not self.treatment

    @property
    def lost(self) -> bool:
        """Whether nothing of it is left."""
        return self.share < NOTHING

    @property
    def fate(self) -> str:
        """What happened to it, in words."""
        if self.lost:
            return "gone completely"
        if self.treatment:
            return self.treatment
        if self.lowest_level not in (None, self.level):
            lowest = "as it was" if self.lowest_level == 0 else f"level {words.count(self.lowest_level or 0)}"
            return f"{lowest} to level {words.count(self.level)} of {words.count(self.highest_level)}"
        level = words.level(self.level, self.highest_level)
        return level if self.unchanged else f"{level}, such as {self.example}"


def kept_details(result: Result, applied: Applied) -> tuple[KeptDetail, ...]:
    """What a transformation left of each quasi-identifier, in column order."""
    hierarchies, job = result.anonymizer.hierarchies, result.job
    levels = zip(*applied.transformations, strict=True)
    return tuple(
        KeptDetail(
            name,
            max(used),
            hierarchy.maximum_level,
            share,
            hierarchy.labels[max(used)][0],
            treatment_words.quasi_identifier(job.settings_of(name)) or "",
            min(used),
        )
        for (name, hierarchy), used, share in zip(hierarchies.items(), levels, applied.granularity, strict=True)
    )


class Shown(IntEnum):
    """The columns."""

    ATTRIBUTE = 0
    BAR = 1
    SHARE = 2
    FATE = 3


_TITLES = {Shown.ATTRIBUTE: "Attribute", Shown.BAR: "Detail kept", Shown.SHARE: "Share", Shown.FATE: "Values now"}
_HINTS = {
    Shown.ATTRIBUTE: "Quasi-identifiers, in column order",
    Shown.BAR: "100 % is all of the detail of the input, 0 % is none of it",
    Shown.SHARE: "100 % is all of the detail of the input, 0 % is none of it",
    Shown.FATE: "The generalization level that was applied, of those the hierarchy has",
}
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class DetailModel(QAbstractTableModel):
    """One row per quasi-identifier."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._details: tuple[KeptDetail, ...] = ()
        self._shares: tuple[float | None, ...] = ()
        self._measure = ATTRIBUTE_MEASURES[GRANULARITY]

    def set_details(self, details: Sequence[KeptDetail], shares: Sequence[float | None], measure: MeasureWords) -> None:
        """Show other attributes, or the same by another measure: `shares` of the detail, None where there is none."""
        self.beginResetModel()
        self._details, self._shares, self._measure = tuple(details), tuple(shares), measure
        self.endResetModel()

    def lines(self) -> list[str]:
        """Attributes and their shares in percent, tab-separated."""
        return [f"{each.name}\t{self._share(row)}" for row, each in enumerate(self._details)]

    def _share(self, row: int) -> str:
        share = self._shares[row]
        return "N/A" if share is None else words.percent_fixed(share)

    def _text(self, row: int, column: Shown) -> str | None:
        match column:
            case Shown.ATTRIBUTE:
                return self._details[row].name
            case Shown.FATE:
                return words.capitalized(self._details[row].fate)
            case Shown.SHARE:
                return self._share(row)
            case _:
                return None

    def _hint(self, row: int) -> str:
        return self._measure.missing if self._shares[row] is None else self._measure.meaning

    def name_at(self, row: int) -> str:
        """The attribute in a row."""
        return self._details[row].name

    def row_of(self, name: str) -> int:
        """The row of an attribute, -1 where it is not shown."""
        return next((row for row, detail in enumerate(self._details) if detail.name == name), -1)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of quasi-identifiers."""
        return 0 if parent.isValid() else len(self._details)

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
            return _HINTS[Shown(section)]
        return _alignment(Shown(section)) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """One cell."""
        if not index.isValid():
            return None
        row, column = index.row(), Shown(index.column())
        share = self._shares[row]
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(row, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._hint(row) if column in (Shown.BAR, Shown.SHARE) else self._text(row, column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(column)
        if role == SHARE_ROLE:
            return share if column is Shown.BAR else None
        if role == TONE_ROLE:
            is_lost = share is not None and share < NOTHING
            if column is Shown.SHARE:
                return "strong" if is_lost else "muted" if share is None else None
            return "strong" if self._details[row].lost and column is Shown.FATE else None
        if role == Qt.ItemDataRole.AccessibleTextRole and column is Shown.BAR:
            return self._hint(row) if share is None else f"{words.percent_fixed(share)} of the detail kept"
        return None


def _alignment(column: Shown) -> Qt.AlignmentFlag:
    return _RIGHT if column is Shown.SHARE else _LEFT
