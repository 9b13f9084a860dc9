"""The detail kept, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from arxdesk_engine.analysis.spread.sentences import sentence
from arxdesk_engine.analysis.statistics.measure_words import ATTRIBUTE_MEASURES, TABLE_MEASURES
from arxdesk_engine.report.facts import Facts
from arxdesk_engine.report.facts.quality import QualityFacts, SharedValues
from arxdesk_engine.report.layout import charts
from arxdesk_engine.report.layout.blocks import Block, Cell, Message, Paragraph, Table, TableColumn, cells
from arxdesk_engine.report.layout.words import PRINTED, count, decimal, name, percent, percent_fixed, unbroken
from arxdesk_engine.report.sections.data import value_text

_NONE = "–"


def blocks(facts: Facts) -> Iterator[Block]:
    """Detail kept by column, and every measure."""
    found = facts.quality
    if found is None:
        yield Message("warn", "Nothing was applied.", ("There is no output to compare with the input.",))
        return
    lead = (
        f"{percent(found.kept)} of the detail of the quasi-identifiers is kept; 100 % is every value as in the input, "
        "0 % is nothing but *. Removed records count as 0 %."
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
    heads = (TableColumn("Quasi-identifier"), TableColumn("Before", "right"), TableColumn("After"), TableColumn(""))
    rows = []
    for attribute, share in found.kept_of.items():
        bar = charts.share_bar(share, f"{name(attribute)}: {percent(share)} of the detail kept")
        said = "nothing is left of it" if share == 0 else ("as it was" if share == 1 else "")
        rows.append(cells(name(attribute), percent_fixed(1.0), Cell(percent_fixed(share), picture=bar), said))
    whole = charts.share_bar(found.kept, f"All together: {percent(found.kept)} of the detail kept")
    total = Cell(percent_fixed(found.kept), is_strong=True, picture=whole)
    rows.append(cells(Cell("All together", is_strong=True), percent_fixed(1.0), total, ""))
    return Table("Detail kept (granularity)", heads, tuple(rows))


def _measures(found: QualityFacts) -> Table:
    known = [
        measure
        for measure in ATTRIBUTE_MEASURES
        if any(each.get(measure) is not None for each in found.measures_of.values())
    ]
    heads = (
        TableColumn("Quasi-identifier"),
        *(TableColumn(ATTRIBUTE_MEASURES[measure].title, "right") for measure in known),
    )
    rows = [
        cells(name(attribute), *(_share(measures, measure) for measure in known))
        for attribute, measures in found.measures_of.items()
    ]
    rows.append(
        cells(Cell("Mean of the columns", is_strong=True), *(_share(found.aggregates, measure) for measure in known))
    )
    return Table("All measures of the columns, as shares that are kept (before: 100 %)", heads, tuple(rows))


def _of_table(found: QualityFacts) -> Table:
    rows = [
        cells(words.title, percent_fixed(share), words.meaning)
        for measure, words in TABLE_MEASURES.items()
        if (share := found.table.get(measure)) is not None
    ]
    before, after = found.mean_class_size
    rows.append(cells("Mean size of a group", decimal(after, 1), f"Before {decimal(before, 1)}."))
    return Table(
        "Measures of the table",
        (TableColumn("Measure"), TableColumn("Kept", "right"), TableColumn("Meaning")),
        tuple(rows),
    )


def _meanings(found: QualityFacts) -> Iterator[str]:
    yield "All together: columns with many values weigh more. Mean of the columns: every column weighs the same."
    for measure, words in ATTRIBUTE_MEASURES.items():
        if measure in found.aggregates:
            yield f"{words.title}: {words.meaning}"


def _share(measures: Mapping[str, float | None], measure: str) -> str:
    share = measures.get(measure)
    return _NONE if share is None else percent_fixed(share)


def _values(found: SharedValues, facts: Facts) -> Table:
    records = facts.data.records
    heads = (
        TableColumn("Before"),
        TableColumn("Records before", "right"),
        TableColumn("After"),
        TableColumn("Records after", "right"),
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
    return Table(f"Most frequent values of {name(found.attribute)}", heads, tuple(rows))
