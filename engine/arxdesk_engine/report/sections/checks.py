"""The results of the recount, in words."""

from __future__ import annotations

from collections.abc import Iterator

from arxdesk_engine.foundation.language import moment, tr, tr_of
from arxdesk_engine.foundation.words import in_parts
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
from arxdesk_engine.report.layout.words import capitalized, count, joined, name
from arxdesk_engine.report.sections.verdict import claim
from arxdesk_engine.verification.findings import Finding


def blocks(facts: Facts) -> Iterator[Block]:
    """Every model and every figure, confirmed, refuted or left open."""
    checks = facts.checks
    if checks is None:
        yield Message("warn", tr("Nothing was applied."), (tr("There is no table to recount."),))
        return
    yield _state(checks)
    yield Paragraph(_how(checks))
    yield _findings(tr("Privacy models"), checks.models)
    yield _findings(tr("Figures and cells"), checks.facts)
    yield named(tr("Recounted figure"), tuple(_counted(checks)))


def _state(checks: ChecksFacts) -> Message:
    if checks.refuted:
        claims = joined([claim(each.claim) for each in checks.refuted])
        sentence = tr("Do not share this table: it does not confirm the claims.")
        return Message("error", sentence, (tr("Refuted: {claims}.", claims=claims),))
    if checks.undecided:
        claims = joined([claim(each.claim) for each in checks.undecided])
        sentence = tr("Every claim that can be recounted is confirmed.")
        return Message("warn", sentence, (tr("Not recounted: {claims}.", claims=claims),))
    return Message("ok", tr("Every claim was recounted and is confirmed."))


def _how(checks: ChecksFacts) -> str:
    where = tr("The result was read at its destination.")
    if checks.has_tuples:
        where = tr(
            "The records stayed where they are: for this report their distinct combinations were released to a file "
            "of its own, with the number of records of each."
        )
    elif checks.is_copy:
        where = tr("The result was written to a file of its own for this report.")
    how = tr(
        "Input, hierarchies and result were then read again as plain text, by a path that "
        "shares nothing with the search: every privacy model was checked by its definition, every figure was counted, "
        "and every cell was compared with the input."
    )
    return f"{where} {how}"


def _findings(caption: str, findings: tuple[Finding, ...]) -> Table:
    heads = (TableColumn(tr("Claim")), TableColumn(tr("Recounted")), TableColumn(tr("Remark")))
    rows = tuple(_finding(each) for each in findings)
    if not any(each.reason for each in findings):
        return Table(caption, heads[:2], tuple(row[:2] for row in rows))
    return Table(caption, heads, rows)


def _finding(found: Finding) -> tuple[Cell, ...]:
    states: dict[bool | None, tuple[str, Tone]] = {
        True: (tr_of("a claim", "confirmed"), "ok"),
        False: (tr_of("a claim", "refuted"), "error"),
        None: (tr_of("a claim", "not recounted"), "warn"),
    }
    text, tone = states[found.verified]
    return cells(capitalized(claim(found.claim)), Cell(text, tone), name(found.reason, 500))


def _counted(checks: ChecksFacts) -> Iterator[tuple[str, str | Cell]]:
    if not checks.refuted or checks.records:
        yield tr("Records in the file"), count(checks.records)
        yield tr("Removed records"), count(checks.suppressed_records)
        yield tr("Groups"), count(checks.classes)
        yield tr("Smallest group"), count(checks.smallest_class)
        yield tr("Largest group"), count(checks.largest_class)
    if not checks.has_tuples:
        kind = tr("SHA-256 of the records in the table")
        if checks.suffix:
            kind = tr("SHA-256 of the result ({suffix})", suffix=checks.suffix)
        yield kind, code(checks.sha256)
    if checks.handed_out is not None:
        yield tr("Exported as {file}", file=name(checks.handed_out.name)), _handed_out(checks, checks.handed_out)


def _handed_out(checks: ChecksFacts, found: ReportedExport) -> str:
    if found.sha256 is None and found.is_the_same is None:
        return tr("a table of a database, which is not read again for this report")
    if found.sha256 is None:
        return tr("the file no longer exists, or cannot be read")
    states = {
        True: tr("the same, byte by byte, as the recounted table"),
        False: tr("NOT the same as the recounted table"),
        None: _why_not_compared(checks),
    }
    state = states[found.is_the_same]
    if found.changed is not None:
        state = tr("{state}, written {moment}", state=state, moment=moment(found.changed))
    return in_parts((state, f"SHA-256 {found.sha256}"))


def _why_not_compared(checks: ChecksFacts) -> str:
    if checks.has_tuples:
        return tr("not compared byte by byte, since its records were not read for this report")
    return tr(
        "not compared byte by byte, since its format, the order of its records, or the numbers in place of its keys "
        "are others each time"
    )
