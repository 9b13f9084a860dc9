"""A result that was written, read again by a path of its own: its texts, in the order of the records of the input."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.foundation.errors import UnreadableFile
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.io.files.archive import on_disk
from arxdesk_engine.io.table import TableFormat, format_of
from arxdesk_engine.io.text.detect import Syntax
from arxdesk_engine.io.text.form import TextForm
from arxdesk_engine.verification.parquet import read_parquet_exactly
from arxdesk_engine.verification.tables import read_typed_exactly
from arxdesk_engine.verification.texts import group_numbers, one_below_the_other, read_exactly
from arxdesk_engine.verification.written_text import without_apostrophes

Numbers = NDArray[np.int64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class WrittenPart:
    """One file of a result of linked tables: the table of this `name`, the first one "".

    `names` are those of its columns by those of their attributes. `key` is the attribute by which its rows belong to
    those of its parent, and stands in it under its name there; "" for the first one. `order` of the file has a record
    of the join for each of its rows.
    """

    name: str
    file: WrittenFile
    names: Mapping[str, str]
    key: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class WrittenFile:
    """A result in a file or a database, and the facts that it does not show itself.

    `path` is the file, or the address of the database with the `table`. `delimiter` is None where it is no
    delimited text, and `form` says how else that is written. `left_out` are columns of the input that are not
    there. `suppressed` bool[records of the input] are those suppressed: which records are missing where they were
    dropped. `sample` bool[records of the input] are those that differential privacy drew; None without it. `order`
    are the records of the input in the order in which they were written; None: that of the input. `renamed` are
    columns with the names they have there. `shown` is the table that was written, all records of it, where the
    result is in a database, whose records have no order: it tells which of the input each can be, and nothing else
    is taken from it. `levels` int16[records of the input, quasi-identifiers] are those claimed of each record, where
    not all have the same; None: they have. `spread` is the copy with drawn values that was written beside it. `parts`
    are the files of linked tables, this one among them; none: it is one table.
    """

    path: Path | str
    delimiter: str | None
    suppressed: Bools
    sample: Bools | None = None
    order: Numbers | None = None
    table: str | None = None
    renamed: Mapping[str, str] = field(default_factory=dict)
    shown: Dataset | None = None
    form: TextForm | None = None
    left_out: tuple[str, ...] = ()
    levels: NDArray[np.int16] | None = None
    spread: WrittenFile | None = None
    parts: tuple[WrittenPart, ...] = ()

    @property
    def place(self) -> str:
        """The place of the result, for messages."""
        return str(self.path) if self.table is None else tr("{path}, table {table}", path=self.path, table=self.table)


def read_written(written: WrittenFile) -> tuple[pd.DataFrame, str]:
    """A table of categorical columns of texts, with the names of the input, and the digest of what was read.

    Raises UnreadableFile, or InvalidData for what is no table.
    """
    place = str(written.path)
    kind = format_of(place)
    if written.delimiter is not None or kind is TableFormat.PARQUET:
        with on_disk(place) as file:
            table = _read_exactly(file, written)
    else:
        table = read_typed_exactly(place, kind, written.table)
    original = {new: old for old, new in written.renamed.items()}
    table = table.rename(columns=original)
    return table, _digest_of_records(table) if kind is TableFormat.DATABASE else _digest_of_file(Path(place))


def _read_exactly(file: Path, written: WrittenFile) -> pd.DataFrame:
    if written.delimiter is None:
        return read_parquet_exactly(file)
    encoding = "utf-8" if written.form is None else written.form.encoding
    table = read_exactly(file, Syntax(written.delimiter, encoding))
    escapes = written.form is not None and written.form.escapes_formulas
    return without_apostrophes(table) if escapes else table


def order_of(written: WrittenFile, table: pd.DataFrame) -> Numbers | None:
    """The record of the input that each row is to be compared with; None: they come in the order of the input."""
    order = written.order
    if written.shown is None or order is None or len(order) != len(table) or not len(table):
        return order
    columns = [
        one_below_the_other(table[name].array, cells[order])
        for name, cells in ((str(name), column.array) for name, column in written.shown.to_pandas().items())
        if name not in written.left_out
    ]
    group = pd.Series(group_numbers(columns))
    here, there = (each.to_numpy() for each in (group[: len(table)], group[len(table) :]))
    # Rows that read the same are interchangeable: the first of them here is the first of them there.
    rows_here, rows_there = (
        each * len(table) + pd.Series(each).groupby(each).cumcount().to_numpy() for each in (here, there)
    )
    _same, rows, places = np.intersect1d(rows_here, rows_there, return_indices=True)
    found = np.full(len(table), -1, np.int64)
    found[rows] = order[places]
    # What was not written like that is compared with what is missing.
    found[found < 0] = order[np.setdiff1d(np.arange(len(order)), places)]
    return found


def _digest_of_file(path: Path) -> str:
    try:
        with path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        raise UnreadableFile.from_os_error(path, error) from error


def _digest_of_records(table: pd.DataFrame) -> str:
    """As `io.digest` states it: lines of CSV, the names first, then the records in the order of their bytes."""
    alone = len(table.columns) == 1

    def quoted(cell: str) -> str:
        needs_quotes = any(each in cell for each in ',"\r\n') or (alone and cell == "")
        return '"' + cell.replace('"', '""') + '"' if needs_quotes else cell

    cells = [np.array([quoted(text) for text in table[name].array.categories], object) for name in table.columns]
    columns = [texts[table[name].array.codes] for texts, name in zip(cells, table.columns, strict=True)]
    lines = sorted(",".join(row).encode() for row in zip(*columns, strict=True))
    header = ",".join(quoted(str(name)) for name in table.columns).encode()
    return hashlib.sha256(b"".join(line + b"\n" for line in (header, *lines))).hexdigest()
