"""Delimited text files (CSV, TSV): reading into dictionary-encoded columns, writing atomically."""

from __future__ import annotations

import contextlib
import csv
import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.csv as pa_csv
from numpy.typing import NDArray

from arxdesk_engine.data.dataset import Codes, Column
from arxdesk_engine.data.raw_table import (
    RawColumn,
    RawTable,
    chosen_names,
    folded,
    no_records,
    repaired_names,
    require_names,
)
from arxdesk_engine.foundation.composed import composed
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.errors import InvalidData, Problem, UnreadableFile, quoted
from arxdesk_engine.foundation.language import tr, whole
from arxdesk_engine.io.cells.options import TableOptions
from arxdesk_engine.io.cells.records import Records, numbers_of
from arxdesk_engine.io.files.atomic import atomic_writer
from arxdesk_engine.io.files.packed import zipped
from arxdesk_engine.io.text.detect import Syntax, detect_syntax, is_blank, not_in_encoding, syntax_facts
from arxdesk_engine.io.text.faults import explained, undecodable_line, unreadable_row
from arxdesk_engine.io.text.filled import FilledRows
from arxdesk_engine.io.text.form import TextForm
from arxdesk_engine.io.text.quotes import NEVER_CLOSED, TextExtent, require_sound_text

MAX_HIERARCHY_BYTES = 256 * 1024 * 1024
MAX_HIERARCHY_ROWS = 4_000_000
MAX_HIERARCHY_CELLS = 40_000_000
MAX_HIERARCHY_LEVELS = 1_000
WRITE_BATCH = 65_536
_BLOCK_BYTES = 8 * 1024 * 1024
_PREVIEW_BYTES = 256 * 1024
_TEXT = pa.large_string()
_END = "\0"
"""What no row holds: it is one by itself only where no quotation mark is open."""


def read_delimited(path: Path, options: TableOptions, control: Control, rows: int | None = None) -> RawTable:
    """Read a table, or its first `rows`. Raises UnreadableFile, or InvalidData with the line for whatever in the
    file is not a table; Stopped."""
    limit = options.rows(rows)
    found = _sound_text(path, options, limit, control)
    syntax = found.syntax
    table = _read_arrow(found, _Part(found.columns, limit, control, options.ragged_rows == "fill"))
    control.raise_if_stopped()
    columns = []
    for name, chunked in zip(found.columns, table.columns, strict=True):
        codes, dictionary = _cleaned(chunked, frozenset(options.null_values))
        column = RawColumn(name, codes, tuple(dictionary), has_numbers=False)
        columns.append(column if limit is None else column.first(limit))
    if table.num_rows == 0:
        raise no_records(path)
    given = {part for part in ("delimiter", "encoding", "header") if getattr(options, part) is not None}
    return RawTable(tuple(columns), table.num_rows, syntax_facts(path, syntax, given, options.decimal_mark))


def pieces_of_delimited(path: Path, options: TableOptions, control: Control) -> Iterator[dict[str, pa.Array]]:
    """A table piece by piece, for files larger than memory: its cells as texts, as `read_delimited` reads them.

    Raises as that does, in the middle of the table as well.
    """
    found, null_values = _sound_text(path, options, None, control), frozenset(options.null_values)
    records = 0
    with _opened_in_pieces(found, _Part(found.columns, None, control, options.ragged_rows == "fill")) as batches:
        for batch in batches:
            control.raise_if_stopped()
            records += batch.num_rows
            cells = (_cleaned(pa.chunked_array([column]), null_values) for column in batch.columns)
            yield {
                name: pa.array(dictionary, pa.string()).take(pa.array(codes))
                for name, (codes, dictionary) in zip(found.columns, cells, strict=True)
            }
    if not records:
        raise no_records(path)


def columns_of_delimited(path: Path, options: TableOptions) -> tuple[str, ...]:
    """The names of the columns that are read of a table. Raises as `read_delimited` does for its first lines."""
    return _with_columns(_described(path, options), options).columns


