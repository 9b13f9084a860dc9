"""Parquet files: typed columns read as text, and written with their type where the text is exactly that of the type.

The text of a cell: whole numbers without a decimal point, also those among floating-point numbers; other
floating-point numbers with the fewest digits that tell them apart (`repr`); decimals with all their digits; `true` and
`false`; dates and times in ISO form. A column of moments that are all midnight reads as dates; moments with a time zone
read in UTC, with a Z; fractions of seconds have six digits, nine where the column needs them. Nulls and NaN are the
missing value. Blanks around texts are cut off and null values folded as in delimited files.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import math
import re
from collections.abc import Collection, Iterator, Sequence
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.data.dataset import Codes, Column
from arxdesk_engine.data.raw_table import (
    MAX_RECORDS,
    RawColumn,
    RawTable,
    chosen_names,
    folded,
    no_records,
    require_names,
)
from arxdesk_engine.data.schema import DEFAULT_DATE_FORMAT, DataType, ValueType, detect_type
from arxdesk_engine.foundation.composed import composed
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.errors import InvalidData, Problem, UnreadableFile, UserError, quoted
from arxdesk_engine.foundation.language import tr, whole
from arxdesk_engine.io.cells.cells import EXACT_WHOLE_NUMBERS
from arxdesk_engine.io.cells.options import TableOptions
from arxdesk_engine.io.cells.records import Records, numbers_of
from arxdesk_engine.io.files.atomic import atomic_writer
from arxdesk_engine.io.files.packed import ARROW_SUFFIXES

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

PARQUET_SUFFIXES = (".parquet", ".pq")

_MIDNIGHT = "T00:00:00"
_BATCH_RECORDS = 65_536
_TEXTS_AT_ONCE = 50_000
"""The number of texts made in one go, during which other threads stand still."""


def is_parquet(path: Path) -> bool:
    """Whether the name of a file is that of a Parquet file."""
    return path.suffix.lower() in PARQUET_SUFFIXES


def read_parquet(path: Path, options: TableOptions, control: Control, rows: int | None = None) -> RawTable:
    """Read a table, or its first `rows`.

    Integers, decimals and dates have texts of these types, whatever reads them; floating-point numbers that are all
    whole are integers, as which pandas has to store them where cells are missing.

    Raises UnreadableFile; InvalidData for what is no Parquet file, for nested and other columns that are no texts,
    numbers or dates, and for too many or nameless columns; Stopped.
    """
    null_values, limit = frozenset(options.null_values), options.rows(rows)
    stored = stored_columns(path, options.columns)
    chosen = list(stored)
    text_columns = [field.name for field in stored.values() if _is_text(_plain(field.type))]
    control.raise_if_stopped()
    with _explained(path), _opened(path, text_columns) as file:
        table = _rows_of(file, [stored[name].name for name in chosen], limit)
        columns: list[RawColumn] = []
        for name in chosen:
            control.raise_if_stopped()
            control.report(Progress(tr("Reading the table"), len(columns) / len(chosen)))
            columns.append(column_of(name, table[stored[name].name], null_values))
    if table.num_rows == 0:
        raise no_records(path)
    return RawTable(tuple(columns), table.num_rows)


def column_of(name: str, cells: pa.ChunkedArray, null_values: Collection[str] = ("",)) -> RawColumn:
    """A column of Arrow as one that was read: a Parquet file with these cells gives the same.

    Raises InvalidData for cells that are no texts, numbers or dates.
    """
    kind = _plain(cells.type)
    if not _is_readable(kind):
        raise InvalidData(_unreadable(name, kind, tr("data frame")))
    codes, texts = folded(*_encoded(name, cells), null_values)
    return RawColumn(name, codes, tuple(texts), _declared(cells.type, texts))


def is_text(kind: pa.DataType) -> bool:
    """Whether cells of a type of Arrow are text, encoded by a dictionary or not."""
    return _is_text(_plain(kind))


def stored_columns(path: Path, wanted: Sequence[str] = ()) -> dict[str, pa.Field]:
    """The columns as they are stored, by the names under which they are read; `wanted`: these alone, in this order.

    Reads nothing but the description at the end of the file. Raises as `read_parquet`.
    """
    with _explained(path), _opened(path) as file:
        stored = dict(zip(_names(path, file), file.schema_arrow, strict=True))
        chosen = chosen_names(str(path), list(stored), wanted)
        _require_readable_columns(path, chosen, [stored[name] for name in chosen])
    return {name: stored[name] for name in chosen}


def _rows_of(file: pq.ParquetFile, columns: Sequence[str], limit: int | None) -> pa.Table:
    import pyarrow as pa  # noqa: PLC0415 - slow to import

    if limit is None or limit >= file.metadata.num_rows:
        return file.read(columns=columns)
    batches, found = [], 0
    for batch in file.iter_batches(batch_size=min(limit, _BATCH_RECORDS), columns=columns):
        batches.append(batch)
        found += batch.num_rows
        if found >= limit:
            break
    return pa.Table.from_batches(batches).slice(0, limit)


def _declared(kind: pa.DataType, texts: Sequence[str]) -> ValueType | None:
    """The type of a column by the file, if it is one of ours."""
    import pyarrow as pa  # noqa: PLC0415 - slow to import

    kind, known = _plain(kind), pa.types
    if _is_text(kind) or known.is_boolean(kind) or known.is_time(kind):
        return ValueType()
    if known.is_null(kind):
        return None
    return detect_type([text for text in texts if text])


def write_parquet(
    path: Path, columns: Sequence[Column], *, records: Records | None = None, control: Control | None = None
) -> None:
    """Write columns atomically, as Parquet or, where the suffix says so, as a file of Arrow; `records` selects the
    written ones.

    Numbers and dates keep their type where every cell that is written has the text that the typed cell would be read
    as; all else is dictionary-encoded text. Missing cells are nulls. The dictionaries hold only what occurs in the
    records that are written. Raises UnwritableFile; Stopped. The old file then stays as it was.
    """
    import pyarrow as pa  # noqa: PLC0415 - slow to import

    control, chosen = control or Control(), numbers_of(records)
    arrays: list[pa.Array] = []
    for column in columns:
        control.raise_if_stopped()
        control.report(Progress(tr("Writing the table"), len(arrays) / len(columns)))
        arrays.append(array_of(column, chosen))
    table = pa.Table.from_arrays(arrays, [column.name for column in columns])
    with atomic_writer(path) as stream:
        if path.suffix.lower() in ARROW_SUFFIXES:
            _write_arrow(stream, table, control)
        else:
            import pyarrow.parquet as pq  # noqa: PLC0415

            pq.write_table(table, stream)
        control.raise_if_stopped()


def _write_arrow(stream: BinaryIO, table: pa.Table, control: Control) -> None:
    """The IPC file format of Arrow, which is version 2 of Feather; not compressed, as some of its readers want it."""
    from pyarrow import ipc  # noqa: PLC0415

    with ipc.new_file(stream, table.schema) as writer:
        for batch in table.to_batches(_BATCH_RECORDS):
            control.raise_if_stopped()
            writer.write_batch(batch)


@contextlib.contextmanager
def _opened(path: Path, text_columns: Sequence[str] = ()) -> Iterator[pq.ParquetFile]:
    import pyarrow.parquet as pq  # noqa: PLC0415

    # Opened by Python, whose errors say why a file cannot be opened, and which takes any name for that of a file.
    with path.open("rb") as stream, pq.ParquetFile(stream, read_dictionary=list(text_columns)) as file:
        yield file


@contextlib.contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Turns the errors of reading a file into our own."""
    try:
        yield
    except UserError:
        raise
    except MemoryError as error:
        raise InvalidData(
            Problem(str(path), tr("the table does not fit into memory"), tr("Leave out columns or records."))
        ) from error
    except OSError as error:
        if error.errno is not None:
            raise UnreadableFile.from_os_error(path, error) from error
        raise _broken(path, error) from error
    except (ValueError, TypeError, LookupError, RuntimeError) as error:  # Arrow's errors derive from these
        raise _broken(path, error) from error


