"""The table that went in: source, people, roles of columns, how much its records differ."""

from __future__ import annotations

from collections.abc import Iterator

from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.report.facts import Facts
from arxdesk_engine.report.facts.data import ColumnFacts
from arxdesk_engine.report.facts.identifiers import FoundIdentifier, IdentifierOutcome
from arxdesk_engine.report.layout.blocks import Block, Cell, Paragraph, Table, TableColumn, Tone, cells, named
from arxdesk_engine.report.layout.words import count, joined, name, percent
from arxdesk_engine.report.sections.answer import Answer, NotApplicable, no_table

_MOST_NAMES = 40
_ROLES = {
    "identifying": marked("Identifying: name a person"),
    "quasi-identifying": marked("Quasi-identifying: identify a person in combination"),
    "sensitive": marked("Sensitive: information worth protecting"),
    "insensitive": marked("Insensitive: passed on"),
}
OUTCOMES: dict[IdentifierOutcome, tuple[str, Tone]] = {
    IdentifierOutcome.REMOVED: (marked("removed"), "ok"),
    IdentifierOutcome.ALLOWED: (marked("as far as the rule allows"), "ok"),
    IdentifierOutcome.CODED: (marked("replaced by codes"), "warn"),
    IdentifierOutcome.COARSER: (marked("coarser: to be judged by a person"), "warn"),
    IdentifierOutcome.KEPT: (marked("still in the table"), "error"),
}


def table(facts: Facts) -> Answer:
    """The source and size of the table."""
    data = facts.data
    rows = [(tr("Source"), name(data.origin)), (tr("Records"), count(data.records))]
    if data.part is not None:
        rows.append((tr("Records that count"), count(data.part.records)))
    rows.append((tr("Columns"), count(len(data.columns))))
    return (named(tr("The table"), rows),)


def people(facts: Facts) -> Answer:
    """Whose the records are."""
    data, unit = facts.data, facts.risk.figures.unit
    told = [Paragraph(name(each, 500)) for each in data.notes]
    if unit != "people":
        told.insert(0, Paragraph(tr("Records are counted: no column says whose record each is.")))
    kinds = [(tr("Records that count"), count(data.counted))]
    before = facts.risk.before.prosecutor.records
    if unit == "people":
        kinds.append((tr("People"), count(before)))
    if data.population is not None:
        kinds.append((tr("People in the population"), count(data.population)))
    return (named(tr("Whose the records are"), kinds), *told)


def roles(facts: Facts) -> Answer:
    """The columns of each role."""
    rows = []
    for role, meaning in _ROLES.items():
        columns = [each.name for each in facts.data.columns if each.role == role]
        shown = joined([name(each) for each in columns], _MOST_NAMES) if columns else tr("none")
        rows.append(cells(tr(meaning), count(len(columns)), shown))
    heads = (TableColumn(tr("Role")), TableColumn(tr("Number"), "right"), TableColumn(tr("Columns")))
    blocks: list[Block] = [Table(tr("Roles of the columns"), heads, tuple(rows))]
    if facts.data.telling:
        names = joined([name(each) for each in facts.data.telling], _MOST_NAMES)
        blocks.append(
            Paragraph(tr("Passed on unchanged, with another value in nearly every record: {columns}.", columns=names))
        )
    return tuple(blocks)


def properties(facts: Facts) -> Answer:
    """How much the records differ before anything is done."""
    before, data = facts.risk.before, facts.data
    rows = [
        (tr("Different combinations of the quasi-identifiers"), count(data.distinct_records)),
        (tr("Records that count"), count(data.counted)),
        (tr("Unique in the table"), count(before.prosecutor.sample_uniques)),
        (tr("Smallest group"), count(before.smallest)),
    ]
    return named(tr("Before anything is done"), rows), _distinct(data.columns)


def _distinct(columns: tuple[ColumnFacts, ...]) -> Table:
    heads = (
        TableColumn(tr("Column")),
        TableColumn(tr("Distinct values"), "right"),
        TableColumn(tr("Missing cells"), "right"),
    )
    rows = (cells(name(each.name), _number(each.distinct), _number(each.missing)) for each in columns)
    return Table(tr("Values of the columns"), heads, tuple(rows))


def _number(value: int | None) -> str:
    return "–" if value is None else count(value)


def direct_identifiers(facts: Facts) -> Answer:
    """The columns that name people by their role or by what they look like, and what became of them."""
    found = facts.identifiers
    if found is None:
        return no_table()
    named_roles = [each for each in facts.data.columns if each.role == "identifying"]
    if not found.found and not named_roles:
        return NotApplicable(no_sign(found.examined))
    blocks: list[Block] = []
    if named_roles:
        names = joined([name(each.name) for each in named_roles], _MOST_NAMES)
        blocks.append(
            Paragraph(
                tr("Columns with the role of an identifier: {columns}. They are removed or replaced.", columns=names)
            )
        )
    if found.found:
        blocks.append(signs(tr("Columns that look like an identifier"), found.found))
    return (*blocks, *examination(facts))


def no_sign(examined: int) -> str:
    """That no column looks like an identifier."""
    return tr(
        "None of {number} columns looks like such an identifier, by its name or by its values.", number=count(examined)
    )


def signs(caption: str, found: tuple[FoundIdentifier, ...]) -> Table:
    """Columns that look like identifiers, the sign of each, and what became of it."""
    heads = (TableColumn(tr("Column")), TableColumn(tr("Found by")), TableColumn(tr("In the released table")))
    return Table(caption, heads, tuple(map(_sign, found)))


def _sign(found: FoundIdentifier) -> tuple[Cell, ...]:
    text, tone = OUTCOMES[found.outcome]
    sign = tr("its name")
    if found.matched is not None:
        sign = tr("{share} of its distinct values", share=percent(found.matched))
    return cells(name(found.column), sign, Cell(tr(text), tone))


def examination(facts: Facts) -> Iterator[Block]:
    """What was not examined, and that a program can miss identifiers."""
    if facts.identifiers is not None and facts.identifiers.unexamined:
        names = joined([name(each) for each in facts.identifiers.unexamined], _MOST_NAMES)
        yield Paragraph(tr("Not examined, since their cells stay outside memory: {columns}.", columns=names))
    yield Paragraph(
        tr(
            "Names of columns and forms of values were examined. An identifier can be missed, and a sign can be wrong: "
            "it is for people to judge."
        ),
        "note",
    )