def read_rows(path: Path, delimiter: str | None = None, encoding: str | None = None) -> list[tuple[int, list[str]]]:
    """Every non-empty row of a small file without header (a hierarchy) with its line number, cells trimmed.

    Raises UnreadableFile or InvalidData.
    """
    try:
        size = path.stat().st_size
    except OSError as error:
        raise UnreadableFile.from_os_error(path, error) from error
    if size > MAX_HIERARCHY_BYTES:
        raise InvalidData(
            Problem(str(path), tr("the file has {n} bytes", n=whole(size)), tr("A hierarchy may have 256 MB at most."))
        )
    syntax = detect_syntax(path, delimiter=delimiter, encoding=encoding, header=False)
    rows: list[tuple[int, list[str]]] = []
    with path.open(encoding=syntax.encoding, newline="") as stream:
        reader = csv.reader(itertools.chain(stream, [_END]), delimiter=syntax.delimiter)
        known: dict[str, str] = {}  # labels are the same text in many rows: it is kept once
        cells_so_far = 0
        try:
            for cells in reader:
                if cells:
                    cells_so_far += len(cells)
                    _require_moderate(path, len(rows), len(cells), cells_so_far)
                    trimmed = (composed(cell.strip()) for cell in cells)
                    rows.append((reader.line_num, [known.setdefault(cell, cell) for cell in trimmed]))
        except csv.Error as error:
            first_line = rows[-1][0] + 1 if rows else 1
            raise unreadable_row(tr("{place}, line {line}", place=path, line=first_line), error) from error
        except UnicodeDecodeError as error:
            raise not_in_encoding(path, undecodable_line(path, syntax.encoding), syntax.encoding) from error
    if rows.pop()[1] != [_END]:
        first_line = rows[-1][0] + 1 if rows else 1
        raise InvalidData(
            Problem(
                tr("{place}, line {line}", place=path, line=first_line),
                tr(NEVER_CLOSED),
                tr("Delete it, or close it."),
            )
        )
    return rows


def _require_moderate(path: Path, rows: int, levels: int, cells: int) -> None:
    """Raises InvalidData for a hierarchy that would fill the memory: a short line takes many times its length there."""
    if levels > MAX_HIERARCHY_LEVELS:
        found, remedy = (
            tr("a row has {n} cells", n=whole(levels)),
            tr(
                "A hierarchy may have {n} levels at most.",
                n=whole(MAX_HIERARCHY_LEVELS),
            ),
        )
    elif rows > MAX_HIERARCHY_ROWS or cells > MAX_HIERARCHY_CELLS:
        found = tr(
            "the hierarchy has more than {rows} rows with {cells} cells", rows=whole(rows - 1), cells=whole(cells)
        )
        remedy = tr(
            "At most {rows} rows and {cells} cells can be read.",
            rows=whole(MAX_HIERARCHY_ROWS),
            cells=whole(MAX_HIERARCHY_CELLS),
        )
    else:
        return
    raise InvalidData(Problem(str(path), found, remedy))


def write_delimited(
    path: Path,
    columns: Sequence[Column],
    *,
    delimiter: str = ",",
    form: TextForm | None = None,
    records: Records | None = None,
    control: Control | None = None,
) -> None:
    """Write columns with a header, atomically, in a `form`, or with a delimiter in UTF-8; `records` selects what is
    written.

    Cells are quoted where they hold the delimiter, a quote or a line break, and where an empty cell is a whole row, or
    all of them are. Raises InvalidData for a null character, with which the file would be no text; UnwritableFile;
    Stopped. The old file then stays as it was.
    """
    control = control or Control()
    form = form or TextForm(delimiter)
    chosen = numbers_of(records)
    _require_text(path, columns, chosen)
    header, *texts = (
        _as_written(values, form.delimiter, alone=len(columns) == 1, always=form.quotes_all)
        for values in ([form.name(column.name) for column in columns], *(form.cells(column) for column in columns))
    )
    texts[-1] = _joined("", texts[-1], form.line_end)
    number = columns[0].records if chosen is None else len(chosen)
    encoded = form.encoder()
    with atomic_writer(path) as file, zipped(path, file) as stream:
        first = form.delimiter.join(header.to_pylist()) + form.line_end
        stream.write(encoded(memoryview(first.encode())))
        for start in range(0, number, WRITE_BATCH):
            control.raise_if_stopped()
            control.report(Progress(tr("Writing the table"), start / number))
            batch: slice | NDArray[np.intp] = slice(start, start + WRITE_BATCH)
            if chosen is not None:
                batch = chosen[batch]
            for codes in _of_bounded_size([column.codes[batch] for column in columns], texts):
                stream.write(encoded(_rows(codes, texts, form.delimiter)))


def _require_text(path: Path, columns: Sequence[Column], chosen: NDArray[np.intp] | None) -> None:
    def is_no_text(column: Column) -> bool:
        strange = [code for code, value in enumerate(column.values) if "\0" in value]
        codes = column.codes if chosen is None else column.codes[chosen]
        return "\0" in column.name or bool(strange and np.isin(codes, strange).any())

    faults = [
        Problem(
            tr("{place}, column {column}", place=path, column=quoted(column.name)),
            tr("there is a null character, which delimited text does not have"),
            tr("Choose another format, such as Parquet, or change it."),
        )
        for column in columns
        if is_no_text(column)
    ]
    if faults:
        raise InvalidData(faults)