def _broken(path: Path, error: Exception) -> InvalidData:
    reason = (str(error).strip().splitlines() or [type(error).__name__])[0].rstrip(".")
    found = tr("the file cannot be read as a Parquet table ({reason})", reason=reason)
    return InvalidData(Problem(str(path), found, tr("Check that it is a complete Parquet file.")))


def _names(path: Path, file: pq.ParquetFile) -> list[str]:
    """The names of the columns, after a check of their number and that of the records."""
    names, records = [composed(name.strip()) for name in file.schema_arrow.names], file.metadata.num_rows
    if not names:
        raise InvalidData(Problem(str(path), tr("the table has no columns"), tr("Choose a file with columns.")))
    if records > MAX_RECORDS:
        found = tr("{records} records", records=whole(records))
        raise InvalidData(Problem(str(path), found, tr("At most {n} records can be read.", n=whole(MAX_RECORDS))))
    require_names(str(path), names)
    return names


def _require_readable_columns(path: Path, names: Sequence[str], schema: Sequence[pa.Field]) -> None:
    faults = []
    for name, field in zip(names, schema, strict=True):
        kind = _plain(field.type)
        if not _is_readable(kind):
            faults.append(_unreadable(name, kind, str(path)))
    if faults:
        raise InvalidData(faults)


