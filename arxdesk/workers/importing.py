"""What the import wizard has done away from the main thread: looking, reading, judging, proposing, making a project."""

from __future__ import annotations

import datetime as dt
import os
from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from arxdesk.imported import (
    SHOWN_RECORDS,
    Example,
    Judgement,
    Proposal,
    ReadColumn,
    Reading,
    ReadTable,
    Source,
    TableEntry,
)
from arxdesk.provenance import Provenance
from arxdesk.workers.loading import LoadedProject, opened
from engine.attributes import AttributeSettings
from engine.control import Control, Progress
from engine.formulation import require_fitting
from engine.hierarchies.automatic import propose
from engine.io.address import file_of, without_password
from engine.io.table import RawColumn, RawTable, TableFormat, format_of, read_table, tables_in
from engine.job import DataSource, Job
from engine.loading import load_hierarchies, table_options
from engine.notation import decimal_mark, markers_in, null_markers
from engine.preparation import altered, prepared
from engine.project.origin import Origin
from engine.role_proposal import proposed_roles
from engine.schema import DataType, Role, ValueType
from engine.type_detection import TOLERATED_MISFITS, TypeCandidate, type_candidates, with_point

_EXAMPLES = 20


def look(path: str, password: str | None, control: Control) -> Source:
    """What a file or a database holds. Raises a UserError; PasswordNeeded where the password does not open it."""
    kind = format_of(path)
    file = file_of(path)
    size = os.stat(file).st_size if file is not None and os.path.isfile(file) else None  # noqa: PTH113, PTH116
    tables = tables_in(path, password, control) if kind.has_tables else ()
    entries = tuple(TableEntry(each.name, each.rows, each.columns, each.is_view) for each in tables)
    place = without_password(path) if file is None else path
    return Source(place, kind.value, entries, kind is TableFormat.DATABASE, size)


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
    elif format_of(data.path) is TableFormat.EXCEL and data.header is None:
        unnamed = tuple(f"column {number}" for number in range(1, len(raw.columns) + 1))
        data = data.model_copy(update={"header": raw.names != unnamed})  # such names has only a sheet without any
        sure["header"] = "likely"
    if any(not column.has_numbers for column in raw.columns):
        mark, sure["decimal_mark"] = decimal_mark(raw.columns)
        if detect:
            data = data.model_copy(update={"decimal_mark": mark})
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


def judge(
    table: ReadTable, readings: Mapping[int, Reading], records: NDArray[np.int64] | None, control: Control
) -> dict[int, Judgement]:
    """How columns fit other readings; with `records` only the cells of these are looked at."""
    found = {}
    for place, reading in readings.items():
        control.raise_if_stopped()
        column = table.columns[place]
        seen = None if records is None else np.unique(column.codes[records])
        found[place] = _judgement(_raw(table).columns[place], reading, table.data.decimal_mark, seen)
    return found


def records_with_problems(table: ReadTable, misfits: Mapping[int, Judgement], control: Control) -> NDArray[np.int64]:
    """The first records with cells that do not fit, ascending."""
    found = np.zeros(table.records, np.bool_)
    for place, judged in misfits.items():
        control.raise_if_stopped()
        found |= judged.contradicting[table.columns[place].codes]
    return np.flatnonzero(found)[:SHOWN_RECORDS]


def propose_roles(table: ReadTable, control: Control) -> dict[str, Proposal]:
    """A role for every column, by its name in the file."""
    control.report(Progress("Looking for what tells people apart"))
    data = table.data.model_copy(update={"cleanse": True})
    settings = {
        column.name: _settings(column.candidates[0].reading)
        for column in table.columns
        if column.candidates[0].reading != Reading()
    }
    dataset = prepared(_raw(table), data, settings, data.path)
    proposals = proposed_roles(dataset, control)
    control.raise_if_stopped()
    return {name: Proposal(each.role, each.reason) for name, each in proposals.items()}