def lines_of(
    columns: Sequence[Column], records: Records | None = None, delimiter: str = ","
) -> tuple[str, pa.LargeStringArray]:
    """The header and the lines of records, without line ends, as `write_delimited` writes them."""
    alone, chosen = len(columns) == 1, numbers_of(records)
    header = _as_written([column.name for column in columns], delimiter, alone=alone)
    texts = [_as_written(column.values, delimiter, alone=alone) for column in columns]
    codes = [column.codes if chosen is None else column.codes[chosen] for column in columns]
    cells = (values.take(pa.array(each)) for values, each in zip(texts, codes, strict=True))
    return delimiter.join(header.to_pylist()), _joined(delimiter, *cells)


def _as_written(cells: Sequence[str], delimiter: str, *, alone: bool, always: bool = False) -> pa.LargeStringArray:
    """Cells as they stand in a file, in quotes where they need them, or `always`. `alone`: they have no neighbours in
    their rows."""
    import pyarrow.compute as pc  # noqa: PLC0415 - slow to import

    texts = pa.array(cells, _TEXT)
    if always:
        return _joined("", '"', pc.replace_substring(texts, '"', '""'), '"')
    unsafe = pc.match_substring_regex(texts, f'["\r\n{re.escape(delimiter)}]')
    if alone:
        unsafe = pc.or_(unsafe, pc.equal(texts, ""))
    if not pc.any(unsafe).as_py():
        return texts
    return pc.if_else(unsafe, _joined("", '"', pc.replace_substring(texts, '"', '""'), '"'), texts)


def _of_bounded_size(columns: Sequence[Codes], texts: Sequence[pa.LargeStringArray]) -> Iterator[list[Codes]]:
    """The rows of a batch in parts that are written with some megabytes at once, whatever the cells hold."""
    import pyarrow.compute as pc  # noqa: PLC0415

    sizes = np.zeros(len(columns[0]), np.int64)
    for codes, cells in zip(columns, texts, strict=True):
        lengths = np.asarray(np.from_dlpack(pc.binary_length(cells)), np.int64)
        sizes += lengths[codes]
    ends = np.cumsum(sizes)
    cuts = np.searchsorted(ends, np.arange(_BLOCK_BYTES, ends[-1], _BLOCK_BYTES))
    for start, end in itertools.pairwise((0, *cuts.tolist(), len(sizes))):
        if end > start:
            yield [codes[start:end] for codes in columns]


def _rows(columns: Sequence[Codes], texts: Sequence[pa.LargeStringArray], delimiter: str) -> memoryview:
    """Some rows as they stand in a file; the last of the columns holds the line ends."""
    cells = (values.take(pa.array(codes)) for codes, values in zip(columns, texts, strict=True))
    _nulls, ends, content = _joined(delimiter, *cells).buffers()
    return memoryview(content)[: np.frombuffer(ends, np.int64)[len(columns[0])]]


def _joined(separator: str, *texts: pa.LargeStringArray | str) -> pa.LargeStringArray:
    """The texts of several columns, or the same text for all, as one text for each row."""
    import pyarrow.compute as pc  # noqa: PLC0415

    columns = (pa.scalar(each, _TEXT) if isinstance(each, str) else each for each in texts)
    return pc.binary_join_element_wise(*columns, pa.scalar(separator, _TEXT))


def _column_names(path: Path, syntax: Syntax) -> tuple[int, list[str]]:
    """The number of blank or skipped lines at the beginning of a file, and the names of its columns."""
    with path.open(encoding=syntax.encoding, newline="") as stream:
        blank_lines = sum(bool(stream.readline()) for _line in range(syntax.skip_lines))
        line = stream.readline()
        while line and is_blank(line):
            blank_lines, line = blank_lines + 1, stream.readline()
        place = tr("{place}, line {line}", place=path, line=blank_lines + 1)
        try:
            first = next(syntax.reader(itertools.chain([line], stream)), [])
        except csv.Error as error:
            raise unreadable_row(place, error) from error
    names = [composed(cell.strip()) for cell in first]
    if not syntax.header:
        names = [f"column {number}" for number in range(1, len(first) + 1)]
    return blank_lines, names


@dataclass(frozen=True, slots=True)
class _Part:
    """The part of a file to read: columns, and its first records (None: all). `fills`: short rows get empty cells."""

    columns: tuple[str, ...]
    records: int | None
    control: Control
    fills: bool = False


@dataclass(frozen=True, slots=True)
class _TextTable:
    """A file with a table: the names of all columns, and of those to read; the lines before them."""

    path: Path
    syntax: Syntax
    names: list[str]
    blank_lines: int
    columns: tuple[str, ...] = ()


