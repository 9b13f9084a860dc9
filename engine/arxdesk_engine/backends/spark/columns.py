"""The columns of Parquet files as Spark reads them, and their cells as the files had them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from arxdesk_engine.backends.border.refusals import IN_MEMORY
from arxdesk_engine.foundation.errors import InvalidData, Problem, quoted
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.io.parquet import stored_columns

if TYPE_CHECKING:
    import pyarrow as pa

_READ = {
    "bool": "BOOLEAN",
    "int8": "TINYINT",
    "int16": "SMALLINT",
    "int32": "INT",
    "int64": "BIGINT",
    "uint8": "SMALLINT",
    "uint16": "INT",
    "uint32": "BIGINT",
    "uint64": "DECIMAL(20, 0)",
    "float": "FLOAT",
    "double": "DOUBLE",
    "string": "STRING",
    "large_string": "STRING",
    "binary": "BINARY",
    "large_binary": "BINARY",
    "date32[day]": "DATE",
    "date64[ms]": "DATE",
    "null": "INT",
}
"""Spark's type for the types of columns that have no parameters."""
_HELD_BY_BIGINT = ("TINYINT", "SMALLINT", "INT", "BIGINT")
_CAST_TO_TEXT = ("STRING", "BOOLEAN", "DECIMAL", *_HELD_BY_BIGINT)
"""How the names of types begin whose cells a cast makes the texts that they read as."""
_MOST_DIGITS = 38


@dataclass(frozen=True, slots=True)
class ParquetColumn:
    """A column: its `name`, its type in the files, `stored`, and Spark's type for it, `read`."""

    name: str
    stored: pa.DataType
    read: str

    @property
    def is_cast_to_text(self) -> bool:
        """Whether Spark's cast makes a cell the text that it reads as."""
        import pyarrow as pa  # noqa: PLC0415 - slow to import

        return self.read.startswith(_CAST_TO_TEXT) and not pa.types.is_timestamp(self.stored)


def parquet_columns(place: str, files: Sequence[Path], names: Sequence[str]) -> list[ParquetColumn]:
    """The named columns of files that have the same ones, each of one kind.

    Raises UnreadableFile; InvalidData, naming `place`, for types that Spark does not read.
    """
    kinds: dict[str, dict[pa.DataType, str | None]] = {each: {} for each in names}
    for file in files:
        fields = stored_columns(file, names)
        nanoseconds = [field.name for field in fields.values() if str(field.type).startswith("timestamp[ns")]
        old = _of_twelve_bytes(file) if nanoseconds else frozenset()
        for name, field in fields.items():
            kind = _value_type(field.type)
            kinds[name][kind] = "TIMESTAMP" if field.name in old else _spark_type(kind)
    columns = {name: _common(name, found) for name, found in kinds.items()}
    faults = [
        Problem(
            place,
            tr(
                "Spark cannot read the column {name} ({kind})", name=quoted(name), kind=", ".join(map(str, kinds[name]))
            ),
            tr(
                "Leave it out of the columns that are read (data.columns), or write {setting} in the section [data].",
                setting=IN_MEMORY,
            ),
        )
        for name, column in columns.items()
        if column is None
    ]
    if faults:
        raise InvalidData(faults)
    return [column for column in columns.values() if column is not None]


def _common(name: str, kinds: Mapping[pa.DataType, str | None]) -> ParquetColumn | None:
    """The column whose files have these types; None where Spark has no type for them."""
    import pyarrow as pa  # noqa: PLC0415

    found = {kind: read for kind, read in kinds.items() if not pa.types.is_null(kind)} or kinds
    (stored, read), *others = found.items()
    if read is None or not others:
        return None if read is None else ParquetColumn(name, stored, read)
    if all(each == read == "STRING" for each in found.values()):
        return ParquetColumn(name, stored, read)
    return ParquetColumn(name, pa.int64(), "BIGINT") if _are_held_by_bigint(found.values()) else None


def _are_held_by_bigint(types: Iterable[str | None]) -> bool:
    return all(each in _HELD_BY_BIGINT for each in types)


def _value_type(kind: pa.DataType) -> pa.DataType:
    """The type of the values of a dictionary, or the type itself."""
    import pyarrow as pa  # noqa: PLC0415

    return kind.value_type if pa.types.is_dictionary(kind) else kind


def _spark_type(kind: pa.DataType) -> str | None:
    """Spark's type for a type of a file; None without one."""
    import pyarrow as pa  # noqa: PLC0415

    if pa.types.is_decimal(kind):
        fits = kind.precision <= _MOST_DIGITS and 0 <= kind.scale <= kind.precision
        return f"DECIMAL({kind.precision}, {kind.scale})" if fits else None
    if pa.types.is_timestamp(kind):
        if kind.unit == "ns":
            return "BIGINT"  # nanoseconds since 1970
        return "TIMESTAMP_NTZ" if kind.tz is None else "TIMESTAMP"
    return "BINARY" if pa.types.is_fixed_size_binary(kind) else _READ.get(str(kind))


def _of_twelve_bytes(file: Path) -> frozenset[str]:
    """The columns of moments that are stored in the way of older programs, which only their physical type tells."""
    import pyarrow.parquet as pq  # noqa: PLC0415

    with file.open("rb") as stream, pq.ParquetFile(stream) as found:
        columns = (found.schema.column(place) for place in range(len(found.schema)))
        return frozenset(each.name for each in columns if each.physical_type == "INT96")
