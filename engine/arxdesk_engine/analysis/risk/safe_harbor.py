"""The Safe Harbor rule of HIPAA as a checklist: the findings in a table, and the remedy for each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum

from arxdesk_engine.data.dataset import Column, Dataset
from arxdesk_engine.data.schema import DataType, Role
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.foundation.words import ENGLISH, Words
from arxdesk_engine.hierarchies.builder import HierarchyBuilder
from arxdesk_engine.hierarchies.coding import CodingBuilder
from arxdesk_engine.hierarchies.date import DateBuilder
from arxdesk_engine.hierarchies.redaction import RedactionBuilder
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.risk.identifiers import IdentifierCategory, IdentifierHit

OLDEST = Decimal(90)
"""Ages from here on become one group."""
KEPT_DIGITS, ZIP_DIGITS = 3, 5

NO_ADVICE = marked(
    "This list helps to find the 18 identifiers of 45 CFR 164.514(b)(2). It is not legal advice, and may miss some: "
    "the rule also requires that you know of no way to identify somebody in the remaining data."
)


class SafeHarborAction(Enum):
    """The remedy for an identifier."""

    REMOVE = marked("Remove it")
    YEAR = marked("Keep the year")
    AGE = marked("Group ages from 90")
    ZIP = marked("Keep 3 digits")
    NOTHING = ""


@dataclass(frozen=True, slots=True)
class SafeHarborLine:
    """One column that seems to hold an identifier. `open` is the remaining decision, "" for none."""

    column: str
    category: IdentifierCategory
    action: SafeHarborAction
    found: str
    open: str = ""


_OPEN = {
    SafeHarborAction.ZIP: marked(
        "Where an area of 3 digits has 20,000 people or fewer the rule asks for 000: check those areas."
    ),
    SafeHarborAction.YEAR: marked("For people over 89 the year of birth has to be removed as well."),
    SafeHarborAction.AGE: "",
    SafeHarborAction.NOTHING: marked("States are allowed; they still narrow down the search."),
    SafeHarborAction.REMOVE: "",
}


def checklist(hits: Iterable[IdentifierHit], dataset: Dataset, words: Words = ENGLISH) -> tuple[SafeHarborLine, ...]:
    """A line for each column with an identifier, by its most certain sign, in the order of the columns."""
    best: dict[str, IdentifierHit] = {}
    for hit in hits:
        if hit.column not in best or hit.confidence > best[hit.column].confidence:
            best[hit.column] = hit
    return tuple(_line(best[name], dataset[name], words) for name in dataset.names if name in best)


def _line(hit: IdentifierHit, column: Column, words: Words) -> SafeHarborLine:
    action = _action(hit, column)
    signs = []
    if hit.synonym is not None:
        signs.append(tr("by its name"))
    if hit.matched_share is not None:
        signs.append(tr("{share} of its values", share=words.percent(hit.matched_share)))
    return SafeHarborLine(hit.column, hit.category, action, ", ".join(signs), tr(_OPEN[action]))


def _action(hit: IdentifierHit, column: Column) -> SafeHarborAction:
    if hit.permitted:
        return SafeHarborAction.NOTHING
    if hit.kind == "postal-code" and all(len(value) >= KEPT_DIGITS for value in column.values if value):
        return SafeHarborAction.ZIP
    if hit.kind == "date" and column.type.kind is DataType.DATE:
        return SafeHarborAction.YEAR
    if hit.kind == "age" and column.type.kind.is_numeric:
        return SafeHarborAction.AGE
    return SafeHarborAction.REMOVE


def builder_of(line: SafeHarborLine, column: Column) -> HierarchyBuilder | None:
    """The builder that makes the values coarse enough at level 1; None if the column is removed or stays."""
    match line.action:
        case SafeHarborAction.YEAR:
            return DateBuilder(granularities=("year",))
        case SafeHarborAction.AGE:
            return CodingBuilder(top=OLDEST)
        case SafeHarborAction.ZIP:
            longest = max((len(value) for value in column.values), default=ZIP_DIGITS)
            hidden = longest - KEPT_DIGITS
            steps = (hidden, longest) if hidden else (longest,)
            return RedactionBuilder(redacted=steps)
    return None


def is_done(line: SafeHarborLine, settings: AttributeSettings, builders: Mapping[str, HierarchyBuilder]) -> bool:
    """Whether a column is removed or coarse enough already."""
    if line.action is SafeHarborAction.NOTHING or settings.role is Role.IDENTIFYING:
        return True
    mine = builders.get(line.column)
    return mine is not None and settings.hierarchy == mine and settings.minimum_level >= 1
