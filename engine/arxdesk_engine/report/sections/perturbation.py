"""What was done to cells at the end, with every parameter, in words."""

from __future__ import annotations

from collections.abc import Iterator

from arxdesk_engine.analysis.risk.linkage import LinkageFigures
from arxdesk_engine.foundation.language import short, tr, tr_n, tr_of
from arxdesk_engine.perturbation.method import NO_GUARANTEE, AppliedPerturbation, FigureTable
from arxdesk_engine.report.facts import Facts
from arxdesk_engine.report.layout.blocks import Block, Message, Paragraph, Table, TableColumn, cells, named
from arxdesk_engine.report.layout.words import count, decimal, labelled, name

MOST_TABLES = 20
"""Tables of figures for one perturbation: a matrix for each stratum would fill a book."""


def blocks(facts: Facts) -> Iterator[Block]:
    """The perturbations of the applied transformation; nothing where there are none."""
    if facts.applied is None or not facts.applied.perturbations:
        return
    columns = [name(each) for applied in facts.applied.perturbations for each in applied.asked.columns]
    yield Message(
        "warn",
        tr("Perturbed: {columns}.", columns=", ".join(columns)),
        (tr(NO_GUARANTEE), tr("The privacy models above hold for the quasi-identifiers, which are not perturbed.")),
    )
    for applied in facts.applied.perturbations:
        yield Paragraph(labelled(applied.asked.title, applied.asked.sentence), "lead")
        yield named(tr("Parameters of {method}", method=applied.asked.title), tuple(_parameters(applied)))
        tables = tuple(applied.tables())
        shown = [each for each in tables if facts.content.with_values or not each.shows_values]
        hidden = len(tables) - len(shown)
        yield from (_table(each) for each in shown[:MOST_TABLES])
        if len(shown) > MOST_TABLES:
            more = len(shown) - MOST_TABLES
            told = tr_n(
                more,
                "{n} more table is in the JSON report.",
                "{n} more tables are in the JSON report.",
                n=count(more),
            )
            yield Paragraph(told, "note")
        if hidden:
            told = tr("The transition matrices show values of the data, and are left out with these.")
            yield Paragraph(told, "note")
    if facts.applied.linkage is not None:
        yield from _linkage(facts.applied.linkage)


def _linkage(found: LinkageFigures) -> Iterator[Block]:
    yield Paragraph(tr("Records found again"), "lead")
    rows = [
        (tr("Looked for"), tr("{part} of {whole} records", part=count(found.tried), whole=count(found.records))),
        (tr("Found as the nearest, expected"), decimal(found.nearest, 1)),
        (tr("Expected by chance"), decimal(found.by_chance, 1 if found.by_chance >= 0.1 else 4)),
        (tr("Found, with no other as near"), count(found.alone)),
    ]
    if found.matched is not None:
        rows.append((tr("Found by the best matching of all"), count(found.matched)))
    yield named(tr("Record linkage by the original cells"), tuple(rows))
    yield Paragraph(
        tr(
            "Somebody has the original cells of the perturbed columns and links each record to the nearest one that is "
            "written, by the mean of the differences in these columns (Domingo-Ferrer and Torra 2001); the best "
            "matching links all of them one to one (Herranz, Nin, Rodríguez and Tassa 2015)."
        ),
        "note",
    )


def _parameters(applied: AppliedPerturbation) -> Iterator[tuple[str, str]]:
    settings = applied.asked.model_dump(mode="json", exclude_none=True)
    for key, value in settings.items():
        if isinstance(value, dict):
            continue  # values of the data, shown in a table
        if isinstance(value, list):
            yield key, ", ".join(name(str(each)) for each in value) or tr_of("a parameter", "none")
        elif isinstance(value, bool):
            yield key, tr("yes") if value else tr("no")
        elif isinstance(value, float):
            yield key, short(value)
        else:
            yield key, str(value)
    yield tr_of("a parameter", "records"), count(applied.records)
    for column, number in applied.changed.items():
        yield tr("changed cells of {column}", column=name(column)), count(number)


def _table(figures: FigureTable) -> Table:
    first, *others = figures.heads
    heads = (TableColumn(first), *(TableColumn(each, "right" if each else "left") for each in others))
    return Table(name(figures.caption, 200), heads, tuple(cells(*(name(text) for text in row)) for row in figures.rows))
