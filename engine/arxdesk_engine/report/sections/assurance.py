"""How the result was checked, how it is made again, and who answers for it."""

from __future__ import annotations

from arxdesk_engine.foundation.language import moment, tr
from arxdesk_engine.report.facts import Facts
from arxdesk_engine.report.layout.blocks import Cell, Paragraph, code, named
from arxdesk_engine.report.layout.words import count, name
from arxdesk_engine.report.sections.answer import Answer, no_table


def recount(facts: Facts) -> Answer:
    """The recount of every claim by a path of its own."""
    checks = facts.checks
    if facts.applied is None:
        return no_table()
    if checks is None:
        return no_table()
    number = len(checks.models) + len(checks.facts)
    confirmed = number - len(checks.refuted) - len(checks.undecided)
    rows: list[tuple[str, str | Cell]] = [
        (tr("Claims"), count(number)),
        (tr("Confirmed"), count(confirmed)),
        (tr("Refuted"), Cell(count(len(checks.refuted)), "error" if checks.refuted else "")),
        (tr("Not recounted"), count(len(checks.undecided))),
    ]
    if not checks.has_tuples:
        rows.append((tr("SHA-256 of the result"), code(checks.sha256)))
    told = tr(
        "The written table was read again as plain text and counted by a path that shares nothing with the search."
    )
    return named(tr("Recount"), rows), Paragraph(told, "note")


def reproduction(facts: Facts) -> Answer:
    """The command, the versions and the hashes by which the result is made again."""
    found = facts.reproduction
    rows: list[tuple[str, str | Cell]] = [
        (tr("Command"), code(found.command)),
        (tr("Version of ArxDesk"), facts.versions.arxdesk),
        (tr("Report made"), moment(facts.moment)),
        (tr("Files that were read"), count(len(found.files))),
        (tr("Steps in the audit trail"), count(len(facts.trail.steps))),
    ]
    return (named(tr("To make the result again"), rows),)


def responsible(facts: Facts) -> Answer:
    """Who answers for the data, as the project says."""
    who = name(facts.project.responsible, 200) or tr("not named in the project")
    return (named(tr("As the project has it"), [(tr("Responsible for the data"), who)]),)


def recipient(facts: Facts) -> Answer:
    """Who gets the table, as the project says."""
    who = name(facts.project.recipient, 200) or tr("not named in the project")
    return (named(tr("As the project has it"), [(tr("Recipient of the table"), who)]),)
