"""What three kinds of attackers achieve, in rows of figures with what is accepted of each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from arxdesk.risk.figures.figures import Figures, SideFigures
from arxdesk.ui import words
from arxdesk.ui.widgets.tables.comparison_table import ComparisonRow
from arxdesk_engine.job.analysis import Thresholds
from arxdesk_engine.risk.reidentification import PopulationRisk, ProsecutorRisk

Kind = Literal["prosecutor", "journalist", "marketer"]
KINDS: tuple[Kind, ...] = ("prosecutor", "journalist", "marketer")
MISSING = "–"
TITLES: dict[Kind, str] = {"prosecutor": "Prosecutor", "journalist": "Journalist", "marketer": "Marketer"}
SENTENCES: dict[Kind, str] = {
    "prosecutor": "Looks for one person and knows that this person is in the table.",
    "journalist": "Looks for anyone and does not know who is in the table.",
    "marketer": "Wants as many people as possible and accepts errors.",
}
COINCIDE = "Looks for anyone. Without a research subset the same as the prosecutor."
HINTS: dict[Kind, str] = {
    "prosecutor": "Prosecutor: knows that the person is in the table, and the quasi-identifiers of this person.",
    "journalist": "Journalist: knows a table of the population, but not who of it is in this one. The population is "
    "the whole table, of which a research subset is shared; without a subset both are the same.",
    "marketer": "Marketer: links the table with one of the population, to find as many people as possible.",
}

Risk = ProsecutorRisk | PopulationRisk


@dataclass(frozen=True, slots=True)
class Measure:
    """A share that an attacker achieves, and the key of the threshold that it is judged by."""

    label: str
    key: Literal["highest_risk", "records_at_risk", "success_rate"]
    value: Callable[[Risk], float]
    hint: str


def measures(kind: Kind, thresholds: Thresholds) -> tuple[Measure, ...]:
    """What is judged of an attacker, in the order in which it is shown."""
    threshold = words.threshold(thresholds.highest_risk)
    group = "the group" if kind == "prosecutor" else "the group in the population"
    title = TITLES[kind]
    at_risk = f"{title}, records at risk: the share of people whose risk, 1 divided by the size of {group}, is above"
    rate = {
        "prosecutor": "groups divided by people, which is the average risk",
        "journalist": "the better one of two attacks, with people of the population and with records of the table",
        "marketer": "the share of people found when every one is looked for, which is the average risk",
    }[kind]
    success = Measure("Success rate", "success_rate", _rate, f"{title}, success rate: {rate}")
    if kind == "marketer":
        return (success,)
    highest = f"{title}, highest risk: 1 divided by the size of {group} that is smallest"
    return (
        Measure("Share at risk", "records_at_risk", _at_risk, f"{at_risk} {threshold}"),
        Measure("Highest risk", "highest_risk", _highest, highest),
        success,
    )


def risk_of(kind: Kind, side: SideFigures) -> Risk:
    """What an attacker achieves on one side."""
    if kind == "prosecutor":
        return side.prosecutor
    return side.journalist if kind == "journalist" else side.marketer


def counting(shown: Figures) -> SideFigures | None:
    """The side that is judged: the output, or the input where it is shown alone."""
    return shown.after or shown.before


def is_within(kind: Kind, shown: Figures) -> bool:
    """Whether an attacker achieves no more than is accepted, of anything."""
    side = counting(shown)
    accepted = shown.thresholds
    return side is None or all(
        each.value(risk_of(kind, side)) <= getattr(accepted, each.key) for each in measures(kind, accepted)
    )


def gauged(kind: Kind, thresholds: Thresholds) -> Measure:
    """What the gauge shows."""
    return next(each for each in measures(kind, thresholds) if each.label in ("Highest risk", "Success rate"))


def rows(kind: Kind, shown: Figures) -> tuple[ComparisonRow, ...]:
    """The figures of an attacker on the sides that are shown."""
    made = [_row(kind, shown, each) for each in measures(kind, shown.thresholds)]
    if kind == "marketer":
        made.insert(0, _told(shown, "Expected hits", _hits, "People found, on average, when every one is looked for"))
        made.append(_told(shown, "Right guesses", _guesses, "How many of the guesses are right"))
    return tuple(made)


def sentence(kind: Kind, shown: Figures) -> str:
    """Who that is, and that two coincide where they do."""
    sides = [side for side in shown.sides.values() if side.people]
    same = kind == "journalist" and bool(sides) and all(side.coincide for side in sides)
    return COINCIDE if same else SENTENCES[kind]


def _row(kind: Kind, shown: Figures, measure: Measure) -> ComparisonRow:
    accepted = float(getattr(shown.thresholds, measure.key))
    texts = {name: words.percent(measure.value(risk_of(kind, each))) for name, each in shown.sides.items()}
    texts = {name: text if shown.sides[name].people else MISSING for name, text in texts.items()}
    side, limit = counting(shown), words.threshold(accepted)
    is_above = False
    if side is not None and side.people:
        value = measure.value(risk_of(kind, side))
        is_above = value > accepted
        name = "after" if shown.after is not None else "before"
        texts[name], limit = words.against_threshold(value, accepted)
    opens = tuple(name for name, each in shown.sides.items() if people_above(kind, each))
    return ComparisonRow(
        measure.label,
        texts.get("before", ""),
        texts.get("after", ""),
        _hint(measure, kind, shown),
        limit,
        is_above,
        opens if measure.key == "records_at_risk" else (),
    )


def people_above(kind: Kind, side: SideFigures) -> int:
    """How many people have a risk above the threshold from an attacker who looks for one of them."""
    if kind == "marketer":
        return 0
    return side.people_above if kind == "prosecutor" else side.people_above_in_population


def _hint(measure: Measure, kind: Kind, shown: Figures) -> str:
    """What a measure is and, where they can be shown, how many people that are."""
    if measure.key != "records_at_risk":
        return measure.hint
    told = [f"{words.people(people_above(kind, each))} {name}" for name, each in shown.sides.items()]
    return f"{measure.hint}: {', '.join(told)}. Click shows them."


def _told(shown: Figures, label: str, tell: Callable[[SideFigures], str], hint: str) -> ComparisonRow:
    texts = {name: tell(each) if each.people else MISSING for name, each in shown.sides.items()}
    return ComparisonRow(label, texts.get("before", ""), texts.get("after", ""), hint)


def _hits(side: SideFigures) -> str:
    return words.count(round(side.marketer.average * side.people))


def _guesses(side: SideFigures) -> str:
    return words.one_in(side.marketer.success_rate)


def _highest(risk: Risk) -> float:
    return risk.highest


def _at_risk(risk: Risk) -> float:
    return risk.records_at_risk


def _rate(risk: Risk) -> float:
    return risk.success_rate
