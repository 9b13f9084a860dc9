"""The kinds of hierarchies that suit a column, why, and how each would begin."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

import numpy as np

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import SUPPRESSED, DataType
from arxdesk_engine.foundation.errors import InvalidHierarchy
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.hierarchies.automatic import AutomaticBuilder, propose
from arxdesk_engine.hierarchies.builder import HierarchyBuilder
from arxdesk_engine.hierarchies.builders import BUILDERS, builder_from
from arxdesk_engine.hierarchies.ready_made import ReadyMadeBuilder, listed_in, names
from arxdesk_engine.hierarchies.scale import Bound, Scale, exact, instant

KINDS = tuple(name for name in BUILDERS if name != "table")
"""The kinds made by settings; a table is edited in its view."""
_TRIED, _KNOWN, _MOST_KNOWN = 200, 0.6, 0.95
_LONGEST_STEPWISE = 20
_CHOSEN_LISTS = ("countries-alpha-2", "countries-alpha-3", "countries-names", "icd-10")


@dataclass(frozen=True, slots=True)
class Offer:
    """A kind of hierarchy for a column: its first proposal, and a value with its labels.

    `builder` is None for an unsuitable kind; `reason` says why it is unsuitable, or recommended.
    """

    kind: str
    builder: HierarchyBuilder | None
    example: tuple[str, ...] = ()
    reason: str = ""
    recommended: bool = False


def offers(column: Column) -> tuple[Offer, ...]:
    """Every kind in the order of BUILDERS; one of them is recommended."""
    values = [value for value in column.values if value not in ("", SUPPRESSED)]
    proposal = propose(column)
    listed = _ready_made(values)
    favourite = proposal.builder
    if listed is not None and listed[0] in _CHOSEN_LISTS and listed[1] >= _MOST_KNOWN:
        favourite = "ready-made"
    if not values:
        favourite = "automatic"  # the only kind that says what becomes of a column without values
    found = []
    for kind in KINDS:
        builder, reason = _beginning(kind, column, values, proposal, listed)
        if builder is not None and kind == favourite:
            reason = _why(kind, column, values)
        example = () if builder is None else _example(builder, proposal, column)
        found.append(Offer(kind, builder, example, reason, kind == favourite))
    return tuple(found)


def _beginning(
    kind: str,
    column: Column,
    values: Sequence[str],
    proposal: HierarchyBuilder,
    listed: tuple[str, float] | None,
) -> tuple[HierarchyBuilder | None, str]:
    """The first proposal of a kind, or the reason for none."""
    if kind == "automatic":
        return AutomaticBuilder(), ""
    if not values:
        return None, tr("The column has no values.")
    scale = Scale.of(column) or (_proposed_scale(proposal))
    if kind == proposal.builder:
        return proposal, ""
    match kind:
        case "interval" | "coding":
            if scale is None:
                return None, tr("The values are texts; this needs numbers or dates.")
            return _on_scale(kind, column, values, scale), ""
        case "date":
            if scale is None or scale.date_format is None:
                return None, tr("The values are not dates.")
            return builder_from({"builder": "date", "granularities": ["month", "year"]}), ""
        case "order":
            size = max(2, math.ceil(len(values) ** 0.25))
            levels = max(1, min(4, math.ceil(math.log(max(len(values), 2), size)) - 1))
            return builder_from({"builder": "order", "levels": [[size]] * levels}), ""
        case "redaction":
            return _redaction(values), ""
        case "priority":
            return builder_from({"builder": "priority", "maximum_levels": max(1, min(5, len(values)))}), ""
        case _:
            if listed is None or listed[1] < _KNOWN:
                return None, tr("No built-in list has these values.")
            unknown = {"other": "other"} if listed[1] < 1 else {}
            return builder_from({"builder": "ready-made", "name": listed[0], **unknown}), ""


def _proposed_scale(proposal: HierarchyBuilder) -> Scale | None:
    if proposal.builder == "interval":
        return Scale()
    return Scale(getattr(proposal, "format", None)) if proposal.builder == "date" else None


def _on_scale(kind: str, column: Column, values: Sequence[str], scale: Scale) -> HierarchyBuilder | None:
    with exact():
        known = dict(zip(column.values, column.counts().tolist(), strict=True))
        placed = sorted((at, known[value]) for value in values if (at := scale.parse(value)) is not None)
        if not placed:
            return None
        other = {} if len(placed) == len(values) else {"other": "other"}
        low, high = placed[0][0], placed[-1][0]
        step = _step(high - low, scale)
        if kind == "coding":
            cumulated = np.cumsum([count for _at, count in placed])
            first, last = (placed[int(np.searchsorted(cumulated, part * cumulated[-1]))][0] for part in (0.05, 0.95))
            bottom, top = _floor(first, step), _floor(last, step) + step
            return builder_from(
                {"builder": "coding", "bottom": _bound(bottom, scale), "top": _bound(top, scale), **other}
            )
        start = _floor(low, step)
        interval = [_bound(start, scale), _bound(start + step, scale)]
        return builder_from(
            {
                "builder": "interval",
                "intervals": [interval],
                "levels": [[2], [2]],
                "lower_range": "repeat",
                "upper_range": "repeat",
                **other,
            }
        )


def _step(span: Decimal, scale: Scale) -> Decimal:
    """About a tenth of a span: 1, 2 or 5 times a power of ten, or whole days."""
    unit = Decimal(86_400) if scale.date_format is not None and span > 10 * 86_400 else Decimal(1)
    rough = max(span / 10, Decimal("1e-12")) / unit
    power = Decimal(1).scaleb(rough.adjusted())
    nice = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough) * unit
    return max(nice, unit) if scale.date_format is not None or span >= 10 else nice


def _floor(at: Decimal, step: Decimal) -> Decimal:
    return (at / step).to_integral_value("ROUND_FLOOR") * step


def _bound(at: Decimal, scale: Scale) -> Bound:
    return at if scale.date_format is None else instant(at)


def _redaction(values: Sequence[str]) -> HierarchyBuilder:
    longest = max(map(len, values))
    content: dict[str, object] = {"builder": "redaction", "length": longest, "root": SUPPRESSED}
    if longest > _LONGEST_STEPWISE:
        content["redacted"] = sorted({max(1, longest * part // 6) for part in range(1, 6)})
    return builder_from(content)


def _ready_made(values: Sequence[str]) -> tuple[str, float] | None:
    """The list with most of the values, and their share."""
    tried = values[:: max(1, len(values) // _TRIED)][:_TRIED]
    if not tried:
        return None
    fitting = [name for name in names() if name != "age" or _are_ages(tried)]
    # Every list of countries knows all forms of them; the one that is written as the values are comes first.
    best = max(((_share_known(name, tried), _share_listed(name, tried), name) for name in fitting), key=lambda e: e[:2])
    return (best[2], best[0]) if best[0] > 0 else None


def _are_ages(values: Sequence[str]) -> bool:
    """Up to three digits; longer ones are codes, which it would take for a great age."""
    return all(value.isdigit() and len(value) <= 3 for value in values)


def _share_listed(name: str, values: Sequence[str]) -> float:
    written = set(listed_in(name))
    return sum(value in written for value in values) / len(values)


def _share_known(name: str, values: Sequence[str]) -> float:
    builder = ReadyMadeBuilder(name=name, other="\x00")
    known = 0
    for value in values:
        try:
            known += builder.labels_of([value])[0][1] != "\x00"
        except InvalidHierarchy:  # outside of the allowed values
            continue
    return known / len(values)


def _why(kind: str, column: Column, values: Sequence[str]) -> str:
    """Why a kind is recommended."""
    match kind:
        case "interval":
            return tr("The values are numbers. Ranges keep their order and most of their meaning.")
        case "date":
            return tr("The values are dates. The calendar gives coarser ones.")
        case "order":
            return tr("The values have an order. Neighbours are the closest to each other.")
        case "redaction":
            return tr("The values are codes with common beginnings. Their first characters matter most.")
        case "ready-made":
            return tr("The values are in a built-in list.")
        case _:
            few = len(values) < 3 or column.type.kind is DataType.ORDINAL
            return (
                tr("The values are few.")
                if few
                else tr("The values have no order. Rare ones, which disclose the most, are removed first.")
            )


def _example(builder: HierarchyBuilder, proposal: HierarchyBuilder, column: Column) -> tuple[str, ...]:
    """The most frequent value with its labels, without repetition; nothing where it has none."""
    counts = column.counts() if builder.builder != "coding" else np.arange(len(column.values))  # the highest is coded
    for place in np.argsort(-counts, kind="stable").tolist():
        value = column.values[place]
        if value not in ("", SUPPRESSED):
            try:
                explicit = proposal if builder.builder == "automatic" else builder.resolved(column)
                return tuple(dict.fromkeys(explicit.labels_of([value])[0]))
            except InvalidHierarchy:
                return ()
    return ()
