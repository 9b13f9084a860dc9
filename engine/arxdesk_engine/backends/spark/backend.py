"""Spark as the engine of a release: it groups Parquet files side by side, and writes one."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from arxdesk_engine.backends.border.backend import CountedAgain, WrittenRows
from arxdesk_engine.backends.border.parquet_files import (
    parquet_files,
    require_same_columns,
    require_same_files,
    require_same_number,
    stamps_of,
)
from arxdesk_engine.backends.border.shape import ReleaseShape
from arxdesk_engine.backends.spark.choice import faults_of_place
from arxdesk_engine.backends.spark.columns import parquet_columns
from arxdesk_engine.backends.spark.connection import SparkConnection, spark_connection
from arxdesk_engine.backends.spark.explanation import explanation
from arxdesk_engine.backends.spark.parts import add_columns, join_parts
from arxdesk_engine.backends.spark.statements import (
    LABELLED,
    SOURCE,
    SparkStatements,
    cells_of,
    into_folder,
    records_of,
)
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import InvalidJob, UnwritableFile
from arxdesk_engine.io.digest import sha256_of_file
from arxdesk_engine.io.files.atomic import atomic_file, waiting_folder
from arxdesk_engine.io.parquet import write_parquet
from arxdesk_engine.job.job import Job
from arxdesk_engine.release.export import note_of_removed
from arxdesk_engine.release.transform.apply import Output
from arxdesk_engine.verification.textbook import Finding

_WRITTEN = "written"


class SparkBackend:
    """Parquet files with the same columns, as one table of Spark. Tuples and labels lie in `folder` meanwhile."""

    def __init__(self, job: Job, folder: Path, connection: SparkConnection) -> None:
        """Describe the columns. Raises InvalidData, UnreadableFile; InvalidJob where the job means others."""
        self._job, self._place, self._connection = job, job.table_place, connection
        self._groups, self._labels, self._labelled = (
            folder / each for each in ("groups", "labels.parquet", "labelled.parquet")
        )
        files = parquet_files(Path(job.table_place))
        self._files = stamps_of(files)
        self.names = require_same_columns(job.table_place, files, job.data.columns)
        self.shape = ReleaseShape.of(job, self.names)
        self._statements = SparkStatements(self.shape)
        self._columns = parquet_columns(job.table_place, files, self.names)
        self._types = {each.name: each.stored for each in self._columns}
        self._records = 0

    def reshape(self, shape: ReleaseShape) -> None:
        """Group and release in another shape from now on."""
        self.shape, self._statements = shape, SparkStatements(shape)

    @property
    def files(self) -> Sequence[Path]:
        """The Parquet files."""
        return tuple(self._files)

    @property
    def explained(self) -> str:
        """All statements with the reason for each, as they run one after the other."""
        return explanation(self._statements, self._job)

    def group(self, tuples: Path, control: Control) -> int:
        """Write the distinct tuples with their counts to a Parquet file; returns the number of records.

        Raises SparkUnavailable.
        """
        import pyarrow.compute as pc  # noqa: PLC0415 - slow to import
        import pyarrow.parquet as pq  # noqa: PLC0415

        activity = "Grouping the records"
        self._connection.define(SOURCE, self.files, control, self._columns)
        self._connection.run(into_folder(self._groups, self._statements.group), activity, control)
        with _writing(tuples):
            join_parts(self._groups, tuples, self._types, activity, control)
        counts = pq.read_table(tuples, columns=[self.shape.count])[self.shape.count]
        self._records = pc.sum(counts).as_py() or 0
        return self._records

    def require_target(self, job: Job) -> None:
        """Raises InvalidJob where the result would lie among the files of the table, or is of another format."""
        if faults := list(faults_of_place(job)):
            raise InvalidJob(faults)

    def write(self, job: Job, output: Output, control: Control) -> WrittenRows:
        """Write the released table to a file, whole or not at all."""
        target, statements = Path(job.output_place or ""), self._statements
        self._define_labels(output, control)
        removes = bool(output.suppressed.any())
        copied = {
            name: kind
            for name, kind in self._types.items()
            if name not in self.shape.quasi_identifiers and name not in self.shape.hidden
        }
        activity = "Writing the table"
        with atomic_file(target) as file, waiting_folder(target.parent) as parts:
            self._require_unchanged(control)
            self._connection.run(into_folder(parts, statements.release(removes=removes)), activity, control)
            self._require_unchanged(control)
            join_parts(parts, file, copied, activity, control)
        removed = output.suppressed_records if self.shape.keeps_removed else 0
        return WrittenRows(str(target), sha256_of_file(target), notes=note_of_removed(job, removed))

    def list_cells(self, written: WrittenRows, column: str, file: Path, control: Control) -> None:
        """Write the distinct cells of a column of the written file, with their numbers, to a Parquet file."""
        activity, parts = "Listing the values", file.with_suffix(".parts")
        self._connection.define(_WRITTEN, [Path(written.place)], control)
        self._connection.run(into_folder(parts, cells_of(_WRITTEN, column)), activity, control)
        with _writing(file):
            join_parts(parts, file, {}, activity, control)

    def count_again(self, written: WrittenRows, control: Control) -> CountedAgain:
        """Count the written file."""
        file, activity = Path(written.place), "Recounting the written file"
        self._connection.define(_WRITTEN, [file], control)
        differing = self._connection.count(self._statements.groups_that_differ(_WRITTEN), activity, control)
        records = self._connection.count(records_of(_WRITTEN), activity, control)
        digest = sha256_of_file(file)
        same = Finding("sha256", digest == written.sha256, "", written.sha256, digest)
        return CountedAgain(records, differing, [same])

    def _define_labels(self, output: Output, control: Control) -> None:
        """Give Spark the labels of each tuple, and what follows from them."""
        import pyarrow.parquet as pq  # noqa: PLC0415

        statements = self._statements
        write_parquet(self._labels, self.shape.labels(output), control=control)
        labels = pq.read_table(self._labels).append_column(statements.removed_name, [output.suppressed])
        names = (*statements.label_names, statements.removed_name)
        with _writing(self._labelled):
            add_columns(self._groups, self._labelled, labels, names, control)
        self._connection.define(LABELLED, [self._labelled], control)
        for statement in statements.prepare:
            self._connection.run(statement, "Preparing the labels", control)

    def _require_unchanged(self, control: Control) -> None:
        """Raises InvalidData where the files are others than those that were grouped."""
        require_same_files(self._place, parquet_files(Path(self._place)), self._files)
        found = self._connection.count(records_of(SOURCE), "Counting the records", control)
        require_same_number(self._place, found, self._records)


@contextlib.contextmanager
def _writing(file: Path) -> Iterator[None]:
    """A block that writes a file for Spark. Raises UnwritableFile."""
    try:
        yield
    except OSError as error:
        raise UnwritableFile.from_os_error(file, error) from error


@contextlib.contextmanager
def spark_backend(job: Job, folder: Path, control: Control) -> Iterator[SparkBackend]:
    """Spark for the files of a job; it starts with its first statement. Raises as `SparkBackend` does; Stopped."""
    control.raise_if_stopped()
    with spark_connection(job.table_place) as connection:
        yield SparkBackend(job, folder, connection)
