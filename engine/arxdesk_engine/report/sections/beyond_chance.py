"""What the release tells beyond what could be known without it: the anonymity loss, and rows that stand alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from arxdesk_engine.foundation.language import tr
from arxdesk_engine.report.layout.blocks import Block, Cell, Paragraph, Table, TableColumn, cells
from arxdesk_engine.report.layout.words import count, decimal, name, percent_fixed

if TYPE_CHECKING:
    from arxdesk_engine.attacks.anonymity_loss import AnonymityLoss
    from arxdesk_engine.attacks.attack import AttackReport
    from arxdesk_engine.attacks.findings import Attacked
    from arxdesk_engine.attacks.predicates import Predicates


def anonymity_losses(found: AttackReport) -> Iterator[Block]:
    """How much better people are guessed by the release than by the records of others; nothing where nobody counted."""
    rows = [_loss(each, loss) for each in found.found for loss in each.losses]
    if not rows:
        return
    heads = (
        TableColumn(tr("Attacker")),
        TableColumn(tr("Secret")),
        TableColumn(tr("Anonymity loss"), "right"),
        TableColumn(tr("Interval"), "right"),
        TableColumn(tr("Right by the release"), "right"),
        TableColumn(tr("Right by a model"), "right"),
        TableColumn(""),
    )
    yield Table(tr("Anonymity loss"), heads, tuple(rows))
    yield Paragraph(
        tr(
            "The anonymity loss coefficient (Francis and Wagner 2025): 0 where the release tells no more than a model "
            "that does not use the record of the person, 1 where it tells everything. Both sides may keep silent where "
            "they are not sure. Interval of 95 %."
        ),
        "note",
    )


def _loss(attacked: Attacked, found: AnonymityLoss) -> tuple[Cell, ...]:
    low, high = found.interval
    is_more = low > 0.0
    return cells(
        name(tr(attacked.attacker.name)),
        name(found.secret),
        decimal(found.coefficient, 2),
        tr("{low} to {high}", low=decimal(low, 2), high=decimal(high, 2)),
        percent_fixed(found.best_attack.right.value),
        percent_fixed(found.best_base.right.value),
        Cell(tr("More than without them") if is_more else tr("No more than without them"), "warn" if is_more else "ok"),
    )


def rows_that_stand_alone(found: Predicates) -> Iterator[Block]:
    """Combinations of labels that isolate a row of the release, and how many of them isolate a person."""
    if not found.found:
        told = tr(
            "No combination of up to {columns} released columns is that of one row.", columns=count(found.columns)
        )
        yield Paragraph(told)
        return
    share, by_chance = found.isolating, found.by_chance
    low, high = (percent_fixed(each) for each in share.interval)
    heads = (
        TableColumn(tr("Combinations of one row")),
        TableColumn(tr("Tried"), "right"),
        TableColumn(tr("Hold of one person"), "right"),
        TableColumn(tr("Interval"), "right"),
        TableColumn(tr("By chance"), "right"),
        TableColumn(""),
    )
    is_more = share.interval[0] > by_chance
    row = cells(
        count(found.found),
        count(share.of),
        percent_fixed(share.value),
        tr("{low} to {high}", low=low, high=high),
        percent_fixed(by_chance),
        Cell(tr("More than by chance") if is_more else tr("No more than by chance"), "warn" if is_more else "ok"),
    )
    yield Table(tr("Rows that stand alone in the release"), heads, (row,))
    yield Paragraph(
        tr(
            "Combinations of up to {columns} released columns that are those of one row, and how many of them hold of "
            "exactly one person of the input; by chance is the share of combinations as rare as these that would.",
            columns=count(found.columns),
        ),
        "note",
    )
