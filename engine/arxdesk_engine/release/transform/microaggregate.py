"""Microaggregation: what the records of a class have in an attribute is replaced by one value for all of them.

Engine reference 2.4; Domingo-Ferrer and Mateo-Sanz, "Practical data-oriented microaggregation" (2002). Sums are exact:
numbers are whole multiples of a unit that follows from the column (`_Numbers`), so that no result depends on an order.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, Context, Decimal
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.classes.classes import Histograms
from arxdesk_engine.data.dataset import Codes, Column
from arxdesk_engine.data.instants import are_restored, instants_of, written
from arxdesk_engine.data.schema import DataType, ValueType
from arxdesk_engine.foundation.language import tr

Counts = NDArray[np.int64]
Numbers = NDArray[Any]
"""Whole numbers: int64, or Python's own where sums could become too large for that."""

MEANS = ("arithmetic-mean", "geometric-mean")
FREE_TEXT = ("interval", "set")
"""The functions whose results are no values of the attribute any more."""
MORE_DECIMALS = 2
"""How many decimals results have beyond those of the column."""

_LARGEST_SUM = 2**61
_UNROUNDED = Context(prec=MAX_PREC, Emax=MAX_EMAX, Emin=MIN_EMIN)
_RATIO = (DataType.INTEGER, DataType.DECIMAL)
_INTERVAL = (*_RATIO, DataType.DATE)


@dataclass(frozen=True, slots=True)
class Aggregation:
    """How the values of a class are aggregated.

    `function` is one of arithmetic-mean, geometric-mean, median, mode, interval and set. `missing` says what missing
    cells are: left out (ignore), a value of its own that comes after all others (as-value, for mode and set), or the
    number 0 (as-zero).
    """

    function: str
    missing: str = "ignore"

    def misfit(self, column: Column) -> tuple[str, str] | None:
        """Why the function cannot be applied to a column, and what to do; None where it can."""
        kind = column.type.kind
        needed = {"arithmetic-mean": _INTERVAL, "geometric-mean": _RATIO}.get(self.function)
        if needed is not None and kind not in needed:
            names = ", ".join(each.value for each in needed)
            remedy = tr('Its type has to be one of {names}; "mode" and "set" fit every type.', names=names)
            return tr(
                "{function} cannot be formed of values of the type {kind}", function=self.function, kind=tr(kind.value)
            ), remedy
        if self.function in ("median", "interval") and not column.type.has_scale:
            remedy = tr(
                'Choose a type with an order, such as ordinal with order = [...]; "mode" and "set" fit every type.'
            )
            return tr("{function} cannot be formed of values without an order", function=self.function), remedy
        if self.missing == "as-zero" and kind not in _RATIO:
            return tr("missing cells of the type {kind} cannot be 0", kind=tr(kind.value)), tr(
                'Write missing = "ignore".'
            )
        if self.missing == "as-value" and self.function not in ("mode", "set"):
            return tr("{function} does not allow missing values", function=self.function), tr(
                'Write missing = "ignore".'
            )
        if self.function == "geometric-mean" and (column.type.positions(_present(column)) < 0.0).any():
            return tr("the geometric mean needs values of at least 0, and some are below"), tr(
                'Choose "arithmetic-mean".'
            )
        if kind is DataType.DATE and not _is_restored(column):
            found = tr("dates cannot be written back with the format {format}", format=column.type.format)
            return found, tr('Choose "mode", "interval" or "set", or a format with year, month and day.')
        return None

    def result_type(self, column: Column) -> ValueType:
        """The type of the aggregates of a column."""
        return ValueType() if self.function in FREE_TEXT else column.type


@dataclass(frozen=True, slots=True)
class ClassAggregates:
    """One aggregate for each class: `codes` int32[classes] point into `texts`, which are different from each other."""

    codes: Codes
    texts: tuple[str, ...]


