"""Intervals of numbers or dates, repeated along the axis, and groups of them level by level."""

from __future__ import annotations

import datetime as dt
import itertools
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal, Self

from pydantic import Field, SerializerFunctionWrapHandler, field_validator, model_serializer, model_validator

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import DEFAULT_DATE_FORMAT
from arxdesk_engine.foundation.errors import UnfitValue, quoted
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.hierarchies.builder import ClassifyingBuilder, HierarchyBuilder, Labels, Part
from arxdesk_engine.hierarchies.labels import OF_BOUNDS, Label
from arxdesk_engine.hierarchies.scale import Bound, BoundField, Scale, iso_text, number_text

_DEFAULT_LABEL = Label(function="interval")


class Interval(Part):
    """The values from `lower` to `upper`, without `upper`; in a job also a pair of both."""

    lower: BoundField
    upper: BoundField
    label: Label | None = None

    @model_validator(mode="before")
    @classmethod
    def _from_pair(cls, value: object) -> object:
        if isinstance(value, list | tuple) and len(value) == 2:
            return {"lower": value[0], "upper": value[1]}
        return value

    @model_validator(mode="after")
    def _is_one(self) -> Self:
        if isinstance(self.lower, dt.datetime) is not isinstance(self.upper, dt.datetime):
            raise UnfitValue(tr("one bound is a number, the other one a date"), tr("Write two of the same kind."))
        if not self.lower < self.upper:  # type: ignore[operator]
            raise UnfitValue(tr("the upper bound is not above the lower one"), tr("Swap or correct them."))
        return self


class Group(Part):
    """So many neighbours of the level below become one; in a job also their number alone."""

    size: int = Field(ge=1, strict=True)
    label: Label | None = None

    @model_validator(mode="before")
    @classmethod
    def _from_size(cls, value: object) -> object:
        return {"size": value} if isinstance(value, int) and not isinstance(value, bool) else value

    @model_serializer(mode="wrap")
    def _plain(self, handler: SerializerFunctionWrapHandler) -> Any:  # noqa: ANN401 - a number or a table
        return self.size if self.label is None else handler(self)


def lists_of_groups(value: object) -> object:
    """Raises ValueError for levels that are not lists, before a model raises its own error."""
    if not isinstance(value, list | tuple) or not all(isinstance(level, list | tuple) for level in value):
        raise UnfitValue(tr("every level is a list of groups"), tr("Example: [[2], [5]]."))
    return value


def merged_into(sizes: Sequence[int]) -> tuple[list[int], int]:
    """The starts of groups of these sizes laid end to end, and the end of the last one."""
    ends = list(itertools.accumulate(sizes))
    return [0, *ends[:-1]], ends[-1]


class EndOfRange(Part):
    """The end of the pattern of intervals on one side; at least one of the three is given.

    Beyond `extreme` values are errors (None: no limit). Beyond `coding` they become one group, the bottom
    or top code (None: as `extreme`, else as `snap`). The interval at `snap` reaches to `coding` (None: as `coding`).
    """

    snap: BoundField | None = None
    coding: BoundField | None = None
    extreme: BoundField | None = None

    @model_validator(mode="after")
    def _has_one(self) -> Self:
        if self.snap is None and self.coding is None and self.extreme is None:
            raise UnfitValue(tr("the range is empty"), tr("Write snap, coding or extreme."))
        return self

    def explicit(self, scale: Scale) -> tuple[Decimal, Decimal, Decimal | None]:
        """The positions of snap, coding and extreme."""
        bounds = (self.snap, self.coding, self.extreme)
        snap, coding, extreme = (None if bound is None else scale.place(bound) for bound in bounds)
        coded_from = next(each for each in (coding, extreme, snap) if each is not None)
        return coded_from if snap is None else snap, coded_from, extreme


@dataclass(frozen=True, slots=True)
class _Ends:
    """Both sides of the axis, as positions; None where the pattern goes on without end."""

    low_snap: Decimal | None
    low_coding: Decimal | None
    low_extreme: Decimal | None
    high_snap: Decimal | None
    high_coding: Decimal | None
    high_extreme: Decimal | None


