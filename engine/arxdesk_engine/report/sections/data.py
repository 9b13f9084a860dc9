"""The table that went in, in words."""

from __future__ import annotations

from collections.abc import Iterator

from arxdesk_engine.analysis.facts.summary import PERTURBED
from arxdesk_engine.foundation.language import marked, moment, tr, tr_n
from arxdesk_engine.foundation.moments import pattern_of
from arxdesk_engine.foundation.words import in_parts
from arxdesk_engine.perturbation import METHODS
from arxdesk_engine.report.facts import Facts
from arxdesk_engine.report.facts.data import NOT_READ, ColumnFacts, DataFacts, PartFacts
from arxdesk_engine.report.facts.files import FileFacts
from arxdesk_engine.report.layout.blocks import Block, Cell, Paragraph, Table, TableColumn, cells, code, named
from arxdesk_engine.report.layout.words import count, count_with_share, labelled, name, percent, size

ROLES = {
    "identifying": marked("names a person"),
    "quasi-identifying": marked("identifies a person in combination with others"),
    "sensitive": marked("sensitive information about a person"),
    "insensitive": marked("passed on as it is"),
}
_BECOMES = {
    "generalize": marked("made coarser along its hierarchy"),
    "generalize items": marked("items are made coarser along their hierarchy"),
    "keep": marked("kept as it is"),
    "suppress": marked("reads * everywhere"),
    "number": marked("replaced by numbers, the same in all tables"),
    "leave out": marked("left out of the result"),
    "redact": marked("hidden but for some characters"),
    "pseudonym": marked("replaced by pseudonyms"),
    "code": marked("values beyond a bound are grouped"),
    "shift dates": marked("dates are moved by a secret number of days"),
    "code, shift dates": marked("grouped beyond a bound, dates moved"),
}
"""The treatment of a column, by `analysis.facts.summary.transformations`; aggregates name their function."""
_AGGREGATES = {
    "arithmetic-mean": marked("the arithmetic mean of each group"),
    "geometric-mean": marked("the geometric mean of each group"),
    "median": marked("the median of each group"),
    "mode": marked("the most frequent value of each group"),
    "interval": marked("the interval of the values of each group"),
    "set": marked("the set of the values of each group"),
}
"""What is shown of a group, by `job.attributes.AggregateFunction`."""


_PARTS = {
    "all": marked("all"),
    "research subset": marked("research subset"),
    "random sample": marked("random sample"),
    "drawn sample": marked("drawn sample"),
    "limited table": marked("limited table"),
}
"""The records that count, by the part of the policy of a job."""
_TYPES = {
    "string": marked("string"),
    "integer": marked("integer"),
    "decimal": marked("decimal"),
    "date": marked("date"),
    "ordinal": marked("ordinal"),
    "set": marked("set"),
    NOT_READ: marked("not read"),
}
_ROLES = {
    "identifying": marked("identifying"),
    "quasi-identifying": marked("quasi-identifying"),
    "sensitive": marked("sensitive"),
    "insensitive": marked("insensitive"),
}
_UNFIT = {
    "integer": marked("{records} have a text that is no whole number"),
    "decimal": marked("{records} have a text that is no number"),
    "date": marked("{records} have a text that is no date in one of the formats"),
    "ordinal": marked("{records} have a text that is no listed value"),
}


def blocks(facts: Facts) -> Iterator[Block]:
    """The source and size of the table, and its columns."""
    data = facts.data
    yield named(tr("The table"), tuple(_table(data)))
    yield from (Paragraph(name(each, 500)) for each in data.notes)
    yield _columns(data)
    roles = in_parts(labelled(role_name(role), tr(meaning)) for role, meaning in ROLES.items())
    yield Paragraph(tr("Roles: {roles}. Distinct values are counted without missing ones.", roles=roles), "note")
    if any(column.type == NOT_READ for column in data.columns):
        told = tr("Columns that are not read stay outside memory: their cells were never loaded.")
        yield Paragraph(told, "note")
    if any(column.unfit for column in data.columns):
        yield _unfit(data)
    if any(column.replaced for column in data.columns):
        yield _replaced(data)
    if any(column.frequent for column in data.columns):
        yield _values(data)


def part_name(kind: str) -> str:
    """The records that count, in the language of the report."""
    return tr(_PARTS.get(kind, kind))


def role_name(role: str) -> str:
    """A role of a column in the language of the report."""
    return tr(_ROLES.get(role, role))


def treatment_name(becomes: str) -> str:
    """What becomes of a column, in the language of the report."""
    before, is_perturbed, method = becomes.rpartition(PERTURBED)
    if not is_perturbed:
        return _shown(becomes)
    title = METHODS[method.removesuffix(")")].title
    if not before:
        return tr("changed: {method}", method=title)
    return tr("{treatment}; changed: {method}", treatment=_shown(before.removesuffix(", ")), method=title)


