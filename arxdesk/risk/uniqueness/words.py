"""What the estimates of uniqueness in the population say: their sentence, their curves, what is read out of them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arxdesk.risk.uniqueness.work import FoundUniqueness
from arxdesk.ui import words
from arxdesk.ui.widgets.charts.share_curves import Curve, CurveLabel, CurvesDrawing
from arxdesk_engine.privacy.threshold import DANKAR, PITMAN, SNB, ZAYATZ
from arxdesk_engine.risk.uniqueness import Estimate, Uniqueness

SOLID: tuple[float, ...] = ()
AFTER_WIDTH = 1.2
LARGEST_BASE = 10**6
SMALL = 1e-4
VISIBLE = 0.04
"""A curve that has changed by this part of the highest share is seen to move."""
MOST_LEFT_OUT = 0.05
"""Shares of the population from here on are shown in any case."""
LEAST_LEAD = 0.25
"""So much of a decade is shown at least before that."""
CHOSEN_FROM = {"pitman": "Pitman's", "zayatz": "Zayatz's", "snb": "that of SNB"}


@dataclass(frozen=True, slots=True)
class Estimator:
    """An estimator as it is told apart: by its name, its colour and its dashes."""

    key: str
    name: str
    token: str
    dashes: tuple[float, ...]
    meaning: str

    def of(self, found: Uniqueness) -> Estimate:
        """What it says."""
        estimate: Estimate = getattr(found, self.key)
        return estimate


ESTIMATORS = (
    Estimator("zayatz", "Zayatz", "series.3", SOLID, ZAYATZ),
    Estimator("dankar", "Dankar", "series.1", SOLID, DANKAR),
    Estimator("pitman", "Pitman", "series.2", (4.0, 3.0), PITMAN),
    Estimator("snb", "SNB", "series.4", (1.0, 1.5), SNB),
)
"""In drawing order; the dashes of one let the one below show through where both are the same."""


MEANINGS = "\n".join(each.meaning for each in ESTIMATORS)
"""What each of them assumes, a sentence each."""


def small_percent(share: float) -> str:
    """A share with two significant digits, however small it is: "0.000029 %"."""
    if share >= SMALL:
        return words.percent(share)
    return words.percent_fixed(share, max(0, 1 - math.floor(math.log10(share * 100))))


def sentence(found: Mapping[str, FoundUniqueness], where: str) -> str:
    """How many of the people are likely unique; `where` names the population, "in the whole USA"."""
    parts = []
    for side, name in (("before", "input"), ("after", "output")):
        known = found.get(side)
        if known is None:
            continue
        if not known.kept:
            parts.append(f"In the {name} nobody is left.")
        elif known.own is not None:
            is_first = not parts
            parts.append(_likely(known.own, name, where) if is_first else f"In the {name}, {_short(known.own)}.")
    return " ".join(parts)


def _likely(own: Uniqueness, name: str, where: str) -> str:
    named = _named_shares(own)
    if not named:
        return f"No estimator has a result for the {name}."
    if named[-1][1] == 0.0:
        return f"Nobody in the {name} is likely unique {where}."
    if named[0][1] == 1.0:
        return f"Everybody in the {name} is likely unique {where}."
    base = _base(named[-1][1])
    return f"Of {words.count(base)} people in the {name}, {_range(named, base)} likely unique {where}."


def _short(own: Uniqueness) -> str:
    named = _named_shares(own)
    if not named:
        return "no estimator has a result"
    if named[-1][1] == 0.0:
        return "none"
    if named[0][1] == 1.0:
        return "everybody"
    base = _base(named[-1][1])
    return f"{_range(named, base).removesuffix(' are').removesuffix(' is')} of {words.count(base)}"


def _range(named: Sequence[tuple[str, float]], base: int) -> str:
    (lowest, low), (highest, high) = named[0], named[-1]
    least, most = _whole(low * base), _whole(high * base)
    if least == most:
        return f"{most} {'is' if most == '1' else 'are'}"
    return f"{least} ({lowest}) to {most} ({highest}) are"


def _whole(number: float) -> str:
    return "fewer than 1" if 0.0 < number < 0.5 else words.count(round(number))


def _base(share: float) -> int:
    """Of how many people to speak, so that at least one is meant."""
    base = 100
    while share * base < 1.0 and base < LARGEST_BASE:
        base *= 10
    return base


def _named_shares(found: Uniqueness) -> list[tuple[str, float]]:
    """The shares by the names of those that have one, rising; of equal ones Dankar's rule is named first."""
    order = sorted(ESTIMATORS, key=lambda each: each.key != "dankar")
    shares = [(each.name, share) for each in order if (share := each.of(found).share) is not None]
    return sorted(shares, key=lambda pair: pair[1])


NOBODY = "Nobody is alone here, so that no estimate finds anybody unique in a population of any size."


def finds_nobody(found: Mapping[str, FoundUniqueness]) -> bool:
    """Whether there is a curve, and none of any side ever leaves 0."""
    curves = [known.curve for known in found.values() if known.curve]
    return bool(curves) and all(map(_is_nothing, curves))


