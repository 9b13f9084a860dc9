"""Edits of intervals, as plain functions from one specification to the next. Knows no Qt.

Each returns the content of a specification, which `builder_from` judges.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from itertools import pairwise
from typing import Any, Literal

from arxdesk_engine.foundation.language import tr
from arxdesk_engine.hierarchies.interval import EndOfRange, IntervalBuilder, Range
from arxdesk_engine.hierarchies.scale import Scale, exact, instant, iso_text, number_text

Side = Literal["low", "high"]
Treatment = Literal["repeat", "code", "error"]
Content = dict[str, Any]
FIELD: dict[Side, Literal["lower_range", "upper_range"]] = {"low": "lower_range", "high": "upper_range"}
MOST_OWN = 200
"""The most ranges that can be listed one by one."""


def content_of(builder: IntervalBuilder) -> Content:
    """A specification as plain values."""
    return builder.model_dump(mode="json", exclude_defaults=True)


def edges(builder: IntervalBuilder) -> list[Decimal]:
    """The bounds of the intervals, including the end of the last one."""
    scale = builder.scale
    return [scale.place(each.lower) for each in builder.intervals] + [scale.place(builder.intervals[-1].upper)]


def is_regular(builder: IntervalBuilder) -> bool:
    """Whether one interval repeats along the axis."""
    return len(builder.intervals) == 1 and (builder.lower_range is not None or builder.upper_range is not None)


def treatment(builder: IntervalBuilder, side: Side) -> Treatment:
    """The treatment of values beyond the intervals."""
    end = getattr(builder, FIELD[side])
    if end == "repeat":
        return "repeat"
    if isinstance(end, EndOfRange):
        _snap, coding, extreme = end.explicit(builder.scale)
        return "code" if coding != extreme else "error"
    return "error"


def limit(builder: IntervalBuilder, side: Side) -> Decimal | None:
    """The end of the ranges on a side; None if they are repeated without end."""
    end = getattr(builder, FIELD[side])
    if end == "repeat":
        return None
    if isinstance(end, EndOfRange):
        return end.explicit(builder.scale)[1]
    return edges(builder)[0 if side == "low" else -1]


def with_range(builder: IntervalBuilder, element: int, low: Decimal, high: Decimal) -> Content:
    """A range with other bounds; its repetitions follow."""
    number = len(builder.intervals)
    with exact():
        if number == 1:
            start = low - element * (high - low)
            return _with_edges(builder, [start, start + (high - low)])
        bounds = edges(builder)
        shift = element // number * (bounds[-1] - bounds[0])
        place = element % number
        bounds[place], bounds[place + 1] = low - shift, high - shift
        return _with_edges(builder, bounds)


def with_width(builder: IntervalBuilder, element: int, width: Decimal) -> Content:
    """Intervals of another width: starting at a multiple of it, if the ranges started at multiples of theirs.

    Ranges that were moved, such as from 18 on, keep the lower bound of the selected one.
    """
    with exact():
        low = _range_of(builder, element).low or Decimal()
        bounds = edges(builder)
        before = bounds[1] - bounds[0]
        is_number = builder.scale.date_format is None
        if is_number and len(builder.intervals) == 1 and width > 0 and bounds[0] % before == 0:
            start = Decimal() if low >= 0 else (low / width).to_integral_value("ROUND_FLOOR") * width
            return _with_edges(builder, [start, start + width])
        return with_range(builder, element, low, low + width)


def with_limit(builder: IntervalBuilder, side: Side, at: Decimal) -> Content:
    """The ranges end elsewhere on a side."""
    field, end = FIELD[side], getattr(builder, FIELD[side])
    content = content_of(builder)
    if isinstance(end, EndOfRange):
        name = "coding" if end.coding is not None else "extreme" if end.extreme is not None else "snap"
        content[field] = {**content[field], name: _plain(at, builder.scale)}
        if not is_regular(builder) and edges(builder)[0 if side == "low" else -1] == limit(builder, side):
            content["intervals"] = _with_outer_edge(builder, side, at)["intervals"]
        return content
    if end == "repeat":
        return {**content, field: {"coding": _plain(at, builder.scale)}}
    return _with_outer_edge(builder, side, at)


def with_treatment(builder: IntervalBuilder, side: Side, kind: Treatment, at: Decimal) -> Content:
    """Values beyond the ranges are treated in another way; `at` is where the ranges end where they did not before."""
    field, content = FIELD[side], content_of(builder)
    end = limit(builder, side)
    place = _plain(at if end is None else end, builder.scale)
    content[field] = {"repeat": "repeat", "code": {"coding": place}, "error": {"extreme": place}}[kind]
    return content


def with_end(builder: IntervalBuilder, side: Side, name: Literal["snap", "extreme"], at: Decimal | None) -> Content:
    """The bound from which values join the outermost range, or beyond which they are errors."""
    field, content = FIELD[side], content_of(builder)
    end = content.get(field)
    table = dict(end) if isinstance(end, dict) else {"coding": _plain(limit(builder, side) or Decimal(), builder.scale)}
    if at is None:
        table.pop(name, None)
    else:
        if "coding" not in table:
            table["coding"] = _plain(limit(builder, side) or Decimal(), builder.scale)
        table[name] = _plain(at, builder.scale)
    return {**content, field: table}


def own_ranges(builder: IntervalBuilder, low: Decimal, high: Decimal) -> Content:
    """The ranges between two positions one by one, so that each can be changed. Raises ValueError for too many."""
    with exact():
        found = builder.axis().ranges(0, low, high, MOST_OWN)
        if found is None:
            raise ValueError(
                tr(
                    "there are more than {most} ranges. Widen them, or set the outer limits closer.",
                    most=MOST_OWN,
                )
            )
        inner = [each for each in found if each.element is not None]
        bounds = [each.low for each in inner if each.low is not None]
        last = inner[-1].high
        content = _with_edges(builder, [*bounds, *([] if last is None else [last])])
    both: tuple[Side, Side] = ("low", "high")
    for side in both:
        if treatment(builder, side) == "repeat":
            content.pop(FIELD[side], None)
    return content


def regular(builder: IntervalBuilder, element: int) -> Content:
    """One interval, as wide as a range is, that repeats as far as the ranges went."""
    chosen, bounds = _range_of(builder, element), edges(builder)
    low, high = chosen.low or bounds[0], chosen.high or bounds[-1]
    content = content_of(builder)
    scale = builder.scale
    content["intervals"] = [[_plain(low, scale), _plain(high, scale)]]
    sides: tuple[tuple[Side, Decimal], ...] = (("low", bounds[0]), ("high", bounds[-1]))
    for side, at in sides:
        if getattr(builder, FIELD[side]) is None:
            content[FIELD[side]] = {"extreme": _plain(at, scale)}
    return content


def split(builder: IntervalBuilder, element: int) -> Content:
    """A range split into halves."""
    bounds, place = edges(builder), element % len(builder.intervals)
    with exact():
        middle = (bounds[place] + bounds[place + 1]) / 2
        whole = all(each == each.to_integral_value() for each in bounds)
        middle = middle.to_integral_value("ROUND_FLOOR") if whole else middle
    if middle in (bounds[place], bounds[place + 1]):
        raise ValueError(tr("the range is too small to be split. Choose a wider one."))
    return _with_edges(builder, [*bounds[: place + 1], middle, *bounds[place + 1 :]])


def join(builder: IntervalBuilder, element: int) -> Content:
    """A range and the next one as one."""
    bounds, place = edges(builder), element % len(builder.intervals)
    if len(builder.intervals) < 2 or place == len(builder.intervals) - 1:
        raise ValueError(tr("there is no range after this one. Choose another one."))
    return _with_edges(builder, [*bounds[: place + 1], *bounds[place + 2 :]])


def with_label(builder: IntervalBuilder, level: int, element: int, label: object) -> Content:
    """A range or group of ranges with its own label; None: the default label."""
    content = content_of(builder)
    if level == 0:
        place = element % len(builder.intervals)
        each = dict(content["intervals"][place])
        _put(each, "label", label)
        content["intervals"] = [*content["intervals"][:place], each, *content["intervals"][place + 1 :]]
        return content
    groups = [list(groups) for groups in content["levels"]]
    place = element % len(groups[level - 1])
    group = groups[level - 1][place]
    table = dict(group) if isinstance(group, dict) else {"size": group}
    _put(table, "label", label)
    groups[level - 1][place] = table if len(table) > 1 else table["size"]
    return {**content, "levels": groups}


def with_sizes(levels: Sequence[Sequence[Any]], level: int, sizes: Sequence[int]) -> list[list[Any]]:
    """Levels of a specification with groups of other sizes; labels of groups stay where they can."""
    changed = [list(groups) for groups in levels]
    old = changed[level]
    changed[level] = [
        {**old[place], "size": size} if place < len(old) and isinstance(old[place], dict) else size
        for place, size in enumerate(sizes)
    ]
    return changed


def _put(table: Content, name: str, value: object) -> None:
    if value is None:
        table.pop(name, None)
    else:
        table[name] = value


def _range_of(builder: IntervalBuilder, element: int) -> Range:
    with exact():
        bounds, number = edges(builder), len(builder.intervals)
        shift = element // number * (bounds[-1] - bounds[0])
        place = element % number
        return Range(bounds[place] + shift, bounds[place + 1] + shift, "", element)


def _with_edges(builder: IntervalBuilder, bounds: Sequence[Decimal]) -> Content:
    """The builder with other intervals; labels stay if the number of intervals does, and limits at the outermost bounds
    move with them."""
    scale, content, before = builder.scale, content_of(builder), edges(builder)
    plain = [_plain(at, scale) for at in bounds]
    intervals: list[Any] = [{"lower": low, "upper": high} for low, high in pairwise(plain)]
    if len(intervals) == len(builder.intervals):
        for table, old in zip(intervals, content["intervals"], strict=True):
            _put(table, "label", old.get("label"))
    content["intervals"] = intervals
    sides: tuple[tuple[Side, int], ...] = (("low", 0), ("high", -1))
    for side, end in sides:
        field = content.get(FIELD[side])
        if len(bounds) > 2 and isinstance(field, dict):
            content[FIELD[side]] = {
                name: plain[end] if value == _plain(before[end], scale) else value for name, value in field.items()
            }
    return content


def _with_outer_edge(builder: IntervalBuilder, side: Side, at: Decimal) -> Content:
    bounds = edges(builder)
    bounds[0 if side == "low" else -1] = at
    return _with_edges(builder, bounds)


def _plain(at: Decimal, scale: Scale) -> object:
    """A position as it stands in a specification."""
    if scale.date_format is not None:
        return iso_text(instant(at))
    return int(at) if at == at.to_integral_value() and abs(at) < 10**18 else number_text(at)