def _shown(becomes: str) -> str:
    _way, is_aggregated, function = becomes.partition(" (")
    if is_aggregated:
        return tr(_AGGREGATES.get(function.removesuffix(")"), becomes))
    return tr(_BECOMES.get(becomes, becomes))


def digest(file: FileFacts) -> Cell:
    """The hash of a file, or the reason for its absence."""
    return code(file.sha256) if file.sha256 else Cell(tr("none: {reason}", reason=file.missing))


def _table(data: DataFacts) -> Iterator[tuple[str, str | Cell]]:
    source = name(data.origin)
    if data.read is not None:
        source = tr("{source}, read {moment}", source=source, moment=moment(data.read))
    yield tr("Source"), source
    if data.origin != data.source.name:
        yield tr("Kept as"), name(data.source.name)
    if data.source.size is not None:
        yield tr("Size"), size(data.source.size)
    yield tr("SHA-256 of the file"), digest(data.source)
    yield tr("Records"), count(data.records)
    if data.part is not None:
        yield tr("Records that count"), _part(data.part, data.records)
    combinations = tr(
        "{combinations} among {records} records",
        combinations=count(data.distinct_records),
        records=count(data.counted),
    )
    yield tr("Different combinations of the quasi-identifiers"), combinations
    if data.population is not None:
        told = tr(
            "{number} people, of whom the table has {share}",
            number=count(data.population),
            share=percent(data.counted / data.population),
        )
        yield tr("Population"), told


def _part(part: PartFacts, records: int) -> str:
    counted, kind = count_with_share(part.records, records, "records"), part_name(part.kind)
    if part.kind == "drawn sample":
        return tr("{records}, the drawn sample drawn at random by differential privacy", records=counted)
    if part.description:
        definition = name(part.description)
        return tr("{records}, the {part}: {definition}", records=counted, part=kind, definition=definition)
    return tr("{records}, the {part}; its definition contains values, left out", records=counted, part=kind)


def _columns(data: DataFacts) -> Table:
    heads = (
        TableColumn(tr("Column")),
        TableColumn(tr("Role")),
        TableColumn(tr("Type")),
        TableColumn(tr("Distinct"), "right"),
        TableColumn(tr("Missing"), "right"),
        TableColumn(tr("Treatment")),
    )
    return Table(tr("Columns"), heads, tuple(_column(column, data.records) for column in data.columns))


def _column(column: ColumnFacts, records: int) -> tuple[Cell, ...]:
    kind = tr(_TYPES.get(column.type, column.type))
    kind = f"{kind} ({name(pattern_of(column.format))})" if column.format else kind
    missing = percent(column.missing / records) if column.missing else _number(column.missing)
    role = Cell(role_name(column.role), is_strong=column.role == "quasi-identifying")
    becomes = treatment_name(column.becomes)
    return cells(name(column.name), role, kind, _number(column.distinct), missing, becomes)


def _number(found: int | None) -> str:
    return "–" if found is None else count(found)


def _unfit(data: DataFacts) -> Table:
    """The cells whose texts were lost in reading the table."""
    rows = []
    for column in data.columns:
        if column.unfit:
            records = count_with_share(column.unfit, data.records, "records")
            rows.append((name(column.name), tr(_UNFIT[column.type], records=records)))
    return named(tr("Cells read as missing because they do not fit the type of their column"), rows)


def _replaced(data: DataFacts) -> Table:
    rows = []
    for column in data.columns:
        more = column.replaced - len(column.rules)
        shown = list(column.rules)
        if more > 0:
            number = count(more)
            shown.append(
                tr_n(more, "and {n} other", "and {n} others", n=number)
                if shown
                else tr_n(more, "{n} rule", "{n} rules", n=number)
            )
        if column.replaced:
            rows.append((name(column.name), in_parts(shown)))
    return named(tr("Texts replaced when the table was read"), rows)


def _values(data: DataFacts) -> Table:
    rows = []
    for column in data.columns:
        shown = [
            labelled(value_text(value), f"{count(number)} ({percent(number / data.records)})")
            for value, number in column.frequent
        ]
        more = (column.distinct or 0) + bool(column.missing) - len(shown)
        if more > 0:
            shown.append(tr_n(more, "and {n} other value", "and {n} other values", n=count(more)))
        if column.frequent:
            rows.append((name(column.name), in_parts(shown)))
    return named(tr("Most frequent values, and how many records have them"), rows)


def value_text(value: str) -> str:
    """A value of the data for display; missing ones are named."""
    return name(value, 60) if value else tr("(missing)")
