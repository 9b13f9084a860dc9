"""Reading a column as another type: how well its cells fit, and the column as it is read then."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.item_sets import is_set, require_sets
from arxdesk_engine.data.notation import own_marks
from arxdesk_engine.data.raw_table import RawColumn
from arxdesk_engine.data.schema import DATE_FORMATS, DEFAULT_DATE_FORMAT, KNOWN_DATE_FORMATS, DataType, ValueType
from arxdesk_engine.data.spelling import PLAIN, Spelling
from arxdesk_engine.data.type_detection import exchanged, type_candidates
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.foundation.moments import has_short_year, with_long_year
from arxdesk_engine.job.attributes import AttributeSettings, DecimalMark, ReplacementSettings, ThousandsMark
from arxdesk_engine.job.job import Job
from arxdesk_engine.preparation.loading import load_dataset
from arxdesk_engine.preparation.preparation import spelling_of

SHOWN_MISFITS = 500
SAMPLED = 5_000
"""So many distinct values are looked at to tell what a column could be read as."""
_FEW = 200
Marks = tuple[DecimalMark, ThousandsMark]
_POINT: Marks = (".", "")


@dataclass(frozen=True, slots=True)
class TypeFit:
    """How many cells with content are of a type, and what contradicts: (value, cells), the most frequent first.

    `different` values contradict. Dates may be written in `other_formats` as well; `another_format` is one more, which
    `in_another` of the contradicting cells are written in. `marks` stand before decimals and between thousands where
    the column is written otherwise than its table.
    """

    type: ValueType
    fits: int
    misfits: int
    different: int = 0
    values: tuple[tuple[str, int], ...] = ()
    other_formats: tuple[str, ...] = ()
    another_format: str | None = None
    in_another: int = 0
    marks: Marks | None = None

    @property
    def share(self) -> float:
        """The share of the cells that fit; 1 where there are none."""
        present = self.fits + self.misfits
        return self.fits / present if present else 1.0


@dataclass(frozen=True, slots=True)
class Candidates:
    """What a column could be read as: the share of its cells that fit each type, and the best date format.

    `sampled` says that only some of the values were looked at.
    """

    attribute: str
    shares: Mapping[DataType, float]
    date_format: str
    sampled: bool


@dataclass(frozen=True, slots=True)
class RetypedColumn:
    """A column as it is read with other settings."""

    column: Column
    settings: AttributeSettings


def candidates_of(column: Column, _control: Control) -> Candidates:
    """The types that a column could be read as. Numbers are held with a point, whatever the file has."""
    marks = _POINT if column.type.kind.is_numeric else (column.spelling.decimal_mark, column.spelling.thousands_mark)
    codes = np.array([code for code, value in enumerate(column.values) if value], np.int64)
    step = max(1, -(-len(codes) // SAMPLED))
    chosen = codes[::step]
    place = np.full(len(column.values), -1, np.int64)
    place[chosen] = np.arange(len(chosen))
    cells = place[column.codes]
    raw = RawColumn(column.name, cells[cells >= 0].astype(np.int32), tuple(column.values[code] for code in chosen))
    found = type_candidates(raw, *marks)
    shares: dict[DataType, float] = {}
    for each in found:
        shares.setdefault(each.type.kind, each.share)  # the best one of its kind comes first
    dates = (each.type.format for each in found if each.type.kind is DataType.DATE)
    return Candidates(column.name, shares, next(dates, None) or DATE_FORMATS[0], step > 1)


def retype_all(
    columns: Mapping[str, tuple[Column, AttributeSettings]], job: Job, kind: ValueType, control: Control
) -> dict[str, RetypedColumn | TypeFit]:
    """Several columns as another type, each by itself."""
    found = {}
    for name, (column, before) in columns.items():
        control.raise_if_stopped()
        found[name] = retype(column, before, job, kind, control)
    return found


def retype(
    column: Column, before: AttributeSettings, job: Job, kind: ValueType, control: Control
) -> RetypedColumn | TypeFit:
    """A column as another type, or what contradicts.

    Where the job changes texts while it reads them (dates in several formats, decimal commas, cells that fit no type),
    the table is read again: the column has these texts no more.
    """
    control.report(Progress(tr("Reading {column} as another type", column=column.name)))
    simple = _is_read_as_it_stands(column, before, job, kind)
    texts = column if simple else _texts_again(column, before, job)
    fit = _best_fit(texts, before, job, kind)
    if fit.misfits:
        return fit
    settings = before.model_copy(update=_type_settings(kind, job, marks=fit.marks))
    if simple and fit.marks is None:
        made = Column.encode(column.name, column.codes, column.values, kind, column.spelling)
        if is_set(made):
            require_sets(made)
        return RetypedColumn(made, settings)
    return RetypedColumn(_read_again(column.name, settings, job), settings)


def with_missing(column: Column, before: AttributeSettings, job: Job, fit: TypeFit, control: Control) -> RetypedColumn:
    """A column as another type, the cells that contradict it as missing ones."""
    control.report(Progress(tr("Reading {column} as another type", column=column.name)))
    simple = _is_read_as_it_stands(column, before, job, fit.type) and not fit.other_formats and fit.marks is None
    texts = column if simple else _texts_again(column, before, job)
    settings = before.model_copy(update=_type_settings(fit.type, job, fit.other_formats, fit.marks))
    fitting = _fitting(texts.values, fit.type, fit.other_formats, _spelling(texts, settings, job))
    wrong = {value: "" for value, fits in zip(texts.values, fitting, strict=True) if value and not fits}
    settings = _replacing(settings, wrong)
    if simple:
        return RetypedColumn(column.replaced(wrong, fit.type), settings)
    return RetypedColumn(_read_again(column.name, settings, job), settings)


def with_another_format(
    column: Column, before: AttributeSettings, job: Job, fit: TypeFit, control: Control
) -> RetypedColumn | TypeFit:
    """A column of dates that are written in one format more; what contradicts where that is not enough."""
    control.report(Progress(tr("Reading {column} as another type", column=column.name)))
    formats = (*fit.other_formats, *((fit.another_format,) if fit.another_format else ()))
    texts = _texts_again(column, before, job)
    rest = judge(texts, fit.type, formats=formats)
    if rest.misfits:
        return rest
    settings = before.model_copy(update=_type_settings(fit.type, job, formats))
    return RetypedColumn(_read_again(column.name, settings, job), settings)


def judge(column: Column, kind: ValueType, spelling: Spelling = PLAIN, formats: tuple[str, ...] = ()) -> TypeFit:
    """How all cells of a column fit a type; dates may be written in other formats as well."""
    present = np.array([bool(value) for value in column.values])
    fitting = _fitting(column.values, kind, formats, spelling) if kind.has_scale else present
    counts = column.counts()
    wrong = np.flatnonzero(present & ~fitting)
    fits, misfits = int(counts[present & fitting].sum()), int(counts[wrong].sum())
    order = wrong[np.argsort(-counts[wrong], kind="stable")]
    shown = tuple((column.values[code], int(counts[code])) for code in order[:SHOWN_MISFITS])
    another, cells = _another_format([column.values[code] for code in order], counts[order], kind, formats)
    return TypeFit(kind, fits, misfits, len(order), shown, formats, another, cells)


def composed(before: Mapping[str, str], then: Mapping[str, str]) -> dict[str, str]:
    """Replacements of texts of the file that do both, one after the other."""
    first = {text: then.get(read, read) for text, read in before.items()}
    return first | {text: read for text, read in then.items() if text not in before}


def _replacing(before: AttributeSettings, changes: Mapping[str, str]) -> AttributeSettings:
    """The settings with cells replaced as they are read now: in the table, or after the rules where there are some."""
    if not before.replacements:
        return before.model_copy(update={"replace": composed(before.replace, changes)})
    rules = (ReplacementSettings(find=text, by=read) for text, read in changes.items())
    return before.model_copy(update={"replacements": (*before.replacements, *rules)})


def _best_fit(texts: Column, before: AttributeSettings, job: Job, kind: ValueType) -> TypeFit:
    """How the texts of a file fit a type: as the column is written by the job, else in a notation that all fit."""
    fit = judge(texts, kind, _spelling(texts, before, job))
    if not fit.misfits or not kind.kind.is_numeric:
        return fit
    raw = RawColumn(texts.name, texts.codes, texts.values, has_numbers=texts.spelling.has_numbers)
    spelling = _spelling(texts, before, job)
    found = own_marks(raw, spelling.decimal_mark, spelling.thousands_mark)
    for marks in dict.fromkeys((*((found,) if found is not None else ()), _POINT)):
        settings = AttributeSettings.model_validate({"decimal_mark": marks[0], "thousands_mark": marks[1]})
        other = judge(texts, kind, _spelling(texts, settings, job))
        if not other.misfits:
            return replace(other, marks=(settings.decimal_mark or ".", settings.thousands_mark or ""))
    return fit


def _type_settings(
    kind: ValueType, job: Job, other_formats: tuple[str, ...] = (), marks: Marks | None = None
) -> dict[str, object]:
    """The settings of an attribute for its type. No date of two digits is read as one in the future."""
    written = kind.format if kind.kind is DataType.DATE else None
    update: dict[str, object] = {
        "type": kind.kind,
        "format": written,
        "order": kind.order,
        "other_formats": other_formats,
        "separator": kind.separator if kind.kind is DataType.SET else None,
    }
    if any(has_short_year(each) for each in (written or "", *other_formats)) and not job.data.two_digit_years_until:
        update["two_digit_years_until"] = dt.datetime.now().astimezone().date()
    if marks is not None:
        update |= {"decimal_mark": marks[0], "thousands_mark": marks[1]}
    return update


def _is_read_as_it_stands(column: Column, before: AttributeSettings, job: Job, kind: ValueType) -> bool:
    """Whether the values of a column are the texts of the file, and would be as another type."""
    rewrites = before.formats_beside or job.data.cleanse or column.merges or has_short_year(kind.format or "")
    return not rewrites and _spelling(column, before, job).has_plain_numbers


def _spelling(column: Column, settings: AttributeSettings, job: Job) -> Spelling:
    return spelling_of(settings, job.data, has_numbers=column.spelling.has_numbers)


def _texts_again(column: Column, before: AttributeSettings, job: Job) -> Column:
    """A column with the texts that the file has."""
    return _read_again(column.name, before.model_copy(update=_type_settings(ValueType(), job)), job)


def _read_again(name: str, settings: AttributeSettings, job: Job) -> Column:
    return load_dataset(job.model_copy(update={"attributes": {**job.attributes, name: settings}}))[name]


def _fitting(
    values: tuple[str, ...], kind: ValueType, formats: tuple[str, ...], spelling: Spelling
) -> NDArray[np.bool_]:
    """Which values are of a type, bool[len(values)]."""
    texts = [spelling.number(value) or "" for value in values] if kind.kind.is_numeric else values
    fits: NDArray[np.bool_] = ~np.isnan(kind.positions(texts))
    for other in formats:
        fits |= ~np.isnan(ValueType(DataType.DATE, other).positions(values))
    return fits


def _another_format(
    values: list[str], counts: NDArray[np.int64], kind: ValueType, formats: tuple[str, ...]
) -> tuple[str | None, int]:
    """The format that most of the contradicting cells are written in, and how many of them are."""
    if kind.kind is not DataType.DATE or not values:
        return None, 0
    some = values[:: max(1, len(values) // _FEW)]
    known = (kind.format or DEFAULT_DATE_FORMAT, *formats)
    foreign = {exchanged(each) for each in known}
    others = [each for each in KNOWN_DATE_FORMATS if each not in known and with_long_year(each) not in foreign]
    best = max(others, key=lambda each: sum(ValueType(DataType.DATE, each).parse(text) is not None for text in some))
    cells = int(counts[_fitting(tuple(values), ValueType(DataType.DATE, best), (), PLAIN)].sum())
    return (best, cells) if cells else (None, 0)
