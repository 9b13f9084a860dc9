"""Which types the cells of a column could have, and which cells speak against each."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.io.raw_table import RawColumn
from engine.schema import DATE_FORMATS, DataType, ValueType

TOLERATED_MISFITS = 0.05
"""The share of the cells that are not missing that may speak against a type which is proposed nevertheless."""
MAX_EXAMPLES = 20
MIXED_DATE_FORMATS = 3
"""A column is proposed to hold dates in that many formats at most."""

_NUMBER = ValueType(DataType.DECIMAL)
_LEADING_ZERO = re.compile(r"[+-]?0\d")
_DAY_AND_MONTH_EXCHANGED = {
    "%d/%m/%Y": "%m/%d/%Y",
    "%m/%d/%Y": "%d/%m/%Y",
    "%d/%m/%y": "%m/%d/%y",
    "%m/%d/%y": "%d/%m/%y",
}
"""Nobody writes both in one column: the first days of each month would mean two things."""
_SHORT_YEAR_FORMATS = ("%d.%m.%y", "%m/%d/%y", "%d/%m/%y", "%Y%m%d")


@dataclass(frozen=True, slots=True)
class Misfit:
    """A text that does not fit a type, in how many cells it stands and in which record first (from 0)."""

    value: str
    cells: int
    first_record: int
    reason: str


@dataclass(frozen=True, slots=True)
class TypeCandidate:
    """A type that a column could have: how many cells fit it, how many do not, how many are missing."""

    type: ValueType
    other_formats: tuple[str, ...]
    fits: int
    misfits: int
    missing: int
    examples: tuple[Misfit, ...] = ()
    could_be_number: bool = False
    """All cells read as numbers, but some have leading zeros, as codes have: kept as text."""

    @property
    def share(self) -> float:
        """The share of the cells that are not missing that fit."""
        return self.fits / max(1, self.fits + self.misfits)


def with_point(text: str, decimal_mark: str, has_numbers: bool) -> str | None:
    """A number that is written with a decimal mark, written with a point; None for all else.

    Where the mark is a comma, a point in a text is none: it may stand between thousands, and nobody can tell. Only in
    formats that have numbers of their own are those written with one.
    """
    if decimal_mark == "." or (has_numbers and decimal_mark not in text):
        return text
    if "." in text:
        return None
    changed = text.replace(decimal_mark, ".")
    return changed if _NUMBER.parse(changed) is not None else None


def type_candidates(column: RawColumn, decimal_mark: str) -> tuple[TypeCandidate, ...]:
    """The types that a column could have, the best one first; text is always among them."""
    cells = _Cells.of(column)
    texts = cells.texts
    has_codes = any(_LEADING_ZERO.match(text) for text in texts)
    found = [] if not texts else list(_numbers(cells, decimal_mark))
    dates = _dates(cells) if texts else None
    if dates is not None:
        found.append(dates)
    could_be_number = has_codes and any(each.misfits == 0 and each.type.kind.is_numeric for each in found)
    text = TypeCandidate(ValueType(), (), int(cells.counts.sum()), 0, cells.missing, could_be_number=could_be_number)
    proposed = [each for each in found if each.share >= 1.0 - TOLERATED_MISFITS and each.fits]
    if has_codes:
        proposed = [each for each in proposed if not each.type.kind.is_numeric]
    proposed.sort(key=lambda each: (each.type != column.declared, each.misfits))
    others = [each for each in found if each not in proposed and each.fits]
    return (*proposed, text, *sorted(others, key=lambda each: each.misfits))


@dataclass(frozen=True, slots=True)
class _Cells:
    """The distinct texts of a column that are not missing, how often and where first each stands."""

    texts: Sequence[str]
    counts: NDArray[np.int64]
    first_records: NDArray[np.int64]
    missing: int
    has_numbers: bool

    @classmethod
    def of(cls, column: RawColumn) -> _Cells:
        size = len(column.dictionary)
        counts = np.bincount(column.codes, minlength=size)
        first = np.full(size, len(column.codes), np.int64)
        first[column.codes[::-1]] = np.arange(len(column.codes) - 1, -1, -1)
        there = np.array([bool(text) for text in column.dictionary], bool)
        texts = [text for text in column.dictionary if text]
        return cls(texts, counts[there], first[there], int(counts[~there].sum()), column.has_numbers)

    def candidate(
        self, kind: ValueType, other_formats: tuple[str, ...], fits: NDArray[np.bool_], reason: Callable[[str], str]
    ) -> TypeCandidate:
        """A type, with the texts that do not fit it; those of most cells first."""
        unfit = np.flatnonzero(~fits)
        shown = unfit[np.lexsort((self.first_records[unfit], -self.counts[unfit]))][:MAX_EXAMPLES]
        examples = tuple(
            Misfit(self.texts[at], int(self.counts[at]), int(self.first_records[at]), reason(self.texts[at]))
            for at in shown.tolist()
        )
        fitting = int(self.counts[fits].sum())
        return TypeCandidate(kind, other_formats, fitting, int(self.counts[unfit].sum()), self.missing, examples)


def _numbers(cells: _Cells, decimal_mark: str) -> Iterator[TypeCandidate]:
    texts = [with_point(text, decimal_mark, cells.has_numbers) or "" for text in cells.texts]
    for kind in (ValueType(DataType.INTEGER), ValueType(DataType.DECIMAL)):
        fits = ~np.isnan(kind.positions(texts))
        yield cells.candidate(kind, (), fits, _why_no_number)
        if fits.all():
            return


def _dates(cells: _Cells) -> TypeCandidate | None:
    """The format in which most cells are dates, with others for what is left."""
    together = "\n".join(cells.texts)
    fits = {written: _fits_format(written, cells.texts, together) for written in (*DATE_FORMATS, *_SHORT_YEAR_FORMATS)}
    left = np.ones(len(cells.texts), bool)
    chosen: list[str] = []
    while len(chosen) < MIXED_DATE_FORMATS:
        best = max(fits, key=lambda written: int(cells.counts[fits[written] & left].sum()))
        if not (fits[best] & left).any():
            break
        chosen.append(best)
        left &= ~fits.pop(best)
        fits.pop(_DAY_AND_MONTH_EXCHANGED.get(best, ""), None)
    if not chosen:
        return None
    kind = ValueType(DataType.DATE, chosen[0])
    return cells.candidate(kind, tuple(chosen[1:]), ~left, _why_no_date)


def _fits_format(written: str, texts: Sequence[str], together: str) -> NDArray[np.bool_]:
    """Which texts are dates in a format, bool[texts]; none where a mark of it stands in none of them."""
    fits = np.zeros(len(texts), bool)
    if any(mark not in together for mark in re.sub(r"%.|T| ", "", written)):
        return fits
    possible = np.arange(len(texts))
    if written == "%Y%m%d":  # shorter numbers would be read as dates as well
        possible = np.flatnonzero([len(text) == 8 for text in texts])
    fits[possible] = ~np.isnan(ValueType(DataType.DATE, written).positions([texts[at] for at in possible.tolist()]))
    return fits


def _why_no_number(text: str) -> str:
    if any(letter.isalpha() for letter in text):
        return "letters among digits" if any(letter.isdigit() for letter in text) else "no number"
    if re.fullmatch(r"[+-]?\d{1,3}([.,' \u00a0\u202f]\d{3})+([.,]\d+)?", text):
        return "marks between thousands"
    if re.fullmatch(r"[+-]?\d+[.,]\d+", text):
        return "another decimal mark, or no whole number"
    return "no number"


def _why_no_date(text: str) -> str:
    if not any(letter.isdigit() for letter in text):
        return "no date"
    if re.fullmatch(r"\d{1,4}[-./]\d{1,2}[-./]\d{1,4}", text):
        return "no such day"
    return "written in another way"
