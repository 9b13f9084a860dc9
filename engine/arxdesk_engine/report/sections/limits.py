"""The limits of a report."""

from __future__ import annotations

from collections.abc import Iterator

from arxdesk_engine.perturbation.method import NO_GUARANTEE
from arxdesk_engine.report.facts import Facts
from arxdesk_engine.report.layout.blocks import Block, Table, TableColumn, cells
from arxdesk_engine.report.layout.content import ReportSection
from arxdesk_engine.report.layout.words import count, joined, name
from arxdesk_engine.report.sections.verdict import claim, still_shown


def blocks(facts: Facts) -> Iterator[Block]:
    """Assumptions, estimates, and facts that were not examined."""
    yield Table("", (TableColumn(""), TableColumn("")), tuple(cells(*each) for each in _limits(facts)))


_OF_RECORDS = "Records are counted. Where a person can have several of them, a group of five may be fewer people."
_OF_ESTIMATES = "How many people are unique in the population is estimated from the table. Nobody has counted it."
_OF_CHECKS = "This report was made without it. The figures of the search were not confirmed a second time."
_OF_THE_BEST = "The proof holds for the chosen quality model, hierarchies and limits."
_OF_LAW = "The figures are a basis for a decision. They are not the decision, and no legal opinion."


def _limits(facts: Facts) -> Iterator[tuple[str, str]]:
    quasi = joined([name(each.attribute) for each in facts.configuration.hierarchies], 8)
    yield (
        "Attackers",
        f"All risks are those from people who know {quasi}, exactly. An attacker who knows more can find more.",
    )
    yield "Records and people", _OF_RECORDS
    if facts.risk.unlimited:
        names = joined([name(each) for each in facts.risk.unlimited])
        yield (
            "Sensitive columns",
            f"No privacy model covers {names}: a value shared by a group is known for each member.",
        )
    if facts.data.telling:
        names = joined([name(each) for each in facts.data.telling], 12)
        yield (
            "Columns that tell apart",
            f"{names}: nearly every record has another value. Anyone who knows one finds the record.",
        )
    if shown := still_shown(facts):
        yield "Removed records", f"They stay in the file. Their {joined(shown, 8)} can still be read there."
    others = [name(each.name) for each in facts.data.columns if each.role == "insensitive" and each.becomes == "keep"]
    if others:
        yield "Unchanged columns", f"Passed on unchanged: {joined(others, 12)}. They are not measured."
    if facts.applied is not None and facts.applied.perturbations:
        yield "Perturbation", NO_GUARANTEE
    if facts.risk.uniqueness:
        yield "Estimates", _OF_ESTIMATES
    yield from _of_checks(facts)
    yield "The best", _OF_THE_BEST
    yield from _of_reading(facts)
    yield "Law", _OF_LAW


def _of_checks(facts: Facts) -> Iterator[tuple[str, str]]:
    checks = facts.checks
    if checks is None and facts.applied is not None:
        yield "Recount", _OF_CHECKS
    elif checks is not None and checks.undecided:
        names = joined([claim(each.claim) for each in checks.undecided], 12)
        yield "Not recounted", f"{names}. The reasons are given with them."


def _of_reading(facts: Facts) -> Iterator[tuple[str, str]]:
    shown = "values of the data, and " if facts.content.with_values else ""
    told = f"This report holds {shown}figures of the input, such as how many people are unique in it. It is for those"
    yield "Readers", f"{told} responsible for the data, not for recipients of the table."
    if not facts.content.with_values:
        yield "Values", "This report contains names of columns and files, but no values of the data."
    left_out = [each.heading for each in ReportSection if each not in facts.content]
    if left_out:
        yield "Sections left out", f"{count(len(left_out))}: {joined(left_out, 12)}."
