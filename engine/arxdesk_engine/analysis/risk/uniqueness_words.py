"""Estimates of uniqueness in a population, in sentences."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arxdesk_engine.analysis.risk.uniqueness import UniquenessEstimates
from arxdesk_engine.foundation.language import marked, tr, tr_of
from arxdesk_engine.foundation.translated import Texts, translated
from arxdesk_engine.foundation.words import ENGLISH, Unit, Words
from arxdesk_engine.job.population import PopulationSettings
from arxdesk_engine.privacy.threshold import DANKAR, PITMAN, SNB, ZAYATZ
from arxdesk_engine.risk.uniqueness import Estimate, Uniqueness

_LARGEST_BASE = 10**6
_SMALL = 1e-4
_CHOSEN_FROM = Texts({"pitman": marked("Pitman's"), "zayatz": marked("Zayatz's"), "snb": marked("that of SNB")})
_NOT_ALL_OF = ("USA", "UK", "European Union")


@translated("meaning")
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
NOBODY: Mapping[Unit, str] = Texts(
    {
        "records": marked("No record is alone here, so no estimate finds any unique in a population of any size."),
        "people": marked("Nobody is alone here, so no estimate finds anybody unique in a population of any size."),
    }
)
"""The sentence in place of curves that never leave 0."""
_NONE: dict[tuple[Unit, str], str] = {
    ("records", "before"): marked("No record in the input is likely unique {where}."),
    ("records", "after"): marked("No record in the output is likely unique {where}."),
    ("people", "before"): marked("Nobody in the input is likely unique {where}."),
    ("people", "after"): marked("Nobody in the output is likely unique {where}."),
}
_ALL: dict[tuple[Unit, str], str] = {
    ("records", "before"): marked("Every record in the input is likely unique {where}."),
    ("records", "after"): marked("Every record in the output is likely unique {where}."),
    ("people", "before"): marked("Everybody in the input is likely unique {where}."),
    ("people", "after"): marked("Everybody in the output is likely unique {where}."),
}
_SOME: dict[tuple[Unit, str], tuple[str, str]] = {
    ("records", "before"): (
        marked("Of {base} records in the input, {range} is likely unique {where}."),
        marked("Of {base} records in the input, {range} are likely unique {where}."),
    ),
    ("records", "after"): (
        marked("Of {base} records in the output, {range} is likely unique {where}."),
        marked("Of {base} records in the output, {range} are likely unique {where}."),
    ),
    ("people", "before"): (
        marked("Of {base} people in the input, {range} is likely unique {where}."),
        marked("Of {base} people in the input, {range} are likely unique {where}."),
    ),
    ("people", "after"): (
        marked("Of {base} people in the output, {range} is likely unique {where}."),
        marked("Of {base} people in the output, {range} are likely unique {where}."),
    ),
}
"""Sentences on a side, where one, and where several are unique."""


def meanings() -> str:
    """The assumption of each estimator, a sentence each."""
    return "\n".join(each.meaning for each in ESTIMATORS)


def small_percent(share: float, words: Words = ENGLISH) -> str:
    """A share with two significant digits, however small it is: "0.000029 %"."""
    if share >= _SMALL:
        return words.percent(share)
    return words.percent_fixed(share, max(0, 1 - math.floor(math.log10(share * 100))))


def whereabouts(settings: PopulationSettings, size: int, words: Words = ENGLISH) -> str:
    """The place of the population: "in the whole USA", "in all of Canada", "among all 5,000,000 people"."""
    if settings.region is None:
        return tr("among all {n} people", n=words.count(size))
    region = tr(settings.region)
    if settings.region in _NOT_ALL_OF:
        return tr("in the whole {region}", region=region)
    return tr("in all of {region}", region=region)


def uniqueness_sentence(found: Mapping[str, UniquenessEstimates], where: str, words: Words = ENGLISH) -> str:
    """The number of people who are likely unique; `where` names the population, "in the whole USA"."""
    parts = []
    for side in ("before", "after"):
        known = found.get(side)
        if known is None:
            continue
        if not known.kept:
            parts.append(_nothing_left(side, known.unit))
        elif known.own is not None:
            likely = _short if parts else _likely
            parts.append(likely(known.own, known.unit, side, where, words))
    return " ".join(parts)


def _nothing_left(side: str, unit: Unit) -> str:
    if unit == "people":
        return tr("In the input nobody is left.") if side == "before" else tr("In the output nobody is left.")
    return tr("In the input no record is left.") if side == "before" else tr("In the output no record is left.")


def _likely(own: Uniqueness, unit: Unit, side: str, where: str, words: Words) -> str:
    named = _named_shares(own)
    if not named:
        if side == "before":
            return tr("No estimator has a result for the input.")
        return tr("No estimator has a result for the output.")
    if named[-1][1] == 0.0:
        return tr(_NONE[unit, side], where=where)
    if named[0][1] == 1.0:
        return tr(_ALL[unit, side], where=where)
    base = _base(named[-1][1])
    told, is_one = _range(named, base, words)
    one, several = _SOME[unit, side]
    return tr(one if is_one else several, base=words.count(base), range=told, where=where)


def _short(own: Uniqueness, unit: Unit, side: str, _where: str, words: Words) -> str:
    named = _named_shares(own)
    if not named:
        told = tr("no estimator has a result")
    elif named[-1][1] == 0.0:
        told = tr_of("records or people", "none")
    elif named[0][1] == 1.0:
        told = tr("everybody") if unit == "people" else tr("every record")
    else:
        base = _base(named[-1][1])
        told = tr("{range} of {base}", range=_range(named, base, words)[0], base=words.count(base))
    return tr("In the input, {told}.", told=told) if side == "before" else tr("In the output, {told}.", told=told)


def _range(named: Sequence[tuple[str, float]], base: int, words: Words) -> tuple[str, bool]:
    """Between how many and how many there are, and whether it is a single one."""
    (lowest, low), (highest, high) = named[0], named[-1]
    least, most = _whole(low * base, words), _whole(high * base, words)
    if least == most:
        return most, most == "1"
    return tr("{low} ({by}) to {high} ({by_other})", low=least, by=lowest, high=most, by_other=highest), False


def _whole(number: float, words: Words) -> str:
    return tr("fewer than 1") if 0.0 < number < 0.5 else words.count(round(number))


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
    share = small_percent(first.fractions[place], words)
    lines = [tr("{share} of the population", share=share)]
    if point is not None:
        lines = [tr("{share} of the population ({n} people)", share=share, n=words.short_count(point.population))]
    for each in ESTIMATORS:
        said = [_said(each, known.curve[place] if known.curve else None, words) for known in found.values()]
        line = f"{each.name} {said[0]}"
        lines.append(tr("{before}, after {after}", before=line, after=said[1]) if len(said) > 1 else line)
    if point is not None and point.dankar_choice is not None:
        lines.append(tr("Dankar's rule takes {estimator}", estimator=_CHOSEN_FROM[point.dankar_choice]))
    return lines


def _said(estimator: Estimator, point: Uniqueness | None, words: Words) -> str:
    share = None if point is None else estimator.of(point).share
    return tr("no estimate") if share is None else words.percent(share, 3)


def missing_estimates(found: Mapping[str, UniquenessEstimates], words: Words = ENGLISH) -> str:
    """The estimators without a result, and their sides; "" if there are none."""
    sentences = []
    for side, known in found.items():
        for_output = side == "after" and len(found) > 1
        for each in ESTIMATORS:
            lacks = [each.of(point).share is None for point in known.curve]
            if any(lacks):
                where = _where(lacks, known.fractions, words)
                told = marked("{estimator} gives no estimate {where}.")
                if for_output:
                    told = marked("{estimator} gives no estimate for the output {where}.")
                if not where:
                    told = marked("{estimator} gives no estimate.")
                    if for_output:
                        told = marked("{estimator} gives no estimate for the output.")
                sentences.append(tr(told, estimator=each.name, where=where))
    return " ".join(sentences)


def _where(lacks: Sequence[bool], fractions: Sequence[float], words: Words) -> str:
    if all(lacks):
        return ""
    first = next(place for place, lack in enumerate(lacks) if not lack)
    last = max(place for place, lack in enumerate(lacks) if not lack)
    if any(lacks[first : last + 1]):
        return tr("for some shares")
    low, high = small_percent(fractions[first], words), small_percent(fractions[last], words)
    if first and last < len(lacks) - 1:
        return tr("below a share of {low} and above {high}", low=low, high=high)
    return tr("below a share of {low}", low=low) if first else tr("above {high}", high=high)
