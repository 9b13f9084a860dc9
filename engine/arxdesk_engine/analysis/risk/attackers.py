"""Three kinds of attackers: their knowledge, the measures that judge them, and their success."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from arxdesk_engine.analysis.risk.figures import RiskFigures, TableRisk
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.foundation.translated import Texts
from arxdesk_engine.foundation.words import ENGLISH, Unit, Words, of_unit
from arxdesk_engine.job.analysis import Thresholds
from arxdesk_engine.risk.reidentification import PopulationRisk, ProsecutorRisk

Attacker = Literal["prosecutor", "journalist", "marketer"]
ThresholdKey = Literal["highest_risk", "records_at_risk", "success_rate"]
AttackerRisk = ProsecutorRisk | PopulationRisk
ATTACKERS: tuple[Attacker, ...] = ("prosecutor", "journalist", "marketer")

TITLES: Mapping[Attacker, str] = Texts(
    {"prosecutor": marked("Prosecutor"), "journalist": marked("Journalist"), "marketer": marked("Marketer")}
)
HINTS: Mapping[Attacker, str] = Texts(
    {
        "prosecutor": marked(
            "Prosecutor: knows that the person is in the table, and the quasi-identifiers of this person."
        ),
        "journalist": marked(
            "Journalist: knows a table of the population, but not which people are in this one. The population is the "
            "whole table, of which a research subset is shared; without a subset both are the same."
        ),
        "marketer": marked("Marketer: links the table with one of the population, to find as many people as possible."),
    }
)
_SENTENCES: dict[Attacker, str] = {
    "prosecutor": marked("Looks for one person and knows that this person is in the table."),
    "journalist": marked("Looks for anyone and does not know who is in the table."),
    "marketer": marked("Wants as many people as possible and accepts errors."),
}
_COINCIDE = marked("Looks for anyone. Without a research subset the same as the prosecutor.")
_AT_RISK: dict[tuple[Attacker, Unit], str] = {
    ("prosecutor", "records"): marked(
        "Prosecutor, share at risk: the share of records whose risk, 1 divided by the size of the group, is above "
        "{threshold}"
    ),
    ("prosecutor", "people"): marked(
        "Prosecutor, share at risk: the share of people whose risk, 1 divided by the size of the group, is above "
        "{threshold}"
    ),
    ("journalist", "records"): marked(
        "Journalist, share at risk: the share of records whose risk, 1 divided by the size of the group in the "
        "population, is above {threshold}"
    ),
    ("journalist", "people"): marked(
        "Journalist, share at risk: the share of people whose risk, 1 divided by the size of the group in the "
        "population, is above {threshold}"
    ),
}
_HIGHEST: dict[Attacker, str] = {
    "prosecutor": marked("Prosecutor, highest risk: 1 divided by the size of the group that is smallest"),
    "journalist": marked(
        "Journalist, highest risk: 1 divided by the size of the group in the population that is smallest"
    ),
}
_SUCCESS: dict[tuple[Attacker, Unit], str] = {
    ("prosecutor", "records"): marked("Prosecutor, success rate: groups divided by records, which is the average risk"),
    ("prosecutor", "people"): marked("Prosecutor, success rate: groups divided by people, which is the average risk"),
    **dict.fromkeys(
        (("journalist", "records"), ("journalist", "people")),
        marked(
            "Journalist, success rate: the better one of two attacks, with people of the population and with records "
            "of "
            "the table"
        ),
    ),
    ("marketer", "records"): marked(
        "Marketer, success rate: the share of records found when every one is looked for, which is the average risk"
    ),
    ("marketer", "people"): marked(
        "Marketer, success rate: the share of people found when every one is looked for, which is the average risk"
    ),
}


@dataclass(frozen=True, slots=True)
class AttackerMeasure:
    """A share that an attacker achieves, and the key of the threshold that it is judged by."""

    attacker: Attacker
    label: str
    key: ThresholdKey
    hint: str

    def value(self, side: TableRisk) -> float:
        """The success of the attacker in a table."""
        risk = attacker_risk(self.attacker, side)
        return float(risk.highest if self.key == "highest_risk" else getattr(risk, self.key))

    def accepted(self, thresholds: Thresholds) -> float:
        """The most that is accepted of it."""
        return float(getattr(thresholds, self.key))


def measures(
    attacker: Attacker, thresholds: Thresholds, words: Words = ENGLISH, unit: Unit = "records"
) -> tuple[AttackerMeasure, ...]:
    """The measures of an attacker, in display order, of records or of people."""
    threshold = words.threshold(thresholds.highest_risk)
    success = AttackerMeasure(attacker, tr("Success rate"), "success_rate", tr(_SUCCESS[attacker, unit]))
    if attacker == "marketer":
        return (success,)
    at_risk = tr(_AT_RISK[attacker, unit], threshold=threshold)
    return (
        AttackerMeasure(attacker, tr("Share at risk"), "records_at_risk", at_risk),
        AttackerMeasure(attacker, tr("Highest risk"), "highest_risk", tr(_HIGHEST[attacker])),
        success,
    )


def main_measure(attacker: Attacker, thresholds: Thresholds) -> AttackerMeasure:
    """The main measure of an attacker: the highest risk, or the success rate if it is the only one."""
    found = measures(attacker, thresholds)
    return next((each for each in found if each.key == "highest_risk"), found[-1])


def attacker_risk(attacker: Attacker, side: TableRisk) -> AttackerRisk:
    """The success of an attacker in a table."""
    if attacker == "prosecutor":
        return side.prosecutor
    return side.journalist if attacker == "journalist" else side.marketer


def is_within(attacker: Attacker, figures: RiskFigures) -> bool:
    """Whether an attacker achieves no more than is accepted, of anything."""
    side, accepted = figures.judged, figures.thresholds
    return side is None or all(each.value(side) <= each.accepted(accepted) for each in measures(attacker, accepted))


def attacker_sentence(attacker: Attacker, figures: RiskFigures) -> str:
    """The knowledge of an attacker, with a note if two attackers coincide."""
    return tr(_COINCIDE if _is_the_same(attacker, figures) else _SENTENCES[attacker])


def _is_the_same(attacker: Attacker, figures: RiskFigures) -> bool:
    """Whether an attacker knows and finds what the prosecutor does."""
    sides = [side for side in figures.sides.values() if side.people]
    return attacker == "journalist" and bool(sides) and all(side.coincide for side in sides)


_NAMED: dict[Attacker, str] = {
    "prosecutor": marked("Prosecutor: looks for one person and knows that this person is in the table."),
    "journalist": marked("Journalist: looks for anyone and does not know who is in the table."),
    "marketer": marked("Marketer: wants as many people as possible and accepts errors."),
}
_NAMED_THE_SAME = marked("Journalist: looks for anyone. Without a research subset the same as the prosecutor.")


def named_attacker(attacker: Attacker, figures: RiskFigures) -> str:
    """The same under the name of the attacker, for a report."""
    return tr(_NAMED_THE_SAME if _is_the_same(attacker, figures) else _NAMED[attacker])


def people_above(attacker: Attacker, side: TableRisk) -> int:
    """The number of people whose risk from a targeting attacker is above the threshold."""
    if attacker == "marketer":
        return 0
    return side.people_above if attacker == "prosecutor" else side.people_above_in_population


@dataclass(frozen=True, slots=True)
class AttackerFigure:
    """A displayed figure of an attacker, on each side ("" for a hidden side), and its accepted value.

    `counts_people`: it is a share of people, who can be listed on the sides in `opens`.
    """

    label: str
    before: str
    after: str
    hint: str
    accepted: str = ""
    is_above: bool = False
    counts_people: bool = False
    opens: tuple[str, ...] = ()


def attacker_figures(attacker: Attacker, figures: RiskFigures, words: Words = ENGLISH) -> tuple[AttackerFigure, ...]:
    """The figures of an attacker on the visible sides."""
    made = [_judged(each, figures, words) for each in measures(attacker, figures.thresholds, words, figures.unit)]
    if attacker == "marketer":
        hits = tr("Records found, on average, when every one is looked for")
        if figures.unit == "people":
            hits = tr("People found, on average, when every one is looked for")
        made.insert(0, _told(figures, tr("Expected hits"), lambda side: _hits(side, words), hits))
        right = tr("How many of the guesses are right")
        made.append(_told(figures, tr("Right guesses"), lambda side: words.one_in(side.marketer.success_rate), right))
    return tuple(made)


SIDES = {"before": marked("{records} before"), "after": marked("{records} after")}
"""How many there are on a side."""
MISSING = "–"
"""Stands where a side has no people."""


def _judged(measure: AttackerMeasure, figures: RiskFigures, words: Words) -> AttackerFigure:
    accepted = measure.accepted(figures.thresholds)
    texts = {name: words.percent(measure.value(each)) for name, each in figures.sides.items()}
    texts = {name: text if figures.sides[name].people else MISSING for name, text in texts.items()}
    side, limit = figures.judged, words.threshold(accepted)
    is_above = False
    if side is not None and side.people:
        value = measure.value(side)
        is_above = value > accepted
        name = "after" if figures.after is not None else "before"
        texts[name], limit = words.against_threshold(value, accepted)
    counts_people = measure.key == "records_at_risk"
    opens = tuple(name for name, each in figures.sides.items() if people_above(measure.attacker, each))
    return AttackerFigure(
        measure.label,
        texts.get("before", ""),
        texts.get("after", ""),
        _hint(measure, figures, words),
        limit,
        is_above,
        counts_people,
        opens if counts_people else (),
    )


def _hint(measure: AttackerMeasure, figures: RiskFigures, words: Words) -> str:
    """The meaning of a measure and, if they can be listed, the number of people behind it."""
    if measure.key != "records_at_risk":
        return measure.hint
    sides = figures.sides.items()
    told = [
        tr(SIDES[name], records=of_unit(people_above(measure.attacker, each), each.unit, words)) for name, each in sides
    ]
    return tr("{meaning}: {records}", meaning=measure.hint, records=", ".join(told))


def _told(figures: RiskFigures, label: str, tell: Callable[[TableRisk], str], hint: str) -> AttackerFigure:
    texts = {name: tell(each) if each.people else MISSING for name, each in figures.sides.items()}
    return AttackerFigure(label, texts.get("before", ""), texts.get("after", ""), hint)


def _hits(side: TableRisk, words: Words) -> str:
    return words.count(round(side.marketer.average * side.people))
