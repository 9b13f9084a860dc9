"""The ranges of intervals within the visible part of their axis, and the one that is selected. Knows no Qt."""

from __future__ import annotations

import math
from decimal import Decimal

from arxdesk.configure.hierarchies.wizard.rules import interval_edits as edits
from arxdesk.ui.widgets.fields.range_rows import Span
from arxdesk_engine.hierarchies.interval import IntervalBuilder, Range
from arxdesk_engine.hierarchies.preview import Survey
from arxdesk_engine.hierarchies.scale import exact

_MOST_DRAWN = 400


class AxisRanges:
    """Remembers the selected range by its level and identity, so that it stays selected while ranges change."""

    def __init__(self, survey: Survey) -> None:
        self._survey = survey
        self._builder: IntervalBuilder | None = None
        self._levels: list[tuple[Range, ...] | None] = []
        self._selected: tuple[int, int | str] = (0, 0)

    @property
    def builder(self) -> IntervalBuilder | None:
        """The last specification without a fault."""
        return self._builder

    @property
    def level(self) -> int:
        """The level of the selected range, from 0."""
        return self._selected[0]

    @property
    def number(self) -> int | None:
        """The number of the selected range; None for a coded end."""
        return self._selected[1] if isinstance(self._selected[1], int) else None

    @property
    def selected(self) -> Range | None:
        """The selected range, if it is in sight."""
        place = self.selected_place
        ranges = None if place is None else self._levels[place[0]]
        return None if place is None or ranges is None else ranges[place[1]]

    @property
    def selected_place(self) -> tuple[int, int] | None:
        """The level of the selected range and its place among those in sight there."""
        level, identity = self._selected
        ranges = self._levels[level] if level < len(self._levels) else None
        place = next((place for place, each in enumerate(ranges or ()) if _identity(each) == identity), None)
        return None if place is None else (level, place)

    def take(self, builder: IntervalBuilder) -> None:
        """Follow another specification; of the first one, the range with the middle of the records is selected."""
        is_first, self._builder = self._builder is None, builder
        self._selected = (min(self._selected[0], len(builder.levels)), self._selected[1])
        if is_first:
            middle = self._survey.median or 0.0
            holds = (each for each in self.between(0, middle, middle) or () if each.element is not None)
            self._selected = (0, next((_identity(each) for each in holds), 0))

    def forget(self) -> None:
        """Take the next specification for the first one."""
        self._builder = None

    def select(self, level: int, place: int) -> bool:
        """Select a range in sight; False where there is none."""
        ranges = self._levels[level] if level < len(self._levels) else None
        if ranges:
            self._selected = (level, _identity(ranges[place]))
        return bool(ranges)

    def select_first(self) -> None:
        """Select the range that the specification begins with."""
        self._selected = (0, 0)

    def look_at(self, low: float, high: float, *, may_be_negative: bool) -> list[list[Span] | None]:
        """Have the ranges within a window in sight; returns what is drawn of every level (None: too many).

        Without `may_be_negative`, ranges below zero are left out where no value is: they only look like a fault.
        """
        levels = 0 if self._builder is None else len(self._builder.levels) + 1
        self._levels = [self.between(level, low, high) for level in range(levels)]
        ends = self._survey.ends
        if not may_be_negative and ends is not None and ends[0] >= 0:
            self._levels = [None if ranges is None else _from_zero(ranges) for ranges in self._levels]
        return [None if ranges is None else [self._span(each) for each in ranges] for ranges in self._levels]

    def between(self, level: int, low: float, high: float) -> tuple[Range, ...] | None:
        """The ranges of a level that touch a part of the axis; None where they are too many, or beyond any date."""
        if self._builder is None:
            return ()
        try:
            with exact():
                return self._builder.axis().ranges(level, Decimal(repr(low)), Decimal(repr(high)), _MOST_DRAWN)
        except (ValueError, OverflowError):
            return None

    def extended_end(self) -> Decimal | None:
        """The end of the range that the highest value would lie in, if the ranges went on; None if it lies in one."""
        builder = self._builder
        if builder is None or edits.treatment(builder, "high") != "code" or self._survey.ends is None:
            return None
        highest, limit = Decimal(repr(self._survey.ends[1])), edits.limit(builder, "high")
        if limit is None or highest < limit:
            return None
        going_on = builder.model_copy(update={"upper_range": "repeat"})
        try:
            with exact():
                found = going_on.axis().ranges(0, highest, highest, _MOST_DRAWN)
        except ValueError:
            return None
        return next((each.high for each in found or () if each.element is not None), None)

    def records(self, each: Range) -> int:
        """The number of records in a range."""
        return self._survey.records_within(*_bounds(each))

    def _span(self, each: Range) -> Span:
        return Span(*_bounds(each), each.label, self.records(each), "open" if each.element is None else "range")


def _bounds(each: Range) -> tuple[float, float]:
    low = -math.inf if each.low is None else float(each.low)
    return low, math.inf if each.high is None else float(each.high)


def _from_zero(ranges: tuple[Range, ...]) -> tuple[Range, ...]:
    return tuple(each for each in ranges if each.element is None or each.high is None or each.high > 0)


def _identity(each: Range) -> int | str:
    """The identity of a range while others change: its number, or the coded side."""
    return each.element if each.element is not None else each.label[:1]
