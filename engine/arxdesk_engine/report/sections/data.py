"""The table that went in, in words."""

from __future__ import annotations

from collections.abc import Iterator

from arxdesk_engine.foundation.moments import pattern_of
from arxdesk_engine.report.facts import Facts
from arxdesk_engine.report.facts.data import NOT_READ, ColumnFacts, DataFacts, PartFacts
from arxdesk_engine.report.facts.files import FileFacts
from arxdesk_engine.report.layout.blocks import Block, Cell, Paragraph, Table, TableColumn, cells, code, named
from arxdesk_engine.report.layout.words import count, count_with_share, counted, moment, name, percent, size

ROLES = {
    "identifying": "names a person",
    "quasi-identifying": "identifies a person in combination with others",
    "sensitive": "sensitive information about a person",
    "insensitive": "passed on as it is",
}
_BECOMES = {
    "generalize": "made coarser along its hierarchy",
    "generalize items": "items are made coarser along their hierarchy",
    "keep": "kept as it is",
    "suppress": "reads * everywhere",
    "number": "replaced by numbers, the same in all tables",
    "leave out": "left out of the result",
    "redact": "hidden but for some characters",
    "pseudonym": "replaced by pseudonyms",
    "code": "values beyond a bound are grouped",
    "shift dates": "dates are moved by a secret number of days",
    "code, shift dates": "grouped beyond a bound, dates moved",
}
"""The treatment of a column, by `analysis.facts.summary.transformations`; aggregates name their function."""


_KINDS = {
    "integer": "whole number",
    "decimal": "number",
    "date": "date in one of the formats",
    "ordinal": "listed value",
}


def blocks(facts: Facts) -> Iterator[Block]:
    """The source and size of the table, and its columns."""
    data = facts.data
    yield named("The table", tuple(_table(data)))
    yield from (Paragraph(name(each, 500)) for each in data.notes)
    yield _columns(data)
    yield Paragraph(
        "Roles: " + "; ".join(f"{role}: {meaning}" for role, meaning in ROLES.items()) + ". Distinct values are "
        "counted without missing ones.",
        "note",
    )
    if any(column.type == NOT_READ for column in data.columns):
        yield Paragraph("Columns that are not read stay outside memory: their cells were never loaded.", "note")
    if any(column.unfit for column in data.columns):
        yield _unfit(data)
    if any(column.replaced for column in data.columns):
        yield _replaced(data)
    if any(column.frequent for column in data.columns):
        yield _values(data)


def digest(file: FileFacts) -> Cell:
    """The hash of a file, or the reason for its absence."""
    return code(file.sha256) if file.sha256 else Cell(f"none: {file.missing}")


def _table(data: DataFacts) -> Iterator[tuple[str, str | Cell]]:
    yield "Source", name(data.origin) if data.read is None else f"{name(data.origin)}, read {moment(data.read)}"
    if data.origin != data.source.name:
        yield "Kept as", name(data.source.name)
    if data.source.size is not None:
        yield "Size", size(data.source.size)
    yield "SHA-256 of the file", digest(data.source)
    yield "Records", count(data.records)
    if data.part is not None:
        yield "Records that count", _part(data.part, data.records)
    combinations = f"{count(data.distinct_records)} among {count(data.counted)} records"
    yield "Different combinations of the quasi-identifiers", combinations
    if data.population is not None:
        share = percent(data.counted / data.population)
        yield "Population", f"{count(data.population)} people, of whom the table has {share}"


def _part(part: PartFacts, records: int) -> str:
    told = f"{count_with_share(part.records, records, 'records')}, the {part.kind}"
    if part.kind == "drawn sample":
        return f"{told} drawn at random by differential privacy"
    return (
        f"{told}: {name(part.description)}" if part.description else f"{told}; its definition contains values, left out"
    )


def _columns(data: DataFacts) -> Table:
    heads = (
        TableColumn("Column"),
        TableColumn("Role"),
        TableColumn("Type"),
        TableColumn("Distinct", "right"),
        TableColumn("Missing", "right"),
        TableColumn("Treatment"),
    )
    return Table("Columns", heads, tuple(_column(column, data.records) for column in data.columns))


def _column(column: ColumnFacts, records: int) -> tuple[Cell, ...]:
    kind = f"{column.type} ({name(pattern_of(column.format))})" if column.format else column.type
    missing = percent(column.missing / records) if column.missing else _number(column.missing)
    role = Cell(column.role, is_strong=column.role == "quasi-identifying")
    return cells(
        name(column.name), role, kind, _number(column.distinct), missing, _BECOMES.get(column.becomes, column.becomes)
    )


def _number(found: int | None) -> str:
    return "–" if found is None else count(found)


def _unfit(data: DataFacts) -> Table:
    """The cells whose texts were lost in reading the table."""
    rows = [
        (name(column.name), f"{count_with_share(column.unfit, data.records, 'records')} have a text that is no {kind}")
        for column in data.columns
        if column.unfit and (kind := _KINDS.get(column.type, column.type))
    ]
    return named("Cells read as missing because they do not fit the type of their column", rows)


def _replaced(data: DataFacts) -> Table:
    rows = []
    for column in data.columns:
        more = column.replaced - len(column.rules)
        shown = list(column.rules)
        if more > 0:
            shown.append(f"and {counted(more, 'other', 'others')}" if shown else counted(more, "rule", "rules"))
        if column.replaced:
            rows.append((name(column.name), "; ".join(shown)))
    return named("Texts replaced when the table was read", rows)


def _values(data: DataFacts) -> Table:
    rows = []
    for column in data.columns:
        shown = [
            f"{value_text(value)}: {count(number)} ({percent(number / data.records)})"
            for value, number in column.frequent
        ]
        more = (column.distinct or 0) + bool(column.missing) - len(shown)
        shown += [f"and {counted(more, 'other value', 'other values')}"] if more > 0 else []
        if column.frequent:
            rows.append((name(column.name), "; ".join(shown)))
    return named("Most frequent values, and how many records have them", rows)


def value_text(value: str) -> str:
    """A value of the data for display; missing ones are named."""
    return name(value, 60) if value else "(missing)"
