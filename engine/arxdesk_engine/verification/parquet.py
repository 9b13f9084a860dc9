"""Parquet files read with pandas, every cell as text: a path that shares no conversion with the readers of the engine.

pandas knows no other reader of the format than Arrow, which the engine has, too. What becomes of a cell is formed here
anew, by the rules that `io.parquet` states, from the objects that pandas makes of the cells.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import decimal
import math
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import pandas as pd

from arxdesk_engine.foundation.errors import InvalidData, Problem, UnreadableFile
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.verification.texts import categorical, mapped, trimmed


def read_parquet_exactly(path: Path) -> pd.DataFrame:
    """A table of categorical columns, one text for each cell; missing cells are the empty text.

    Raises UnreadableFile, or InvalidData for what is not a table.
    """
    with _explained(path) as stream:
        return pd.DataFrame({name: _texts(cells) for name, cells in _columns(stream)})


def read_parquet_trimmed(path: Path, null_values: Collection[str]) -> pd.DataFrame:
    """The same for a table that is to be anonymized: blanks around cells are cut off, null values read as empty."""
    table = {}
    for name, cells in read_parquet_exactly(path).items():
        texts = [trimmed(text, null_values) for text in cells.array.categories]
        table[trimmed(str(name))] = mapped(cells.array, texts)
    return pd.DataFrame(table)


@contextlib.contextmanager
def _explained(path: Path) -> Iterator[BinaryIO]:
    try:
        stream = path.open("rb")
    except OSError as error:
        raise UnreadableFile.from_os_error(path, error) from error
    try:
        with stream:
            yield stream
    except (OSError, ValueError, TypeError, ArithmeticError, LookupError, RuntimeError) as error:
        found = tr("the file cannot be read as a table ({error})", error=str(error).strip())
        raise InvalidData(Problem(str(path), found, tr("Check its format."))) from error


def _columns(stream: BinaryIO) -> Iterator[tuple[str, pd.Series[Any]]]:
    """The columns, one after the other, so that no two of them are in memory as Arrow and as pandas have them.

    What pandas writes about itself is not looked at: an index would not be a column otherwise. Columns of texts are
    categorical, so that a text that many cells have is there once.
    """
    import pyarrow as pa  # noqa: PLC0415 - as pandas does
    from pyarrow.parquet import ParquetFile  # noqa: PLC0415

    with ParquetFile(stream) as file:
        kinds = {each.name: each.type for each in file.schema_arrow}
    textual = [name for name, kind in kinds.items() if pa.types.is_string(kind)]
    with ParquetFile(stream, read_dictionary=textual) as file:
        for name in kinds:
            column = file.read(columns=[name]).select([name]).unify_dictionaries()
            frame = column.to_pandas(ignore_metadata=True, integer_object_nulls=True, date_as_object=True)
            yield name, frame[name]


def _texts(cells: pd.Series[Any]) -> pd.Categorical:
    values: Sequence[Any]
    if isinstance(cells.dtype, pd.CategoricalDtype):
        codes, values = cells.array.codes, list(cells.array.categories)
    elif cells.dtype.kind == "f":  # numbers keep their width here, and with it their digits
        distinct, codes = np.unique(cells.to_numpy(), return_inverse=True)
        values = list(distinct)
    else:
        codes, index = pd.factorize(cells)
        values = list(index)
    zone = "" if getattr(cells.dtype, "tz", None) is None else "Z"
    texts = _moments(values, zone) if values and isinstance(values[0], pd.Timestamp) else [*map(_text, values)]
    with_missing = np.where(np.asarray(codes) < 0, len(texts), codes)
    return mapped(categorical(with_missing, range(len(texts) + 1)), [*texts, ""])


def _text(value: object) -> str:
    """A cell as the documentation of `io.parquet` says it reads."""
    if isinstance(value, str):
        return value
    if isinstance(value, (bool, np.bool_)):
        return str(value).lower()
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, (int, np.integer)):
        return str(value)
    if isinstance(value, (float, np.floating)):
        if math.isnan(value):
            return ""
        exact = float(value)
        return str(int(exact)) if exact.is_integer() and abs(exact) <= 2.0**53 else str(float(str(value)))
    if isinstance(value, decimal.Decimal):
        return f"{value:f}"
    if isinstance(value, (dt.date, dt.time)):
        return value.isoformat()
    raise TypeError(f"cells of the type {type(value).__name__} are not text")


def _moments(moments: Sequence[pd.Timestamp], zone: str) -> list[str]:
    moments = [each.tz_convert(None) if zone else each for each in moments]
    if any(each.nanosecond for each in moments):
        return [each.isoformat(timespec="nanoseconds") + zone for each in moments]
    if any(each.microsecond for each in moments):
        return [each.isoformat(timespec="microseconds") + zone for each in moments]
    if not zone and all(each == each.normalize() for each in moments):
        return [each.date().isoformat() for each in moments]
    return [each.isoformat(timespec="seconds") + zone for each in moments]