def _described(path: Path, options: TableOptions) -> _TextTable:
    syntax = detect_syntax(
        path,
        delimiter=options.delimiter,
        encoding=options.encoding,
        header=options.header,
        quote=options.quote,
        decimal_mark=options.decimal_mark,
        skip_lines=options.skip_lines,
    )
    blank_lines, names = _column_names(path, syntax)
    if options.repair_names:
        names = repaired_names(names)
    return _TextTable(path, syntax, names, blank_lines)


def _with_columns(found: _TextTable, options: TableOptions) -> _TextTable:
    require_names(
        tr("{place}, line {line}", place=found.path, line=found.blank_lines + 1),
        found.names,
        can_number=True,
    )
    return replace(found, columns=chosen_names(str(found.path), found.names, options.columns))


def _sound_text(path: Path, options: TableOptions, limit: int | None, control: Control) -> _TextTable:
    """The file, looked through for stray quotation marks as far as it is read."""
    found = _described(path, options)
    extent = TextExtent(
        found.blank_lines, len(found.names), None if limit is None else limit + int(found.syntax.header)
    )
    require_sound_text(path, found.syntax, extent, multiline=options.multiline_cells, control=control)
    control.raise_if_stopped()
    return _with_columns(found, options)


def _arrow_settings(found: _TextTable, part: _Part) -> tuple[Path | FilledRows, dict[str, Any]]:
    """What Arrow reads, and how."""
    path, syntax, names, blank_lines = found.path, found.syntax, found.names, found.blank_lines
    encoded = pa.dictionary(pa.int32(), pa.string())
    small = part.records is not None and part.records <= _PREVIEW_BYTES // 64
    reading: dict[str, Any] = {
        "column_names": names,
        "skip_rows": blank_lines,
        "skip_rows_after_names": int(syntax.header),
        "encoding": "utf8" if syntax.encoding in ("utf-8", "utf-8-sig") else syntax.encoding,
        "block_size": _PREVIEW_BYTES if small else _BLOCK_BYTES,
    }
    settings = {
        "read_options": pa_csv.ReadOptions(**reading),
        "parse_options": pa_csv.ParseOptions(
            delimiter=syntax.delimiter,
            quote_char=syntax.quote or False,
            newlines_in_values=bool(syntax.quote),
            ignore_empty_lines=len(names) > 1,
        ),
        "convert_options": pa_csv.ConvertOptions(
            column_types=dict.fromkeys(names, encoded),
            include_columns=list(part.columns),
            null_values=[],
            strings_can_be_null=False,
        ),
    }
    source: Path | FilledRows = path
    if part.fills:
        source = FilledRows(path, syntax, len(names), blank_lines)
        utf8 = {"skip_rows": 0, "encoding": "utf8"}
        settings["read_options"] = pa_csv.ReadOptions(**{**reading, **utf8})
    return source, settings


@contextlib.contextmanager
def _told(found: _TextTable, part: _Part) -> Iterator[None]:
    """A block whose errors of Arrow name the line."""
    try:
        yield
    except OSError as error:
        raise UnreadableFile.from_os_error(found.path, error) from error
    except (pa.ArrowInvalid, UnicodeError) as error:
        raise explained(found.path, found.syntax, len(found.names), error, fills=part.fills) from error


def _read_arrow(found: _TextTable, part: _Part) -> pa.Table:
    source, settings = _arrow_settings(found, part)
    with _told(found, part):
        if part.records is None:
            return pa_csv.read_csv(source, **settings)
        return _first_records(source, settings, part.records, part.control)


@contextlib.contextmanager
def _opened_in_pieces(found: _TextTable, part: _Part) -> Iterator[Iterator[pa.RecordBatch]]:
    source, settings = _arrow_settings(found, part)
    with _told(found, part), pa_csv.open_csv(source, **settings) as stream:
        yield iter(stream)


def _first_records(source: Path | FilledRows, settings: dict[str, Any], records: int, control: Control) -> pa.Table:
    """The beginning of a table; what follows is not looked at."""
    batches, found = [], 0
    with pa_csv.open_csv(source, **settings) as stream:
        for batch in stream:
            control.raise_if_stopped()
            batches.append(batch)
            found += batch.num_rows
            control.report(Progress(tr("Reading the table"), min(1.0, found / records)))
            if found >= records:
                break
        return pa.Table.from_batches(batches, stream.schema).slice(0, records).unify_dictionaries()


def _cleaned(chunked: pa.ChunkedArray, null_values: frozenset[str]) -> tuple[Codes, list[str]]:
    array = chunked.unify_dictionaries().combine_chunks()
    if isinstance(array, pa.ChunkedArray):
        array = array.chunk(0) if array.num_chunks else pa.array([], chunked.type)
    # `to_numpy` would import pandas, which takes longer than reading the table.
    return folded(np.asarray(np.from_dlpack(array.indices), np.int32), array.dictionary.to_pylist(), null_values)