def aggregate(column: Column, histograms: Histograms, aggregation: Aggregation) -> ClassAggregates:
    """The aggregate of each class in a column; the empty text where it has no value to aggregate.

    `histograms` has the codes of the column in each class. Means and medians of whole numbers are rounded to whole
    numbers, those of decimals to two decimals more than the most detailed value has, halves up; the mean of dates is an
    instant, of which the format of the column shows its part. The geometric mean is exp(mean of ln(v + 1)) - 1. Of an
    even number of values the median is the mean of the two in the middle; the lower one where values have only an
    order. The mode is the most frequent value, the lowest in order of several. The interval is "[lowest, highest]", the
    set "{all different values in order}".
    """
    entries = _Entries(column, histograms, aggregation)
    match aggregation.function:
        case "arithmetic-mean":
            found = _means(entries)
        case "geometric-mean":
            found = _geometric_means(entries)
        case "median":
            found = _medians(entries)
        case "mode":
            found = _modes(entries)
        case "interval":
            found = _intervals(entries)
        case _:
            found = _sets(entries)
    return _sorted(entries.spread(found), aggregation.result_type(column))


def squared_errors(
    column: Column, histograms: Histograms, aggregates: ClassAggregates, aggregation: Aggregation
) -> NDArray[np.float64]:
    """The mean of ((v - aggregate) / (largest - smallest))^2 over the values of each class, float64[classes].

    Largest and smallest are those of all classes together. 0 where values have no positions, or all have the same one,
    or a class has none. For intervals and sets it is the share of the different values of all classes that a class has
    (engine reference 2.4).
    """
    entries = _Entries(column, histograms, aggregation)
    errors = np.zeros(entries.classes)
    if aggregation.function in FREE_TEXT:
        errors[entries.occupied] = entries.sizes / max(1, len(np.unique(entries.ranks)))
        return errors
    positions = column.type.positions(entries.texts)[entries.ranks]
    agreed = column.type.positions(aggregates.texts)[aggregates.codes][entries.class_of_entry]
    is_number = ~np.isnan(positions) & ~np.isnan(agreed)
    if not is_number.any():
        return errors
    span = positions[is_number].max() - positions[is_number].min()
    if span == 0.0:
        return errors
    squares = np.where(is_number, ((positions - agreed) / span) ** 2, 0.0)
    sums = np.bincount(entries.class_of_entry, squares * entries.counts, entries.classes)
    records = np.bincount(entries.class_of_entry, entries.counts * is_number, entries.classes)
    return np.divide(sums, records, out=errors, where=records > 0)


class _Numbers:
    """The values of a column as whole multiples of a unit: 1, a power of ten, or a microsecond."""

    def __init__(self, texts: list[str], kind: ValueType) -> None:
        self._kind = kind
        self.decimals = 0
        match kind.kind:
            case DataType.INTEGER:
                found = [int(text) for text in texts]
            case DataType.DECIMAL:
                exact = [Decimal(text) for text in texts]
                most = max((-int(number.as_tuple().exponent) for number in exact), default=0)
                self.decimals = max(0, most) + MORE_DECIMALS
                found = [int(number.scaleb(self.decimals, _UNROUNDED)) for number in exact]
            case _:
                found = instants_of(texts, kind).tolist()
        self.of_value = np.array(found, dtype=object)

    def text(self, number: int) -> str:
        """A number as it is written in the column."""
        if self._kind.kind is DataType.DATE:
            return written(number, self._kind)
        if self.decimals == 0:
            return str(number)
        whole, rest = divmod(abs(number), 10**self.decimals)
        digits = f"{rest:0{self.decimals}}".rstrip("0")
        return f"{'-' if number < 0 else ''}{whole}{'.' if digits else ''}{digits}"


