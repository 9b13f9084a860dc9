"""The one door out: a table is written in the format that its suffix names, or into a database."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.errors import InvalidJob, Problem, UnwritableFile, quoted, suggestion
from arxdesk_engine.foundation.extras import require_extra
from arxdesk_engine.foundation.file_names import GZIP_SUFFIX, suffix_of
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.foundation.log import logged
from arxdesk_engine.io.cells.records import Records
from arxdesk_engine.io.databases.address import is_address, without_password
from arxdesk_engine.io.databases.same_place import SourceTable
from arxdesk_engine.io.databases.writing import require_free, write_database
from arxdesk_engine.io.digest import sha256_of_file, sha256_of_records
from arxdesk_engine.io.files.packed import ARROW_SUFFIXES
from arxdesk_engine.io.parquet import PARQUET_SUFFIXES, write_parquet
from arxdesk_engine.io.statistical.writing import STATISTICAL_SUFFIXES, write_statistical
from arxdesk_engine.io.table import SUFFIXES, TableFormat, format_of
from arxdesk_engine.io.text.delimited import write_delimited
from arxdesk_engine.io.text.form import TextForm, held
from arxdesk_engine.io.workbooks.writing import write_excel

_LOG = logging.getLogger(__name__)

_TEXT = (".csv", ".tsv", ".tab", ".txt")
WRITABLE = {
    TableFormat.DELIMITED: (*_TEXT, *(f"{suffix}{GZIP_SUFFIX}" for suffix in _TEXT)),
    TableFormat.PARQUET: (*PARQUET_SUFFIXES, *ARROW_SUFFIXES),
    TableFormat.EXCEL: (".xlsx",),
    TableFormat.STATA: (".dta",),
    TableFormat.SPSS: (".sav", ".zsav"),
    TableFormat.SAS: (".xpt",),
    TableFormat.DATABASE: SUFFIXES[TableFormat.DATABASE],
}
"""The suffixes of each format that can be written; databases can be written by their addresses, too."""
_TABBED = (".tsv", ".tab")
_NO_DATABASES = ("file:", "http:", "https:", "ftp:", "s3:", "smb:")


@dataclass(frozen=True, slots=True)
class Target:
    """The target of a table: a file, or a `table` of a database, which may replace an existing one.

    `delimiter` is what stands between cells where that is not said by the suffix, and `form` how else delimited text is
    written. `source` is the table of a database that is read, whose place is never taken. `is_within`: the
    database makes the table of rows that it has.
    """

    path: str
    table: str | None = None
    replace_table: bool = False
    delimiter: str = ","
    source: SourceTable | None = None
    form: TextForm | None = None
    is_within: bool = False

    @property
    def format(self) -> TableFormat:
        """The storage format of the target."""
        return format_of(self.path)

    @property
    def separator(self) -> str | None:
        """The separator of delimited text; None for other formats."""
        if self.format is not TableFormat.DELIMITED:
            return None
        return "\t" if suffix_of(self.path).lower().removesuffix(GZIP_SUFFIX) in _TABBED else self.delimiter


@dataclass(frozen=True, slots=True)
class WrittenTable:
    """A table that was written: the SHA-256 of its file or its records (`io.digest`), the columns that have
    another name there, the form of delimited text, and what its user should know of it, in sentences."""

    sha256: str
    renamed: Mapping[str, str] = field(default_factory=dict)
    form: TextForm | None = None
    notes: tuple[str, ...] = ()


def require_writable_format(path: str, place: str, suffixes: Sequence[str] | None = None) -> None:
    """Raises InvalidJob, naming `place`, where a path is of no format that can be written, or not among `suffixes`;
    MissingLibrary."""
    if is_address(path) and path.lower().startswith(_NO_DATABASES):
        found = tr("{path} is the address of a file, neither a path nor a database", path=quoted(path))
        raise InvalidJob(Problem(place, found, tr("Write the path of the file, as in /home/me/out.csv.")))
    if is_address(path) and suffixes is None:
        return
    allowed = tuple(suffixes or (each for known in WRITABLE.values() for each in known))
    suffix = suffix_of(path).lower()
    if suffix in allowed:
        if suffix in STATISTICAL_SUFFIXES:
            require_extra("statistical", place)
        return
    if "\0" not in path and Path(path).is_dir():
        found = tr("{path} is a folder", path=quoted(path))
        raise InvalidJob(Problem(place, found, tr("Name a file in it, as in out.csv.")))
    if any(suffix in known for known in SUFFIXES.values()) and suffixes is None:
        found = tr("{path}: files of this kind can be read but not written", path=quoted(Path(path).name))
        raise InvalidJob(
            Problem(place, found, tr("Choose one of these: {allowed}, or a database.", allowed=", ".join(allowed)))
        )
    found = tr("{path} has no suffix that can be written", path=quoted(Path(path).name))
    raise InvalidJob(Problem(place, found, suggestion(suffix, allowed)))


def require_table(target: Target, place: str, password: str | None = None) -> None:
    """Refuse an unfit table of a database before long work; `place` names the settings in messages.

    Raises InvalidJob where none is named, or one is in a file without tables; TableExists; PasswordNeeded;
    UnreadableFile or InvalidData where the database cannot be asked.
    """
    is_database = target.format is TableFormat.DATABASE
    if is_database and target.table is None:
        remedy = tr('Name the table to make: --table NAME, or table = "name".')
        raise InvalidJob(Problem(place, tr("a result in a database needs the name of a table"), remedy))
    if not is_database and (target.table is not None or target.replace_table):
        raise InvalidJob(
            Problem(place, tr("only a database has tables"), tr("Leave the table out, or name a database."))
        )
    if target.table is not None:
        require_free(
            *(target.path, target.table),
            replace_table=target.replace_table,
            source=target.source,
            password=password,
            is_within=target.is_within,
        )


def write_table(
    target: Target,
    columns: Sequence[Column],
    records: Records | None = None,
    control: Control | None = None,
    password: str | None = None,
) -> WrittenTable:
    """Write some columns of a table, whole or not at all.

    Raises InvalidData, before anything is written, for what the format cannot hold; UnwritableFile, TableExists;
    PasswordNeeded; Stopped.
    """
    try:
        with logged(_LOG, tr("write a table of %d columns to %s"), len(columns), without_password(target.path)):
            return _written(target, columns, records, control or Control(), password)
    except MemoryError as error:  # also that of Arrow
        found = tr("cannot be written (there is not enough memory)")
        remedy = tr("Nothing was overwritten. Close other programs, or write CSV or Parquet, which take less.")
        raise UnwritableFile(Problem(target.path, found, remedy)) from error


def _written(
    target: Target, columns: Sequence[Column], records: Records | None, control: Control, password: str | None
) -> WrittenTable:
    control.report(Progress(tr("Writing the table")))
    path = Path(target.path)
    renamed: Mapping[str, str] = {}
    match target.format:
        case TableFormat.DATABASE:
            database_notes = write_database(
                *(target.path, target.table or "", columns),
                replace_table=target.replace_table,
                source=target.source,
                records=records,
                control=control,
                password=password,
            )
            return WrittenTable(sha256_of_records(columns, records), notes=database_notes)
        case TableFormat.PARQUET:
            write_parquet(path, columns, records=records, control=control)
        case TableFormat.EXCEL:
            write_excel(path, columns, records=records, control=control)
        case TableFormat.DELIMITED:
            form = replace(target.form or TextForm(), delimiter=target.separator or ",")
            form, notes = held(form, target.path, columns, records)
            write_delimited(path, columns, form=form, records=records, control=control)
            return WrittenTable(sha256_of_file(path), form=form, notes=tuple(notes))
        case _:
            renamed = write_statistical(path, columns, records=records, control=control)
    return WrittenTable(sha256_of_file(path), renamed)
