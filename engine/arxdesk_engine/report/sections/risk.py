"""Who could be found, before and after, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from arxdesk_engine.job.analysis import Thresholds
from arxdesk_engine.report.facts import Facts
from arxdesk_engine.report.facts.risk import RiskFacts, SideRisks
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
from arxdesk_engine.report.layout.words import count, count_with_share, percent, risk, threshold
from arxdesk_engine.report.sections.verdict import risk_sentence
from arxdesk_engine.risk.uniqueness import Estimate

ATTACKERS = {
    "prosecutor": ("Prosecutor", "looks for one person and knows that this person is in the table"),
    "journalist": ("Journalist", "looks for anyone and does not know who is in the table"),
    "marketer": ("Marketer", "wants as many people as possible and accepts errors"),
}
_MISSING = "–"
Measure = tuple[str, Callable[[SideRisks], float], float]


def blocks(facts: Facts) -> Iterator[Block]:
    """Thresholds, attackers, sizes of groups, uniqueness."""
    found = facts.risk
    after = found.after
    if after is not None:
        tone: Tone = "ok" if after.is_within(found.thresholds) else "warn"
        yield Message(tone, risk_sentence(found), tuple(_details(found, after)))
    yield Chart("Three attackers before and after: shares of the people", _attackers(found))
    yield Paragraph(_legend(found), "note")
    yield _table(found)
    yield Paragraph(
        ". ".join(f"{title}: {sentence}" for title, sentence in ATTACKERS.values()) + ". " + _same(found), "note"
    )
    labels = [_size(*each) for each in found.ranges]
    yield Chart(
        "Share of the people by the size of their group of look-alikes, in %",
        charts.histogram(
            labels, _shares(found.before), None if after is None else _shares(after), "People in the group"
        ),
    )
    yield Paragraph(_sides(found), "note")
    yield _sizes(found)
    if found.before.uniqueness is not None:
        yield _uniqueness(found)
        yield Paragraph(
            "Estimates, each by a model of its own; – where a model has no estimate. The decision rule of Dankar et "
            "al. chooses one of them.",
            "note",
        )


def measures(found: RiskFacts) -> tuple[Measure, ...]:
    """What is judged of each attacker: its name, its value on a side, and what is accepted."""
    accepted: Thresholds = found.thresholds
    return (
        ("Prosecutor, highest risk", lambda side: side.prosecutor.highest, accepted.highest_risk),
        ("Prosecutor, people at risk", lambda side: side.prosecutor.records_at_risk, accepted.records_at_risk),
        ("Prosecutor, success rate", lambda side: side.prosecutor.success_rate, accepted.success_rate),
        ("Journalist, highest risk", lambda side: side.journalist.highest, accepted.highest_risk),
        ("Journalist, people at risk", lambda side: side.journalist.records_at_risk, accepted.records_at_risk),
        ("Journalist, success rate", lambda side: side.journalist.success_rate, accepted.success_rate),
        ("Marketer, success rate", lambda side: side.marketer.success_rate, accepted.success_rate),
    )


def _attackers(found: RiskFacts) -> Picture:
    pairs = [
        Pair(label, value(found.before), None if found.after is None else value(found.after), accepted)
        for label, value, accepted in measures(found)
    ]
    return charts.comparison(pairs)


def _details(found: RiskFacts, after: SideRisks) -> Iterator[str]:
    most = threshold(found.thresholds.highest_risk)
    before = found.before
    unique, left = before.prosecutor.sample_uniques, after.prosecutor.sample_uniques
    was = (
        f"Before, {count_with_share(unique, before.prosecutor.records)} were unique"
        if unique
        else "Before, nobody was unique"
    )
    yield f"{was} in the table; now {count_with_share(left, after.prosecutor.records) if left else 'nobody'} is."
    if after.prosecutor.records:
        at_risk = f"{count_with_share(after.at_risk, after.prosecutor.records)} have" if after.at_risk else "Nobody has"
        yield f"{at_risk} a risk above {most}."


def _legend(found: RiskFacts) -> str:
    return f"{_sides(found)} Dashed line: what is accepted in this project. Risk above it is marked in the table."


def _sides(found: RiskFacts) -> str:
    return "Grey: before." if found.after is None else "Grey: before. Blue, second bar: after."


def _table(found: RiskFacts) -> Table:
    heads = (
        TableColumn("Attacker and figure"),
        TableColumn("Before", "right"),
        TableColumn("After", "right"),
        TableColumn("Accepted", "right"),
        TableColumn(""),
    )
    rows = []
    for label, value, accepted in measures(found):
        now = None if found.after is None or not found.after.prosecutor.records else value(found.after)
        is_above = now is not None and now > accepted
        state = "" if now is None else ("above" if is_above else "within")
        tone: Tone = "" if now is None else "warn" if is_above else "ok"
        shown = _MISSING if now is None else risk(now)
        rows.append(cells(label, risk(value(found.before)), shown, threshold(accepted), Cell(state, tone)))
    rows.append(
        cells("People at risk, number", count(found.before.at_risk), _of(found, lambda side: side.at_risk), "", "")
    )
    uniques = _of(found, lambda side: side.prosecutor.sample_uniques)
    rows.append(cells("Unique in the table", count(found.before.prosecutor.sample_uniques), uniques, "", ""))
    rows.append(
        cells(
            "People counted",
            count(found.before.prosecutor.records),
            _of(found, lambda side: side.prosecutor.records),
            "",
            "",
        )
    )
    return Table("Three attackers", heads, tuple(rows))


def _of(found: RiskFacts, value: Callable[[SideRisks], int]) -> str:
    return _MISSING if found.after is None else count(value(found.after))


def _same(found: RiskFacts) -> str:
    if not found.coincide:
        return "The journalist and the marketer are measured against the whole table, of which a part is shared."
    return "No larger table than this one is known, so that the journalist achieves just what the prosecutor does."


def _shares(side: SideRisks) -> list[float]:
    records = max(side.prosecutor.records, 1)
    return [each / records for each in side.records_by_size]


def _size(smallest: int, largest: int | None) -> str:
    if largest is None:
        return f"{count(smallest)}+"
    if smallest == largest:
        return "alone" if smallest == 1 else count(smallest)
    return f"{count(smallest)}–{count(largest)}"


def _sizes(found: RiskFacts) -> Table:
    heads = (
        TableColumn("Size of the group"),
        TableColumn("Risk up to", "right"),
        TableColumn("People before", "right"),
        TableColumn("People after", "right"),
        TableColumn("Groups before", "right"),
        TableColumn("Groups after", "right"),
    )
    rows = []
    for place, (smallest, largest) in enumerate(found.ranges):
        after = found.after
        now = (
            (_MISSING, _MISSING)
            if after is None
            else (count(after.records_by_size[place]), count(after.classes_by_size[place]))
        )
        before = found.before
        rows.append(
            cells(
                _size(smallest, largest),
                percent(1.0 / smallest),
                count(before.records_by_size[place]),
                now[0],
                count(before.classes_by_size[place]),
                now[1],
            )
        )
    return Table("Sizes of groups", heads, tuple(rows))


def _uniqueness(found: RiskFacts) -> Table:
    heads = (
        TableColumn("Likely unique in the population, by"),
        TableColumn("Before", "right"),
        TableColumn("After", "right"),
    )
    rows = []
    for estimator in ("pitman", "zayatz", "snb", "dankar"):
        title = {"snb": "SNB", "dankar": "Decision rule of Dankar et al."}.get(estimator, estimator.capitalize())
        sides = [
            None if side is None or side.uniqueness is None else getattr(side.uniqueness, estimator)
            for side in (found.before, found.after)
        ]
        rows.append(cells(title, *(_estimate(each) for each in sides)))
    population = count(found.population or 0)
    return Table(f"People who are likely unique among {population} people of the population", heads, tuple(rows))


def _estimate(found: Estimate | None) -> str:
    if found is None or found.uniques is None or found.share is None:
        return _MISSING
    return f"{count(round(found.uniques))} ({percent(found.share)})"
