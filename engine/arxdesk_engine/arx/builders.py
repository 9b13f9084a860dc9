"""ARX's hierarchy builders as specifications of ours: what they could mean, the likeliest first."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from types import MappingProxyType

from arxdesk_engine.arx.files.java_values import Constant, Instance
from arxdesk_engine.arx.labels import NoCounterpart, label_of
from arxdesk_engine.foundation.language import tr

Content = dict[str, object]
_DAY, _EASTERNMOST = 86_400_000, 14 * 3_600_000
"""In milliseconds: no zone of time is further ahead."""
_EPOCH = dt.datetime(1970, 1, 1)  # noqa: DTZ001 - dates in tables carry no time zone
_GRANULARITIES: Mapping[str, str] = MappingProxyType(
    {
        "SECOND_MINUTE_HOUR_DAY_MONTH_YEAR": "second",
        "MINUTE_HOUR_DAY_MONTH_YEAR": "minute",
        "HOUR_DAY_MONTH_YEAR": "hour",
        "DAY_MONTH_YEAR": "day",
        "WEEK_MONTH_YEAR": "week-of-month",
        "WEEK_YEAR": "week",
        "MONTH_YEAR": "month",
        "QUARTER_YEAR": "quarter",
        "WEEKDAY": "weekday",
        "WEEK": "week-of-year",
        "QUARTER": "quarter-of-year",
        "YEAR": "year",
        "DECADE": "decade",
        "CENTURY": "century",
        "MILLENNIUM": "millennium",
    }
)
_LETTERS: Mapping[str, str] = MappingProxyType(
    {
        "yyyy": "%Y",
        "MM": "%m",
        "dd": "%d",
        "HH": "%H",
        "mm": "%M",
        "ss": "%S",
        "ww": "%V",
        "W": "%w",
        "QQQ": "Q%q",
        "Q": "%q",
        "e": "%u",
    }
)
"""The letters of Java's patterns that the levels of our date builder are written with."""
_PRESET_FORMATS: Mapping[str, str] = MappingProxyType(
    {
        "SECOND_MINUTE_HOUR_DAY_MONTH_YEAR": "dd.MM.yyyy-HH:mm:ss",
        "MINUTE_HOUR_DAY_MONTH_YEAR": "dd.MM.yyyy-HH:mm",
        "HOUR_DAY_MONTH_YEAR": "dd.MM.yyyy-HH:00",
        "DAY_MONTH_YEAR": "dd.MM.yyyy",
        "WEEK_MONTH_YEAR": "W/MM.yyyy",
        "WEEK_YEAR": "ww/yyyy",
        "MONTH_YEAR": "MM/yyyy",
        "QUARTER_YEAR": "QQQ yyyy",
        "WEEKDAY": "e",
        "QUARTER": "QQQ",
        "YEAR": "yyyy",
    }
)
_ORDERS: Mapping[str, str] = MappingProxyType(
    {"ARXInteger": "number", "ARXDecimal": "number", "ARXDate": "date", "ARXString": "text"}
)


@dataclass(frozen=True, slots=True)
class _Rows:
    """The column of the stored rows: its values in their order, and the frequency of each."""

    values: tuple[str, ...]
    counts: Mapping[str, int]


def specifications(
    builder: Instance, values: Sequence[str] = (), counts: Mapping[str, int] | None = None
) -> Iterator[Content]:
    """The specifications that a builder may stand for, as plain values. Raises NoCounterpart.

    `values` are those of the stored rows in their order, which for some builders is what they sorted by; `counts` says
    how often each value occurs.
    """
    kind = builder.kind.rpartition("HierarchyBuilder")[2]
    make = _BUILDERS.get(kind)
    if make is None:
        raise NoCounterpart(tr("the kind of hierarchy {builder} is not known", builder=builder.name))
    yield from make(builder, _Rows(tuple(values), counts or {}))


