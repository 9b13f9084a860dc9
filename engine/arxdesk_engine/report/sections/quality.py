"""The detail kept, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from arxdesk_engine.analysis.spread.sentences import sentence
from arxdesk_engine.analysis.statistics.measure_words import ATTRIBUTE_MEASURES, TABLE_MEASURES
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.report.facts import Facts
from arxdesk_engine.report.facts.quality import QualityFacts, SharedValues
from arxdesk_engine.report.layout import charts
from arxdesk_engine.report.layout.blocks import Block, Cell, Message, Paragraph, Table, TableColumn, cells
from arxdesk_engine.report.layout.words import PRINTED, count, decimal, labelled, name, percent, percent_fixed, unbroken
from arxdesk_engine.report.sections.data import value_text

_NONE = "–"


def blocks(facts: Facts) -> Iterator[Block]:
    """Detail kept by column, and every measure."""
    found = facts.quality
    if found is None:
        yield Message("warn", tr("Nothing was applied."), (tr("There is no output to compare with the input."),))
        return
    lead = tr(
        "{share} of the detail of the quasi-identifiers is kept; 100 % is every value as in the input, "
        "0 % is nothing but *. Removed records count as 0 %.",
        share=percent(found.kept),
    )
    yield Paragraph(unbroken(lead), "lead")
    yield from (Paragraph(name(each, 500)) for each in facts.data.notes)
    yield _kept(found)
    if found.spread is not None:
        yield Paragraph(unbroken(sentence(found.spread, PRINTED)))
    yield _measures(found)
    yield _of_table(found)
    yield Paragraph(unbroken(" ".join(_meanings(found))), "note")
    yield from (_values(each, facts) for each in found.values)


def _kept(found: QualityFacts) -> Table:
    heads = (
        TableColumn(tr("Quasi-identifier")),
        TableColumn(tr("Before"), "right"),
        TableColumn(tr("After")),
        TableColumn(""),
    )
    rows = []
    for attribute, share in found.kept_of.items():
        title = tr("{column}: {share} of the detail kept", column=name(attribute), share=percent(share))
        bar = charts.share_bar(share, title)
        said = tr("nothing is left of it") if share == 0 else (tr("as it was") if share == 1 else "")
        rows.append(cells(name(attribute), percent_fixed(1.0), Cell(percent_fixed(share), picture=bar), said))
    every = tr("All together")
    title = tr("{column}: {share} of the detail kept", column=every, share=percent(found.kept))
    whole = charts.share_bar(found.kept, title)
    total = Cell(percent_fixed(found.kept), is_strong=True, picture=whole)
    rows.append(cells(Cell(every, is_strong=True), percent_fixed(1.0), total, ""))
    return Table(tr("Detail kept (granularity)"), heads, tuple(rows))


def _measures(found: QualityFacts) -> Table:
    known = [
        measure
        for measure in ATTRIBUTE_MEASURES
        if any(each.get(measure) is not None for each in found.measures_of.values())
    ]
    heads = (
        TableColumn(tr("Quasi-identifier")),
        *(TableColumn(tr(ATTRIBUTE_MEASURES[measure].title), "right") for measure in known),
    )
    rows = [
        cells(name(attribute), *(_share(measures, measure) for measure in known))
        for attribute, measures in found.measures_of.items()
    ]
    rows.append(
        cells(
            Cell(tr("Mean of the columns"), is_strong=True), *(_share(found.aggregates, measure) for measure in known)
        )
    )
    return Table(tr("All measures of the columns, as shares that are kept (before: 100 %)"), heads, tuple(rows))


def _of_table(found: QualityFacts) -> Table:
    rows = [
        cells(tr(words.title), percent_fixed(share), tr(words.meaning))
        for measure, words in TABLE_MEASURES.items()
        if (share := found.table.get(measure)) is not None
    ]
    before, after = found.mean_class_size
    was = tr("Before {number}.", number=decimal(before, 1))
    rows.append(cells(tr("Mean size of a group"), decimal(after, 1), was))
    return Table(
        tr("Measures of the table"),
        (TableColumn(tr("Measure")), TableColumn(tr("Kept"), "right"), TableColumn(tr("Meaning"))),
        tuple(rows),
    )


def _meanings(found: QualityFacts) -> Iterator[str]:
    yield tr("All together: columns with many values weigh more. Mean of the columns: every column weighs the same.")
    for measure, words in ATTRIBUTE_MEASURES.items():
        if measure in found.aggregates:
            yield labelled(tr(words.title), tr(words.meaning))


def _share(measures: Mapping[str, float | None], measure: str) -> str:
    share = measures.get(measure)
    return _NONE if share is None else percent_fixed(share)


def _values(found: SharedValues, facts: Facts) -> Table:
    records = facts.data.records
    heads = (
        TableColumn(tr("Before")),
        TableColumn(tr("Records before"), "right"),
        TableColumn(tr("After")),
        TableColumn(tr("Records after"), "right"),
    )
    rows = []
    for place in range(max(len(found.before), len(found.after))):
        sides = []
        for side in (found.before, found.after):
            shown = side[place] if place < len(side) else None
            sides += (
                ["", ""]
                if shown is None
                else [value_text(shown[0]), f"{count(shown[1])} ({percent(shown[1] / records)})"]
            )
        rows.append(cells(*sides))
    return Table(tr("Most frequent values of {column}", column=name(found.attribute)), heads, tuple(rows))