class _Entries:
    """The histograms of a column without what is left out, each class in the order of its values.

    `texts` are the values, lowest first; `ranks`, `counts` int64[entries] the value of each entry and how often it is
    there. Of the classes that have any (`occupied` intp[c]) `first` int64[c] is the first entry, `sizes` and `records`
    int64[c] the entries and the records. `class_of_entry` int64[entries] counts all classes.
    """

    def __init__(self, column: Column, histograms: Histograms, aggregation: Aggregation) -> None:
        self.kind = column.type
        self.classes = len(histograms.starts) - 1
        self.texts, rank_of_code = _ranks(column, aggregation)
        of_entry = np.repeat(np.arange(self.classes), np.diff(histograms.starts))
        ranks = rank_of_code[histograms.values]
        kept = ranks >= 0
        keys, place = np.unique(of_entry[kept] * max(1, len(self.texts)) + ranks[kept], return_inverse=True)
        self.counts: Counts = np.zeros(len(keys), np.int64)
        np.add.at(self.counts, place, histograms.counts[kept])
        self.class_of_entry, self.ranks = np.divmod(keys, max(1, len(self.texts)))
        self.occupied, self.first, self.sizes = np.unique(self.class_of_entry, return_index=True, return_counts=True)
        self.records: Counts = self.sums(self.counts)

    def sums(self, amounts: Numbers) -> Numbers:
        """The sum of an amount of each entry, per class that has any."""
        return np.add.reduceat(amounts, self.first) if len(self.first) else amounts[:0]

    def numbers(self) -> tuple[_Numbers, Numbers]:
        """The column's numbers, and that of every entry; int64 where their sums are surely exact in that."""
        numbers = _Numbers(self.texts, self.kind)
        of_value = numbers.of_value
        largest = max((abs(int(number)) for number in (of_value.min(), of_value.max())), default=0) if self.texts else 0
        if largest * int(self.records.max(initial=1)) < _LARGEST_SUM:
            of_value = of_value.astype(np.int64)
        return numbers, of_value[self.ranks]

    def texts_of(self, numbers: _Numbers, results: Numbers) -> ClassAggregates:
        """Results as texts, one text for each different result."""
        distinct, codes = np.unique(results, return_inverse=True)
        return ClassAggregates(codes.astype(np.int32), tuple(numbers.text(int(number)) for number in distinct.tolist()))

    def spread(self, found: ClassAggregates) -> ClassAggregates:
        """From the classes that have values to all of them."""
        codes = np.full(self.classes, len(found.texts), np.int32)
        codes[self.occupied] = found.codes
        return ClassAggregates(codes, (*found.texts, "") if len(self.occupied) < self.classes else found.texts)


def _present(column: Column) -> list[str]:
    return [value for value in column.values if value]


def _is_restored(column: Column) -> bool:
    """Whether the earliest and the latest date are what they were when they are written and read again."""
    ends = _present(column)[:1] + _present(column)[-1:]
    instants = instants_of(ends, column.type)
    return are_restored(instants, [written(instant, column.type) for instant in instants.tolist()], column.type)


def _ranks(column: Column, aggregation: Aggregation) -> tuple[list[str], Counts]:
    """The values in order, and the place of each code of the column in it; -1 for what is left out."""
    texts, missing = _present(column), aggregation.missing
    if column.type.kind in _RATIO:  # texts of the same number stand side by side, however exact it is
        numbers = _Numbers(texts, column.type).of_value
        texts = [texts[index] for index in np.argsort(numbers, kind="stable")]
    if missing == "as-value":
        texts.append("")
    place = {text: rank for rank, text in enumerate(texts)}
    if missing == "as-zero" and "" in column.values:
        numbers = np.sort(_Numbers(texts, column.type).of_value)
        zero = int(np.searchsorted(numbers, 0))
        if zero == len(texts) or numbers[zero] != 0:
            texts.insert(zero, "0")
        place = {text: rank for rank, text in enumerate(texts)} | {"": zero}
    return texts, np.array([place.get(value, -1) for value in column.values], np.int64)