def _intervals(builder: Instance, _rows: _Rows) -> Iterator[Content]:
    intervals = [each for each in builder.items("intervals") if isinstance(each, Instance)]
    ranges = [builder.part("lowerRange"), builder.part("upperRange")]
    if not intervals:
        raise NoCounterpart(tr("it has no intervals"))
    bounds = [each.get(name) for each in intervals for name in ("min", "max")]
    moment = _clock([*bounds, *(each.get(name) for each in ranges if each for name in _OF_RANGE)])
    content: Content = {"builder": "interval"}
    label = label_of(builder.part("function"), of_bounds=True)
    content |= {} if label is None else {"label": label}
    content["intervals"] = [
        {"lower": moment(each.get("min")), "upper": moment(each.get("max"))}
        | _own_label(each.part("function"), label, of_bounds=True)
        for each in intervals
    ]
    levels = _levels(builder, label, of_bounds=True)
    content |= {"levels": levels} if levels else {}
    for side, each in zip(("lower_range", "upper_range"), ranges, strict=True):
        named = {} if each is None else {ours: moment(each.get(name)) for name, ours in _OF_RANGE.items()}
        named = {ours: bound for ours, bound in named.items() if bound is not None}
        content |= {side: named} if named else {}
    yield content


_OF_RANGE: Mapping[str, str] = MappingProxyType({"repeatBound": "snap", "snapBound": "coding", "labelBound": "extreme"})


def _order(builder: Instance, rows: _Rows) -> Iterator[Content]:
    label = label_of(builder.part("function"), of_bounds=False)
    levels = _levels(builder, label, of_bounds=False)
    if not levels:
        raise NoCounterpart(tr("it has no groups"))
    content: Content = {"builder": "order", "levels": levels} | ({} if label is None else {"label": label})
    comparator = builder.part("comparator")
    places = {} if comparator is None else _captured(comparator, dict)
    if isinstance(places, dict) and places and all(isinstance(each, int) for each in places.values()):
        listed = sorted((name for name in places if isinstance(name, str)), key=places.__getitem__)
        yield content | {"order": "listed", "values": [each for each in listed if each and each.upper() != "NULL"]}
    kind = None if comparator is None else _captured(comparator, Instance)
    if isinstance(kind, Instance):
        order = next((ours for name, ours in _ORDERS.items() if kind.kind.endswith(name)), None)
        if order is not None:
            yield content | {"order": order}
    if rows.values:
        yield content | {"order": "listed", "values": list(dict.fromkeys(each for each in rows.values if each))}
    elif comparator is None:
        yield content


def _captured(comparator: Instance, kind: type) -> object:
    """What an inner class of Java took with it from around it, of this kind."""
    found = (value for name, value in comparator.fields.items() if name.startswith("val$") and isinstance(value, kind))
    return next(found, None)


def _redaction(builder: Instance, _rows: _Rows) -> Iterator[Content]:
    content: Content = {"builder": "redaction"}
    if builder.text("aligmentOrder", "alignmentOrder") == "RIGHT_TO_LEFT":
        content["alignment"] = "right"
    if builder.text("redactionOrder") == "LEFT_TO_RIGHT":
        content["direction"] = "left-to-right"
    for ours, theirs in (("padding", "paddingCharacter"), ("redaction", "redactionCharacter")):
        character = builder.text(theirs)
        if character is not None and character != "*":
            content[ours] = character
    yield content


def _date(builder: Instance, _rows: _Rows) -> Iterator[Content]:
    names = [each.name for each in builder.items("granularities") if isinstance(each, Constant)]
    unknown = [name for name in names if name not in _GRANULARITIES]
    if unknown or not names:
        raise NoCounterpart(
            tr("the granularity {name} is not known", name=unknown[0]) if unknown else tr("it has no granularities")
        )
    stored = builder.part("format")
    chosen = {} if stored is None else {f"{key}": text for key, text in stored.table("map").items()}
    formats = {}
    for name in names:
        pattern = chosen.get(name) or _PRESET_FORMATS.get(name)
        written = None if pattern is None else _strftime(pattern)
        if written is not None:
            formats[_GRANULARITIES[name]] = written
    ends = [builder.get("bottomCoding"), builder.get("topCoding")]
    moment = _clock(ends)
    content: Content = {"builder": "date", "granularities": [_GRANULARITIES[name] for name in names]}
    content |= {"formats": formats} if formats else {}
    for side, end in zip(("bottom", "top"), ends, strict=True):
        bound = moment(end)
        content |= {} if bound is None else {side: bound}
    yield content


