"""A hierarchy for any column from its values alone: one call, no questions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Decimal
from itertools import pairwise
from typing import Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import DATE_FORMATS, SUPPRESSED, DataType
from arxdesk_engine.foundation.language import tr, whole
from arxdesk_engine.hierarchies.builder import HierarchyBuilder, Row
from arxdesk_engine.hierarchies.date import DateBuilder, Granularity
from arxdesk_engine.hierarchies.interval import EndOfRange, Group, Interval, IntervalBuilder
from arxdesk_engine.hierarchies.labels import Label
from arxdesk_engine.hierarchies.order import OrderBuilder
from arxdesk_engine.hierarchies.priority import PriorityBuilder
from arxdesk_engine.hierarchies.redaction import RedactionBuilder
from arxdesk_engine.hierarchies.scale import Scale, exact

_MOST_INTERVALS = 100
_MOST_LEVELS = 6
"""Between the values and the root."""
_FEW = 20
_NOTICEABLE = 0.8
_TAIL = 0.01
_ALMOST_ALL = 0.9
_SAMPLE = 50
_OTHER = "other"
_LONGEST_CODE = 20
_FEWEST_CODES = 10
_DIGITS = 12
_FINEST, _COARSEST = -6, 1
_SHORT_SPAN, _SHORTEST_SPAN = 62 * 86_400, 2 * 86_400  # seconds


_Any = TypeVar("_Any")
_Step = tuple[int, int]
"""1, 2 or 5, and the power of ten that it is multiplied by, relative to the range of the numbers."""


class AutomaticBuilder(HierarchyBuilder):
    """The best fit for the values of the column, as by `propose`.

    Examples
    --------
    >>> import pandas as pd, arxdesk as ad
    >>> people = pd.DataFrame({"age": [31, 34, 38, 52, 55, 57], "sex": list("fmfmfm")})
    >>> result = ad.anonymize(people, quasi_identifiers={"age": ad.Automatic()}, privacy=ad.KAnonymity(k=3))
    >>> result.levels
    {'age': 2}
    """

    builder: Literal["automatic"] = "automatic"

    @property
    def title(self) -> str:
        """The name of the kind."""
        return tr("automatic")

    @property
    def depends_on_data(self) -> bool:
        """Always true."""
        return True

    @property
    def counts_records(self) -> bool:
        """Rare values are merged first, and the tails of numbers coded."""
        return True

    def resolved(self, column: Column) -> HierarchyBuilder:
        """The builder proposed for the column."""
        return propose(column)

    def labels_of(self, values: Sequence[str]) -> list[Row]:
        """Raises InvalidHierarchy: the hierarchy follows from a column."""
        raise self._unfit(
            tr("the hierarchy for {n} values is not known", n=whole(len(values))),
            tr("Resolve it for a column first."),
        )


def propose(column: Column) -> HierarchyBuilder:
    """An explicit specification for any column.

    Numbers get intervals of 1, 2 or 5 times a power of ten, with the far tails coded; dates levels of the calendar;
    codes lose characters from their end; ordinals are merged with their neighbours; everything else loses its rare
    values first. Where nine of ten values are numbers or dates, the rest becomes "other". Each level has fewer labels
    than the one below; a column of one or two values goes straight to the root.
    """
    values = [value for value in column.values if value not in ("", SUPPRESSED)]
    if len(values) > 2:
        found = _on_scale(column, values) or _of_ordinals(column, values) or _of_codes(values)
        if found is not None:
            return found
    return _by_frequency(column, values)


def _scale(column: Column, values: Sequence[str]) -> Scale | None:
    """The scale on which almost all values lie; None for texts and codes."""
    found = Scale.of(column)
    if found is not None or column.type.kind is not DataType.STRING:
        return found
    if any(len(value) > 1 and value[0] == "0" and value.isdigit() for value in values):
        return None
    sample = values[:: max(1, len(values) // _SAMPLE)]
    for scale in (Scale(), *map(Scale, DATE_FORMATS)):
        if _share_on(scale, sample) >= _NOTICEABLE and _share_on(scale, values) >= _ALMOST_ALL:
            return scale
    return None


def _share_on(scale: Scale, values: Sequence[str]) -> float:
    return sum(scale.parse(value) is not None for value in values) / len(values)


def _on_scale(column: Column, values: Sequence[str]) -> HierarchyBuilder | None:
    """Intervals or dates; None where too few values lie on a scale."""
    scale = _scale(column, values)
    if scale is None:
        return None
    known = dict(zip(column.values, column.counts().tolist(), strict=True))
    with exact():
        placed = sorted((at, known[value]) for value in values if (at := scale.parse(value)) is not None)
        positions = [at for at, _count in placed]
        if len(set(positions)) < 3:
            return None
        other = None if len(placed) == len(values) and SUPPRESSED not in known else _OTHER
        if scale.date_format is not None:
            return _of_dates(scale.date_format, positions, other)
        return _SortedNumbers(positions, np.array([count for _at, count in placed])).intervals(other)


class _SortedNumbers:
    """Numbers in ascending order with their frequencies `counts` int64; there are at least three distinct ones."""

    def __init__(self, positions: Sequence[Decimal], counts: NDArray[np.int64]) -> None:
        self._positions = positions
        self._whole = all(at == at.to_integral_value() for at in positions)
        low, high = self._bulk(counts)
        self._exponent = (high - low).adjusted()
        fine = self._power(-1)
        if self._whole:
            fine = max(fine, Decimal(1))
        below, above = low > positions[0], high < positions[-1]
        self._bottom = (low / fine).to_integral_value("ROUND_FLOOR") * fine if below else None
        self._top = (high / fine).to_integral_value("ROUND_FLOOR") * fine + fine if above else None
        # The intervals of all steps are whole numbers: every step is a number of units, the origin a number of steps.
        unit, coarse = self._power(-_DIGITS), self._power(_COARSEST + 1)
        first = self._bottom if self._bottom is not None else positions[0]
        origin = (first / coarse).to_integral_value("ROUND_FLOOR") * coarse
        inside = [at for at in positions if not self._is_coded(at)]
        self._units = np.fromiter((int((at - origin) // unit) for at in inside), np.int64, len(inside))
        self._coded = (self._bottom is not None and positions[0] < self._bottom) + (
            self._top is not None and positions[-1] >= self._top
        )
        self._first = first

    def _bulk(self, counts: NDArray[np.int64]) -> tuple[Decimal, Decimal]:
        """The range of the records, without the hundredth at an end that is far from all others."""
        positions, cumulated = self._positions, np.cumsum(counts)
        low = positions[int(np.searchsorted(cumulated, _TAIL * cumulated[-1], side="right"))]
        high = positions[int(np.searchsorted(cumulated, (1 - _TAIL) * cumulated[-1], side="left"))]
        far = high - low
        if far == 0:
            return positions[0], positions[-1]
        return low if low - positions[0] > far else positions[0], high if positions[-1] - high > far else positions[-1]

    def _power(self, exponent: int) -> Decimal:
        """A power of ten relative to the range of the numbers."""
        return Decimal(1).scaleb(self._exponent + exponent)

    def _is_coded(self, at: Decimal) -> bool:
        return (self._bottom is not None and at < self._bottom) or (self._top is not None and at >= self._top)

    def intervals(self, other: str | None) -> IntervalBuilder | None:
        """Intervals of round steps and groups of them; None if no step has fewer labels than there are numbers."""
        steps = self._steps()
        if not steps:
            return None
        width, coarsest = (step[0] * self._power(step[1]) for step in (steps[0], steps[-1]))
        start = (self._first / coarsest).to_integral_value("ROUND_FLOOR") * coarsest
        sizes = [_in_units(after) // _in_units(before) for before, after in pairwise(steps)]
        is_count = self._whole and self._positions[0] >= 0
        return IntervalBuilder(
            intervals=(Interval(lower=start, upper=start + width),),
            levels=tuple((Group(size=size),) for size in sizes),
            lower_range="repeat" if self._bottom is None else EndOfRange(coding=self._bottom),
            upper_range="repeat" if self._top is None else EndOfRange(coding=self._top),
            label=Label(function="range" if is_count else "interval"),
            other=other,
        )

    def _steps(self) -> list[_Step]:
        """Nice steps, fine to coarse, each some times the one before and with fewer labels."""
        every = [(factor, exponent) for exponent in range(_FINEST, _COARSEST + 1) for factor in (1, 2, 5)]
        if self._whole:
            every = [step for step in every if self._exponent + step[1] >= 0]
        number = len(self._positions)
        labels = {step: len(np.unique(self._units // _in_units(step))) + self._coded for step in every}
        most = min(_MOST_INTERVALS, number * 2 // 3 if number <= _FEW else number // 3)
        chosen: list[_Step] = []
        for step in every:
            if not chosen:
                is_next = 2 <= labels[step] <= most
            else:
                fewer = 2 <= labels[step] <= _NOTICEABLE * labels[chosen[-1]]
                is_next = fewer and _in_units(step) % _in_units(chosen[-1]) == 0
            if is_next:
                chosen.append(step)
        return _thinned(chosen)


def _in_units(step: _Step) -> int:
    """A step in units of 10 ** -_DIGITS, relative to the range of the numbers."""
    return int(step[0] * 10 ** (step[1] + _DIGITS))


def _thinned(levels: list[_Any]) -> list[_Any]:
    """No more levels than are sensible: the first, the last, and some between them."""
    if len(levels) <= _MOST_LEVELS:
        return levels
    return [levels[place] for place in np.linspace(0, len(levels) - 1, _MOST_LEVELS).round().astype(int)]


def _of_dates(date_format: str, positions: Sequence[Decimal], other: str | None) -> DateBuilder | None:
    """The levels of the calendar that distinguish the dates, each with fewer labels than the one before."""
    instants = np.array([math.floor(at) for at in positions], "datetime64[s]")
    days, months = instants.astype("datetime64[D]").astype(np.int64), instants.astype("datetime64[M]").astype(np.int64)
    span = int(positions[-1] - positions[0])
    keys: dict[Granularity, NDArray[np.int64]]
    if span > _SHORT_SPAN:
        years = instants.astype("datetime64[Y]").astype(np.int64) + 1970
        keys = {"day": days, "month": months, "quarter": months // 3, "year": years}
        keys |= {"decade": years // 10, "century": years // 100, "millennium": years // 1000}
    elif span > _SHORTEST_SPAN:
        keys = {"hour": instants.astype(np.int64) // 3600, "day": days, "week": (days + 3) // 7}
    else:
        keys = {"minute": instants.astype(np.int64) // 60, "hour": instants.astype(np.int64) // 3600, "day": days}
    labels, chosen = len(positions), []
    for granularity, key in keys.items():
        number = len(np.unique(key))
        if 2 <= number < labels:
            chosen.append(granularity)
            labels = number
    return DateBuilder(granularities=tuple(chosen), format=date_format, other=other) if chosen else None


def _of_ordinals(column: Column, values: Sequence[str]) -> OrderBuilder | None:
    """Neighbours merged two by two, or more for many values."""
    if column.type.kind is not DataType.ORDINAL:
        return None
    listed = tuple(value for value in column.type.order if value) or tuple(values)
    size = max(2, math.ceil(len(listed) ** (1 / _MOST_LEVELS)))
    levels, groups = [], math.ceil(len(listed) / size)
    while groups > 1:
        levels.append((Group(size=size),))
        groups = math.ceil(groups / size)
    if not levels:
        return None
    order: Literal["listed", "text"] = "listed" if column.type.order else "text"
    return OrderBuilder(
        order=order, values=listed, levels=tuple(levels), other=_OTHER if SUPPRESSED in column.values else None
    )


def _of_codes(values: Sequence[str]) -> RedactionBuilder | None:
    """The beginnings of codes; None where the values do not look like codes or have no beginnings in common."""
    longest = max(map(len, values))
    if longest > _LONGEST_CODE or len(values) < _FEWEST_CODES or any(" " in value for value in values):
        return None
    if sum(any(map(str.isdigit, value)) for value in values) < _ALMOST_ALL * len(values):
        return None
    labels, chosen = len(values), list[int]()
    padded = {value.ljust(longest, SUPPRESSED) for value in values}
    for length in range(longest - 1, 0, -1):
        number = len({value[:length] for value in padded})
        if chosen and number == labels:
            chosen[-1] = longest - length  # the same groups with less informative labels
        elif 2 <= number <= _NOTICEABLE * labels:
            chosen.append(longest - length)
            labels = number
    if labels > len(values) / 2:
        return None
    return RedactionBuilder(length=longest, redacted=tuple(_thinned(chosen)), root=SUPPRESSED, other=_OTHER)


def _by_frequency(column: Column, values: Sequence[str]) -> PriorityBuilder:
    """The rare values first, half of the remaining ones at each level, or more of them for many values."""
    ranked = PriorityBuilder().resolved(column).values or ()
    factor = max(2.0, (len(values) / 2) ** (1 / (_MOST_LEVELS - 1)))
    kept, stay = [], int(len(values) / 2)
    while stay >= 1 and len(values) > 2:
        kept.append(stay)
        stay = int(stay / factor)
    return PriorityBuilder(values=ranked, kept=tuple(kept))
