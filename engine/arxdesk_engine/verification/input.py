"""The table of a job read a second time: the columns, names, corrections and types that the job asks for, done anew."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from arxdesk_engine.data.schema import DataType, ValueType, detect_type
from arxdesk_engine.foundation.errors import InvalidData, Problem
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.io.files.archive import inside, on_disk
from arxdesk_engine.io.parquet_guard import require_safe_entry
from arxdesk_engine.io.table import TableFormat, format_of
from arxdesk_engine.io.text.detect import detect_syntax
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.job.data_source import DataSource
from arxdesk_engine.job.job import Job
from arxdesk_engine.verification.apart import read_typed_safely
from arxdesk_engine.verification.counts import counts_in
from arxdesk_engine.verification.joining import join_of, rows_in
from arxdesk_engine.verification.notation import Notation, alike
from arxdesk_engine.verification.parquet import read_parquet_trimmed
from arxdesk_engine.verification.texts import mapped, read_trimmed

Kinds = dict[str, ValueType]
Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class SourceTexts:
    """The table of a job: a categorical column of texts for each attribute.

    `kinds` are the types of the attributes that the job does not name one for. `counts` int64[rows] is the number of
    records that each row stands for; None: one each. `rows` int64[records] are those of each linked table in the
    records of their join, by its name, the first one ""; -1 where it has none. None of one table.
    """

    table: pd.DataFrame
    kinds: Kinds
    counts: Numbers | None = None
    rows: Mapping[str, Numbers] = field(default_factory=dict)


def read_input(job: Job) -> SourceTexts:
    """Read the table of a job. Raises UnreadableFile or InvalidData."""
    rows: dict[str, Numbers] = {}
    if job.tables:
        whole = job.data.model_copy(update={"columns": (), "rename": {}})
        table, rows = rows_in(join_of(job, _read(job.table_place, whole), _read))
        table = _chosen(table, job.table_place, job.data)
    else:
        table = _read(job.table_place, job.data)
    if job.data.row_limit is not None:
        table = table.iloc[: job.data.row_limit]
        table = pd.DataFrame({name: table[name].array.remove_unused_categories() for name in table.columns})
    counts = None
    if (name := job.data.count) is not None:
        counts = _counts(job, table.pop(name), name) if name in table else _no_counts(job.table_place)
    return SourceTexts(*_corrected(job, table, keeps_misfits=False), counts, rows)


def _counts(job: Job, column: pd.Series, name: str) -> Numbers:
    try:
        return counts_in(column.array, notation_of(job, name).number)
    except ValueError as error:
        raise InvalidData(Problem(job.table_place, str(error), tr("Correct the column of the counts."))) from error


def _no_counts(place: str) -> NoReturn:
    raise InvalidData(Problem(place, tr("the column of the counts does not exist"), tr("Correct data.count.")))


def read_subset(job: Job, path: str) -> pd.DataFrame:
    """Another file that is written as the table is. Raises UnreadableFile or InvalidData."""
    other: dict[str, object] = {"sheet": None, "table": None}
    if format_of(job.data.path) is not TableFormat.DELIMITED:
        other["encoding"] = None
    data = job.data.model_copy(update=other)
    return _corrected(job, _read(str(job.resolve(path)), data), keeps_misfits=True)[0]


def _read(place: str, data: DataSource) -> pd.DataFrame:
    kind = format_of(place)
    if kind is TableFormat.DATABASE:
        table = _typed(place, kind, data)
    else:
        with on_disk(place) as path:
            if kind is TableFormat.PARQUET and inside(place) is not None:
                require_safe_entry(path, place)
            table = _read_file(path, kind, data)
    return _chosen(table, place, data)


def _chosen(table: pd.DataFrame, place: str, data: DataSource) -> pd.DataFrame:
    columns = list(data.columns) or list(table.columns)
    if any(name not in table.columns for name in columns):
        raise InvalidData(Problem(place, tr("a column that is to be read does not exist"), tr("Correct data.columns.")))
    return table[columns].rename(columns=data.rename)


def _read_file(path: Path, kind: TableFormat, data: DataSource) -> pd.DataFrame:
    if kind is TableFormat.PARQUET:
        return read_parquet_trimmed(path, data.null_values)
    if kind is not TableFormat.DELIMITED:
        return _typed(str(path), kind, data)
    syntax = detect_syntax(
        path,
        delimiter=data.delimiter,
        encoding=data.encoding,
        header=data.header,
        quote=data.quote,
        decimal_mark=data.decimal_mark,
        skip_lines=data.skip_lines,
    )
    return read_trimmed(path, syntax, data.null_values, numbers_names=data.repair_names)


def _typed(place: str, kind: TableFormat, data: DataSource) -> pd.DataFrame:
    typed = read_typed_safely(place, kind, data)
    return pd.DataFrame({name: _without(data.null_values, typed[name].array) for name in typed.columns})


def _without(null_values: Collection[str], cells: pd.Categorical) -> pd.Categorical:
    return mapped(cells, ["" if text in null_values else text for text in cells.categories])


def notation_of(job: Job, name: str) -> Notation:
    """The notation of a column of a job's table."""
    in_text = job.data.numbers_as_text or format_of(job.data.path) is TableFormat.DELIMITED
    return Notation.of(job.settings_of(name), job.data, in_text=in_text)


def _corrected(job: Job, table: pd.DataFrame, *, keeps_misfits: bool) -> tuple[pd.DataFrame, Kinds]:
    """The corrections that a job asks for, on the distinct texts of each column."""
    columns, kinds = {}, {}
    for name in table.columns:
        cells, settings, notation = table[name].array, job.settings_of(name), notation_of(job, name)
        old = [_replaced(text, settings) for text in cells.categories]
        new: list[str | None] = list(old)
        kind = settings.value_type
        if kind is None or kind.kind.is_numeric:
            new = [notation.number(text) for text in old]
        if kind is None:
            kinds[name] = _detected(new)
            if not kinds[name].kind.is_numeric and new != old:
                new = list(old)
                kinds[name] = _detected(new) if not _detected(new).kind.is_numeric else ValueType()
        elif kind.kind is DataType.DATE:
            new = [notation.date(text, kind) for text in old]
        if kind is not None and job.data.cleanse:
            new = ["" if text is None or not _is_one(text, kind) else text for text in new]
        elif keeps_misfits:
            new = [before if text is None else text for before, text in zip(cells.categories, new, strict=True)]
        columns[name] = mapped(cells, [text or "" for text in new])
        if not keeps_misfits:
            columns[name] = alike(columns[name], kind or kinds[name])
    return pd.DataFrame(columns), kinds


def _replaced(text: str, settings: AttributeSettings) -> str:
    """A text after the table of replaced cells and after each rule, one after the other."""
    text = settings.replace.get(text, text).strip()
    for rule in settings.replacements:
        flags = re.NOFLAG if rule.case else re.IGNORECASE
        if rule.whole:
            is_it = text == rule.find if rule.case else text.casefold() == rule.find.casefold()
            text = rule.by.strip() if is_it else text
        else:
            text = rule.by.join(re.split(re.escape(rule.find), text, flags=flags)).strip() if text else ""
    return text


def _detected(texts: Sequence[str | None]) -> ValueType:
    """Text where something is no number although it would be one with another mark."""
    return ValueType() if None in texts else detect_type([text for text in texts if text])


def _is_one(text: str, kind: ValueType) -> bool:
    return text == "" or not kind.has_scale or kind.parse(text) is not None
