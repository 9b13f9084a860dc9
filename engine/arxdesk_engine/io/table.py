"""The one door to tables: in which format one is says its suffix, or that it is the address of a database."""

from __future__ import annotations

import dataclasses
import logging
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path

from arxdesk_engine.data.raw_table import RawColumn, RawTable, SyntaxFacts, TableName
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.errors import InvalidData, Problem, quoted
from arxdesk_engine.foundation.file_names import GZIP_SUFFIX, suffix_of
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.foundation.log import logged
from arxdesk_engine.io.apart import read_apart, sheets_apart
from arxdesk_engine.io.cells.memory import out_of_memory, require_memory_for
from arxdesk_engine.io.cells.options import TableOptions
from arxdesk_engine.io.databases.address import is_address, without_password
from arxdesk_engine.io.databases.reading import read_database, tables_of
from arxdesk_engine.io.files.archive import inside, on_disk
from arxdesk_engine.io.files.packed import ARROW_SUFFIXES
from arxdesk_engine.io.parquet import PARQUET_SUFFIXES, read_parquet
from arxdesk_engine.io.parquet_guard import require_safe_entry
from arxdesk_engine.io.text.delimited import read_delimited
from arxdesk_engine.io.workbooks.guard import kind_of_workbook
from arxdesk_engine.io.workbooks.reading import read_excel, sheets_in

_LOG = logging.getLogger(__name__)

__all__ = [
    "RawColumn",
    "RawTable",
    "SyntaxFacts",
    "TableFormat",
    "TableName",
    "TableOptions",
    "format_of",
    "read_table",
    "tables_in",
]


class TableFormat(StrEnum):
    """The storage format of a table."""

    DELIMITED = "delimited"
    EXCEL = "excel"
    PARQUET = "parquet"
    SAS = "sas"
    STATA = "stata"
    SPSS = "spss"
    DATABASE = "database"

    @property
    def has_tables(self) -> bool:
        """Whether there can be several tables (or sheets) in one place."""
        return self in (TableFormat.EXCEL, TableFormat.DATABASE)


SUFFIXES = {
    TableFormat.DELIMITED: (".csv", ".tsv", ".txt", ".tab", ".dat", ".data"),
    TableFormat.EXCEL: (".xlsx", ".xls", ".ods", ".xlsm"),
    TableFormat.PARQUET: (*PARQUET_SUFFIXES, *ARROW_SUFFIXES),
    TableFormat.SAS: (".sas7bdat", ".xpt"),
    TableFormat.STATA: (".dta",),
    TableFormat.SPSS: (".sav", ".zsav", ".por"),
    TableFormat.DATABASE: (".sqlite", ".sqlite3", ".db"),
}
"""The suffixes of each format; delimited text may be under gzip (.csv.gz), and files of Arrow are read as Parquet.
Files with any other suffix are read as delimited text, unless they are no tables."""

_PACKED = (".zip", ".gz", ".bz2", ".xz", ".zst", ".lz4", ".7z", ".rar", ".tar", ".tgz")
_NO_TABLES = (
    *(".pdf", ".doc", ".docx", ".odt", ".ppt", ".pptx", ".html", ".htm", ".xml", ".json", ".jsonl", ".ndjson"),
    *(".yaml", ".yml", ".toml", ".sql", ".avro", ".orc", ".h5", ".hdf5", ".pickle", ".pkl", ".npy", ".npz"),
    *(".arxdesk", ".deid", ".mdb", ".accdb", ".rds", ".rdata", ".numbers", ".sas7bcat", ".xlsb"),
)
_READERS: dict[TableFormat, Callable[[Path, TableOptions, Control, int | None], RawTable]] = {
    TableFormat.DELIMITED: read_delimited,
    TableFormat.EXCEL: read_excel,
    TableFormat.PARQUET: read_parquet,
}
_READ_APART = {TableFormat.SAS: "statistical", TableFormat.STATA: "statistical", TableFormat.SPSS: "statistical"}
"""Formats whose readers are written in C and brought down by damaged files."""
_FORMAT_OF = {suffix: kind for kind, suffixes in SUFFIXES.items() for suffix in suffixes}


