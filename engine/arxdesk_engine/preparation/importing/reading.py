"""Reading a file for its import: the first records at once, then all, with the possible types of each column."""

from __future__ import annotations

import datetime as dt
import itertools
import os
import re
from collections.abc import Mapping, Sequence

from arxdesk_engine.data.notation import Doubt, decimal_mark, doubts, markers_in, null_markers, thousands_mark
from arxdesk_engine.data.raw_table import RawColumn, RawTable
from arxdesk_engine.data.schema import DataType
from arxdesk_engine.data.spelling import Spelling
from arxdesk_engine.data.type_detection import TOLERATED_MISFITS, TypeCandidate, month_first, type_candidates
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.foundation.moments import has_short_year
from arxdesk_engine.io.databases.address import file_of, without_password
from arxdesk_engine.io.table import TableFormat, format_of, read_table, tables_in
from arxdesk_engine.job.data_source import DataSource
from arxdesk_engine.preparation.importing.judging import EXAMPLES, judgement
from arxdesk_engine.preparation.importing.table import (
    SHOWN_RECORDS,
    ColumnDoubt,
    ImportSource,
    Judgement,
    ReadColumn,
    Reading,
    ReadTable,
    TableEntry,
)
from arxdesk_engine.preparation.loading import table_options


def look(path: str, password: str | None, control: Control) -> ImportSource:
    """The content of a file or a database. Raises a UserError; PasswordNeeded if the password does not open it."""
    kind = format_of(path)
    file = file_of(path)
    size = os.stat(file).st_size if file is not None and os.path.isfile(file) else None  # noqa: PTH113, PTH116
    tables = tables_in(path, password, control) if kind.has_tables else ()
    entries = tuple(TableEntry(each.name, each.rows, each.columns, each.is_view) for each in tables)
    place = without_password(path) if file is None else path
    return ImportSource(place, kind.value, entries, kind is TableFormat.DATABASE, size)


def read_first(data: DataSource, password: str | None, detect: bool, control: Control) -> ReadTable:
    """The first records, with everything that was detected written into `data`. Raises a UserError."""
    raw = read_table(data.path, table_options(data), control, password, SHOWN_RECORDS)
    sure: dict[str, str] = {}
    if raw.facts is not None:
        facts = raw.facts
        written = {"delimiter": facts.delimiter, "encoding": facts.encoding, "header": facts.header}
        data = data.model_copy(update=written | ({"quote": facts.quote} if detect else {}))
        sure = {
            "delimiter": facts.delimiter_confidence,
            "quote": facts.quote_confidence,
            "encoding": facts.encoding_confidence,
            "header": facts.header_confidence,
        }
    elif raw.header is not None:
        is_header, sure["header"], _doubt = raw.header
        data = data.model_copy(update={"header": is_header})
    if any(not column.has_numbers for column in raw.columns):
        decimal = decimal_mark(raw.columns)
        thousands = thousands_mark(raw.columns, decimal)
        sure |= {"decimal_mark": decimal[1], "thousands_mark": thousands[1]}
        if detect:
            data = data.model_copy(update={"decimal_mark": decimal[0], "thousands_mark": thousands[0]})
    if detect and (markers := null_markers(raw.columns)):
        data = data.model_copy(update={"null_values": (*markers, "")})
        raw = read_table(data.path, table_options(data), control, password, SHOWN_RECORDS)
    limit = data.row_limit
    whole = raw.records < SHOWN_RECORDS or (limit is not None and limit <= SHOWN_RECORDS)
    return _described(raw, data, sure, control, whole=whole)


def read_whole(data: DataSource, password: str | None, sure: Mapping[str, str], control: Control) -> ReadTable:
    """The whole table. Raises a UserError."""
    raw = read_table(data.path, table_options(data), control, password)
    return _described(raw, data, sure, control, whole=True)


