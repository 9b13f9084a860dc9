"""The audit trail, in words."""

from __future__ import annotations

from collections.abc import Iterator

from arxdesk_engine.foundation.language import moment, tr, tr_n
from arxdesk_engine.report.facts import Facts
from arxdesk_engine.report.layout.blocks import Block, Message, Paragraph, Table, TableColumn, cells
from arxdesk_engine.report.layout.words import count, name


def blocks(facts: Facts) -> Iterator[Block]:
    """Every step with its moment."""
    trail = facts.trail
    if not trail.steps:
        yield Paragraph(
            tr("There is no audit trail: a job file alone keeps none. Projects saved as .arxdesk keep one.")
        )
        return
    if trail.is_intact:
        sentence = tr("The chain of steps is unbroken.")
        detail = tr(
            "Each step carries a digest of the one before. Accidental changes are detected; a rebuilt chain is not."
        )
        yield Message("", sentence, (detail,))
    else:
        yield Message("error", tr("The chain of steps is broken: somebody has changed the trail."))
    if trail.dropped:
        dropped = tr_n(
            trail.dropped,
            "{n} older step is not kept any more.",
            "{n} older steps are not kept any more.",
            n=count(trail.dropped),
        )
        yield Paragraph(dropped, "note")
    with_values = any(step.values for step in trail.steps)
    heads = [TableColumn("#", "right"), TableColumn(tr("When")), TableColumn(tr("What")), TableColumn(tr("In words"))]
    heads += [TableColumn(tr("Values"))] if with_values else []
    rows = []
    for number, step in enumerate(trail.steps, trail.dropped + 1):
        values = (name(step.values, 500),) if with_values else ()
        rows.append(cells(count(number), moment(step.moment), step.action, name(step.text, 500), *values))
    yield Table(tr("Audit trail"), tuple(heads), tuple(rows))