def make(table: ReadTable, job: Job, hierarchies: bool, control: Control) -> LoadedProject:
    """The project that the job says, from the table that was read already. Raises a UserError."""
    control.report(Progress("Making the table"))
    job = job.absolute()
    dataset = prepared(_raw(table), job.data, job.attributes, job.data.path)
    if hierarchies:
        attributes = dict(job.attributes)
        quasi = [column for column in dataset if job.settings_of(column.name).role is Role.QUASI_IDENTIFYING]
        for done, column in enumerate(quasi):
            control.raise_if_stopped()
            control.report(Progress("Proposing hierarchies", done / len(quasi)))
            settings = attributes.get(column.name, AttributeSettings())
            attributes[column.name] = settings.model_copy(update={"hierarchy": propose(column)})
        job = job.model_copy(update={"attributes": attributes})
    made = load_hierarchies(job, dataset)
    require_fitting(job, dataset, made)
    control.raise_if_stopped()
    origin = Origin.of(job.data, dt.datetime.now(dt.UTC).replace(microsecond=0))
    provenance = Provenance(origin, altered(_raw(table), job.data, dataset))
    found = LoadedProject.of(job, dataset, made, None, provenance)
    return replace(found, provenance=opened(found, f"Imported {origin.name}", action="imported"))


def _raw(table: ReadTable) -> RawTable:
    assert isinstance(table.raw, RawTable)  # noqa: S101 - only this module reads tables
    return table.raw


def _described(raw: RawTable, data: DataSource, sure: Mapping[str, str], control: Control, *, whole: bool) -> ReadTable:
    columns = []
    for done, column in enumerate(raw.columns):
        control.raise_if_stopped()
        if whole:
            control.report(Progress("Looking at the columns", done / len(raw.columns)))
        columns.append(_column(column, data.decimal_mark))
    return ReadTable(data, tuple(columns), raw.records, whole, dict(sure), markers_in(raw.columns), raw)


def _column(column: RawColumn, mark: str) -> ReadColumn:
    found = type_candidates(column, mark)
    candidates: list[Judgement] = []
    for each in found:
        reading = Reading(each.type, each.other_formats)
        judged = _with_examples(_judgement(column, reading, mark, None), each)
        if each.other_formats:
            alone = _judgement(column, Reading(each.type), mark, None)
            alone = _with_examples(alone, each)
            added = alone.misfits - judged.misfits
            main = alone.with_addition(each.other_formats, added)
            # Nearly all dates in one format: the rest is asked about. Otherwise both ways of writing are the rule.
            order = [main, judged] if alone.share >= 1 - TOLERATED_MISFITS else [judged, main]
            candidates.extend(order)
        else:
            candidates.append(judged)
    could_be_number = any(each.could_be_number for each in found)
    return ReadColumn(column.name, column.codes, column.dictionary, column.label, tuple(candidates), could_be_number)


def _judgement(column: RawColumn, reading: Reading, mark: str, seen: NDArray[np.int32] | None) -> Judgement:
    """How cells fit a reading; `seen` are the only codes that are looked at."""
    codes, texts = column.codes, column.dictionary
    counts = np.bincount(codes, minlength=len(texts))
    empty = np.fromiter((not text for text in texts), np.bool_, len(texts))
    unfit = np.zeros(len(texts), np.bool_)
    looked_at = np.arange(len(texts)) if seen is None else seen
    if reading.type.has_scale and len(looked_at):
        some = [texts[code] for code in looked_at.tolist()]
        unfit[looked_at] = ~_fits(some, reading, mark, column.has_numbers)
    unfit &= ~empty
    misfits, missing = int(counts[unfit].sum()), int(counts[empty].sum())
    worst = np.flatnonzero(unfit)
    worst = worst[np.argsort(-counts[worst], kind="stable")][:_EXAMPLES]
    examples = tuple(Example(texts[code], int(counts[code]), "") for code in worst.tolist())
    return Judgement(
        reading, int(counts.sum()) - misfits - missing, misfits, missing, unfit, examples, whole=seen is None
    )


def _fits(texts: list[str], reading: Reading, mark: str, has_numbers: bool) -> NDArray[np.bool_]:
    kind = reading.type
    if kind.kind.is_numeric:
        return ~np.isnan(kind.positions([with_point(text, mark, has_numbers) or "" for text in texts]))
    fits = ~np.isnan(kind.positions(texts))
    for other in reading.other_formats:
        left = np.flatnonzero(~fits)
        fits[left] = ~np.isnan(ValueType(DataType.DATE, other).positions([texts[at] for at in left.tolist()]))
    return fits


def _with_examples(judged: Judgement, candidate: TypeCandidate) -> Judgement:
    reasons = {each.value: each.reason for each in candidate.examples}
    return judged.with_reasons(reasons)


def _settings(reading: Reading) -> AttributeSettings:
    kind = reading.type
    return AttributeSettings(
        type=kind.kind,
        format=kind.format if kind.kind is DataType.DATE else None,
        other_formats=reading.other_formats,
        order=kind.order,
    )
