"""All quality measures as tables: of each attribute, over all of them, of the whole table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from arxdesk import words
from arxdesk.item_roles import TONE_ROLE
from arxdesk.measure_words import AGGREGATES, ATTRIBUTE_MEASURES, TABLE_MEASURES
from engine.quality.statistics.measure import Aggregates, Measure
from engine.quality.statistics.quality import Quality

Index = QModelIndex | QPersistentModelIndex
NONE = "N/A"
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_LARGE = 1e6


@dataclass(frozen=True, slots=True)
class MeasuredCell:
    """What one cell says: in short, and as a tooltip."""

    text: str
    hint: str = ""

    @property
    def is_missing(self) -> bool:
        """Whether there is no number."""
        return self.text == NONE


class MeasuresModel(QAbstractTableModel):
    """A name and measures in each row; every text is made before it is shown."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._titles: tuple[MeasuredCell, ...] = ()
        self._rows: tuple[tuple[MeasuredCell, ...], ...] = ()

    def set_rows(self, titles: Sequence[MeasuredCell], rows: Sequence[tuple[MeasuredCell, ...]]) -> None:
        """Show other measures."""
        self.beginResetModel()
        self._titles, self._rows = tuple(titles), tuple(rows)
        self.endResetModel()

    def lines(self) -> list[str]:
        """Everything as tab-separated text, with its titles."""
        return ["\t".join(cell.text for cell in row) for row in (self._titles, *self._rows)]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """The number of attributes, or of measures."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own signature
        """A name and numbers."""
        return 0 if parent.isValid() else len(self._titles)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Titles, with what they mean as tooltip."""
        if orientation == Qt.Orientation.Vertical:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._titles[section].text
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._titles[section].hint or self._titles[section].text
        return (_RIGHT if section else _LEFT) if role == Qt.ItemDataRole.TextAlignmentRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """One cell."""
        if not index.isValid():
            return None
        cell = self._rows[index.row()][index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return cell.text
        if role == Qt.ItemDataRole.ToolTipRole:
            return cell.hint or cell.text
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if index.column() else _LEFT
        if role == TONE_ROLE and cell.is_missing:
            return "muted"
        return None


def attribute_titles() -> list[MeasuredCell]:
    """Attribute, then the measures."""
    return [
        MeasuredCell("Attribute"),
        *(MeasuredCell(each.title, each.meaning) for each in ATTRIBUTE_MEASURES.values()),
    ]


def attribute_rows(quality: Quality, *, raw: bool) -> list[tuple[MeasuredCell, ...]]:
    """The measures of each attribute."""
    return [
        (MeasuredCell(name), *(_of_attribute(getattr(each, key), key, raw=raw) for key in ATTRIBUTE_MEASURES))
        for name, each in quality.attributes.items()
    ]


def aggregate_rows(quality: Quality, *, raw: bool) -> list[tuple[MeasuredCell, ...]]:
    """The measures over all attributes, aggregated in each way."""
    return [
        (
            MeasuredCell(title, hint),
            *(_aggregated(quality.aggregates.get(key), name, raw=raw) for key in ATTRIBUTE_MEASURES),
        )
        for name, (title, hint) in AGGREGATES.items()
    ]


def table_titles() -> list[MeasuredCell]:
    """Measure, share, and what it is computed from."""
    return [
        MeasuredCell("Measure"),
        MeasuredCell("Kept", "100 % as in the input, 0 % nothing is left"),
        MeasuredCell("Value", "What was measured; the smaller, the more is kept"),
        MeasuredCell("Best possible", "The value of the input"),
        MeasuredCell("Worst possible", "The value of an output that tells nothing"),
    ]


def table_rows(quality: Quality) -> list[tuple[MeasuredCell, ...]]:
    """The measures of the whole table, a row for each."""
    rows = []
    for key, said in TABLE_MEASURES.items():
        name = MeasuredCell(said.title, f"{said.meaning} {said.raw}.")
        measure: Measure | None = getattr(quality.table, key)
        if measure is None:
            rows.append((name, *(MeasuredCell(NONE, said.missing) for _column in range(4))))
            continue
        numbers = (measure.raw, measure.minimum, measure.maximum)
        kept = MeasuredCell(words.percent_fixed(measure.quality), said.meaning)
        rows.append((name, kept, *(MeasuredCell(number(each), said.raw) for each in numbers)))
    return rows


def number(value: float) -> str:
    """A raw value: exact where it is whole, else with as many digits as can be read."""
    if abs(value) >= _LARGE or (value.is_integer() and abs(value) >= 1):
        return words.count(round(value))
    return words.decimal(value, 4)


def _of_attribute(measure: Measure | None, key: str, *, raw: bool) -> MeasuredCell:
    said = ATTRIBUTE_MEASURES[key]
    if measure is None:
        return MeasuredCell(NONE, said.missing)
    bounds = f"{said.raw}: {number(measure.raw)}, of {number(measure.minimum)} to {number(measure.maximum)}"
    return MeasuredCell(number(measure.raw) if raw else words.percent_fixed(measure.quality), bounds)


def _aggregated(found: Aggregates | None, name: str, *, raw: bool) -> MeasuredCell:
    if found is None:
        return MeasuredCell(NONE, "No quasi-identifier is numeric.")
    value: Measure | float = getattr(found, name)
    if isinstance(value, float):
        hint = "Shares are averaged, so that there is no raw value."
        return MeasuredCell(NONE, hint) if raw else MeasuredCell(words.percent_fixed(value))
    return MeasuredCell(number(value.raw) if raw else words.percent_fixed(value.quality))
