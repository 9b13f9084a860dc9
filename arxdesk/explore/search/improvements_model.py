"""The improvements of a search: time, score, changed levels. The latest comes first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from arxdesk.explore.search.finds import Find
from arxdesk.ui.durations import duration
from arxdesk.ui.words import count, score
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.lattice.lattice import Levels

Index = QModelIndex | QPersistentModelIndex
_NAMED = 2


class ImprovementColumn(IntEnum):
    """The columns of the table."""

    AFTER = 0
    SCORE = 1
    CHANGE = 2
    REMOVED = 3


_TITLES = (marked("After"), marked("Score"), marked("Change"), marked("Removed"))
_HINTS = (
    marked("Time since the start of the search"),
    marked("0 keeps every detail"),
    marked("Levels that differ from the previous best"),
    marked("Records removed by the transformation"),
)


@dataclass(frozen=True, slots=True)
class _Row:
    levels: Levels
    texts: tuple[str, ...]
    hint: str


class ImprovementsModel(QAbstractTableModel):
    """Rows are only added while a search goes on; the texts are made when they are."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._names: tuple[str, ...] = ()
        self._rows: list[_Row] = []
        self._last: Levels | None = None

    def reset(self, names: Sequence[str], finds: Sequence[Find] = ()) -> None:
        """Show these alone; `names` are the attributes of the levels."""
        self.beginResetModel()
        self._names, self._rows, self._last = tuple(names), [], None
        self._take(finds)
        self.endResetModel()

    def add(self, finds: Sequence[Find]) -> None:
        """Add the latest improvements."""
        if finds:
            self.beginInsertRows(QModelIndex(), 0, len(finds) - 1)
            self._take(finds)
            self.endInsertRows()

    def levels_at(self, row: int) -> Levels:
        """The transformation in a row."""
        return self._at(row).levels

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of improvements."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of columns."""
        return 0 if parent.isValid() else len(ImprovementColumn)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The titles, explained in tooltips."""
        if orientation == Qt.Orientation.Vertical:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return tr(_TITLES[section])
        if role == Qt.ItemDataRole.ToolTipRole:
            return tr(_HINTS[section])
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(section)
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The texts; all changed levels as tooltip."""
        row = self._at(index.row())
        if role == Qt.ItemDataRole.DisplayRole:
            return row.texts[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return row.hint
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(index.column())
        return None

    def _at(self, row: int) -> _Row:
        return self._rows[len(self._rows) - 1 - row]

    def _take(self, finds: Sequence[Find]) -> None:
        for find in finds:
            changes = self._changes(find.levels)
            named = ", ".join(changes[:_NAMED])
            rest = len(changes) - _NAMED
            change = tr_n(rest, "{named} and {n} other", "{named} and {n} others", named=named) if rest > 0 else named
            change = change or (tr("first found") if self._last is None else tr("the same"))
            texts = (duration(find.seconds), score(find.score), change, count(find.suppressed))
            hint = ", ".join(changes) if changes else tr("Levels {levels}", levels=", ".join(map(str, find.levels)))
            removed = tr_n(find.suppressed, "{n} record removed", "{n} records removed")
            self._rows.append(_Row(find.levels, texts, f"{hint}\n{removed}"))
            self._last = find.levels

    def _changes(self, levels: Levels) -> list[str]:
        """The changed levels from the previous best: "age 3 → 2"."""
        if self._last is None:
            return []
        rows = zip(self._names, self._last, levels, strict=True)
        return [f"{name} {before} → {now}" for name, before, now in rows if before != now]


def _alignment(section: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignLeft if section == ImprovementColumn.CHANGE else Qt.AlignmentFlag.AlignRight
    return side | Qt.AlignmentFlag.AlignVCenter