class IntervalBuilder(ClassifyingBuilder):
    """Intervals and groups of them, as engine reference 1.5 defines, with exact decimals and dates.

    `intervals` are contiguous, lowest first. On the axis they repeat as far as the ranges allow: without a range the
    pattern ends with its outermost interval and values beyond are errors; "repeat" continues it without end.
    `levels` are lists of groups, from fine to coarse; each list is repeated along the groups of the level below, and
    begins with the first of `intervals`. `format` is the date format; None: that of the column.

    Examples
    --------
    >>> import arxdesk as ad
    >>> ad.Intervals(intervals=[[0, 10]], levels=[[2]], upper_range="repeat").labels_of(["7", "14"])
    [('7', '[0, 10[', '[0, 20[', '*'), ('14', '[10, 20[', '[0, 20[', '*')]
    """

    builder: Literal["interval"] = "interval"
    intervals: tuple[Interval, ...]
    levels: tuple[tuple[Group, ...], ...] = ()
    lower_range: EndOfRange | Literal["repeat"] | None = None
    upper_range: EndOfRange | Literal["repeat"] | None = None
    label: Label = _DEFAULT_LABEL
    format: str | None = None

    def __repr_name__(self) -> str:
        """The public name of the kind."""
        return "Intervals"

    @field_validator("lower_range", "upper_range", mode="before")
    @classmethod
    def _range_or_repeat(cls, value: object) -> object:
        if isinstance(value, str) and value != "repeat":
            raise UnfitValue(
                tr("{value} is not allowed", value=quoted(value)),
                tr('Write "repeat", or {example}.', example="{ coding = 90 }"),
            )
        return EndOfRange.model_validate(value) if isinstance(value, dict) else value

    @field_validator("intervals", mode="before")
    @classmethod
    def _are_pairs(cls, value: object) -> object:
        if not isinstance(value, list | tuple) or any(isinstance(each, str | int | float) for each in value):
            raise UnfitValue(tr("every interval is a pair of bounds"), tr("Write such as [[0, 18], [18, 65]]."))
        return value

    @field_validator("levels", mode="before")
    @classmethod
    def _are_lists(cls, value: object) -> object:
        return lists_of_groups(value)

    @field_validator("levels")
    @classmethod
    def _groups_are_there(cls, value: tuple[tuple[Group, ...], ...]) -> tuple[tuple[Group, ...], ...]:
        if not all(value):
            raise UnfitValue(tr("a level has no groups"), tr("Write the sizes of groups of neighbours, such as [2]."))
        return value

    @model_validator(mode="after")
    def _is_contiguous(self) -> Self:
        if not self.intervals:
            raise UnfitValue(tr("there are no intervals"), tr("Write at least one, such as [[0, 10]]."))
        for before, after in itertools.pairwise(self.intervals):
            if before.upper != after.lower:
                between = tr(
                    "the interval that ends at {end} and the one from {start}",
                    end=_shown(before.upper),
                    start=_shown(after.lower),
                )
                raise UnfitValue(
                    tr("{between} leave a gap or overlap", between=between),
                    tr("Let each begin where the one before ends."),
                )
        bounds: list[Bound] = [self.intervals[0].lower]
        for end in (self.lower_range, self.upper_range):
            if isinstance(end, EndOfRange):
                bounds.extend(bound for bound in (end.snap, end.coding, end.extreme) if bound is not None)
        bounds.extend(interval.lower for interval in self.intervals)
        if len({isinstance(bound, dt.datetime) for bound in bounds}) > 1:
            raise UnfitValue(tr("some bounds are numbers, others dates"), tr("Write all of the same kind."))
        self._require_order()
        self._require_labels()
        return self

    def _require_order(self) -> None:
        ends = self._ends()
        low = [each for each in (ends.low_extreme, ends.low_coding, ends.low_snap) if each is not None]
        high = [each for each in (ends.high_snap, ends.high_coding, ends.high_extreme) if each is not None]
        if sorted([*low, *high]) != [*low, *high]:
            rule = tr("Keep to: lower extreme, coding, snap, then upper snap, coding, extreme.")
            raise UnfitValue(tr("the bounds of the ranges are not in order"), rule)

    def _require_labels(self) -> None:
        labels = [self.label, *(interval.label for interval in self.intervals)]
        labels += [group.label for level in self.levels for group in level]
        for label in labels:
            if label is not None and label.function not in OF_BOUNDS:
                raise UnfitValue(
                    tr("{function} needs a list of values", function=label.function),
                    tr("Allowed: {names}.", names=", ".join(OF_BOUNDS)),
                )
            if label is not None and label.function == "range" and not self._has_whole_bounds:
                raise UnfitValue(tr("the label range needs bounds that are whole numbers"), tr("Choose interval."))

    @property
    def _has_whole_bounds(self) -> bool:
        ends = self._ends()
        cuts = (ends.low_coding, ends.high_coding)
        bounds = [
            *(each.lower for each in self.intervals),
            self.intervals[-1].upper,
            *(c for c in cuts if c is not None),
        ]
        return all(isinstance(bound, Decimal) and bound == bound.to_integral_value() for bound in bounds)

    @property
    def title(self) -> str:
        """The name of the kind."""
        return tr("intervals")

    @property
    def scale(self) -> Scale:
        """The axis that its bounds lie on."""
        is_date = isinstance(self.intervals[0].lower, dt.datetime)
        return Scale((self.format or DEFAULT_DATE_FORMAT) if is_date else None)

    def resolved(self, column: Column) -> HierarchyBuilder:
        """The same with the date format of the column."""
        scale = Scale.of(column)
        if self.scale.date_format is None or self.format is not None or scale is None or scale.date_format is None:
            return self
        return self.model_copy(update={"format": scale.date_format})

    @property
    def _levels(self) -> int:
        return 1 + len(self.levels)

    @property
    def _expected(self) -> str:
        whole = "whole " if self._needs_whole_values and self.scale.date_format is None else ""
        return tr("whole number") if whole else self.scale.kind

    @property
    def _needs_whole_values(self) -> bool:
        labels = [self.label, *(each.label for each in self.intervals)]
        labels += [group.label for level in self.levels for group in level]
        return any(label is not None and label.function == "range" for label in labels)

    def _ends(self) -> _Ends:
        scale = self.scale
        sides: list[Decimal | None] = []
        outermost = (self.intervals[0].lower, self.intervals[-1].upper)
        for end, bound in zip((self.lower_range, self.upper_range), outermost, strict=True):
            if end == "repeat":
                sides += [None, None, None]
            elif isinstance(end, EndOfRange):
                sides += end.explicit(scale)
            else:
                sides += [scale.place(bound)] * 3
        return _Ends(*sides)

    def _classifier(self) -> Callable[[str], Labels | None]:
        return self.axis().labels_of

    def axis(self) -> Axis:
        """Its ranges along the axis; to be asked within `scale.exact`."""
        return Axis(self, self._ends())


