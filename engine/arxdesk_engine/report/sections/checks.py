"""The results of the recount, in words."""

from __future__ import annotations

from collections.abc import Iterator

from arxdesk_engine.report.facts import Facts
from arxdesk_engine.report.facts.checks import ChecksFacts, ReportedExport
from arxdesk_engine.report.layout.blocks import (
    Block,
    Cell,
    Message,
    Paragraph,
    Table,
    TableColumn,
    Tone,
    cells,
    code,
    named,
)
from arxdesk_engine.report.layout.words import capitalized, count, joined, moment, name
from arxdesk_engine.report.sections.verdict import claim
from arxdesk_engine.verification.textbook import Finding


def blocks(facts: Facts) -> Iterator[Block]:
    """Every model and every figure, confirmed, refuted or left open."""
    checks = facts.checks
    if checks is None:
        yield Message("warn", "Nothing was applied.", ("There is no table to recount.",))
        return
    yield _state(checks)
    yield Paragraph(_how(checks))
    yield _findings("Privacy models", checks.models)
    yield _findings("Figures and cells", checks.facts)
    yield named("Recounted figure", tuple(_counted(checks)))


def _state(checks: ChecksFacts) -> Message:
    if checks.refuted:
        claims = joined([claim(each.claim) for each in checks.refuted])
        return Message("error", "Do not share this table: it does not confirm the claims.", (f"Refuted: {claims}.",))
    if checks.undecided:
        claims = joined([claim(each.claim) for each in checks.undecided])
        return Message("warn", "Every claim that can be recounted is confirmed.", (f"Not recounted: {claims}.",))
    return Message("ok", "Every claim was recounted and is confirmed.")


def _how(checks: ChecksFacts) -> str:
    where = "The result was read at its destination"
    if checks.has_tuples:
        where = (
            "The records stayed where they are: for this report their distinct combinations were released to a file "
            "of its own, with the number of records of each"
        )
    elif checks.is_copy:
        where = "The result was written to a file of its own for this report"
    return (
        f"{where}. Input, hierarchies and result were then read again as plain text, by a path that "
        "shares nothing with the search: every privacy model was checked by its definition, every figure was counted, "
        "and every cell was compared with the input."
    )


def _findings(caption: str, findings: tuple[Finding, ...]) -> Table:
    heads = (TableColumn("Claim"), TableColumn("Recounted"), TableColumn("Remark"))
    rows = tuple(_finding(each) for each in findings)
    if not any(each.reason for each in findings):
        return Table(caption, heads[:2], tuple(row[:2] for row in rows))
    return Table(caption, heads, rows)


def _finding(found: Finding) -> tuple[Cell, ...]:
    states: dict[bool | None, tuple[str, Tone]] = {
        True: ("confirmed", "ok"),
        False: ("refuted", "error"),
        None: ("not recounted", "warn"),
    }
    text, tone = states[found.verified]
    return cells(capitalized(claim(found.claim)), Cell(text, tone), name(found.reason, 500))


def _counted(checks: ChecksFacts) -> Iterator[tuple[str, str | Cell]]:
    if not checks.refuted or checks.records:
        yield "Records in the file", count(checks.records)
        yield "Removed records", count(checks.suppressed_records)
        yield "Groups", count(checks.classes)
        yield "Smallest group", count(checks.smallest_class)
        yield "Largest group", count(checks.largest_class)
    if not checks.has_tuples:
        kind = f"SHA-256 of the result ({checks.suffix})" if checks.suffix else "SHA-256 of the records in the table"
        yield kind, code(checks.sha256)
    if checks.handed_out is not None:
        yield f"Exported as {name(checks.handed_out.name)}", _handed_out(checks, checks.handed_out)


def _handed_out(checks: ChecksFacts, found: ReportedExport) -> str:
    if found.sha256 is None and found.is_the_same is None:
        return "a table of a database, which is not read again for this report"
    if found.sha256 is None:
        return "the file no longer exists, or cannot be read"
    changed = "" if found.changed is None else f", written {moment(found.changed)}"
    states = {
        True: "the same, byte by byte, as the recounted table",
        False: "NOT the same as the recounted table",
        None: f"not compared byte by byte, since {_why_not_compared(checks)}",
    }
    return f"{states[found.is_the_same]}{changed}; SHA-256 {found.sha256}"


def _why_not_compared(checks: ChecksFacts) -> str:
    if checks.has_tuples:
        return "its records were not read for this report"
    return "its format, the order of its records, or the numbers in place of its keys are others each time"