def _strftime(pattern: str) -> str | None:
    """A pattern of Java as our date builder writes levels; None where it has other letters."""
    result, rest = "", pattern
    while rest:
        first = rest[0]
        run = rest[: len(rest) - len(rest.lstrip(first))] if first.isalpha() else first
        if first.isalpha() and run not in _LETTERS:
            return None
        result += _LETTERS[run] if first.isalpha() else "%%" if first == "%" else first
        rest = rest[len(run) :]
    return result


def _priority(builder: Instance, rows: _Rows) -> Iterator[Content]:
    most = builder.get("maxLevels")
    content: Content = {"builder": "priority"} | ({} if most == 10 else {"maximum_levels": most})
    lowest_first = builder.text("priority") == "LOWEST_TO_HIGHEST"
    direction: Content = {"direction": "lowest-first"} if lowest_first else {}
    priorities = builder.table("priorities")
    if priorities:
        numbers = {str(name): each for name, each in priorities.items() if isinstance(each, int)}
        if numbers == {name: each for name, each in rows.counts.items() if name in numbers}:
            yield content | direction
        yield content | direction | {"priorities": numbers}
    else:
        yield content | direction | {"by": "order"}
    if rows.values:
        yield content | {"values": list(dict.fromkeys(rows.values))}


_BUILDERS: Mapping[str, Callable[[Instance, _Rows], Iterator[Content]]] = MappingProxyType(
    {
        "IntervalBased": _intervals,
        "OrderBased": _order,
        "RedactionBased": _redaction,
        "Date": _date,
        "PriorityBased": _priority,
    }
)


def _levels(builder: Instance, default: Content | None, *, of_bounds: bool) -> list[list[Content]]:
    """The groups of each level, the finest first."""
    numbered = {number: each for number, each in builder.table("groups").items() if isinstance(number, int)}
    levels = []
    for _number, level in sorted(numbered.items()):
        groups = level.items("list", "groups") if isinstance(level, Instance) else []
        found: list[Content] = [
            {"size": each.get("size")} | _own_label(each.part("function"), default, of_bounds=of_bounds)
            for each in groups
            if isinstance(each, Instance)
        ]
        if found:
            levels.append(found)
    return levels


def _own_label(function: Instance | None, default: Content | None, *, of_bounds: bool) -> Content:
    label = label_of(function, of_bounds=of_bounds)
    return {} if label is None or label == default else {"label": label}


def _clock(bounds: Sequence[object]) -> Callable[[object], object]:
    """How bounds are read: as they are; dates, which Java counts from its zone of time, as if all were at midnight."""
    millis = [each for each in map(_millis, bounds) if each is not None]
    offset = 0
    if millis and all((each - millis[0]) % _DAY == 0 for each in millis):
        offset = -millis[0] % _DAY
        offset -= _DAY if offset > _EASTERNMOST else 0
    return lambda bound: _bound(bound, offset)


def _bound(bound: object, offset: int) -> object:
    millis = _millis(bound)
    if millis is not None:
        try:
            return _EPOCH + dt.timedelta(milliseconds=millis + offset)
        except OverflowError as error:
            raise NoCounterpart(tr("a bound is no date of the years 1 to 9999")) from error
    if isinstance(bound, float):
        return Decimal(repr(bound))
    return bound if isinstance(bound, int) and not isinstance(bound, bool) else None


def _millis(bound: object) -> int | None:
    """A date of Java, which it writes as milliseconds since 1970 in a block of eight bytes."""
    if not (isinstance(bound, Instance) and bound.name == "Date" and bound.blocks):
        return None
    return int.from_bytes(bound.blocks[0][:8], "big", signed=True)