@dataclass(frozen=True, slots=True)
class Range:
    """The values from `low` to below `high` (None: without end); `element` counts along the axis, None for codes."""

    low: Decimal | None
    high: Decimal | None
    label: str
    element: int | None


class Axis:
    """The elements of every level as whole numbers along the axis: 0 is the first interval, or the group with it."""

    def __init__(self, builder: IntervalBuilder, ends: _Ends) -> None:
        self._scale, self._ends = builder.scale, ends
        self._starts = [self._scale.place(interval.lower) for interval in builder.intervals]
        self._width = self._scale.place(builder.intervals[-1].upper) - self._starts[0]
        self._levels = [merged_into([group.size for group in level]) for level in builder.levels]
        first = [interval.label or builder.label for interval in builder.intervals]
        groups = [[group.label or builder.label for group in level] for level in builder.levels]
        self._functions = [first, *groups]
        self._whole = builder._needs_whole_values  # noqa: SLF001 - one idea in two classes
        self._known: list[dict[int, Labels]] = [{} for _level in self._functions]
        self._outermost = [self._outermost_intervals()]
        for level in range(1, len(self._functions)):
            low, high = (None if end is None else self._above(end, level) for end in self._outermost[-1])
            self._outermost.append((low, high))

    def _outermost_intervals(self) -> tuple[int | None, int | None]:
        """The intervals at both ends of the range, where it has ends."""
        low, high = self._ends.low_snap, self._ends.high_snap
        return None if low is None else self._just_below(low), None if high is None else self._element(high)

    def labels_of(self, value: str) -> Labels | None:
        """The labels of a value at all levels. Raises ValueError beyond the extremes."""
        position = self._scale.parse(value)
        if position is None or (self._whole and position != position.to_integral_value()):
            return None
        ends, levels = self._ends, len(self._functions)
        if (ends.low_extreme is not None and position < ends.low_extreme) or (
            ends.high_extreme is not None and position >= ends.high_extreme
        ):
            raise UnfitValue(
                tr("{value} lies {allowed}", value=quoted(value), allowed=self._allowed()),
                tr("Correct it, or widen the range."),
            )
        if ends.low_coding is not None and position < ends.low_coding:
            return (f"<{self._scale.text(ends.low_coding)}",) * levels
        if ends.high_coding is not None and position >= ends.high_coding:
            return (f">={self._scale.text(ends.high_coding)}",) * levels
        return self._labels(self._element(position), 0)

    def _allowed(self) -> str:
        low, high = self._ends.low_extreme, self._ends.high_extreme
        if low is None or high is None:
            if low is None:
                return tr("out of bounds: at or above {high}", high="" if high is None else self._scale.text(high))
            return tr("out of bounds: below {low}", low=self._scale.text(low))
        texts = self._scale.text(low), self._scale.text(high)
        return tr("out of bounds: below {low} or at or above {high}", low=texts[0], high=texts[1])

    def _element(self, position: Decimal) -> int:
        """The interval of the repeated pattern that holds a position."""
        times, rest = divmod(position - self._starts[0], self._width)  # of decimals: rounded towards zero
        if rest < 0:
            times, rest = times - 1, rest + self._width
        return int(times) * len(self._starts) + bisect_right(self._starts, rest + self._starts[0]) - 1

    def _just_below(self, position: Decimal) -> int:
        """The interval that ends at a position or goes on beyond it."""
        element = self._element(position)
        return element - 1 if self._start(element, 0) == position else element

    def _labels(self, element: int, level: int) -> Labels:
        """The labels of an element and of the groups above it."""
        known = self._known[level].get(element)
        if known is None:
            higher: Labels = ()
            if level < len(self._levels):
                higher = self._labels(self._above(element, level + 1), level + 1)
            known = self._known[level][element] = (self._label(element, level), *higher)
        return known

    def _label(self, element: int, level: int) -> str:
        low, high = self._outermost[level]
        element = element if low is None else max(element, low)
        element = element if high is None else min(element, high)
        functions = self._functions[level]
        return functions[element % len(functions)].of_bounds(*self._bounds(element, level), self._scale)

    def _bounds(self, element: int, level: int) -> tuple[Decimal, Decimal]:
        """The bounds of an element; those at the ends reach to the coding bounds, and no farther."""
        low, high = self._outermost[level]
        if low is not None:
            element = max(element, low)
        if high is not None:
            element = min(element, high)
        bottom, top = self._ends.low_coding, self._ends.high_coding
        lower = bottom if bottom is not None and element == low else self._start(element, level)
        upper = top if top is not None and element == high else self._start(element + 1, level)
        return lower, upper

    def ranges(self, level: int, low: Decimal, high: Decimal, most: int) -> tuple[Range, ...] | None:
        """The ranges of a level (0: the intervals) that meet [low, high], and the codes at both ends of the axis.

        None for more than `most`. Raises ValueError for dates that cannot be written.
        """
        first, last = self._element(low), self._element(high)
        bottom, top = self._outermost[0]
        if bottom is not None:
            first, last = max(first, bottom), max(last, bottom)
        if top is not None:
            first, last = min(first, top), min(last, top)
        for above in range(1, level + 1):
            first, last = self._above(first, above), self._above(last, above)
        if last - first >= most:
            return None
        bounds = [(at, *self._bounds(at, level)) for at in range(first, last + 1)]
        # The rest of an interval beyond a coding bound is empty if the bound lies between two.
        inner = [Range(start, end, self._label(at, level), at) for at, start, end in bounds if start < end]
        return (*self._code(below=True), *inner, *self._code(below=False))

    def _code(self, *, below: bool) -> Iterator[Range]:
        ends = self._ends
        if below and ends.low_coding is not None and ends.low_coding != ends.low_extreme:
            yield Range(ends.low_extreme, ends.low_coding, f"<{self._scale.text(ends.low_coding)}", None)
        if not below and ends.high_coding is not None and ends.high_coding != ends.high_extreme:
            yield Range(ends.high_coding, ends.high_extreme, f">={self._scale.text(ends.high_coding)}", None)

    def _above(self, element: int, level: int) -> int:
        """The group that an element of the level below belongs to."""
        starts, size = self._levels[level - 1]
        times, rest = divmod(element, size)
        return times * len(starts) + bisect_right(starts, rest) - 1

    def _start(self, element: int, level: int) -> Decimal:
        for starts, size in reversed(self._levels[:level]):
            times, rest = divmod(element, len(starts))
            element = times * size + starts[rest]
        times, rest = divmod(element, len(self._starts))
        return times * self._width + self._starts[rest]


def _shown(bound: Bound) -> str:
    return iso_text(bound) if isinstance(bound, dt.datetime) else number_text(bound)
