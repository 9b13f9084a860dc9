"""The one door out: a table is written in the format that its suffix names, or into a database."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from engine.control import Control, Progress
from engine.dataset import Column
from engine.errors import InvalidJob, Problem, UnreadableFile, quoted, suggestion
from engine.io.delimited import write_delimited
from engine.io.parquet import PARQUET_SUFFIXES, write_parquet
from engine.io.records import Records
from engine.io.table import TableFormat, format_of

TEXT_SUFFIXES = (".csv", ".tsv", ".tab", ".txt")
WRITABLE = {
    TableFormat.DELIMITED: TEXT_SUFFIXES,
    TableFormat.PARQUET: PARQUET_SUFFIXES,
}
"""The suffixes of each format that can be written."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where a table is written: a file, or a `table` of a database, which may `replace` one that is there.

    `delimiter` is what stands between cells where that is not said by the suffix.
    """

    path: str
    table: str | None = None
    replace: bool = False
    delimiter: str = ","

    @property
    def format(self) -> TableFormat:
        """How the table is stored there."""
        return format_of(self.path)

    @property
    def separator(self) -> str | None:
        """What stands between the cells of delimited text; None for other formats."""
        if self.format is not TableFormat.DELIMITED:
            return None
        return "\t" if Path(self.path).suffix.lower() in (".tsv", ".tab") else self.delimiter


@dataclass(frozen=True, slots=True)
class WrittenTable:
    """A table that was written: the SHA-256 of its file, and the columns that have another name there."""

    sha256: str
    renamed: Mapping[str, str] = field(default_factory=dict)


def require_writable_format(path: str, place: str, suffixes: Sequence[str] | None = None) -> None:
    """Raises InvalidJob, naming `place`, where a path is of no format that can be written, or not among `suffixes`."""
    allowed = tuple(suffixes or (each for known in WRITABLE.values() for each in known))
    suffix = Path(path).suffix.lower()
    if suffix not in allowed:
        found = f"{quoted(Path(path).name)} has no suffix that can be written"
        raise InvalidJob(Problem(place, found, suggestion(suffix, allowed)))


def write_table(
    target: Target,
    columns: Sequence[Column],
    records: Records | None = None,
    control: Control | None = None,
    password: str | None = None,
) -> WrittenTable:
    """Write some columns of a table, whole or not at all.

    Raises InvalidData, before anything is written, for what the format cannot hold; UnwritableFile; PasswordNeeded;
    Stopped.
    """
    control = control or Control()
    control.report(Progress("Writing the table"))
    path = Path(target.path)
    if target.format is TableFormat.PARQUET:
        write_parquet(path, columns, records=records, control=control)
    else:
        write_delimited(path, columns, delimiter=target.separator or ",", records=records, control=control)
    return WrittenTable(sha256_of(path))


def sha256_of(path: Path) -> str:
    """The digest of a file. Raises UnreadableFile."""
    try:
        with path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        raise UnreadableFile.from_os_error(path, error) from error
