"""All quality measures as tables: of each attribute, over all of them, of the whole table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject

from arxdesk.ui import words
from arxdesk.ui.models.read_only_table import Heading, ReadOnlyTable
from arxdesk_engine.analysis.statistics.measure import Aggregates, Measure
from arxdesk_engine.analysis.statistics.measure_words import AGGREGATES, ATTRIBUTE_MEASURES, TABLE_MEASURES
from arxdesk_engine.analysis.statistics.quality import Quality
from arxdesk_engine.foundation.language import tr

NONE = "–"
_LARGE = 1e6


@dataclass(frozen=True, slots=True)
class MeasuredCell:
    """The text and the tooltip of one cell."""

    text: str
    hint: str = ""

    @property
    def is_missing(self) -> bool:
        """Whether there is no number."""
        return self.text == NONE


class MeasuresModel(ReadOnlyTable):
    """A name and measures in each row; every text is made before it is shown."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._titles: tuple[MeasuredCell, ...] = ()
        self._headings: tuple[Heading, ...] = ()
        self._rows: tuple[tuple[MeasuredCell, ...], ...] = ()

    def set_rows(self, titles: Sequence[MeasuredCell], rows: Sequence[tuple[MeasuredCell, ...]]) -> None:
        """Show other measures."""
        self.beginResetModel()
        self._titles, self._rows = tuple(titles), tuple(rows)
        self._headings = tuple(
            Heading(each.text, hint=each.hint, is_text=not place) for place, each in enumerate(self._titles)
        )
        self.endResetModel()

    def lines(self) -> list[str]:
        """Everything as tab-separated text, with its titles."""
        return ["\t".join(cell.text for cell in row) for row in (self._titles, *self._rows)]

    @property
    def headings(self) -> tuple[Heading, ...]:
        """A name and measures."""
        return self._headings

    @property
    def number_of_rows(self) -> int:
        """The number of attributes or measures."""
        return len(self._rows)

    def text(self, row: int, column: int) -> str:
        """The text of a cell."""
        return self._rows[row][column].text

    def hint(self, row: int, column: int) -> str:
        """The meaning of a cell."""
        cell = self._rows[row][column]
        return cell.hint or cell.text

    def tone(self, row: int, column: int) -> str | None:
        """Mute cells without a number."""
        return "muted" if self._rows[row][column].is_missing else None


def attribute_titles() -> list[MeasuredCell]:
    """Attribute, then the measures."""
    return [
        MeasuredCell(tr("Attribute")),
        *(MeasuredCell(tr(each.title), tr(each.meaning)) for each in ATTRIBUTE_MEASURES.values()),
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
            MeasuredCell(tr(title), tr(hint)),
            *(_aggregated(quality.aggregates.get(key), name, raw=raw) for key in ATTRIBUTE_MEASURES),
        )
        for name, (title, hint) in AGGREGATES.items()
    ]


def table_titles() -> list[MeasuredCell]:
    """Measure, share, and what it is computed from."""
    return [
        MeasuredCell(tr("Measure")),
        MeasuredCell(tr("Kept"), tr("100 % as in the input, 0 % without information")),
        MeasuredCell(tr("Value"), tr("Measured loss; smaller is better")),
        MeasuredCell(tr("Best possible"), tr("The value of the input")),
        MeasuredCell(tr("Worst possible"), tr("The value of an output without information")),
    ]


def table_rows(quality: Quality) -> list[tuple[MeasuredCell, ...]]:
    """The measures of the whole table, a row for each."""
    rows = []
    for key, said in TABLE_MEASURES.items():
        name = MeasuredCell(tr(said.title), f"{tr(said.meaning)} {tr(said.raw)}.")
        measure: Measure | None = getattr(quality.table, key)
        if measure is None:
            rows.append((name, *(MeasuredCell(NONE, tr(said.missing)) for _column in range(4))))
            continue
        numbers = (measure.raw, measure.minimum, measure.maximum)
        kept = MeasuredCell(words.percent_fixed(measure.quality), tr(said.meaning))
        rows.append((name, kept, *(MeasuredCell(number(each), tr(said.raw)) for each in numbers)))
    return rows


def number(value: float) -> str:
    """A raw value: exact where it is whole, else with as many digits as can be read."""
    if abs(value) >= _LARGE or (value.is_integer() and abs(value) >= 1):
        return words.count(round(value))
    return words.decimal(value, 4)


def _of_attribute(measure: Measure | None, key: str, *, raw: bool) -> MeasuredCell:
    said = ATTRIBUTE_MEASURES[key]
    if measure is None:
        return MeasuredCell(NONE, tr(said.missing))
    bounds = tr(
        "{measure}: {value}, of {minimum} to {maximum}",
        measure=tr(said.raw),
        value=number(measure.raw),
        minimum=number(measure.minimum),
        maximum=number(measure.maximum),
    )
    return MeasuredCell(number(measure.raw) if raw else words.percent_fixed(measure.quality), bounds)


def _aggregated(found: Aggregates | None, name: str, *, raw: bool) -> MeasuredCell:
    if found is None:
        return MeasuredCell(NONE, tr("No quasi-identifier is numeric."))
    value: Measure | float = getattr(found, name)
    if isinstance(value, float):
        hint = tr("Shares are averaged, so that there is no raw value.")
        return MeasuredCell(NONE, hint) if raw else MeasuredCell(words.percent_fixed(value))
    return MeasuredCell(number(value.raw) if raw else words.percent_fixed(value.quality))
