"""The distribution of people over group sizes, and so over risks, before and after."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from arxdesk_engine.analysis.class_counts import ClassCounts
from arxdesk_engine.analysis.risk.figures import SIDES, RiskFigures, TableRisk
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.foundation.words import ENGLISH, Unit, Words
from arxdesk_engine.risk.distribution import (
    RISK_THRESHOLDS,
    ClassSizeHistogram,
    SizeRange,
    affected_by_size,
    classes_by_size,
    distribution_of,
    size_ranges,
)

_NONE: dict[Unit, str] = {"records": marked("no record"), "people": marked("nobody")}
_ALL: dict[Unit, str] = {"records": marked("all records"), "people": marked("everybody")}


@dataclass(frozen=True, slots=True)
class SizeCount:
    """The groups of a range of sizes (None: all of them), and the people in them, before and after."""

    sizes: SizeRange | None
    groups: tuple[int, int]
    people: tuple[int, int]
    shares: tuple[float, float]


def size_counts(sides: Mapping[str, ClassSizeHistogram]) -> tuple[SizeCount, ...]:
    """Groups and people of each range of `size_ranges`, small groups first, and the sums of all.

    A side that is not given has none.
    """
    none = ClassSizeHistogram.of(np.zeros(0, np.int64))
    both = [sides.get(side, none) for side in SIDES]
    groups = [classes_by_size(each.sizes, each.numbers).tolist() for each in both]
    people = [affected_by_size(each).tolist() for each in both]
    totals = [sum(each) for each in people]

    def line(sizes: SizeRange | None, groups_of: Sequence[int], people_of: Sequence[int]) -> SizeCount:
        before, after = (part / whole if whole else 0.0 for part, whole in zip(people_of, totals, strict=True))
        return SizeCount(sizes, (groups_of[0], groups_of[1]), (people_of[0], people_of[1]), (before, after))

    lines = [
        line(sizes, [each[at] for each in groups], [each[at] for each in people])
        for at, sizes in enumerate(size_ranges())
    ]
    return (*lines, line(None, [sum(each) for each in groups], totals))


@dataclass(frozen=True, slots=True)
class RiskCount:
    """People with a risk above `low` and up to `high`, as numbers and shares, and the share up to `high`."""

    low: float
    high: float
    people: tuple[int, int]
    shares: tuple[float, float]
    at_most: tuple[float, float]


def risk_counts(sides: Mapping[str, ClassSizeHistogram]) -> tuple[RiskCount, ...]:
    """People in each class of risk of `RISK_THRESHOLDS`, low risks first. A side that is not given has none."""
    none = ClassSizeHistogram.of(np.zeros(0, np.int64))
    before, after = (distribution_of(sides.get(side, none)) for side in SIDES)
    lows = (0.0, *before.thresholds)
    return tuple(
        RiskCount(
            lows[at],
            high,
            (round(float(before.shares[at]) * before.records), round(float(after.shares[at]) * after.records)),
            (float(before.shares[at]), float(after.shares[at])),
            (float(before.at_most[at]), float(after.at_most[at])),
        )
        for at, high in enumerate(before.thresholds)
    )


def sizes_in(counts: ClassCounts, first: int, last: int) -> tuple[int, int] | None:
    """The smallest and the largest size of groups whose risk is in neighbouring classes of `RISK_THRESHOLDS`, from the
    place `first` to `last`; None if there is none."""
    places = np.searchsorted(np.array(RISK_THRESHOLDS), 1.0 / counts.sizes, side="left")
    inside = counts.sizes[(places >= first) & (places <= last)]
    return (int(inside.min()), int(inside.max())) if len(inside) else None


def class_above(threshold: float) -> int:
    """The place of the first class of `RISK_THRESHOLDS` with a risk above a threshold."""
    return int(np.searchsorted(RISK_THRESHOLDS, threshold, side="right"))


def lowest_class(figures: RiskFigures, at_most: float) -> int:
    """The place of the lowest class of `RISK_THRESHOLDS` with people in it, or that of the risk `at_most`."""
    found = (distribution_of(each.counts.histogram) for each in figures.sides.values())
    occupied = [int(np.flatnonzero(each.shares)[0]) for each in found if each.records]
    return min([RISK_THRESHOLDS.index(at_most), *occupied])


def alone(unit: Unit) -> str:
    """What a number of records has in common that are alone in their group, or that are of people who are."""
    if unit == "people":
        return tr("of people who are alone in their group")
    return tr("that are alone in their group")


def in_groups(sizes: SizeRange, unit: Unit, words: Words = ENGLISH) -> str:
    """The same of groups of a range of sizes."""
    if sizes.largest == 1:
        return alone(unit)
    if sizes.smallest == sizes.largest:
        return tr("in groups of exactly {size}", size=words.count(sizes.smallest))
    if sizes.largest is None:
        return tr("in groups of {size} or more", size=words.count(sizes.smallest))
    return tr("in groups of {sizes}", sizes=words.size_range(sizes.smallest, sizes.largest))


def above_sentence(figures: RiskFigures, words: Words = ENGLISH) -> str:
    """The number of people above the threshold, on the visible sides."""
    threshold = words.threshold(figures.thresholds.highest_risk)
    parts = {side: _part(each, words) for side, each in figures.sides.items()}
    if len(parts) == 2:
        values = {"before": parts["before"][0], "threshold": threshold}
        if figures.after is not None and not figures.after.people:
            if figures.unit == "people":
                return tr("Before, {before} had a risk above {threshold}; now nobody is left.", **values)
            return tr("Before, {before} had a risk above {threshold}; now none is left.", **values)
        after, number = parts["after"]
        return tr_n(
            number,
            "Before, {before} had a risk above {threshold}; now {after} has.",
            "Before, {before} had a risk above {threshold}; now {after} have.",
            **values | {"after": after},
        )
    return "".join(_above(side, part, number, threshold) for side, (part, number) in parts.items())


def _above(side: str, part: str, number: int, threshold: str) -> str:
    if side == "before":
        return tr_n(
            number,
            "In the input, {records} has a risk above {threshold}.",
            "In the input, {records} have a risk above {threshold}.",
            records=part,
            threshold=threshold,
        )
    return tr_n(
        number,
        "Now, {records} has a risk above {threshold}.",
        "Now, {records} have a risk above {threshold}.",
        records=part,
        threshold=threshold,
    )


def _part(side: TableRisk, words: Words) -> tuple[str, int]:
    """Who is above the threshold, and 1 where a verb is in the singular after it."""
    above, unit = side.people_above, side.unit
    if above == 0:
        return tr(_NONE[unit]), 1
    if above == side.people:
        return tr(_ALL[unit]), 1 if unit == "people" else 2
    return words.count_with_share(above, side.people, unit), above
