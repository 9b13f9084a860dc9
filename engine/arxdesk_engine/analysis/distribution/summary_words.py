"""The measures of a summary in words, for numbers, dates, bands and texts."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from arxdesk_engine.analysis.distribution.scale_words import duration, mean_moment, moment, significant
from arxdesk_engine.analysis.distribution.summary import Summary
from arxdesk_engine.analysis.statistics.descriptive import IntervalStatistics, MeasurementScale
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.foundation.translated import Texts
from arxdesk_engine.foundation.words import ENGLISH, Words

NONE = "–"
_SCALES = Texts(
    {
        MeasurementScale.NOMINAL: marked("categories"),
        MeasurementScale.ORDINAL: marked("in order"),
        MeasurementScale.INTERVAL: marked("dates"),
        MeasurementScale.RATIO: marked("numbers"),
    }
)


@dataclass(frozen=True, slots=True)
class SummaryRow:
    """A measure: its name, its meaning, and its value on each side; `of` names the records that a click opens."""

    name: str
    hint: str
    values: tuple[str, ...]
    of: str = ""


_Value = Callable[[Summary, Words], str]


def summary_rows(sides: list[Summary], words: Words = ENGLISH) -> list[SummaryRow]:
    """All measures of at least one side, and the numbers of people left out of them."""
    rows = [
        SummaryRow(tr(name), tr(hint), tuple(value(side, words) for side in sides), of)
        for name, hint, value, of in _MEASURES
        if any(value(side, words) != NONE for side in sides)
    ]
    numbers = [
        SummaryRow(tr(name), tr(hint), tuple(words.count(value(side)) for side in sides), of)
        for name, hint, value, of, always in _NUMBERS
        if always or any(value(side) for side in sides)
    ]
    return rows + numbers


def note(sides: list[Summary], words: Words = ENGLISH) -> str:
    """A note on how to read the figures."""
    parts = []
    if any(side.mean_of_centres is not None and side.bands for side in sides):
        parts.append(tr("* from the centres of the bands. Bands count as ordered, not as numbers."))
    elif any(side.is_banded for side in sides):
        parts.append(tr("Values of the output count as ordered, not as numbers."))
    if sides[-1].left_out is not None:
        names = (marked("{records} in the input"), marked("{records} in the output"))
        out = [tr(told, records=words.records(side.left_out or 0)) for side, told in zip(sides, names, strict=False)]
        parts.append(tr("Left out because a value is missing in some attribute: {records}.", records=", ".join(out)))
        if not sides[-1].statistics.count:
            nobody = marked("No record in the input has a value in every attribute.")
            if len(sides) > 1:
                nobody = marked("No record in the output has a value in every attribute.")
            parts.append(tr(nobody))
    return " ".join(parts)


def _scale(side: Summary, _words: Words) -> str:
    return _SCALES[side.statistics.scale] if side.statistics.count else NONE


def _values(side: Summary, words: Words) -> str:
    number = side.statistics.distinct
    if side.bands and side.bands == number:
        return tr_n(number, "{n} band", "{n} bands", n=words.count(number))
    return words.count(number)


def _median(side: Summary, words: Words) -> str:
    ordinal = side.statistics.ordinal
    if ordinal is None:
        return NONE
    if ordinal.median_position is None:
        return ordinal.median
    return moment(ordinal.median_position) if side.is_date else _number(ordinal.median_position, words)


def _number(value: float, words: Words) -> str:
    return f"{value:.0f}" if value == round(value) and abs(value) < 10_000 else significant(value, words)


def _middle_half(side: Summary, _words: Words) -> str:
    if side.middle_half is None:
        return NONE
    first, last = side.middle_half
    return first if first == last else tr("{low} to {high}", low=first, high=last)


def _mean(side: Summary, words: Words) -> str:
    interval = side.statistics.interval
    if interval is not None:
        mean = interval.arithmetic_mean
        return mean_moment(mean, interval.range) if side.is_date else significant(mean, words)
    if side.mean_of_centres is None:
        return NONE
    mean = side.mean_of_centres
    return f"{mean_moment(mean, math.inf) if side.is_date else significant(mean, words)} *"


def _interval(figure: Callable[[IntervalStatistics], float | None], *, is_time: bool = True) -> _Value:
    def word(side: Summary, words: Words) -> str:
        value = None if side.statistics.interval is None else figure(side.statistics.interval)
        if value is None:
            return NONE
        if side.is_date and is_time:
            return duration(value, words)
        return _number(value, words) if is_time else significant(value, words)

    return word


def _variance(figure: Callable[[IntervalStatistics], float | None]) -> _Value:
    def word(side: Summary, words: Words) -> str:
        value = None if side.statistics.interval is None else figure(side.statistics.interval)
        if value is None:
            return NONE
        if side.is_date:
            return tr("{n} days²", n=significant(value / 86400.0**2, words))
        return significant(value, words)

    return word


def _geometric(side: Summary, words: Words) -> str:
    value = side.statistics.geometric_mean
    return NONE if value is None else significant(value, words)


def _extreme(name: str) -> _Value:
    def word(side: Summary, _words: Words) -> str:
        ordinal = side.statistics.ordinal
        return NONE if ordinal is None else str(getattr(ordinal, name))

    return word


_MEASURES: tuple[tuple[str, str, _Value, str], ...] = (
    (marked("Values"), marked("Number of different values shown"), _values, ""),
    (
        marked("Read as"),
        marked("Scale of measure: categories, ordered values, dates or numbers"),
        _scale,
        "",
    ),
    (
        marked("Most frequent"),
        marked("Mode: the most frequent value"),
        lambda side, _words: side.statistics.mode or NONE,
        "mode",
    ),
    (marked("Median"), marked("Half of the records are at or below it, half at or above"), _median, ""),
    (
        marked("Middle half"),
        marked(
            "First and third quartile: the least values with at least a quarter, and three quarters, of the records"
        ),
        _middle_half,
        "",
    ),
    (marked("Mean"), marked("Arithmetic mean; * formed of the centres of bands"), _mean, ""),
    (marked("Geometric mean"), marked("Of the values plus 1, minus 1; for values above -1"), _geometric, ""),
    (marked("Smallest"), marked("Minimum"), _extreme("minimum"), "minimum"),
    (marked("Largest"), marked("Maximum"), _extreme("maximum"), "maximum"),
    (marked("Range"), marked("Largest minus smallest"), _interval(lambda found: found.range), ""),
    (
        marked("Std. deviation"),
        marked("Standard deviation, the root of the sample variance: how far values are from their mean"),
        _interval(lambda found: found.standard_deviation),
        "",
    ),
    (
        marked("Variance, n − 1"),
        marked("Sample variance: squares of the deviations, divided by n − 1"),
        _variance(lambda found: found.sample_variance),
        "",
    ),
    (
        marked("Variance, n"),
        marked("Population variance: squares of the deviations, divided by n"),
        _variance(lambda found: found.population_variance),
        "",
    ),
    (
        marked("Kurtosis"),
        marked("Excess kurtosis of a sample (G2): 0 for a normal distribution, negative for a flatter one"),
        _interval(lambda found: found.kurtosis, is_time=False),
        "",
    ),
)
_NUMBERS: tuple[tuple[str, str, Callable[[Summary], int], str, bool], ...] = (
    (marked("With a value"), marked("Number of measures"), lambda side: side.statistics.count, "shown", True),
    (marked("Missing"), marked("Records with an empty cell"), lambda side: side.statistics.missing, "missing", True),
    (
        marked("Read *"),
        marked("Records that were not removed and whose cell reads *"),
        lambda side: side.statistics.suppressed,
        "star",
        False,
    ),
    (marked("Removed"), marked("Removed records, which show no value"), lambda side: side.removed, "removed", True),
    (
        marked("Left out"),
        marked("Records without a value in some attribute"),
        lambda side: side.left_out or 0,
        "",
        False,
    ),
)
