"""Estimates of uniqueness in a population, in sentences."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arxdesk_engine.analysis.risk.uniqueness import UniquenessEstimates
from arxdesk_engine.foundation.words import ENGLISH, Unit, Words
from arxdesk_engine.job.job import PopulationSettings
from arxdesk_engine.privacy.threshold import DANKAR, PITMAN, SNB, ZAYATZ
from arxdesk_engine.risk.uniqueness import Estimate, Uniqueness

_LARGEST_BASE = 10**6
_SMALL = 1e-4
_CHOSEN_FROM = {"pitman": "Pitman's", "zayatz": "Zayatz's", "snb": "that of SNB"}
_NOT_ALL_OF = ("USA", "UK", "European Union")


@dataclass(frozen=True, slots=True)
class Estimator:
    """An estimator of uniqueness by its name, with its assumption."""

    key: str
    name: str
    meaning: str

    def of(self, found: Uniqueness) -> Estimate:
        """Its estimate."""
        estimate: Estimate = getattr(found, self.key)
        return estimate


ESTIMATORS = (
    Estimator("zayatz", "Zayatz", ZAYATZ),
    Estimator("dankar", "Dankar", DANKAR),
    Estimator("pitman", "Pitman", PITMAN),
    Estimator("snb", "SNB", SNB),
)
MEANINGS = "\n".join(each.meaning for each in ESTIMATORS)
"""The assumption of each of them, a sentence each."""
NOBODY: dict[Unit, str] = {
    "records": "No record is alone here, so no estimate finds any unique in a population of any size.",
    "people": "Nobody is alone here, so no estimate finds anybody unique in a population of any size.",
}
"""The sentence in place of curves that never leave 0."""
_NONE: dict[Unit, str] = {"records": "No record", "people": "Nobody"}
_ALL: dict[Unit, str] = {"records": "Every record", "people": "Everybody"}


def small_percent(share: float, words: Words = ENGLISH) -> str:
    """A share with two significant digits, however small it is: "0.000029 %"."""
    if share >= _SMALL:
        return words.percent(share)
    return words.percent_fixed(share, max(0, 1 - math.floor(math.log10(share * 100))))


def whereabouts(settings: PopulationSettings, size: int, words: Words = ENGLISH) -> str:
    """The place of the population: "in the whole USA", "in all of Canada", "among all 5,000,000 people"."""
    if settings.region is None:
        return f"among all {words.count(size)} people"
    return f"in the whole {settings.region}" if settings.region in _NOT_ALL_OF else f"in all of {settings.region}"


def uniqueness_sentence(found: Mapping[str, UniquenessEstimates], where: str, words: Words = ENGLISH) -> str:
    """The number of people who are likely unique; `where` names the population, "in the whole USA"."""
    parts = []
    for side, name in (("before", "input"), ("after", "output")):
        known = found.get(side)
        if known is None:
            continue
        if not known.kept:
            parts.append(f"In the {name} {'nobody' if known.unit == 'people' else 'no record'} is left.")
        elif known.own is not None:
            is_first = not parts
            parts.append(
                _likely(known.own, known.unit, name, where, words)
                if is_first
                else f"In the {name}, {_short(known.own, known.unit, words)}."
            )
    return " ".join(parts)


def _likely(own: Uniqueness, unit: Unit, name: str, where: str, words: Words) -> str:
    named = _named_shares(own)
    if not named:
        return f"No estimator has a result for the {name}."
    if named[-1][1] == 0.0:
        return f"{_NONE[unit]} in the {name} is likely unique {where}."
    if named[0][1] == 1.0:
        return f"{_ALL[unit]} in the {name} is likely unique {where}."
    base = _base(named[-1][1])
    return f"Of {words.count(base)} {unit} in the {name}, {_range(named, base, words)} likely unique {where}."


def _short(own: Uniqueness, unit: Unit, words: Words) -> str:
    named = _named_shares(own)
    if not named:
        return "no estimator has a result"
    if named[-1][1] == 0.0:
        return "none"
    if named[0][1] == 1.0:
        return _ALL[unit].lower()
    base = _base(named[-1][1])
    return f"{_range(named, base, words).removesuffix(' are').removesuffix(' is')} of {words.count(base)}"


def _range(named: Sequence[tuple[str, float]], base: int, words: Words) -> str:
    (lowest, low), (highest, high) = named[0], named[-1]
    least, most = _whole(low * base, words), _whole(high * base, words)
    if least == most:
        return f"{most} {'is' if most == '1' else 'are'}"
    return f"{least} ({lowest}) to {most} ({highest}) are"


def _whole(number: float, words: Words) -> str:
    return "fewer than 1" if 0.0 < number < 0.5 else words.count(round(number))


def _base(share: float) -> int:
    """The number of people to refer to, so that at least one is meant."""
    base = 100
    while share * base < 1.0 and base < _LARGEST_BASE:
        base *= 10
    return base


def _named_shares(found: Uniqueness) -> list[tuple[str, float]]:
    """The shares by the names of those that have one, rising; of equal ones Dankar's rule is named first."""
    order = sorted(ESTIMATORS, key=lambda each: each.key != "dankar")
    shares = [(each.name, share) for each in order if (share := each.of(found).share) is not None]
    return sorted(shares, key=lambda pair: pair[1])


