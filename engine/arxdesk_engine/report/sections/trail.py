"""The audit trail, in words."""

from __future__ import annotations

from collections.abc import Iterator

from arxdesk_engine.report.facts import Facts
from arxdesk_engine.report.layout.blocks import Block, Message, Paragraph, Table, TableColumn, cells
from arxdesk_engine.report.layout.words import count, counted, moment, name


def blocks(facts: Facts) -> Iterator[Block]:
    """Every step with its moment."""
    trail = facts.trail
    if not trail.steps:
        yield Paragraph("There is no audit trail: a job file alone keeps none. Projects saved as .arxdesk keep one.")
        return
    if trail.is_intact:
        sentence = "The chain of steps is unbroken."
        detail = (
            "Each step carries a digest of the one before. Accidental changes are detected; a rebuilt chain is not."
        )
        yield Message("", sentence, (detail,))
    else:
        yield Message("error", "The chain of steps is broken: somebody has changed the trail.")
    if trail.dropped:
        yield Paragraph(f"{counted(trail.dropped, 'older step is', 'older steps are')} not kept any more.", "note")
    with_values = any(step.values for step in trail.steps)
    heads = [TableColumn("#", "right"), TableColumn("When"), TableColumn("What"), TableColumn("In words")]
    heads += [TableColumn("Values")] if with_values else []
    rows = []
    for number, step in enumerate(trail.steps, trail.dropped + 1):
        values = (name(step.values, 500),) if with_values else ()
        rows.append(cells(count(number), moment(step.moment), step.action, name(step.text, 500), *values))
    yield Table("Audit trail", tuple(heads), tuple(rows))
