"""The limits of a report."""

from __future__ import annotations

from collections.abc import Iterator

from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.perturbation.method import NO_GUARANTEE
from arxdesk_engine.report.facts import Facts
from arxdesk_engine.report.layout.blocks import Block, Table, TableColumn, cells
from arxdesk_engine.report.layout.content import ReportSection
from arxdesk_engine.report.layout.words import count, joined, labelled, name
from arxdesk_engine.report.sections.verdict import claim, still_shown


def blocks(facts: Facts) -> Iterator[Block]:
    """Assumptions, estimates, and facts that were not examined."""
    yield Table("", (TableColumn(""), TableColumn("")), tuple(cells(*each) for each in _limits(facts)))


_OF_RECORDS = marked(
    "Records are counted. Where a person can have several of them, a group of five may be fewer people."
)
_OF_ESTIMATES = marked(
    "How many people are unique in the population is estimated from the table. Nobody has counted it."
)
_OF_CHECKS = marked("This report was made without it. The figures of the search were not confirmed a second time.")
_OF_THE_BEST = marked("The proof holds for the chosen quality model, hierarchies and limits.")
_OF_LAW = marked("The figures are a basis for a decision. They are not the decision, and no legal opinion.")


def _limits(facts: Facts) -> Iterator[tuple[str, str]]:
    quasi = joined([name(each.attribute) for each in facts.configuration.hierarchies], 8)
    told = tr(
        "All risks are those from people who know {columns}, exactly. An attacker who knows more can find more.",
        columns=quasi,
    )
    yield tr("Attackers"), told
    if facts.risk.figures.unit == "records":
        yield tr("Records and people"), tr(_OF_RECORDS)
    if facts.risk.unlimited:
        names = joined([name(each) for each in facts.risk.unlimited])
        told = tr(
            "No privacy model covers {columns}: a value shared by a group is known for each member.", columns=names
        )
        yield tr("Sensitive columns"), told
    if facts.data.telling:
        names = joined([name(each) for each in facts.data.telling], 12)
        told = tr(
            "{columns}: nearly every record has another value. Anyone who knows one finds the record.", columns=names
        )
        yield tr("Columns that tell apart"), told
    if shown := still_shown(facts):
        told = tr("They stay in the file. Their {columns} can still be read there.", columns=joined(shown, 8))
        yield tr("Removed records"), told
    others = [name(each.name) for each in facts.data.columns if each.role == "insensitive" and each.becomes == "keep"]
    if others:
        told = tr("Passed on unchanged: {columns}. They are not measured.", columns=joined(others, 12))
        yield tr("Unchanged columns"), told
    if facts.applied is not None and facts.applied.perturbations:
        yield tr("Perturbation"), tr(NO_GUARANTEE)
    if facts.risk.uniqueness:
        yield tr("Estimates"), tr(_OF_ESTIMATES)
    yield from _of_checks(facts)
    yield tr("The best"), tr(_OF_THE_BEST)
    yield from _of_reading(facts)
    yield tr("Law"), tr(_OF_LAW)


def _of_checks(facts: Facts) -> Iterator[tuple[str, str]]:
    checks = facts.checks
    if checks is None and facts.applied is not None:
        yield tr("Recount"), tr(_OF_CHECKS)
    elif checks is not None and checks.undecided:
        names = joined([claim(each.claim) for each in checks.undecided], 12)
        yield tr("Not recounted"), tr("{claims}. The reasons are given with them.", claims=names)


def _of_reading(facts: Facts) -> Iterator[tuple[str, str]]:
    told = tr(
        "This report holds figures of the input, such as how many people are unique in it. It is for those "
        "responsible for the data, not for recipients of the table."
    )
    if facts.content.with_values:
        told = tr(
            "This report holds values of the data, and figures of the input, such as how many people are unique in it. "
            "It is for those responsible for the data, not for recipients of the table."
        )
    yield tr("Readers"), told
    if not facts.content.with_values:
        yield tr("Values"), tr("This report contains names of columns and files, but no values of the data.")
    left_out = [each.heading for each in ReportSection if each not in facts.content]
    if left_out:
        yield tr("Sections left out"), f"{labelled(count(len(left_out)), joined(left_out, 12))}."