def _means(entries: _Entries) -> ClassAggregates:
    numbers, of_entry = entries.numbers()
    sums, records = entries.sums(of_entry * entries.counts), entries.records
    return entries.texts_of(numbers, (2 * sums + records) // (2 * records))


def _geometric_means(entries: _Entries) -> ClassAggregates:
    numbers, _of_entry = entries.numbers()
    logarithms = np.log1p(entries.kind.positions(entries.texts))[entries.ranks]
    means = np.expm1(entries.sums(logarithms * entries.counts) / entries.records)
    distinct, codes = np.unique(means, return_inverse=True)
    unit = 10**numbers.decimals
    rounded = [math.floor(Fraction(mean) * unit + Fraction(1, 2)) for mean in distinct.tolist()]
    return entries.texts_of(numbers, np.array(rounded, dtype=object)[codes])


def _medians(entries: _Entries) -> ClassAggregates:
    before = np.cumsum(entries.counts)
    start = before[entries.first] - entries.counts[entries.first]
    lower = np.searchsorted(before, start + (entries.records - 1) // 2, side="right")
    upper = np.searchsorted(before, start + entries.records // 2, side="right")
    if entries.kind.kind not in _INTERVAL:
        return _values(entries, entries.ranks[lower])
    numbers, of_entry = entries.numbers()
    found = entries.texts_of(numbers, (of_entry[lower] + of_entry[upper] + 1) // 2)
    one = entries.ranks[lower] == entries.ranks[upper]
    own = _values(entries, entries.ranks[lower])
    return ClassAggregates(np.where(one, own.codes + len(found.texts), found.codes), found.texts + own.texts)


def _modes(entries: _Entries) -> ClassAggregates:
    order = np.lexsort((entries.ranks, -entries.counts, entries.class_of_entry))
    return _values(entries, entries.ranks[order][entries.first])


def _intervals(entries: _Entries) -> ClassAggregates:
    last = entries.first + entries.sizes - 1
    pairs = np.stack([entries.ranks[entries.first], entries.ranks[last]], axis=1)
    distinct, codes = np.unique(pairs, axis=0, return_inverse=True)
    texts = tuple(f"[{entries.texts[low]}, {entries.texts[high]}]" for low, high in distinct.tolist())
    return ClassAggregates(codes.reshape(-1).astype(np.int32), texts)


def _sets(entries: _Entries) -> ClassAggregates:
    """Sets of one size are rows of a table, in which equal ones are found."""
    codes = np.empty(len(entries.first), np.int32)
    texts: list[str] = []
    for size in np.unique(entries.sizes).tolist():
        chosen = np.flatnonzero(entries.sizes == size)
        rows = entries.ranks[entries.first[chosen][:, None] + np.arange(size)]
        distinct, number = np.unique(rows, axis=0, return_inverse=True)
        codes[chosen] = number.reshape(-1) + len(texts)
        texts += ["{" + ", ".join(entries.texts[rank] for rank in row) + "}" for row in distinct.tolist()]
    return ClassAggregates(codes, tuple(texts))


def _values(entries: _Entries, ranks: Counts) -> ClassAggregates:
    """Values of the column themselves."""
    distinct, codes = np.unique(ranks, return_inverse=True)
    return ClassAggregates(codes.astype(np.int32), tuple(entries.texts[rank] for rank in distinct.tolist()))


def _sorted(found: ClassAggregates, kind: ValueType) -> ClassAggregates:
    """The texts that occur, equal ones as one, in the order of their type."""
    used, codes = np.unique(found.codes, return_inverse=True)
    texts = [found.texts[code] for code in used.tolist()]
    distinct = list(dict.fromkeys(texts))
    ordered = [distinct[index] for index in kind.sort_order(distinct)]
    place = {text: code for code, text in enumerate(ordered)}
    return ClassAggregates(np.array([place[text] for text in texts], np.int32)[codes], tuple(ordered))
