"""What the release tells to whoever knows the algorithm, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from arxdesk_engine.foundation.language import tr, tr_n
from arxdesk_engine.report.layout.blocks import Block, Cell, Paragraph, Table, TableColumn, cells
from arxdesk_engine.report.layout.words import count, decimal

if TYPE_CHECKING:
    from arxdesk_engine.attacks.refinement.findings import RefinementFindings


def knowing_the_algorithm(found: RefinementFindings) -> Iterator[Block]:
    """How many groups have, lack or share a finer value for certain, and how many values are left."""
    kinds = (
        (tr("A finer value is in the group for certain"), found.containing),
        (tr("A finer value of its label is certainly not in the group"), found.lacking),
        (tr("All records of the group have the same finer value for certain"), found.told),
    )
    heads = (TableColumn(""), TableColumn(tr("Groups"), "right"), TableColumn(tr("Records"), "right"))
    rows = []
    for text, which in kinds:
        groups, records = int(which.sum()), int(found.groups.sizes[which].sum())
        rows.append(cells(text, Cell(count(groups), tone="warn" if groups else ""), count(records)))
    yield Table(tr("Knowing the algorithm"), heads, tuple(rows))
    tested = tr_n(
        len(found.groups),
        "Somebody knows the hierarchies, the job and how the table was made, and reads {n} group.",
        "Somebody knows the hierarchies, the job and how the table was made, and reads {n} groups.",
    )
    holds = tr("What is certain holds in every table of which the algorithm makes this release.")
    by_labels, left = (decimal(each, 1) for each in found.candidates)
    if found.is_exact:
        values = tr(
            "A record can have {by_labels} combinations of values by its labels, and {left} with what is concluded "
            "(geometric means).",
            by_labels=by_labels,
            left=left,
        )
    else:
        values = tr(
            "A record can have {by_labels} combinations of values by its labels, and at most {left} with what is "
            "concluded (geometric means).",
            by_labels=by_labels,
            left=left,
        )
    yield Paragraph(f"{tested} {holds} {values}", "note")