def _unreadable(name: str, kind: pa.DataType, place: str) -> Problem:
    held = tr("nested cells") if _is_nested(kind) else tr("cells that are not text, number or date")
    return Problem(
        place,
        tr("column {name} holds {held} ({kind})", name=quoted(name), held=held, kind=kind),
        tr("Split it into plain columns, or leave it out."),
    )


def _plain(kind: pa.DataType) -> pa.DataType:
    """The type of the values of a dictionary."""
    import pyarrow as pa  # noqa: PLC0415

    return kind.value_type if pa.types.is_dictionary(kind) else kind


def _is_nested(kind: pa.DataType) -> bool:
    import pyarrow as pa  # noqa: PLC0415

    return bool(pa.types.is_nested(kind))


def _is_readable(kind: pa.DataType) -> bool:
    import pyarrow as pa  # noqa: PLC0415

    known = pa.types
    numbers = (known.is_boolean, known.is_integer, known.is_floating, known.is_decimal)
    moments = (known.is_date, known.is_timestamp, known.is_time)
    return _is_text(kind) or any(check(kind) for check in (*numbers, *moments, known.is_null))


def _is_text(kind: pa.DataType) -> bool:
    """Whether cells are text; some programs write text as bytes without saying so."""
    import pyarrow as pa  # noqa: PLC0415

    names = ("string", "large_string", "string_view", "binary", "large_binary", "binary_view")
    return kind in [getattr(pa, name)() for name in names]


def _encoded(name: str, chunked: pa.ChunkedArray) -> tuple[Codes, list[str]]:
    """Codes and texts of a column that occur; nulls have the empty text."""
    import pyarrow as pa  # noqa: PLC0415

    kind = chunked.type
    if pa.types.is_dictionary(kind) and not _is_text(kind.value_type):
        chunked = chunked.cast(kind.value_type)
    if not pa.types.is_dictionary(chunked.type):
        chunked = chunked.dictionary_encode()
    array = chunked.unify_dictionaries().combine_chunks()
    if isinstance(array, pa.ChunkedArray):
        array = array.chunk(0) if array.num_chunks else pa.array([], chunked.type)
    array.validate(full=True)
    missing = len(array.dictionary)
    codes = np.asarray(np.from_dlpack(array.indices.cast(pa.int32()).fill_null(missing)), np.int32)
    occurs = np.bincount(codes, minlength=missing + 1) > 0
    texts = _texts(name, array.dictionary.take(pa.array(np.flatnonzero(occurs[:missing]))))
    return (np.cumsum(occurs) - 1).astype(np.int32)[codes], [*texts, ""] if occurs[missing] else texts


def _texts(name: str, values: pa.Array) -> list[str]:
    """The text of each of the distinct values of a column."""
    import pyarrow as pa  # noqa: PLC0415

    kind = values.type
    if _is_text(kind):
        return ["" if text is None else _decoded(name, text) for text in values.to_pylist()]
    if pa.types.is_floating(kind):
        return _numbers(values)
    if pa.types.is_timestamp(kind):
        moments = values.cast(pa.timestamp(kind.unit)).cast(pa.string()).to_pylist()
        return _moments(moments, zone="" if kind.tz is None else "Z")
    if pa.types.is_decimal(kind):
        return ["" if number is None else format(number, "f") for number in values.to_pylist()]
    texts = [text or "" for text in values.cast(pa.string()).to_pylist()]
    return [_with_fraction(text, 6) for text in texts] if pa.types.is_time(kind) else texts


