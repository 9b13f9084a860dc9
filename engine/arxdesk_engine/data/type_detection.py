"""The types that the cells of a column could have, and the cells that contradict each."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.data.notation import own_marks
from arxdesk_engine.data.raw_table import RawColumn
from arxdesk_engine.data.schema import KNOWN_DATE_FORMATS, DataType, ValueType
from arxdesk_engine.data.spelling import Spelling
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.foundation.moments import with_long_year

TOLERATED_MISFITS = 0.05
"""The share of the cells that are not missing that may speak against a type which is proposed nevertheless."""
MAX_EXAMPLES = 20
_LEADING_ZERO = re.compile(r"[+-]?0\d")


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
    marks: tuple[str, str] | None = None
    """What stands before decimals and between thousands where the column is written otherwise than its table."""
    or_else: str | None = None
    """The date format with day and month exchanged, where all dates that differ could as well be written so."""

    @property
    def share(self) -> float:
        """The share of the cells that are not missing that fit."""
        return self.fits / max(1, self.fits + self.misfits)


def with_point(text: str, decimal_mark: str, has_numbers: bool) -> str | None:
    """A number that is written with a decimal mark, written with a point; None for all else (see `Spelling.number`)."""
    return Spelling(decimal_mark, "", has_numbers).number(text)


def type_candidates(
    column: RawColumn, decimal_mark: str, thousands_mark: str = "", *, month_first: bool = False
) -> tuple[TypeCandidate, ...]:
    """The types that a column could have, the best one first; text is always among them.

    The marks are those of its table. `month_first`: dates in which day and month cannot be told apart have the month
    first, as others in the table.
    """
    cells = _Cells.of(column)
    texts = cells.texts
    has_codes = any(_LEADING_ZERO.match(text) for text in texts)
    found = [] if not texts else list(_numbers(cells, Spelling(decimal_mark, thousands_mark, cells.has_numbers), None))
    marks = own_marks(column, decimal_mark, thousands_mark) if texts else None
    if marks is not None and any(each.misfits for each in found[:2]) and found[-1].misfits:
        found += _numbers(cells, Spelling(*marks, cells.has_numbers), marks)
        found = [each for each in found if each.marks or not each.fits or each.misfits == 0]
    dates = _dates(cells, month_first=month_first) if texts else None
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


def _numbers(cells: _Cells, spelling: Spelling, marks: tuple[str, str] | None) -> Iterator[TypeCandidate]:
    texts = [spelling.number(text) or "" for text in cells.texts]
    for kind in (ValueType(DataType.INTEGER), ValueType(DataType.DECIMAL)):
        fits = ~np.isnan(kind.positions(texts))
        yield replace(cells.candidate(kind, (), fits, _why_no_number), marks=marks)
        if fits.all():
            return


def month_first(best: Iterable[TypeCandidate]) -> bool:
    """Whether columns that leave no doubt write the month before the day and a slash between, and none the other way
    round; `best` has the best candidate of each column."""
    certain = {each.type.format or "" for each in best if each.type.kind is DataType.DATE and each.or_else is None}
    slashed = {each.find("%m") < each.find("%d") for each in certain if "/" in each and not each.startswith("%Y")}
    return slashed == {True}


def exchanged(date_format: str) -> str:
    """A format with day and month the other way round, and a year of four digits.

    Nobody writes both in one column: the first days of each month would mean two things.
    """
    return with_long_year(date_format).replace("%d", "\0").replace("%m", "%d").replace("\0", "%m")


def _dates(cells: _Cells, *, month_first: bool) -> TypeCandidate | None:
    """The formats in which all cells that can be dates are; the one of most cells leads."""
    together = "\n".join(cells.texts)
    known = sorted(KNOWN_DATE_FORMATS, key=lambda each: month_first and each.startswith("%d") and "/" in each)
    fits = {written: _fits_format(written, cells.texts, together) for written in known}
    left = np.ones(len(cells.texts), bool)
    chosen: list[str] = []
    or_else = None
    while fits:
        best = max(fits, key=lambda written: int(cells.counts[fits[written] & left].sum()))
        claimed = fits.pop(best) & left
        if not claimed.any():
            break
        chosen.append(best)
        left &= ~claimed
        for other in [each for each in fits if with_long_year(each) == exchanged(best)]:
            if or_else is None and fits[other][claimed].all():
                or_else = other
            del fits[other]
    if not chosen:
        return None
    main = _main_format(chosen)
    others = tuple(each for each in chosen if each != main)
    found = cells.candidate(ValueType(DataType.DATE, main), others, ~left, _why_no_date)
    return replace(found, or_else=or_else)


def _main_format(chosen: Sequence[str]) -> str:
    """The format in which dates are held that are written in several: with the time of day where one has it, in numbers
    where there are several, and with years of four digits."""
    with_time = [each for each in chosen if "%H" in each]
    in_numbers = [each for each in with_time or chosen if "%B" not in each]
    return with_long_year((in_numbers or with_time or list(chosen))[0])


def _fits_format(written: str, texts: Sequence[str], together: str) -> NDArray[np.bool_]:
    """The texts that are dates in a format, bool[texts]."""
    fits = np.zeros(len(texts), bool)
    if any(mark not in together for mark in re.sub(r"%.|T", "", written)):
        return fits
    possible = np.arange(len(texts))
    if written == "%Y%m%d":  # shorter numbers would be read as dates as well
        possible = np.flatnonzero([len(text) == 8 for text in texts])
    elif "%B" in written:
        possible = np.flatnonzero([any(map(str.isalpha, text)) for text in texts])
    fits[possible] = ~np.isnan(ValueType(DataType.DATE, written).positions([texts[at] for at in possible.tolist()]))
    return fits


def _why_no_number(text: str) -> str:
    if any(letter.isalpha() for letter in text):
        return tr("letters among digits") if any(letter.isdigit() for letter in text) else tr("no number")
    if re.fullmatch(r"[+-]?\d{1,3}([.,' \u00a0\u202f]\d{3})+([.,]\d+)?", text):
        return tr("marks between thousands")
    if re.fullmatch(r"[+-]?\d+[.,]\d+", text):
        return tr("another decimal mark, or no whole number")
    return tr("no number")


def _why_no_date(text: str) -> str:
    if not any(letter.isdigit() for letter in text):
        return tr("no date")
    if not re.fullmatch(r"\d{1,4}[-./]\d{1,2}[-./]\d{1,4}", text):
        return tr("written in another way")
    is_day = any(ValueType(DataType.DATE, each).parse(text) is not None for each in KNOWN_DATE_FORMATS)
    return tr("written in another way") if is_day else tr("no such day")
