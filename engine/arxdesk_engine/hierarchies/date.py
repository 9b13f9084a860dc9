"""Dates by the calendar: days, weeks, months, quarters, years and more."""

from __future__ import annotations

import datetime as dt
import re
import zoneinfo
from collections.abc import Callable, Mapping
from itertools import pairwise
from types import MappingProxyType
from typing import Literal, Self, get_args

from pydantic import Field, field_validator, model_validator

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import DEFAULT_DATE_FORMAT
from arxdesk_engine.foundation.errors import UnfitValue, quoted, suggestion
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.hierarchies.builder import ClassifyingBuilder, HierarchyBuilder, Labels
from arxdesk_engine.hierarchies.scale import BoundField, Scale, iso_text, moment

Granularity = Literal[
    "second",
    "minute",
    "hour",
    "day",
    "week-of-month",
    "week",
    "month",
    "quarter",
    "weekday",
    "week-of-year",
    "quarter-of-year",
    "week-year",
    "year",
    "decade",
    "century",
    "millennium",
]
GRANULARITIES: tuple[str, ...] = get_args(Granularity)
PATTERNS: Mapping[str, str] = MappingProxyType(
    {
        "second": "%Y-%m-%d %H:%M:%S",
        "minute": "%Y-%m-%d %H:%M",
        "hour": "%Y-%m-%d %H:00",
        "day": "%Y-%m-%d",
        "week-of-month": "%Y-%m week %w",
        "week": "%G-W%V",
        "month": "%Y-%m",
        "quarter": "%Y-Q%q",
        "weekday": "%u",
        "week-of-year": "W%V",
        "quarter-of-year": "Q%q",
        "week-year": "%G",
        "year": "%Y",
    }
)
"""The format of each granularity: the letters of strftime, %q for the quarter and %w for the week of the month."""
_WITHIN_DAYS = ("second", "minute", "hour")
_SPANS = {"decade": 10, "century": 100, "millennium": 1000}
_OF_YEAR = ("quarter-of-year", "year", *_SPANS)
_ABOVE: dict[str, tuple[str, ...]] = {
    "second": GRANULARITIES[1:],
    "minute": GRANULARITIES[2:],
    "hour": GRANULARITIES[3:],
    "day": GRANULARITIES[4:],
    "week-of-month": ("week", "month", "quarter", "week-of-year", "week-year", *_OF_YEAR),
    "week": ("week-of-year", "week-year"),
    "month": ("quarter", *_OF_YEAR),
    "quarter": _OF_YEAR,
    "year": tuple(_SPANS),
    "decade": ("century", "millennium"),
    "century": ("millennium",),
}
"""The granularities allowed above each: any other level would split groups of the level below."""
_LETTERS: dict[str, Callable[[dt.datetime], str]] = {
    "Y": lambda when: f"{when.year:04}",
    "m": lambda when: f"{when.month:02}",
    "d": lambda when: f"{when.day:02}",
    "H": lambda when: f"{when.hour:02}",
    "M": lambda when: f"{when.minute:02}",
    "S": lambda when: f"{when.second:02}",
    "G": lambda when: f"{when.isocalendar().year:04}",
    "V": lambda when: f"{when.isocalendar().week:02}",
    "u": lambda when: f"{when.isoweekday()}",
    "q": lambda when: f"{(when.month + 2) // 3}",
    "w": lambda when: f"{_week_of_month(when)}",
    "%": lambda _when: "%",
}


def lies_within(finer: str, coarser: str) -> bool:
    """Whether each of the finer ones lies within one of the coarser, so that the latter can come after it."""
    return coarser in _ABOVE.get(finer, ())


def _week_of_month(when: dt.datetime) -> int:
    """The row of a day on a calendar sheet, from 1; weeks begin on Monday."""
    return (when.day - 1 + when.replace(day=1).weekday()) // 7 + 1