def _described(raw: RawTable, data: DataSource, sure: Mapping[str, str], control: Control, *, whole: bool) -> ReadTable:
    found = []
    marks = data.decimal_mark, data.thousands_mark
    for done, column in enumerate(raw.columns):
        control.raise_if_stopped()
        if whole:
            control.report(Progress(tr("Examining the columns"), done / len(raw.columns)))
        found.append(type_candidates(column, *marks))
    if month_first(each[0] for each in found):
        unclear = (place for place, each in enumerate(found) if any(candidate.or_else for candidate in each))
        for place in unclear:
            found[place] = type_candidates(raw.columns[place], *marks, month_first=True)
    if data.two_digit_years_until is None and any(has_short_year(f) for c in found for f in c[0].other_formats):
        data = data.model_copy(update={"two_digit_years_until": dt.datetime.now().astimezone().date()})
    known = {each.column: each for each in doubts(raw.columns, _sure(data, sure)[0], _sure(data, sure)[1])}
    columns = [_column(column, each, data, known) for column, each in zip(raw.columns, found, strict=True)]
    return ReadTable(data, tuple(columns), raw.records, whole, dict(sure), markers_in(raw.columns), raw)


def _sure(data: DataSource, sure: Mapping[str, str]) -> tuple[tuple[str, str], tuple[str, str]]:
    """The marks of a table with their certainty; those that were not detected are certain."""
    return (
        (data.decimal_mark, sure.get("decimal_mark", "certain")),
        (data.thousands_mark, sure.get("thousands_mark", "certain")),
    )


def _column(
    column: RawColumn, found: Sequence[TypeCandidate], data: DataSource, doubted: Mapping[str, Doubt]
) -> ReadColumn:
    candidates: list[Judgement] = []
    for each in found:
        reading = Reading(each.type, each.other_formats, each.marks)
        judged = _with_examples(judgement(column, reading, data, None), each)
        if each.other_formats:
            alone = judgement(column, Reading(each.type), data, None)
            alone = _with_examples(alone, each)
            added = alone.misfits - judged.misfits
            main = alone.with_addition(each.other_formats, added)
            # Nearly all dates in one format: the rest is asked about. Otherwise both ways of writing are the rule.
            order = [main, judged] if alone.share >= 1 - TOLERATED_MISFITS else [judged, main]
            candidates.extend(each for each in order if each.fits)
        else:
            candidates.append(judged)
    could_be_number = any(each.could_be_number for each in found)
    doubt = _doubt(candidates[0].reading, found[0], doubted.get(column.name))
    short_year = _short_year(column, found, data)
    return ReadColumn(
        column.name,
        column.codes,
        column.dictionary,
        column.label,
        tuple(candidates),
        could_be_number,
        doubt,
        short_year,
    )


def _doubt(reading: Reading, candidate: TypeCandidate, doubt: Doubt | None) -> ColumnDoubt | None:
    """The doubt about a column that could mean something else as well."""
    if candidate.or_else is not None and reading.type.kind is DataType.DATE:
        if candidate.or_else.find("%d") < candidate.or_else.find("%m"):
            sentence = tr("all dates are read with the month first, and could have the day first")
            return ColumnDoubt(reading, tr("month first?"), sentence)
        sentence = tr("all dates are read with the day first, and could have the month first")
        return ColumnDoubt(reading, tr("day first?"), sentence)
    if doubt is not None and reading.marks is None:
        sentence = tr(
            "{doubt} is read as {read_as}, and could be {or_else}",
            doubt=doubt.text,
            read_as=doubt.read_as,
            or_else=doubt.or_else,
        )
        return ColumnDoubt(reading, f"{doubt.text} = {doubt.read_as}?", sentence)
    return None


def _short_year(column: RawColumn, found: Sequence[TypeCandidate], data: DataSource) -> tuple[str, str] | None:
    """A date with a year of two digits whose century is not the one that comes to mind, and how it is read."""
    for candidate in found:
        short = tuple(each for each in candidate.other_formats if has_short_year(each))
        if not short:
            continue
        spelling = Spelling(other_formats=short, latest=data.two_digit_years_until)
        read = ((text, spelling.date(text, candidate.type)) for text in column.dictionary if text)
        pairs = list(itertools.islice(((text, date) for text, date in read if text != date), EXAMPLES))
        return max(pairs, key=lambda pair: _two_digits(pair[1]), default=None)
    return None


def _two_digits(date: str) -> str:
    """What examples are chosen by: years shortly after the turn of the century tell the most."""
    year = max(re.findall(r"\d{4}", date), default="")
    return year[2:] if year.startswith("19") and year[2:] < "70" else ""


def _with_examples(judged: Judgement, candidate: TypeCandidate) -> Judgement:
    reasons = {each.value: each.reason for each in candidate.examples}
    return judged.with_reasons(reasons)
