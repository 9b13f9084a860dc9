"""The risks before and after, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from arxdesk_engine.analysis.risk.attackers import ATTACKERS, TITLES, AttackerMeasure, measures, named_attacker
from arxdesk_engine.analysis.risk.figures import SIDES, TableRisk
from arxdesk_engine.analysis.risk.group_sizes import SizeCount, size_counts
from arxdesk_engine.analysis.risk.uniqueness_words import ESTIMATORS
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.foundation.words import Unit
from arxdesk_engine.report.facts import Facts
from arxdesk_engine.report.facts.risk import RiskFacts
from arxdesk_engine.report.layout import charts
from arxdesk_engine.report.layout.blocks import (
    Block,
    Cell,
    Chart,
    Message,
    Paragraph,
    Picture,
    Table,
    TableColumn,
    Tone,
    cells,
)
from arxdesk_engine.report.layout.charts import Pair
from arxdesk_engine.report.layout.words import PRINTED, count, name, percent, risk, size_range, threshold
from arxdesk_engine.report.sections.sample import sample_blocks
from arxdesk_engine.report.sections.verdict import risk_of, risk_sentence
from arxdesk_engine.risk.uniqueness import Estimate

_MISSING = "–"
_KEYS = ("highest_risk", "records_at_risk", "success_rate")
"""The order of the measures of an attacker."""
_LABELS = {
    "highest_risk": marked("{attacker}, highest risk"),
    "records_at_risk": marked("{attacker}, share at risk"),
    "success_rate": marked("{attacker}, success rate"),
}


def blocks(facts: Facts) -> Iterator[Block]:
    """Thresholds, attackers, sizes of groups, uniqueness."""
    found = facts.risk
    after, unit = found.after, found.figures.unit
    if after is not None:
        made = risk_of(facts)
        tone: Tone = "ok" if made.is_good else "warn"
        yield Message(tone, risk_sentence(facts), tuple(each for each in (made.was, made.remains) if each))
    yield from (Paragraph(name(each, 500)) for each in facts.data.notes)
    of_people = unit == "people"
    title = tr("Three attackers before and after: shares of the records")
    if of_people:
        title = tr("Three attackers before and after: shares of the people")
    yield Chart(title, _attackers(found))
    yield Paragraph(_legend(found), "note")
    yield _table(found)
    yield Paragraph(_who(found), "note")
    sizes = size_counts({side: each.counts.histogram for side, each in found.figures.sides.items()})[:-1]
    labels = [_size(each) for each in sizes]
    title = tr("Share of the records by the size of their group of look-alikes, in %")
    if of_people:
        title = tr("Share of the people by the size of their group of look-alikes, in %")
    yield Chart(
        title,
        charts.histogram(
            labels,
            [each.shares[0] for each in sizes],
            None if after is None else [each.shares[1] for each in sizes],
            tr("People in the group") if of_people else tr("Records in the group"),
        ),
    )
    yield Paragraph(_sides(found), "note")
    yield _sizes(sizes, unit, has_output=after is not None)
    yield from sample_blocks(found.sample)
    if found.uniqueness:
        yield _uniqueness(found)
        yield Paragraph(
            tr(
                "Estimates, each by a model of its own; – where a model has no estimate. The decision rule of Dankar "
                "et al. chooses one of them."
            ),
            "note",
        )


def judged(found: RiskFacts) -> Iterator[AttackerMeasure]:
    """The judged figures of each attacker."""
    for attacker in ATTACKERS:
        yield from sorted(
            measures(attacker, found.thresholds, PRINTED, found.figures.unit), key=lambda each: _KEYS.index(each.key)
        )


def _label(measure: AttackerMeasure) -> str:
    return tr(_LABELS[measure.key], attacker=tr(TITLES[measure.attacker]))


def _attackers(found: RiskFacts) -> Picture:
    after = found.after
    pairs = [
        Pair(
            _label(each),
            each.value(found.before),
            None if after is None else each.value(after),
            each.accepted(found.thresholds),
        )
        for each in judged(found)
    ]
    return charts.comparison(pairs)


def _legend(found: RiskFacts) -> str:
    line = tr("Dashed line: the risk accepted in this project. Risk above it is marked in the table.")
    return f"{_sides(found)} {line}"


def _sides(found: RiskFacts) -> str:
    return tr("Grey: before.") if found.after is None else tr("Grey: before. Blue, second bar: after.")


def _table(found: RiskFacts) -> Table:
    heads = (
        TableColumn(tr("Attacker and figure")),
        TableColumn(tr("Before"), "right"),
        TableColumn(tr("After"), "right"),
        TableColumn(tr("Accepted"), "right"),
        TableColumn(""),
    )
    rows, of_people = [], found.figures.unit == "people"
    for each in judged(found):
        accepted = each.accepted(found.thresholds)
        now = None if found.after is None or not found.after.people else each.value(found.after)
        is_above = now is not None and now > accepted
        state = "" if now is None else (tr("above") if is_above else tr("within"))
        tone: Tone = "" if now is None else "warn" if is_above else "ok"
        shown = _MISSING if now is None else risk(now)
        rows.append(cells(_label(each), risk(each.value(found.before)), shown, threshold(accepted), Cell(state, tone)))
    rows.append(
        cells(
            tr("People at risk, number") if of_people else tr("Records at risk, number"),
            count(found.before.people_above),
            _of(found, lambda side: side.people_above),
            "",
            "",
        )
    )
    uniques = _of(found, lambda side: side.prosecutor.sample_uniques)
    rows.append(cells(tr("Unique in the table"), count(found.before.prosecutor.sample_uniques), uniques, "", ""))
    rows.append(
        cells(
            tr("People counted") if of_people else tr("Records counted"),
            count(found.before.prosecutor.records),
            _of(found, lambda side: side.prosecutor.records),
            "",
            "",
        )
    )
    return Table(tr("Three attackers"), heads, tuple(rows))


def _of(found: RiskFacts, value: Callable[[TableRisk], int]) -> str:
    return _MISSING if found.after is None else count(value(found.after))


def _who(found: RiskFacts) -> str:
    who = " ".join(named_attacker(each, found.figures) for each in ATTACKERS)
    if all(side.coincide for side in found.figures.sides.values()):
        return who
    whole = tr("The journalist and the marketer are measured against the whole table, of which a part is shared.")
    return f"{who} {whole}"


def _size(counted: SizeCount) -> str:
    return "" if counted.sizes is None else size_range(counted.sizes.smallest, counted.sizes.largest)


def _sizes(sizes: Sequence[SizeCount], unit: Unit, *, has_output: bool) -> Table:
    of_people = unit == "people"
    heads = (
        TableColumn(tr("Size of the group")),
        TableColumn(tr("Risk up to"), "right"),
        TableColumn(tr("People before") if of_people else tr("Records before"), "right"),
        TableColumn(tr("People after") if of_people else tr("Records after"), "right"),
        TableColumn(tr("Groups before"), "right"),
        TableColumn(tr("Groups after"), "right"),
    )
    rows = [
        cells(
            _size(each),
            "" if each.sizes is None else percent(each.sizes.highest_risk),
            count(each.people[0]),
            count(each.people[1]) if has_output else _MISSING,
            count(each.groups[0]),
            count(each.groups[1]) if has_output else _MISSING,
        )
        for each in sizes
    ]
    return Table(tr("Sizes of groups"), heads, tuple(rows))


def _uniqueness(found: RiskFacts) -> Table:
    heads = (
        TableColumn(tr("Likely unique in the population, by")),
        TableColumn(tr("Before"), "right"),
        TableColumn(tr("After"), "right"),
    )
    rows = []
    for key in ("pitman", "zayatz", "snb", "dankar"):
        estimator = next(each for each in ESTIMATORS if each.key == key)
        sides = [found.uniqueness.get(side) for side in SIDES]
        rows.append(
            cells(estimator.name, *(_MISSING if each is None else _estimate(estimator.of(each)) for each in sides))
        )
    population = count(found.population or 0)
    title = tr("Records that are likely unique among {population} people of the population", population=population)
    if found.figures.unit == "people":
        title = tr("People who are likely unique among {population} people of the population", population=population)
    return Table(title, heads, tuple(rows))


def _estimate(found: Estimate) -> str:
    if found.uniques is None or found.share is None:
        return _MISSING
    return f"{count(round(found.uniques))} ({percent(found.share)})"