class DateBuilder(ClassifyingBuilder):
    """Levels of the calendar from fine to coarse, with the names of engine reference 1.9, then the root.

    Weeks are those of ISO 8601: they begin on Monday and belong to the year of their Thursday, the year shown by
    "week" and "week-year". `formats` replaces the format of a level; it has to keep the same letters. `format` is
    the date format; None: that of the column. Dates before `bottom` and from `top` on are one group each. With
    `time_zone` they are converted to it, from `from_time_zone`, before anything else.

    Examples
    --------
    >>> import arxdesk as ad
    >>> ad.Dates(granularities=["month", "year"]).labels_of(["2026-03-14"])
    [('2026-03-14', '2026-03', '2026', '*')]
    """

    builder: Literal["date"] = "date"
    granularities: tuple[Granularity, ...]
    formats: Mapping[str, str] = Field(default_factory=dict)
    format: str | None = None
    bottom: BoundField | None = None
    top: BoundField | None = None
    from_time_zone: str = "UTC"
    time_zone: str | None = None

    def __repr_name__(self) -> str:
        """The public name of the kind."""
        return "Dates"

    @field_validator("granularities")
    @classmethod
    def _nest(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for finer, coarser in pairwise(value):
            if not lies_within(finer, coarser):
                is_week = (finer, coarser) == ("week", "year")
                raise UnfitValue(
                    tr("{finer} does not lie within {coarser}", finer=quoted(finer), coarser=quoted(coarser)),
                    tr("Choose week-year instead.") if is_week else tr("Leave one of them out."),
                )
        return value

    @field_validator("formats")
    @classmethod
    def _keep_the_letters(cls, value: Mapping[str, str]) -> Mapping[str, str]:
        for name, pattern in value.items():
            if name not in PATTERNS:
                raise UnfitValue(tr("{name} has no format", name=quoted(name)), suggestion(name, tuple(PATTERNS)))
            found, needed = sorted(re.findall("%(.?)", pattern)), sorted(re.findall("%(.)", PATTERNS[name]))
            if [letter for letter in found if letter != "%"] != needed:
                letters = ", ".join(f"%{letter}" for letter in needed)
                raise UnfitValue(
                    tr("the format {pattern} does not contain a {name}", pattern=quoted(pattern), name=name),
                    tr("Use {letters}, each once.", letters=letters),
                )
        return value

    @field_validator("bottom", "top")
    @classmethod
    def _is_date(cls, value: object) -> object:
        if value is not None and not isinstance(value, dt.datetime):
            raise UnfitValue(tr("{value} is not a date", value=value), tr('Write one such as "2024-01-31".'))
        return value

    @field_validator("from_time_zone", "time_zone")
    @classmethod
    def _is_known(cls, value: str | None) -> str | None:
        if value is not None:
            try:
                zoneinfo.ZoneInfo(value)
            except (ValueError, OSError, zoneinfo.ZoneInfoNotFoundError) as error:
                raise UnfitValue(
                    tr("{value} is not a known time zone", value=quoted(value)), tr("Write one such as Europe/Berlin.")
                ) from error
        return value

    @model_validator(mode="after")
    def _is_possible(self) -> Self:
        if not self.granularities:
            raise UnfitValue(tr("there are no granularities"), tr('Write some, such as ["month", "year"].'))
        if self.bottom is not None and self.top is not None and not self.bottom < self.top:  # type: ignore[operator]
            raise UnfitValue(tr("top is not after bottom"), tr("Swap or correct them."))
        return self

    @property
    def title(self) -> str:
        """The name of the kind."""
        return tr("dates")

    @property
    def _format(self) -> str:
        return self.format or DEFAULT_DATE_FORMAT

    def resolved(self, column: Column) -> HierarchyBuilder:
        """The same with the date format of the column."""
        scale = Scale.of(column)
        if self.format is not None or scale is None or scale.date_format is None:
            return self
        return self.model_copy(update={"format": scale.date_format})

    @property
    def _levels(self) -> int:
        return len(self.granularities)

    @property
    def _expected(self) -> str:
        return Scale(self._format).kind

    def _classifier(self) -> Callable[[str], Labels | None]:
        writers = [_writer(name, self.formats.get(name, "")) for name in self.granularities]
        within_days = [write for name, write in zip(self.granularities, writers, strict=True) if name in _WITHIN_DAYS]
        of_days = writers[len(within_days) :]
        levels, bottom, top = self._levels, self.bottom, self.top
        below, above = (f"<{_text(bottom)}",) * levels, (f">={_text(top)}",) * levels
        converted = self._conversion()
        known: dict[int, Labels] = {}

        def labels(value: str) -> Labels | None:
            when = moment(value, self._format)
            if when is None:
                return None
            when = converted(when)
            if bottom is not None and when < bottom:  # type: ignore[operator]
                return below
            if top is not None and when >= top:  # type: ignore[operator]
                return above
            of_day = known.get(when.toordinal())
            if of_day is None:
                of_day = known[when.toordinal()] = tuple(write(when) for write in of_days)
            return (*(write(when) for write in within_days), *of_day)

        return labels

    def _conversion(self) -> Callable[[dt.datetime], dt.datetime]:
        if self.time_zone is None:
            return lambda when: when
        source, target = zoneinfo.ZoneInfo(self.from_time_zone), zoneinfo.ZoneInfo(self.time_zone)

        def converted(when: dt.datetime) -> dt.datetime:
            try:
                return when.replace(tzinfo=source).astimezone(target).replace(tzinfo=None)
            except OverflowError as error:
                raise UnfitValue(
                    tr("{moment} has no date in {time_zone}", moment=iso_text(when), time_zone=self.time_zone),
                    tr("Correct it."),
                ) from error

        return converted


def _text(bound: object) -> str:
    return iso_text(bound) if isinstance(bound, dt.datetime) else ""


def _writer(granularity: str, pattern: str) -> Callable[[dt.datetime], str]:
    span = _SPANS.get(granularity)
    if span is not None:
        return lambda when: f"[{when.year // span * span:04}, {when.year // span * span + span:04}["
    parts = re.split("%(.)", pattern or PATTERNS[granularity])
    letters = [_LETTERS[letter] for letter in parts[1::2]]
    template = "{}".join(text.replace("{", "{{").replace("}", "}}") for text in parts[::2])
    return lambda when: template.format(*(letter(when) for letter in letters))
