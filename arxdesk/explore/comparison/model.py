"""Item models of a comparison: the attributes, and the first records of each output."""

from __future__ import annotations

from enum import IntEnum

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from arxdesk.core.records_model import RecordsModel
from arxdesk.explore.comparison.words import SIDES, coarser
from arxdesk.ui import words
from arxdesk.ui.item_roles import CELL_ROLE, SEGMENTS_ROLE, SHARES_ROLE, TONE_ROLE
from arxdesk.ui.tooltips import plain
from arxdesk_engine.exploration.comparison import TransformationComparison
from arxdesk_engine.foundation.language import marked, tr

Index = QModelIndex | QPersistentModelIndex


class ComparisonColumn(IntEnum):
    """The columns of the table."""

    ATTRIBUTE = 0
    FIRST_LEVEL = 1
    SECOND_LEVEL = 2
    DIFFERENCE = 3
    BARS = 4
    FIRST_DETAIL = 5
    SECOND_DETAIL = 6


_TITLES = {
    ComparisonColumn.ATTRIBUTE: marked("Attribute"),
    ComparisonColumn.FIRST_LEVEL: marked("Level in A"),
    ComparisonColumn.SECOND_LEVEL: marked("Level in B"),
    ComparisonColumn.DIFFERENCE: marked("B is"),
    ComparisonColumn.BARS: marked("Detail kept"),
    ComparisonColumn.FIRST_DETAIL: "A",
    ComparisonColumn.SECOND_DETAIL: "B",
}
_DETAIL = marked("Granularity: 100 % is every value as in the input, 0 % is nothing but *")
_HINTS = {
    ComparisonColumn.ATTRIBUTE: marked("Quasi-identifiers, in column order"),
    ComparisonColumn.FIRST_LEVEL: marked("Generalization level, of all levels of the hierarchy"),
    ComparisonColumn.SECOND_LEVEL: marked("Generalization level, of all levels of the hierarchy"),
    ComparisonColumn.DIFFERENCE: marked("How many levels coarser or finer B is than A"),
    ComparisonColumn.BARS: _DETAIL,
    ComparisonColumn.FIRST_DETAIL: _DETAIL,
    ComparisonColumn.SECOND_DETAIL: _DETAIL,
}
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class ComparedAttributesModel(QAbstractTableModel):
    """One row per quasi-identifier, or per one that differs."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._comparison: TransformationComparison | None = None
        self._only_different = False
        self._rows: list[int] = []

    def show_comparison(self, comparison: TransformationComparison) -> None:
        """Replace the comparison."""
        self._comparison = comparison
        self._choose_rows()

    def set_only_different(self, only: bool) -> None:
        """Hide or show attributes whose levels are the same."""
        self._only_different = only
        self._choose_rows()

    @property
    def names(self) -> tuple[str, ...]:
        """The visible attributes."""
        comparison = self._comparison
        return () if comparison is None else tuple(comparison.names[row] for row in self._rows)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of attributes shown."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of columns."""
        return 0 if parent.isValid() else len(ComparisonColumn)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The titles, explained in tooltips."""
        if orientation == Qt.Orientation.Vertical:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return tr(_TITLES[ComparisonColumn(section)])
        if role == Qt.ItemDataRole.ToolTipRole:
            return tr(_HINTS[ComparisonColumn(section)])
        return _alignment(ComparisonColumn(section)) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The content of a cell."""
        if not index.isValid() or self._comparison is None:
            return None
        place, column = self._rows[index.row()], ComparisonColumn(index.column())
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(place, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain(self._comparison.names[place]) if column is ComparisonColumn.ATTRIBUTE else tr(_HINTS[column])
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(column)
        if role == TONE_ROLE:
            return self._tone(place, column)
        if role == SEGMENTS_ROLE and column in (ComparisonColumn.FIRST_LEVEL, ComparisonColumn.SECOND_LEVEL):
            side = int(column is ComparisonColumn.SECOND_LEVEL)
            return self._comparison.levels[side][place], self._comparison.heights[place]
        if role == SHARES_ROLE and column is ComparisonColumn.BARS:
            return self._shares(place)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._said(place, column)
        return None

    def _choose_rows(self) -> None:
        comparison = self._comparison
        if comparison is None:
            return
        self.beginResetModel()
        first, second = comparison.levels
        every = range(len(comparison.names))
        self._rows = [row for row in every if not self._only_different or first[row] != second[row]]
        self.endResetModel()

    def _shares(self, place: int) -> tuple[float, float]:
        assert self._comparison is not None  # noqa: S101 - only asked with a comparison
        first, second = self._comparison.sides
        return first.granularity[place], second.granularity[place]

    def _text(self, place: int, column: ComparisonColumn) -> str | None:
        assert self._comparison is not None  # noqa: S101
        match column:
            case ComparisonColumn.ATTRIBUTE:
                return self._comparison.names[place]
            case ComparisonColumn.DIFFERENCE:
                first, second = self._comparison.levels
                return coarser(first[place], second[place]) or tr("the same")
            case ComparisonColumn.FIRST_DETAIL | ComparisonColumn.SECOND_DETAIL:
                return words.percent_fixed(self._shares(place)[column is ComparisonColumn.SECOND_DETAIL])
            case _:
                return None

    def _tone(self, place: int, column: ComparisonColumn) -> str | None:
        assert self._comparison is not None  # noqa: S101
        first, second = self._comparison.levels
        if column is ComparisonColumn.DIFFERENCE:
            return "muted" if first[place] == second[place] else "differs"
        shares = self._shares(place)
        better = {
            ComparisonColumn.FIRST_DETAIL: shares[0] > shares[1],
            ComparisonColumn.SECOND_DETAIL: shares[1] > shares[0],
        }
        return "strong" if better.get(column) else None

    def _said(self, place: int, column: ComparisonColumn) -> str | None:
        assert self._comparison is not None  # noqa: S101
        if column in (ComparisonColumn.FIRST_LEVEL, ComparisonColumn.SECOND_LEVEL):
            side = int(column is ComparisonColumn.SECOND_LEVEL)
            level = words.level(self._comparison.levels[side][place], self._comparison.heights[place])
            return tr("{label}: {text}", label=SIDES[side], text=level)
        if column is ComparisonColumn.BARS:
            first, second = (words.percent_fixed(share) for share in self._shares(place))
            return tr("Detail kept: A {first}, B {second}", first=first, second=second)
        return self._text(place, column)


class ComparedRecordsModel(RecordsModel):
    """The first records of one output; cells that differ in the other one are tinted."""

    def __init__(self, side: int, parent: QObject | None = None) -> None:
        super().__init__(parent=parent)
        self._side = side
        self._comparison: TransformationComparison | None = None

    def show_comparison(self, comparison: TransformationComparison) -> None:
        """Replace the comparison."""
        self._comparison = comparison
        shown = comparison.sides[self._side]
        self.set_records(shown.columns, removed=shown.removed)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The content of a cell."""
        found = super().data(index, role)
        comparison = self._comparison
        if role not in (TONE_ROLE, CELL_ROLE) or comparison is None or not index.isValid():
            return found
        row, column = index.row(), index.column()
        if not comparison.differs[row, column] or comparison.sides[self._side].removed[row]:
            return found
        return "differs" if role == TONE_ROLE else (*found[:2], "differs")  # type: ignore[index]

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Rows carry the record numbers of the input."""
        if orientation == Qt.Orientation.Vertical and self._comparison is not None:
            is_number = role == Qt.ItemDataRole.DisplayRole
            return words.count(int(self._comparison.records[section]) + 1) if is_number else None
        return super().headerData(section, orientation, role)


def _alignment(column: ComparisonColumn) -> Qt.AlignmentFlag:
    return _RIGHT if column in (ComparisonColumn.FIRST_DETAIL, ComparisonColumn.SECOND_DETAIL) else _LEFT