def drawing(found: Mapping[str, FoundUniqueness]) -> CurvesDrawing:
    """The curves of the sides there are, with labels at the share that the table is."""
    first = next(iter(found.values()))
    lowest = _shown_from(found)
    curves: list[Curve] = []
    labels: list[CurveLabel] = []
    note = ""
    for side, known in found.items():
        is_second = side == "after" and len(found) > 1
        if not known.curve:
            note = "after: nobody is left" if is_second else "nobody is left"
        elif is_second and _is_nothing(known.curve):
            note = "after: 0 % by all four"
            curves.append(Curve("After, by all four", "text.1", SOLID, tuple(0.0 for _each in known.curve)))
        else:
            curves += _curves(known, is_second=is_second)
            labels += _labels(known, lowest, is_second=is_second)
    mark = first.fraction if first.kept else None
    text = "" if mark is None else f"yours: {small_percent(mark)}"
    return CurvesDrawing(first.fractions, tuple(curves), mark, text, tuple(labels), note, lowest)


def _shown_from(found: Mapping[str, FoundUniqueness]) -> float:
    """The power of ten from which on there is something to see: a curve that has moved, or the own share."""
    first = next(iter(found.values()))
    curves = [
        [each.of(point).share or 0.0 for point in known.curve]
        for known in found.values()
        for each in ESTIMATORS
        if known.curve
    ]
    visible = VISIBLE * max([max(curve) for curve in curves], default=0.0)
    moved = [
        fraction
        for place, fraction in enumerate(first.fractions)
        if any(abs(curve[place] - curve[0]) > visible for curve in curves)
    ]
    told = [*moved[:1], *([first.fraction] if first.fraction and first.kept else [])]
    decade = math.floor(math.log10(min([*told, MOST_LEFT_OUT])) - LEAST_LEAD)
    return max(first.fractions[0], 10.0**decade)


def _curves(known: FoundUniqueness, *, is_second: bool) -> list[Curve]:
    """Those that have any result."""
    made = []
    for each in ESTIMATORS:
        shares = tuple(each.of(point).share for point in known.curve)
        if any(share is not None for share in shares):
            name = f"{each.name} after" if is_second else each.name
            made.append(Curve(name, each.token, each.dashes, shares, AFTER_WIDTH if is_second else 2.0))
    return made


def _labels(known: FoundUniqueness, lowest: float, *, is_second: bool) -> list[CurveLabel]:
    """One for each share that differs, with the names of all that say so; without a population, names alone."""
    at = known.own
    if at is None:
        shown = [place for place, fraction in enumerate(known.fractions) if fraction >= lowest * (1 - 1e-9)]
        at = known.curve[shown[len(shown) // 8]]
    groups: dict[float, list[Estimator]] = {}
    for each in sorted(ESTIMATORS, key=lambda one: one.key != "dankar"):
        share = each.of(at).share
        if share is not None:
            groups.setdefault(share, []).append(each)
    made = []
    for share, members in groups.items():
        names = " = ".join(each.name for each in members)
        value = f" {_label_percent(share)}" if known.own is not None else ""
        made.append(CurveLabel(f"{'after: ' if is_second else ''}{names}{value}", members[0].token, share))
    return made


def _label_percent(share: float) -> str:
    """With one decimal, which is not to make nothing of a little."""
    return words.percent_fixed(share) if share == 0.0 or share >= 0.0005 else words.percent(share, 1)


def _is_nothing(curve: Sequence[Uniqueness]) -> bool:
    return all(each.of(point).share == 0.0 for each in ESTIMATORS for point in curve)


def read_out(found: Mapping[str, FoundUniqueness], place: int) -> list[str]:
    """What all estimators say where the table is a certain share of the population."""
    first = next(iter(found.values()))
    point = next((known.curve[place] for known in found.values() if known.curve), None)
    people = f" ({words.short_count(point.population)} people)" if point is not None else ""
    lines = [f"{small_percent(first.fractions[place])} of the population{people}"]
    for each in ESTIMATORS:
        said = [_said(each, known.curve[place] if known.curve else None) for known in found.values()]
        lines.append(f"{each.name} {', after '.join(said)}")
    if point is not None and point.dankar_choice is not None:
        lines.append(f"Dankar's rule takes {CHOSEN_FROM[point.dankar_choice]}")
    return lines


def _said(estimator: Estimator, point: Uniqueness | None) -> str:
    share = None if point is None else estimator.of(point).share
    return "no estimate" if share is None else words.percent(share, 3)


def missing(found: Mapping[str, FoundUniqueness]) -> str:
    """Which estimators have no result, and where; "" where all have one everywhere."""
    sentences = []
    for side, known in found.items():
        table = " for the output" if side == "after" and len(found) > 1 else ""
        for each in ESTIMATORS:
            lacks = [each.of(point).share is None for point in known.curve]
            if any(lacks):
                sentences.append(f"{each.name} gives no estimate{table}{_where(lacks, known.fractions)}.")
    return " ".join(sentences)


def _where(lacks: Sequence[bool], fractions: Sequence[float]) -> str:
    if all(lacks):
        return ""
    first = next(place for place, lack in enumerate(lacks) if not lack)
    last = max(place for place, lack in enumerate(lacks) if not lack)
    if any(lacks[first : last + 1]):
        return " for some shares"
    ends = []
    if first:
        ends.append(f"below a share of {small_percent(fractions[first])}")
    if last < len(lacks) - 1:
        ends.append(f"above {small_percent(fractions[last])}")
    return f" {' and '.join(ends)}"
