"""Columns that look like an identifier of HIPAA's Safe Harbor rule, as a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from arxdesk import words
from arxdesk.item_roles import SHARE_ROLE, TONE_ROLE

Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class IdentifierSign:
    """One sign of an identifier: how sure it is, what the rule wants, "" where nothing, and whether that is done."""

    column: str
    category: str
    found_by: str
    confidence: float
    wanted: str
    is_done: bool
    details: str


class Shown(IntEnum):
    """The columns."""

    COLUMN = 0
    BAR = 1
    CONFIDENCE = 2
    CATEGORY = 3
    FOUND_BY = 4
    WANTED = 5


_TITLES = {
    Shown.COLUMN: "Column",
    Shown.BAR: "Sure",
    Shown.CONFIDENCE: "",
    Shown.CATEGORY: "Looks like",
    Shown.FOUND_BY: "Found by",
    Shown.WANTED: "Safe Harbor",
}
_HINTS = {
    Shown.COLUMN: "In the order of the table",
    Shown.BAR: "How well the name or the values fit",
    Shown.CONFIDENCE: "How well the name or the values fit",
    Shown.CATEGORY: "One of the 18 identifiers of 45 CFR 164.514(b)(2)",
    Shown.FOUND_BY: "The name of the column, or the share of its values that fit",
    Shown.WANTED: "What the rule asks for",
}
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class IdentifiersModel(QAbstractTableModel):
    """One row per sign."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._signs: tuple[IdentifierSign, ...] = ()

    def set_signs(self, signs: Sequence[IdentifierSign]) -> None:
        """Show other signs."""
        if tuple(signs) != self._signs:
            self.beginResetModel()
            self._signs = tuple(signs)
            self.endResetModel()

    def sign_at(self, row: int) -> IdentifierSign | None:
        """The sign in a row."""
        return self._signs[row] if 0 <= row < len(self._signs) else None

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of signs."""
        return 0 if parent.isValid() else len(self._signs)

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
        if not index.isValid():
            return None
        sign, column = self._signs[index.row()], Shown(index.column())
        if role == Qt.ItemDataRole.DisplayRole:
            return _text(sign, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return f"{sign.column}: {sign.details}"
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(column)
        if role == SHARE_ROLE and column is Shown.BAR:
            return sign.confidence
        if role == TONE_ROLE:
            return "muted" if sign.is_done else None
        if role == Qt.ItemDataRole.AccessibleTextRole and column is Shown.BAR:
            return f"{words.percent(sign.confidence)} sure"
        return None


def _text(sign: IdentifierSign, column: Shown) -> str | None:
    match column:
        case Shown.COLUMN:
            return sign.column
        case Shown.CONFIDENCE:
            return words.percent(sign.confidence)
        case Shown.CATEGORY:
            return words.capitalized(sign.category)
        case Shown.FOUND_BY:
            return sign.found_by
        case Shown.WANTED:
            return sign.wanted if not sign.is_done else "Done" if sign.wanted else "May stay"
        case _:
            return None


def _alignment(column: Shown) -> Qt.AlignmentFlag:
    return _RIGHT if column is Shown.CONFIDENCE else _LEFT