def finds_nobody(found: Mapping[str, UniquenessEstimates]) -> bool:
    """Whether there is a curve, and none of any side ever leaves 0."""
    curves = [known.curve for known in found.values() if known.curve]
    return bool(curves) and all(map(is_nothing, curves))


def is_nothing(curve: Sequence[Uniqueness]) -> bool:
    """Whether a curve is 0 by all estimators everywhere."""
    return all(each.of(point).share == 0.0 for each in ESTIMATORS for point in curve)


def read_out(found: Mapping[str, UniquenessEstimates], place: int, words: Words = ENGLISH) -> list[str]:
    """The values of all estimators at a sampling fraction."""
    first = next(iter(found.values()))
    point = next((known.curve[place] for known in found.values() if known.curve), None)
    people = f" ({words.short_count(point.population)} people)" if point is not None else ""
    lines = [f"{small_percent(first.fractions[place], words)} of the population{people}"]
    for each in ESTIMATORS:
        said = [_said(each, known.curve[place] if known.curve else None, words) for known in found.values()]
        lines.append(f"{each.name} {', after '.join(said)}")
    if point is not None and point.dankar_choice is not None:
        lines.append(f"Dankar's rule takes {_CHOSEN_FROM[point.dankar_choice]}")
    return lines


def _said(estimator: Estimator, point: Uniqueness | None, words: Words) -> str:
    share = None if point is None else estimator.of(point).share
    return "no estimate" if share is None else words.percent(share, 3)


def missing_estimates(found: Mapping[str, UniquenessEstimates], words: Words = ENGLISH) -> str:
    """The estimators without a result, and their sides; "" if there are none."""
    sentences = []
    for side, known in found.items():
        table = " for the output" if side == "after" and len(found) > 1 else ""
        for each in ESTIMATORS:
            lacks = [each.of(point).share is None for point in known.curve]
            if any(lacks):
                sentences.append(f"{each.name} gives no estimate{table}{_where(lacks, known.fractions, words)}.")
    return " ".join(sentences)


def _where(lacks: Sequence[bool], fractions: Sequence[float], words: Words) -> str:
    if all(lacks):
        return ""
    first = next(place for place, lack in enumerate(lacks) if not lack)
    last = max(place for place, lack in enumerate(lacks) if not lack)
    if any(lacks[first : last + 1]):
        return " for some shares"
    ends = []
    if first:
        ends.append(f"below a share of {small_percent(fractions[first], words)}")
    if last < len(lacks) - 1:
        ends.append(f"above {small_percent(fractions[last], words)}")
    return f" {' and '.join(ends)}"
