"""The figures of a sample in lines, before and after."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from arxdesk_engine.analysis.risk.sample import HouseholdFigures, SampleFigures
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.foundation.words import ENGLISH, Words

MISSING = "–"
"""The figure of a side that is not there."""
RecordsOfLine = Literal["", "highest", "alone", "highest household"]
"""The records that a figure leads to: those of the highest risk, those that look like no other, or none."""
_Text = Callable[[SampleFigures, Words], str]


@dataclass(frozen=True, slots=True)
class SampleLine:
    """One figure with its meaning, in words for both sides."""

    label: str
    hint: str
    before: str
    after: str
    records: RecordsOfLine = ""


_LINES: tuple[tuple[str, str, RecordsOfLine, _Text], ...] = (
    (
        marked("Records"),
        marked("Records that count; of an output those that it keeps"),
        "",
        lambda one, words: words.count(one.records),
    ),
    (
        marked("People that they stand for"),
        marked("The sum of the sampling weights"),
        "",
        lambda one, words: words.count(round(one.population)),
    ),
    (
        marked("Average individual risk"),
        marked("The global risk: the mean of the individual risks"),
        "",
        lambda one, words: words.percent(one.average),
    ),
    (
        marked("Highest individual risk"),
        marked("Of the record that is easiest to link to its person of the population"),
        "highest",
        lambda one, words: words.percent(one.highest),
    ),
    (
        marked("Expected re-identifications"),
        marked("The sum of the individual risks: so many records are found by somebody who links all of them"),
        "",
        lambda one, words: words.decimal(one.expected, 1),
    ),
    (
        marked("Records that look like no other"),
        marked("Sample uniques"),
        "alone",
        lambda one, words: words.count(one.sample_uniques),
    ),
    (
        marked("Of these, alone in the population"),
        marked("Estimated by a log-linear model in which the quasi-identifiers are independent"),
        "",
        lambda one, words: words.decimal(one.population_uniques, 1),
    ),
)
_HouseholdText = Callable[[HouseholdFigures, Words], str]
_OF_HOUSEHOLDS: tuple[tuple[str, str, RecordsOfLine, _HouseholdText], ...] = (
    (
        marked("Households"),
        marked("Households with a record that counts"),
        "",
        lambda one, words: words.count(one.households),
    ),
    (
        marked("Average household risk"),
        marked("The mean over the records of the chance that anybody of their household is found"),
        "",
        lambda one, words: words.percent(one.average),
    ),
    (
        marked("Highest household risk"),
        marked("Of the household that is easiest to find"),
        "highest household",
        lambda one, words: words.percent(one.highest),
    ),
    (
        marked("Records found in their household"),
        marked("The sum of the household risks: who is found shows who lives with them"),
        "",
        lambda one, words: words.decimal(one.expected, 1),
    ),
)


def sample_lines(sides: Mapping[str, SampleFigures], words: Words = ENGLISH) -> tuple[SampleLine, ...]:
    """The figures of the sides "before" and "after", either of which may be missing; those of households where a side
    has some."""
    made = []
    for label, hint, records, text in _LINES:
        told = {side: text(found, words) for side, found in sides.items()}
        made.append(_line(label, hint, records, told))
    households = {side: found.household for side, found in sides.items() if found.household is not None}
    if households:
        for label, hint, records, of_households in _OF_HOUSEHOLDS:
            told = {side: of_households(found, words) for side, found in households.items()}
            made.append(_line(label, hint, records, told))
    return tuple(made)


def _line(label: str, hint: str, records: RecordsOfLine, told: Mapping[str, str]) -> SampleLine:
    return SampleLine(tr(label), tr(hint), told.get("before", MISSING), told.get("after", MISSING), records)
