"""The main figures of risk, before and after."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from arxdesk_engine.analysis.risk.attackers import SIDES
from arxdesk_engine.analysis.risk.figures import RiskFigures, TableRisk
from arxdesk_engine.analysis.risk.linkage import LinkageFigures, linkage_sentence
from arxdesk_engine.analysis.risk.uniqueness import UniquenessEstimates
from arxdesk_engine.foundation.language import marked, tr
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
_FIGURES: tuple[tuple[str, str, str, _Value], ...] = (
    (
        "lowest",
        marked("Lowest risk"),
        marked("Lowest prosecutor risk: 1 divided by the size of the largest group"),
        lambda side, _spread, _bounds: side.prosecutor.lowest,
    ),
    (
        "affected by lowest",
        marked("Records with the lowest risk"),
        marked("Records affected by the lowest risk, as a share"),
        lambda _side, spread, _bounds: spread.affected_by_lowest,
    ),
    (
        "average",
        marked("Average risk"),
        marked("Average prosecutor risk: groups divided by records"),
        lambda side, _spread, _bounds: side.prosecutor.average,
    ),
    (
        "highest",
        marked("Highest risk"),
        marked("Highest prosecutor risk: 1 divided by the size of the smallest group"),
        lambda side, _spread, _bounds: side.prosecutor.highest,
    ),
    (
        "affected by highest",
        marked("Records with the highest risk"),
        marked("Records affected by the highest risk, as a share"),
        lambda _side, spread, _bounds: spread.affected_by_highest,
    ),
    (
        "estimated prosecutor",
        marked("Estimated prosecutor risk"),
        marked(
            "Estimated prosecutor risk: the highest, the measured risk or, if lower, the limit implied by the privacy "
            "models of the result"
        ),
        lambda side, _spread, bounds: estimated_risk(side.prosecutor.highest, bounds.prosecutor),
    ),
    (
        "estimated journalist",
        marked("Estimated journalist risk"),
        marked(
            "Estimated journalist risk: the highest, the measured risk or, if lower, the limit implied by the privacy "
            "models of the result"
        ),
        lambda side, _spread, bounds: estimated_risk(side.journalist.highest, bounds.journalist),
    ),
    (
        "estimated marketer",
        marked("Estimated marketer risk"),
        marked(
            "Estimated marketer risk: the success rate, the measured risk or, if lower, the limit implied by the "
            "privacy "
            "models of the result"
        ),
        lambda side, _spread, bounds: estimated_risk(side.marketer.success_rate, bounds.marketer),
    ),
)
_OF_PEOPLE = {
    "affected by lowest": (
        marked("People with the lowest risk"),
        marked("People affected by the lowest risk, as a share"),
    ),
    "average": (marked("Average risk"), marked("Average prosecutor risk: groups divided by people")),
    "affected by highest": (
        marked("People with the highest risk"),
        marked("People affected by the highest risk, as a share"),
    ),
}
"""The labels and hints where people are counted, in place of those of records."""


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
        texts = _OF_PEOPLE.get(key, (label, hint)) if shown.unit == "people" else (label, hint)
        made.append(MainFigure(key, tr(texts[0]), tr(texts[1]), found.get("before"), found.get("after")))
    made.append(_sample_uniques(sides, shown.unit, words))
    made.append(_population_uniques(shown, uniques, region, words))
    made.append(_quasi_identifiers(shown, quasi_identifiers, words))
    return tuple(made)


def linkage_figure(found: LinkageFigures, words: Words = ENGLISH) -> MainFigure:
    """The share of the records of an output that are found by the original cells of its perturbed columns."""
    share = found.nearest / found.tried
    return MainFigure("linkage", tr("Found in perturbed columns"), linkage_sentence(found, words), None, share)


def _sample_uniques(sides: Mapping[str, TableRisk], unit: Unit, words: Words) -> MainFigure:
    share = {name: side.prosecutor.sample_uniques / side.people for name, side in sides.items()}
    number = {name: words.count(side.prosecutor.sample_uniques) for name, side in sides.items()}
    told = ", ".join(tr(SIDES[name], records=found) for name, found in number.items())
    meaning = marked("Sample uniques: records that are alone in their group. {records}")
    if unit == "people":
        meaning = marked("Sample uniques: people who are alone in their group. {records}")
    hint = tr(meaning, records=told)
    return MainFigure("sample uniques", tr("Unique in the table"), hint, share.get("before"), share.get("after"))


def _population_uniques(
    shown: RiskFigures, uniques: Mapping[str, UniquenessEstimates], region: str, words: Words
) -> MainFigure:
    label = tr("Likely unique in {region}", region=region) if region else tr("Likely unique in the population")
    if not region:
        hint = tr("Population uniques are estimated once there is a population: Limits and quality in Configure")
        unknown = dict.fromkeys(shown.sides, tr("not known"))
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
            told.append(tr(SIDES[name], records=tr("no estimate")))
        else:
            said = tr(SIDES[name], records=of_unit(round(own.dankar.uniques), shown.unit, words))
            told.append(f"{said} ({model})" if model else said)
    hint = tr("Population uniques. {rule} Here: {records}", rule=tr(DANKAR), records=", ".join(told) or "...")
    return MainFigure("population uniques", label, hint, shares.get("before"), shares.get("after"))


def _quasi_identifiers(shown: RiskFigures, names: Mapping[str, Sequence[str]], words: Words) -> MainFigure:
    every = next(iter(names.values()), ())
    number = {side: words.count(each.counts.quasi_identifiers) for side, each in shown.sides.items()}
    hint = tr("Quasi-identifiers: {columns}", columns=words.joined(every, 12)) if every else tr("Quasi-identifiers")
    return MainFigure(
        "quasi-identifiers",
        tr("Quasi-identifiers"),
        hint,
        None,
        None,
        number.get("before", ""),
        number.get("after", ""),
    )
