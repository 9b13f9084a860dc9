"""The main figures of risk, before and after."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from arxdesk_engine.analysis.risk.figures import RiskFigures, TableRisk
from arxdesk_engine.analysis.risk.linkage import LinkageFigures, linkage_sentence
from arxdesk_engine.analysis.risk.uniqueness import UniquenessEstimates
from arxdesk_engine.foundation.words import ENGLISH, Unit, Words, of_unit
from arxdesk_engine.privacy.implied import ImpliedBounds
from arxdesk_engine.privacy.threshold import DANKAR
from arxdesk_engine.risk.distribution import RiskDistribution, distribution_of
from arxdesk_engine.risk.reidentification import estimated_risk


@dataclass(frozen=True, slots=True)
class MainFigure:
    """One figure: a share of each side (None: there is none), with texts if they are more exact than the share.

    `key` names it when its people are opened.
    """

    key: str
    label: str
    hint: str
    before: float | None = None
    after: float | None = None
    before_text: str = ""
    after_text: str = ""


_ESTIMATORS = {"pitman": "Pitman", "zayatz": "Zayatz", "snb": "SNB"}
_NONE = ImpliedBounds()
_Value = Callable[[TableRisk, RiskDistribution, ImpliedBounds], float]
_IMPLIED = "the measured risk or, if lower, the limit implied by the privacy models of the result"

_FIGURES: tuple[tuple[str, str, str, _Value], ...] = (
    (
        "lowest",
        "Lowest risk",
        "Lowest prosecutor risk: 1 divided by the size of the largest group",
        lambda side, _spread, _bounds: side.prosecutor.lowest,
    ),
    (
        "affected by lowest",
        "{Units} with the lowest risk",
        "{Units} affected by the lowest risk, as a share",
        lambda _side, spread, _bounds: spread.affected_by_lowest,
    ),
    (
        "average",
        "Average risk",
        "Average prosecutor risk: groups divided by {units}",
        lambda side, _spread, _bounds: side.prosecutor.average,
    ),
    (
        "highest",
        "Highest risk",
        "Highest prosecutor risk: 1 divided by the size of the smallest group",
        lambda side, _spread, _bounds: side.prosecutor.highest,
    ),
    (
        "affected by highest",
        "{Units} with the highest risk",
        "{Units} affected by the highest risk, as a share",
        lambda _side, spread, _bounds: spread.affected_by_highest,
    ),
    (
        "estimated prosecutor",
        "Estimated prosecutor risk",
        f"Estimated prosecutor risk: the highest, {_IMPLIED}",
        lambda side, _spread, bounds: estimated_risk(side.prosecutor.highest, bounds.prosecutor),
    ),
    (
        "estimated journalist",
        "Estimated journalist risk",
        f"Estimated journalist risk: the highest, {_IMPLIED}",
        lambda side, _spread, bounds: estimated_risk(side.journalist.highest, bounds.journalist),
    ),
    (
        "estimated marketer",
        "Estimated marketer risk",
        f"Estimated marketer risk: the success rate, {_IMPLIED}",
        lambda side, _spread, bounds: estimated_risk(side.marketer.success_rate, bounds.marketer),
    ),
)


def main_figures(
    shown: RiskFigures,
    bounds: ImpliedBounds,
    uniques: Mapping[str, UniquenessEstimates],
    quasi_identifiers: Mapping[str, Sequence[str]],
    region: str,
    words: Words = ENGLISH,
) -> tuple[MainFigure, ...]:
    """The rows of the visible sides; `bounds` are those of the output, `region` names the population."""
    sides = {name: side for name, side in shown.sides.items() if side.people}
    spreads = {name: distribution_of(side.counts.histogram) for name, side in sides.items()}
    implied = {"before": _NONE, "after": bounds}
    made = []
    for key, label, hint, value in _FIGURES:
        found = {name: value(side, spreads[name], implied[name]) for name, side in sides.items()}
        named = {"units": shown.unit, "Units": words.capitalized(shown.unit)}
        made.append(
            MainFigure(key, label.format(**named), hint.format(**named), found.get("before"), found.get("after"))
        )
    made.append(_sample_uniques(sides, shown.unit, words))
    made.append(_population_uniques(shown, uniques, region, words))
    made.append(_quasi_identifiers(shown, quasi_identifiers, words))
    return tuple(made)


def linkage_figure(found: LinkageFigures, words: Words = ENGLISH) -> MainFigure:
    """The share of the records of an output that are found by the original cells of its perturbed columns."""
    share = found.nearest / found.tried
    return MainFigure("linkage", "Found in perturbed columns", linkage_sentence(found, words), None, share)


def _sample_uniques(sides: Mapping[str, TableRisk], unit: Unit, words: Words) -> MainFigure:
    share = {name: side.prosecutor.sample_uniques / side.people for name, side in sides.items()}
    number = {name: words.count(side.prosecutor.sample_uniques) for name, side in sides.items()}
    who = "people who" if unit == "people" else "records that"
    hint = f"Sample uniques: {who} are alone in their group. " + ", ".join(f"{number[name]} {name}" for name in number)
    return MainFigure("sample uniques", "Unique in the table", hint, share.get("before"), share.get("after"))


def _population_uniques(
    shown: RiskFigures, uniques: Mapping[str, UniquenessEstimates], region: str, words: Words
) -> MainFigure:
    label = f"Likely unique in {region}" if region else "Likely unique in the population"
    if not region:
        hint = "Population uniques are estimated once there is a population: Limits and quality in Configure"
        unknown = dict.fromkeys(shown.sides, "not known")
        texts = unknown.get("before", ""), unknown.get("after", "")
        return MainFigure("population uniques", label, hint, None, None, *texts)
    shares: dict[str, float | None] = {}
    told = []
    for name, found in uniques.items():
        own = found.own
        if own is None:
            continue
        shares[name] = own.dankar.share
        model = _ESTIMATORS.get(own.dankar_choice or "", "")
        if own.dankar.uniques is None:
            told.append(f"no estimate {name}")
        else:
            by = f" ({model})" if model else ""
            told.append(f"{of_unit(round(own.dankar.uniques), shown.unit, words)} {name}{by}")
    hint = f"Population uniques. {DANKAR} Here: {', '.join(told) or '...'}"
    return MainFigure("population uniques", label, hint, shares.get("before"), shares.get("after"))


def _quasi_identifiers(shown: RiskFigures, names: Mapping[str, Sequence[str]], words: Words) -> MainFigure:
    every = next(iter(names.values()), ())
    number = {side: words.count(each.counts.quasi_identifiers) for side, each in shown.sides.items()}
    hint = f"Quasi-identifiers: {words.joined(every, 12)}" if every else "Quasi-identifiers"
    return MainFigure(
        "quasi-identifiers", "Quasi-identifiers", hint, None, None, number.get("before", ""), number.get("after", "")
    )
