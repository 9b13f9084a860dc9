"""The parts of a table that Spark has written to a folder, read one after the other."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.errors import UnwritableFile

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

_BATCH_RECORDS = 131_072


def join_parts(folder: Path, target: Path, types: Mapping[str, pa.DataType], activity: str, control: Control) -> int:
    """Write the parts of a table to one file; returns the number of its records.

    `types` are those that columns had in the files that Spark has read: it has no unsigned numbers, nanoseconds or time
    zones of its own, but keeps their values. Raises Stopped.
    """
    import pyarrow as pa  # noqa: PLC0415 - slow to import
    import pyarrow.parquet as pq  # noqa: PLC0415

    with _opened(parts_of(folder)[0]) as first:
        schema = pa.schema([_restored(field, types) for field in first.schema_arrow])
    records = 0
    with pq.ParquetWriter(target, schema) as writer:
        for batch in _batches(folder, activity, control):
            cells = [column.cast(field.type) for column, field in zip(batch.columns, schema, strict=True)]
            writer.write_batch(pa.record_batch(cells, schema=schema))
            records += batch.num_rows
    return records


def add_columns(folder: Path, target: Path, more: pa.Table, activity: str, control: Control) -> None:
    """Write the parts of a table to one file with more columns, a row for a row. Raises Stopped."""
    import pyarrow as pa  # noqa: PLC0415
    import pyarrow.parquet as pq  # noqa: PLC0415

    with _opened(parts_of(folder)[0]) as first:
        schema = pa.schema([*(field.remove_metadata() for field in first.schema_arrow), *more.schema])
    place = 0
    with pq.ParquetWriter(target, schema) as writer:
        for batch in _batches(folder, activity, control):
            piece = pa.Table.from_batches([batch])
            rows = more.slice(place, batch.num_rows)
            writer.write_table(pa.Table.from_arrays([*piece.columns, *rows.columns], schema=schema))
            place += batch.num_rows


@contextlib.contextmanager
def writing(file: Path) -> Iterator[None]:
    """A block that writes a file for Spark. Raises UnwritableFile."""
    try:
        yield
    except OSError as error:
        raise UnwritableFile.from_os_error(file, error) from error


def parts_of(folder: Path) -> tuple[Path, ...]:
    """The files that Spark has written to a folder, in the order of its tasks."""
    return tuple(sorted(folder.glob("part-*.parquet")))


def _batches(folder: Path, activity: str, control: Control) -> Iterator[pa.RecordBatch]:
    parts = parts_of(folder)
    for number, part in enumerate(parts):
        with _opened(part) as file:
            for batch in file.iter_batches(_BATCH_RECORDS):
                control.raise_if_stopped()
                control.report(Progress(activity, number / len(parts)))
                yield batch


@contextlib.contextmanager
def _opened(part: Path) -> Iterator[pq.ParquetFile]:
    """A part, its texts encoded by dictionaries, which takes a fraction of the time."""
    import pyarrow.parquet as pq  # noqa: PLC0415

    with pq.ParquetFile(part) as file:
        texts = [field.name for field in file.schema_arrow if str(field.type) == "string"]
    with pq.ParquetFile(part, read_dictionary=texts) as file:
        yield file


def _restored(field: pa.Field, types: Mapping[str, pa.DataType]) -> pa.Field:
    """A column with the type that it had, unless that is no other one of texts or holds nothing but missing values."""
    import pyarrow as pa  # noqa: PLC0415

    had = types.get(field.name)
    if had is None or pa.types.is_null(had) or pa.types.is_dictionary(field.type):
        had = field.type
    return pa.field(field.name, had)
