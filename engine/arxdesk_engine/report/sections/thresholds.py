"""The risk before and after, against the project's thresholds and those of the form."""

from __future__ import annotations

from arxdesk_engine.analysis.risk.figures import TableRisk
from arxdesk_engine.analysis.risk.uniqueness_words import ESTIMATORS
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.job.analysis import ThresholdPreset
from arxdesk_engine.report.facts import Facts
from arxdesk_engine.report.layout.blocks import Block, Cell, Message, Paragraph, Table, TableColumn, cells, named
from arxdesk_engine.report.layout.content import ReportSection
from arxdesk_engine.report.layout.words import count, percent, risk, threshold
from arxdesk_engine.report.sections.answer import Answer, NotApplicable, no_table
from arxdesk_engine.report.sections.verdict import verdict as verdict_of

_MISSING = "–"


def verdict(facts: Facts) -> Answer:
    """The verdict over the table."""
    return (verdict_of(facts),)


def risks_before(facts: Facts) -> Answer:
    """The risk of the input."""
    before = facts.risk.before
    rows = [(label, value) for label, value in _figures(before).items()]
    return (named(tr("Risk before anything is done"), rows),)


def risks(facts: Facts) -> Answer:
    """The risk before and after for an attacker who knows who is in the table."""
    after = facts.risk.after
    if after is None:
        return no_table()
    heads = (TableColumn(tr("Risk")), TableColumn(tr("Before"), "right"), TableColumn(tr("After"), "right"))
    now = _figures(after)
    rows = tuple(cells(label, value, now[label]) for label, value in _figures(facts.risk.before).items())
    shown = Table(tr("Risk for an attacker who knows who is in the table"), heads, rows)
    if ReportSection.RISK not in facts.content:
        return (shown,)
    section = ReportSection.RISK.heading
    told = tr("Further attackers, group sizes and estimates are in the annex: {section}.", section=section)
    return shown, Paragraph(told, "note")


def _figures(side: TableRisk) -> dict[str, str]:
    found = side.prosecutor
    return {
        tr("Highest risk"): risk(found.highest) if found.records else _MISSING,
        tr("Average risk"): risk(found.average) if found.records else _MISSING,
        tr("Share above the accepted risk"): percent(found.records_at_risk) if found.records else _MISSING,
        tr("Unique in the table"): count(found.sample_uniques),
        tr("Smallest group"): count(side.smallest),
    }


def population(facts: Facts) -> Answer:
    """Whether a population is known, and how many are likely unique there."""
    found = facts.risk
    if not found.uniqueness and not found.sample:
        told = tr(
            "No population is named, so that the risk is that of an attacker who knows who is in the table: the larger "
            "of the two."
        )
        return (Paragraph(told),)
    blocks: list[Block] = []
    if found.uniqueness:
        heads = (
            TableColumn(tr("Likely unique in the population, by")),
            TableColumn(tr("Before"), "right"),
            TableColumn(tr("After"), "right"),
        )
        rows = []
        for estimator in ESTIMATORS:
            sides = [found.uniqueness.get(side) for side in ("before", "after")]
            shares = [None if side is None else estimator.of(side).share for side in sides]
            rows.append(cells(estimator.name, *(_MISSING if each is None else percent(each) for each in shares)))
        caption = tr("Uniqueness among {number} people of the population", number=count(found.population or 0))
        blocks.append(Table(caption, heads, tuple(rows)))
    if found.sample:
        blocks.append(
            Paragraph(tr("The table is a sample: its risk by weights and households is told with the remaining risks."))
        )
    return tuple(blocks)


def against_thresholds(facts: Facts, presets: tuple[ThresholdPreset, ...], *, names_them: bool) -> Answer:
    """The highest risk against what the project accepts, and against what the form names or precedents."""
    after = facts.risk.after
    if after is None:
        return no_table()
    if not after.people:
        return NotApplicable(tr("All records were removed, so that nobody is left at risk."))
    highest, accepted = after.prosecutor.highest, facts.risk.thresholds.highest_risk
    heads = (
        TableColumn(tr("Threshold")),
        TableColumn(tr("Accepted"), "right"),
        TableColumn(tr("Highest risk"), "right"),
        TableColumn(""),
    )
    rows = [_compared(tr("Of this project"), accepted, highest)]
    rows += [_compared(tr(each.name), each.highest_risk, highest) for each in presets]
    blocks: list[Block] = [Table(tr("The highest risk against thresholds"), heads, tuple(rows))]
    blocks += [Paragraph(tr(each.source), "note") for each in presets]
    if not names_them:
        blocks.append(
            Paragraph(tr("This standard names no number: whoever shares the data chooses the threshold and says why."))
        )
    lax = [each for each in presets if accepted > each.highest_risk]
    for each in lax:
        told = tr(
            "The threshold of this project, {own}, is laxer than {name}.", own=threshold(accepted), name=tr(each.name)
        )
        blocks.append(Message("warn" if names_them else "", told, (_groups(each),)))
    return tuple(blocks)


def _groups(preset: ThresholdPreset) -> str:
    least = next(size for size in range(1, 10_000) if 1 / size <= preset.highest_risk)
    return tr("It takes groups of at least {number}.", number=count(least))


def _compared(label: str, accepted: float, highest: float) -> tuple[Cell, ...]:
    is_above = highest > accepted
    state = Cell(tr("above") if is_above else tr("within"), "warn" if is_above else "ok")
    return cells(label, threshold(accepted), risk(highest), state)