def _decoded(name: str, text: str | bytes) -> str:
    if isinstance(text, str):
        return text
    try:
        return text.decode()
    except UnicodeDecodeError as error:
        raise ValueError(tr("column {name} holds bytes that are not text in UTF-8", name=quoted(name))) from error


def _numbers(values: pa.Array) -> list[str]:
    """Floating-point numbers of any width, with the digits that distinguish them at that width."""
    width = {"halffloat": np.float16, "float": np.float32}.get(str(values.type), float)

    def text(number: float | None) -> str:
        if number is None or math.isnan(number):
            return ""
        exact = float(number)
        if exact.is_integer() and abs(exact) <= EXACT_WHOLE_NUMBERS:
            return str(int(exact))
        return repr(float(str(width(exact))))

    return [text(number) for number in values.to_pylist()]


def _moments(found: Sequence[str | None], zone: str) -> list[str]:
    """Moments in ISO form, all with the digits that the column needs."""
    texts = [text.replace(" ", "T") for text in found if text is not None]
    fractions = [text.partition(".")[2] for text in texts]
    digits = 9 if any(fraction[6:].strip("0") for fraction in fractions) else 6
    if any(fraction.strip("0") for fraction in fractions):
        texts = [_with_fraction(text, digits, always=True) for text in texts]
    else:
        texts = [text.partition(".")[0] for text in texts]
        if not zone and all(text.endswith(_MIDNIGHT) for text in texts):
            texts = [text.removesuffix(_MIDNIGHT) for text in texts]
    given = iter(texts)
    return ["" if text is None else next(given) + zone for text in found]


def _with_fraction(text: str, digits: int, *, always: bool = False) -> str:
    """A time with at least a number of digits below the second; without any if they are all zero."""
    whole, _point, fraction = text.partition(".")
    if not always and not fraction.strip("0"):
        return whole
    return f"{whole}.{fraction.rstrip('0').ljust(digits, '0')}"


def array_of(column: Column, chosen: NDArray[np.intp] | None = None) -> pa.Array:
    """The chosen records of a column (None: all), as `write_parquet` writes them: typed, or text encoded by a
    dictionary of the occurring values."""
    import pyarrow as pa  # noqa: PLC0415

    codes = column.codes if chosen is None else column.codes[chosen]
    occurs = np.bincount(codes, minlength=len(column.values)) > 0
    missing = column.values.index("") if "" in column.values else None
    if missing is not None:
        occurs[missing] = False
    if not occurs.all():
        codes = np.where(occurs, np.cumsum(occurs) - 1, -1).astype(np.int32)[codes]
    texts = [value for value, is_there in zip(column.values, occurs.tolist(), strict=True) if is_there]
    indices = pa.array(codes, mask=codes < 0) if missing is not None else pa.array(codes)
    typed = _typed(column, texts)
    if typed is not None:
        return typed.take(indices)
    return pa.DictionaryArray.from_arrays(indices, pa.array(texts, pa.string()))


def _typed(column: Column, texts: Sequence[str]) -> pa.Array | None:
    """Texts as an array of the first type that reads back as exactly these texts; None without one."""
    import pyarrow as pa  # noqa: PLC0415

    if not texts or column.type.kind not in (DataType.INTEGER, DataType.DECIMAL, DataType.DATE):
        return None
    for kind, convert in _conversions(column.type):
        try:
            array = pa.array([convert(text) for text in texts], kind)
        except (ValueError, ArithmeticError, pa.ArrowException):
            continue
        if _texts(column.name, array) == list(texts):
            return array
    return None


def _conversions(value_type: ValueType) -> Iterator[tuple[pa.DataType | None, Any]]:
    """The Arrow form of a value type: an Arrow type (None: inferred) and how a text becomes a value of it."""
    import pyarrow as pa  # noqa: PLC0415

    if value_type.kind is DataType.INTEGER:
        yield pa.int64(), int
    elif value_type.kind is DataType.DECIMAL:
        yield pa.float64(), float
        yield None, Decimal
    elif re.match(r"%Y-%m-%d(T|$)", value_type.format or DEFAULT_DATE_FORMAT):
        yield pa.date32(), dt.date.fromisoformat
        zone = "UTC" if (value_type.format or "").endswith("Z") else None
        yield pa.timestamp("us", zone), dt.datetime.fromisoformat