def format_of(path: str) -> TableFormat:
    """The format of a file or an address. Raises InvalidData for files of formats that cannot be read."""
    if is_address(path):
        return TableFormat.DATABASE
    suffix = Path(path).suffix.lower()
    if suffix_of(path).lower().removesuffix(GZIP_SUFFIX) in SUFFIXES[TableFormat.DELIMITED]:
        return TableFormat.DELIMITED
    if suffix in _PACKED or suffix in _NO_TABLES:
        known = tr("Choose one of these: {suffixes}, or a database.", suffixes=", ".join(_FORMAT_OF))
        if suffix in _PACKED:
            found = tr("compressed files, such as {suffix}, cannot be read as tables", suffix=quoted(suffix))
            raise InvalidData(Problem(path, found, tr("Decompress it first. {known}", known=known)))
        raise InvalidData(
            Problem(path, tr("files with the suffix {suffix} cannot be read as tables", suffix=quoted(suffix)), known)
        )
    return _FORMAT_OF.get(suffix, TableFormat.DELIMITED)


def tables_in(path: str, password: str | None, control: Control) -> tuple[TableName, ...]:
    """The sheets of a workbook, or the tables and views of a database; none for formats that hold one table.

    Raises UnreadableFile, PasswordNeeded or InvalidData; Stopped.
    """
    control.report(Progress(tr("Looking for tables")))
    match format_of(path):
        case TableFormat.EXCEL:
            with on_disk(path, control) as file:
                return sheets_apart(file, control) if _is_hazardous(file) else sheets_in(file, control)
        case TableFormat.DATABASE:
            return tables_of(path, password, control)
        case _:
            return ()


def read_table(
    path: str, options: TableOptions, control: Control, password: str | None = None, rows: int | None = None
) -> RawTable:
    """Read a table, or its first `rows` for a preview. A password that was right is known for the rest of the session.

    Raises UnreadableFile, PasswordNeeded or InvalidData; Stopped.
    """
    control.report(Progress(tr("Reading the table")))
    try:
        with logged(_LOG, tr("read the table %s"), without_password(path)):
            table = _read(path, options, control, password, rows)
    except MemoryError as error:  # also that of Arrow
        raise out_of_memory(without_password(path)) from error
    _LOG.info("%d records, %d columns", table.records, len(table.columns))
    if not options.numbers_as_text:
        return table
    columns = tuple(dataclasses.replace(column, has_numbers=False) for column in table.columns)
    return dataclasses.replace(table, columns=columns)


def _read(path: str, options: TableOptions, control: Control, password: str | None, rows: int | None) -> RawTable:
    kind = format_of(path)
    if kind is TableFormat.DATABASE:
        return read_database(path, options, control, password, rows)
    with on_disk(path, control) as file:
        if options.rows(rows) is None:
            require_memory_for(file, path)
        if kind is TableFormat.PARQUET and inside(path) is not None:
            require_safe_entry(file, path)
        return _read_file(file, kind, options, control, rows)


def _read_file(file: Path, kind: TableFormat, options: TableOptions, control: Control, rows: int | None) -> RawTable:
    if is_read_apart(file, kind):
        return read_apart(file, _READ_APART.get(kind, "excel"), options, control, rows)
    return _READERS[kind](file, options, control, rows)


def is_read_apart(file: Path, kind: TableFormat) -> bool:
    """Whether a file is read in a process of its own. Raises UnreadableFile or InvalidData."""
    return kind in _READ_APART or (kind is TableFormat.EXCEL and _is_hazardous(file))


def _is_hazardous(workbook: Path) -> bool:
    """Whether nothing but reading a workbook tells how much memory it takes. Raises UnreadableFile or InvalidData."""
    return kind_of_workbook(workbook) != "xlsx"
