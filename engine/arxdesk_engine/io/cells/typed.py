"""Texts as the typed cells of a format, if reading these cells gives exactly the same texts again.

What a column is read as decides: text is never turned into numbers. The text of a cell is that of `io.cells.cells`.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.data.dataset import Codes, Column
from arxdesk_engine.data.schema import DEFAULT_DATE_FORMAT, DataType, ValueType
from arxdesk_engine.foundation.errors import InvalidData, Problem, quoted
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.io.cells.cells import EXACT_WHOLE_NUMBERS, texts_of

_ISO = re.compile(r"%Y-%m-%d(T|$)")


class CellKind(Enum):
    """The type of the cells of a column, in words."""

    TEXT = auto()
    INTEGER = auto()
    REAL = auto()
    DAY = auto()
    MOMENT = auto()


@dataclass(frozen=True, slots=True)
class Abilities:
    """The values that a format holds beside text: whole numbers up to `whole`, other numbers than 0 from `least` to
    `most`, days and moments, which have whole seconds, from `first_day` on. `digits` of a number are read; None: all.
    """

    whole: int = EXACT_WHOLE_NUMBERS
    least: float = 1e-290
    most: float = 1e300
    first_day: dt.date | None = dt.date(1583, 1, 1)  # the first whole year of the calendar of today
    has_moments: bool = True
    digits: int | None = None

    def cell(self, text: str, value_type: ValueType) -> object:
        """A number, day or moment that reads like the text; the text itself without one."""
        try:
            value = self._value(text, value_type)
        except (ValueError, OverflowError):
            return text
        if isinstance(value, int) and self.whole <= EXACT_WHOLE_NUMBERS:  # stored as a floating-point number
            value = value if texts_of([float(value)], self.digits) == [text] else None
        if value is None or (isinstance(value, int | float) and texts_of([value], self.digits) != [text]):
            return text
        return value

    def _value(self, text: str, value_type: ValueType) -> object:
        match value_type.kind:
            case DataType.INTEGER:
                number = int(text)
                return number if abs(number) <= self.whole else None
            case DataType.DECIMAL:
                real = float(text)
                return real if real == 0 or self.least <= abs(real) <= self.most else None
            case DataType.DATE if self.first_day is not None and _ISO.match(value_type.format or DEFAULT_DATE_FORMAT):
                return self._moment(text)
            case _:
                return None

    def _moment(self, text: str) -> object:
        if len(text) == len("2020-01-01"):
            day = dt.date.fromisoformat(text)
            return day if self.first_day is not None and day >= self.first_day else None
        moment = dt.datetime.fromisoformat(text)
        if not self.has_moments or moment.tzinfo is not None or moment.microsecond:
            return None
        return moment if self.first_day is not None and moment.date() >= self.first_day else None


@dataclass(frozen=True, slots=True, eq=False)
class WrittenCells:
    """The written cells of a column: `codes` (int32[records written]) into `texts`, and into `values`, their cells.

    Only texts that occur are there. A missing cell is the empty text, and the value None.
    """

    name: str
    type: ValueType
    codes: Codes
    texts: tuple[str, ...]
    values: tuple[object, ...]

    @property
    def kind(self) -> CellKind:
        """The kind of the cells; text where they are of several kinds."""
        kinds = {type(value) for value in self.values if value is not None}
        known = {int: CellKind.INTEGER, float: CellKind.REAL, dt.date: CellKind.DAY, dt.datetime: CellKind.MOMENT}
        return known.get(kinds.pop(), CellKind.TEXT) if len(kinds) == 1 else CellKind.TEXT

    @property
    def as_text(self) -> WrittenCells:
        """The same with texts for all cells."""
        return WrittenCells(self.name, self.type, self.codes, self.texts, tuple(text or None for text in self.texts))

    def first_record(self, code: int) -> int:
        """The number of the first record, from 1, that has a text."""
        return int(np.flatnonzero(self.codes == code)[0]) + 1


def mixed_cells(column: Column, chosen: NDArray[np.intp] | None, abilities: Abilities) -> WrittenCells:
    """The cells of a column for a format in which each has a type of its own."""
    codes, texts = _occurring(column, chosen)
    values = tuple(abilities.cell(text, column.type) if text else None for text in texts)
    found = WrittenCells(column.name, column.type, codes, texts, values)
    known = [value for value in values if value is not None]
    return found if texts_of(known, abilities.digits) == [text for text in texts if text] else found.as_text


def uniform_cells(column: Column, chosen: NDArray[np.intp] | None, abilities: Abilities) -> WrittenCells:
    """The cells of a column for a format in which all cells of a column have one type."""
    found = mixed_cells(column, chosen, abilities)
    return found if found.kind is not CellKind.TEXT else found.as_text


def require_held(place: str, columns: Sequence[WrittenCells], fault: Callable[[str], str | None], remedy: str) -> None:
    """Raises InvalidData for the first cell of each column that a format cannot hold: `fault` says why a text cannot
    be a cell, or None."""
    faults = []
    for column in columns:
        for code, (text, value) in enumerate(zip(column.texts, column.values, strict=True)):
            found = fault(text) if isinstance(value, str) else None
            if found is not None:
                where = tr(
                    "{place}, column {column}, record {record}",
                    place=place,
                    column=quoted(column.name),
                    record=column.first_record(code),
                )
                faults.append(Problem(where, found, remedy))
                break
    if faults:
        raise InvalidData(faults)


def _occurring(column: Column, chosen: NDArray[np.intp] | None) -> tuple[Codes, tuple[str, ...]]:
    """The codes of the records that are written, and the texts that occur in them."""
    codes = column.codes if chosen is None else column.codes[chosen]
    occurs = np.bincount(codes, minlength=len(column.values)) > 0
    texts = tuple(text for text, is_there in zip(column.values, occurs.tolist(), strict=True) if is_there)
    return (np.cumsum(occurs) - 1).astype(np.int32)[codes], texts
