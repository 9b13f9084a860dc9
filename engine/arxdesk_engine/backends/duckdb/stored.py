"""The rows of a release by DuckDB as they are stored: Parquet files, or delimited text that is converted once."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from arxdesk_engine.backends.border.listed import is_text
from arxdesk_engine.backends.border.parquet_files import (
    parquet_files,
    require_same_columns,
    require_same_files,
    stamps_of,
)
from arxdesk_engine.backends.duckdb.connection import Connection
from arxdesk_engine.backends.duckdb.statements import describe, parquet
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.errors import UnwritableFile
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.io.text.delimited import columns_of_delimited, pieces_of_delimited
from arxdesk_engine.job.job import Job
from arxdesk_engine.preparation.loading import table_options

_STAGED = "table.parquet"


class StoredTable(Protocol):
    """The files of a table: their columns, and the relation that has their rows."""

    @property
    def files(self) -> Sequence[Path]:
        """The files, as the job names them."""

    @property
    def names(self) -> tuple[str, ...]:
        """The columns that the job reads."""

    @property
    def relation(self) -> str:
        """The rows, as SQL."""

    @property
    def explained(self) -> str:
        """What the program does before that can be read, as a comment; "" for nothing."""

    @property
    def shown(self) -> str:
        """The relation as explanations have it."""

    def kinds(self, connection: Connection, control: Control) -> dict[str, str]:
        """The type of each column in DuckDB. Raises UnreadableFile, InvalidData; Stopped."""

    def prepare(self, control: Control) -> None:
        """Make the rows readable. Raises UnreadableFile, InvalidData, UnwritableFile; Stopped."""

    def require_unchanged(self) -> None:
        """Raises InvalidData where the files are others than at the beginning."""


class ParquetTable:
    """Parquet files with the same columns."""

    def __init__(self, job: Job) -> None:
        """Raises InvalidData, UnreadableFile."""
        self._place = job.table_place
        self.files: Sequence[Path] = parquet_files(Path(self._place))
        self._stamps = stamps_of(self.files)
        self.names = require_same_columns(self._place, self.files, job.data.columns)
        self.relation = self.shown = parquet(self.files)
        self.explained = ""

    def kinds(self, connection: Connection, control: Control) -> dict[str, str]:
        """The type of each column in DuckDB."""
        described = connection.run(describe(self.relation), tr("Reading the columns"), control)
        found = {str(row[0]): str(row[1]) for row in described}
        return {each: found[each] for each in self.names}

    def prepare(self, control: Control) -> None:
        """Nothing has to be done."""

    def require_unchanged(self) -> None:
        """Raises InvalidData where the files are others than at the beginning."""
        require_same_files(self._place, parquet_files(Path(self._place)), self._stamps)


class DelimitedTable:
    """A file of delimited text, read once, piece by piece, as tables in memory are, into a Parquet file of texts."""

    def __init__(self, job: Job, folder: Path) -> None:
        """Raises InvalidData, UnreadableFile."""
        self._job, self._staged = job, folder / _STAGED
        self.files: Sequence[Path] = (Path(job.table_place),)
        self._stamps = stamps_of(self.files)
        self.names = columns_of_delimited(self.files[0], table_options(job.data))
        self.relation, self.shown = parquet([self._staged]), parquet([Path(_STAGED)])
        self.explained = f"-- The program has written {self.files[0].name} to {_STAGED}, every column as text.\n\n"

    def kinds(self, connection: Connection, control: Control) -> dict[str, str]:  # noqa: ARG002 - known without it
        """All columns are texts."""
        return dict.fromkeys(self.names, "VARCHAR")

    def prepare(self, control: Control) -> None:
        """Convert the file."""
        import pyarrow as pa  # noqa: PLC0415 - slow to import
        import pyarrow.parquet as pq  # noqa: PLC0415

        options, activity = table_options(self._job.data), tr("Reading the table")
        schema = pa.schema(dict.fromkeys(self.names, pa.string()))
        control.report(Progress(activity))
        try:
            with pq.ParquetWriter(self._staged, schema) as writer:
                for piece in pieces_of_delimited(self.files[0], options, control):
                    writer.write_table(pa.table(piece, schema=schema))
        except OSError as error:
            raise UnwritableFile.from_os_error(self._staged, error) from error
        self.require_unchanged()

    def require_unchanged(self) -> None:
        """Raises InvalidData where the file is another than at the beginning."""
        require_same_files(self._job.table_place, self.files, self._stamps)


def stored_table(job: Job, folder: Path) -> StoredTable:
    """The files of a job; what is converted lies in a folder. Raises InvalidData, UnreadableFile."""
    return DelimitedTable(job, folder) if is_text(job.table_place) else ParquetTable(job)
