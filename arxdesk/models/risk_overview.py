"""The main figures of risk, one under the other, before and after."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from arxdesk import words
from arxdesk.item_roles import SHARE_ROLE, TONE_ROLE

Index = QModelIndex | QPersistentModelIndex
MISSING = "–"


class Shown(IntEnum):
    """The columns; each side has a number and a bar."""

    FIGURE = 0
    BEFORE = 1
    BEFORE_BAR = 2
    AFTER = 3
    AFTER_BAR = 4


@dataclass(frozen=True, slots=True)
class OverviewRow:
    """One figure: a share of each side (None: there is none), with texts where they say more than the share.

    `key` tells what it is to those who open its people.
    """

    key: str
    label: str
    hint: str
    before: float | None = None
    after: float | None = None
    before_text: str = ""
    after_text: str = ""


_TITLES = {Shown.FIGURE: "Figure", Shown.BEFORE: "Before", Shown.AFTER: "After"}
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class RiskOverviewModel(QAbstractTableModel):
    """A figure in each row."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.lines: tuple[OverviewRow, ...] = ()
        self._counts_after = True

    def set_lines(self, lines: Sequence[OverviewRow], *, counts_after: bool = True) -> None:
        """Show other figures; `counts_after`: whether it is those after that matter."""
        self.beginResetModel()
        self.lines, self._counts_after = tuple(lines), counts_after
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of figures."""
        return 0 if parent.isValid() else len(self.lines)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of columns."""
        return 0 if parent.isValid() else len(Shown)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The sides."""
        if orientation == Qt.Orientation.Vertical:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return _TITLES.get(Shown(section), "")
        return _alignment(section) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """One cell."""
        if not index.isValid():
            return None
        line, column = self.lines[index.row()], Shown(index.column())
        if role == Qt.ItemDataRole.DisplayRole:
            return _text(line, column)
        if role == SHARE_ROLE:
            return {Shown.BEFORE_BAR: line.before, Shown.AFTER_BAR: line.after}.get(column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return line.hint
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(index.column())
        if role == TONE_ROLE:
            before = "muted" if self._counts_after else "strong"
            return {Shown.BEFORE: before, Shown.AFTER: "strong"}.get(column)
        return None


def _text(line: OverviewRow, column: Shown) -> str | None:
    if column is Shown.FIGURE:
        return line.label
    if column is Shown.BEFORE:
        return line.before_text or (MISSING if line.before is None else words.percent(line.before))
    if column is Shown.AFTER:
        return line.after_text or (MISSING if line.after is None else words.percent(line.after))
    return None


def _alignment(column: int) -> Qt.AlignmentFlag:
    return _RIGHT if column in (Shown.BEFORE, Shown.AFTER) else _LEFT
