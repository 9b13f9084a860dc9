"""Tables of distinct cells: listed by Spark, read in memory, and given back to Spark with more columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from arxdesk_engine.backends.spark.cells import distinct_cells
from arxdesk_engine.backends.spark.connection import SparkConnection
from arxdesk_engine.backends.spark.parts import add_columns, join_parts, parts_of, writing
from arxdesk_engine.backends.spark.statements import into_folder
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.language import marked, tr

if TYPE_CHECKING:
    import pyarrow as pa

_READING = marked("Reading the values")


class ListedCells:
    """The tables of a connection, made from files in `folder`; `types` are those that columns have in the files of the
    rows."""

    def __init__(self, types: Mapping[str, pa.DataType], connection: SparkConnection, folder: Path) -> None:
        self._types, self._connection, self._folder = types, connection, folder

    def list(self, table: str, columns: Sequence[str], control: Control) -> Path:
        """List the distinct cells of some columns for a table; returns their file, in which they have the types of the
        rows. Raises UnwritableFile and what the connection raises; Stopped."""
        file = self.file_of(table)
        self._connection.run(into_folder(self._folder / table, distinct_cells(columns)), tr(_READING), control)
        with writing(file):
            join_parts(self._folder / table, file, self._types, tr(_READING), control)
        return file

    def file_of(self, table: str) -> Path:
        """The file with the cells that were listed for a table."""
        return self._folder / f"cells of {table}.parquet"

    def as_read(self, table: str) -> pa.Table:
        """The cells that were listed for a table, with the types that Spark has for them."""
        import pyarrow as pa  # noqa: PLC0415 - slow to import
        import pyarrow.parquet as pq  # noqa: PLC0415

        return pa.concat_tables([pq.read_table(part) for part in parts_of(self._folder / table)])

    def define(self, table: str, more: pa.Table, control: Control) -> None:
        """Define a table of the cells that were listed for it with more columns, a row for a row. Raises as `list`."""
        file = self._folder / f"{table}.parquet"
        with writing(file):
            add_columns(self._folder / table, file, more, tr(_READING), control)
        self._connection.define(table, [file], control)
