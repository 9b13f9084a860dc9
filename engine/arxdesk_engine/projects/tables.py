"""The tables in an archive: Parquet files of texts as they were read, safe to open when they come from strangers.

Pages are not compressed and encoded only by dictionaries and runs, so that texts take no more memory than bytes in the
file (`io.parquet_guard` sees to that). What runs can still claim is how many cells there are: that is
limited.
"""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import numpy as np

from arxdesk_engine.data.raw_table import MAX_COLUMNS, RawColumn, require_names
from arxdesk_engine.foundation.errors import InvalidData, InvalidJob, Problem, UnreadableFile, UserError, quoted
from arxdesk_engine.foundation.language import tr, whole
from arxdesk_engine.io.parquet_guard import MOST_CELLS, MOST_RECORDS, UnexpectedTable, shape_of

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

_ROWS_AT_ONCE = 1_000_000
_TEXTS_AT_ONCE = 50_000
"""While so many texts are handed to Arrow, other threads stand still."""
_DAMAGE = (OSError, ValueError, TypeError, LookupError, RuntimeError, ArithmeticError)


def write_texts(stream: BinaryIO, columns: Sequence[RawColumn], source: str) -> None:
    """Write columns of texts; the empty text is null.

    Raises InvalidData for a table that is too large, and InvalidJob for text that is not in UTF-8; `source` names the
    table.
    """
    import pyarrow as pa  # noqa: PLC0415 - slow to import

    require_size(source, len(columns[0].codes) if columns else 0, len(columns))
    require_names(source, [column.name for column in columns])
    try:
        schema = pa.schema([(column.name, pa.dictionary(pa.int32(), pa.string())) for column in columns])
        arrays = [_array(column) for column in columns]
    except UnicodeEncodeError as error:
        raise not_in_utf8(source, error) from error
    write_table(stream, pa.Table.from_arrays(arrays, schema=schema))


def write_table(stream: BinaryIO, table: pa.Table) -> None:
    """Write a table as all tables of an archive are written."""
    import pyarrow.parquet as pq  # noqa: PLC0415

    plain = {"compression": "NONE", "write_statistics": False, "store_schema": False, "data_page_version": "1.0"}
    pq.write_table(table, stream, row_group_size=_ROWS_AT_ONCE, use_dictionary=True, **plain)


def require_safe_table(path: Path, records: int | None = None) -> None:
    """Raises InvalidData for a Parquet file that could take more memory than it may, or has not so many records."""
    try:
        shape = shape_of(path)
    except UnexpectedTable as error:
        raise _unlike(path, str(error)) from error
    except OSError as error:
        raise UnreadableFile.from_os_error(path, error) from error
    require_size(str(path), shape.records, shape.columns)
    if records is not None and shape.records != records:
        raise _unlike(
            path,
            tr(
                "there are {found} records in it, and should be {expected}",
                found=whole(shape.records),
                expected=whole(records),
            ),
        )


def require_size(place: str, records: int, columns: int) -> None:
    """Raises InvalidData for tables that are too large, or empty."""
    if not records or not columns:
        raise InvalidData(Problem(place, tr("the table is empty"), tr("A project has a table with records.")))
    if records > MOST_RECORDS or columns > MAX_COLUMNS or records * columns > MOST_CELLS:
        found = tr(
            "{records} records with {columns} columns are more than a project can hold",
            records=whole(records),
            columns=whole(columns),
        )
        remedy = tr(
            "It may have {records} records, {columns} columns and {cells} cells. Use a job file, which names its "
            "table.",
            records=whole(MOST_RECORDS),
            columns=whole(MAX_COLUMNS),
            cells=whole(MOST_CELLS),
        )
        raise InvalidData(Problem(place, found, remedy))


def not_in_utf8(place: str, error: UnicodeEncodeError) -> InvalidJob:
    """The error for text with a lone surrogate: the name of a file that is not in UTF-8, for instance."""
    found = tr(
        "{character} in a name cannot be written to a project",
        character=quoted(ascii(error.object[error.start : error.end])),
    )
    return InvalidJob(Problem(place, found, tr("Rename the file or the column. Nothing was written.")))


@contextlib.contextmanager
def opened(path: Path, texts: Collection[str] = ()) -> Iterator[pq.ParquetFile]:
    """A Parquet file for reading; each text of the columns `texts` is in memory once."""
    import pyarrow.parquet as pq  # noqa: PLC0415

    with path.open("rb") as stream, pq.ParquetFile(stream, read_dictionary=list(texts)) as file:
        yield file


@contextlib.contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turns what reading a hostile Parquet file can raise into InvalidData."""
    try:
        yield
    except UserError:
        raise
    except MemoryError as error:
        raise _unlike(path, tr("it does not fit into memory")) from error
    except _DAMAGE as error:  # Arrow's errors derive from these
        reason = (str(error).strip().splitlines() or [type(error).__name__])[0].rstrip(".")
        raise _unlike(path, tr("it is not a table ({reason})", reason=reason)) from error


def _unlike(path: Path, found: str) -> InvalidData:
    return InvalidData(Problem(str(path), found, tr("Choose another copy of the project.")))


def _array(column: RawColumn) -> pa.Array:
    import pyarrow as pa  # noqa: PLC0415

    pieces = range(0, max(len(column.dictionary), 1), _TEXTS_AT_ONCE)
    parts = [column.dictionary[start : start + _TEXTS_AT_ONCE] for start in pieces]
    missing = next((start + part.index("") for start, part in zip(pieces, parts, strict=True) if "" in part), None)
    texts = pa.concat_arrays([pa.array(part, pa.string()) for part in parts])
    mask = None if missing is None else column.codes == missing
    return pa.DictionaryArray.from_arrays(pa.array(np.asarray(column.codes, np.int32), mask=mask), texts)
