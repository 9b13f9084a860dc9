"""Spark as the engine of a release: it groups Parquet files side by side, and writes one."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from arxdesk_engine.backends.border.backend import CountedAgain, WrittenRows
from arxdesk_engine.backends.border.coarser import most_tuples
from arxdesk_engine.backends.border.minimum_levels import minimum_levels
from arxdesk_engine.backends.border.parquet_files import (
    parquet_files,
    require_same_columns,
    require_same_files,
    require_same_number,
    stamps_of,
)
from arxdesk_engine.backends.border.shape import REMOVED, ReleaseShape, tuple_fates, unused_name
from arxdesk_engine.backends.border.subset import IN_SUBSET
from arxdesk_engine.backends.spark.choice import faults_of_place
from arxdesk_engine.backends.spark.coarsening import SparkCoarsening
from arxdesk_engine.backends.spark.columns import parquet_columns
from arxdesk_engine.backends.spark.connection import SparkConnection, spark_connection
from arxdesk_engine.backends.spark.explanation import explanation
from arxdesk_engine.backends.spark.listing import ListedCells
from arxdesk_engine.backends.spark.names import LABELLED, SOURCE
from arxdesk_engine.backends.spark.parts import add_columns, join_parts, writing
from arxdesk_engine.backends.spark.statements import SparkStatements, cells_of, into_folder, records_of
from arxdesk_engine.backends.spark.treating import SparkTreating
from arxdesk_engine.data.schema import ValueType
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import InvalidJob
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.io.digest import sha256_of_file
from arxdesk_engine.io.files.atomic import atomic_file, waiting_folder
from arxdesk_engine.io.parquet import write_parquet
from arxdesk_engine.job.job import Job
from arxdesk_engine.release.export import note_of_removed
from arxdesk_engine.release.transform.apply import Output
from arxdesk_engine.verification.findings import Finding

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
        self._columns = parquet_columns(job.table_place, files, self.names)
        self._types = {each.name: each.stored for each in self._columns}
        listed = frozenset(each.name for each in self._columns if not each.is_cast_to_text)
        self._statements = SparkStatements(self.shape, unused_name(IN_SUBSET, self.names), listed)
        self._cells = ListedCells(self._types, connection, folder)
        self._treating = SparkTreating(self._cells, connection, folder)
        self._records, self._removes = 0, False

    def reshape(self, shape: ReleaseShape) -> None:
        """Group and release in another shape from now on."""
        self.shape, self._statements = shape, replace(self._statements, shape=shape)

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

        Where they would not fit into memory, they are those of the minimum levels of the job.
        Raises SparkUnavailable; InvalidJob where these are too many as well, and where columns cannot be treated as the
        job says.
        """
        import pyarrow.compute as pc  # noqa: PLC0415 - slow to import
        import pyarrow.parquet as pq  # noqa: PLC0415

        activity = tr("Grouping the records")
        self._connection.define(SOURCE, self.files, control, self._columns)
        self._treat(self._job, control, removes=False)
        self._coarsen_if_needed(control)
        self._connection.run(into_folder(self._groups, self._statements.group), activity, control)
        with writing(tuples):
            join_parts(self._groups, tuples, self._types, activity, control)
        counts = pq.read_table(tuples, columns=[self.shape.count])[self.shape.count]
        self._records = pc.sum(counts).as_py() or 0
        return self._records

    def require_target(self, job: Job) -> None:
        """Raises InvalidJob where the result would lie among the files of the table, or is of another format."""
        if faults := list(faults_of_place(job)):
            raise InvalidJob(faults)

    def write(self, job: Job, output: Output, control: Control) -> WrittenRows:
        """Write the released table to a file, whole or not at all, and before it what pseudonyms stand for.

        Raises InvalidData where the table has changed.
        """
        target, statements = Path(job.output_place or ""), self._statements
        removes = bool((tuple_fates(output) == REMOVED).any())
        self._treat(job, control, removes=removes)
        self._define_labels(output, control, removes=removes)
        changed = {*self.shape.quasi_identifiers, *self.shape.hidden, *statements.texts(removes=removes)}
        changed |= {each.name for each in self.shape.treated}
        copied = {name: kind for name, kind in self._types.items() if name not in changed}
        release = statements.release(removes=removes, key=secrets.token_hex())
        activity = tr("Writing the table")
        with atomic_file(target) as file, waiting_folder(target.parent) as parts:
            self._require_unchanged(control)
            self._connection.run(into_folder(parts, release), activity, control)
            self._require_unchanged(control)
            join_parts(parts, file, copied, activity, control)
            self._treating.write_mappings(job, self.shape.treated)
        self._removes = removes
        removed = output.suppressed_records if self.shape.keeps_removed else 0
        return WrittenRows(str(target), sha256_of_file(target), notes=note_of_removed(job, removed))

    def list_cells(self, written: WrittenRows, column: str, file: Path, control: Control) -> None:
        """Write the distinct cells of a column of the written file, with their numbers, to a Parquet file."""
        activity, parts = tr("Listing the values"), file.with_suffix(".parts")
        self._connection.define(_WRITTEN, [Path(written.place)], control)
        self._connection.run(into_folder(parts, cells_of(_WRITTEN, column)), activity, control)
        with writing(file):
            join_parts(parts, file, {}, activity, control)

    def count_again(self, written: WrittenRows, control: Control) -> CountedAgain:
        """Count the written file."""
        file, activity = Path(written.place), tr("Recounting the written file")
        self._connection.define(_WRITTEN, [file], control)
        differ = self._statements.groups_that_differ(_WRITTEN, removes=self._removes)
        differing = self._connection.count(differ, activity, control)
        records = self._connection.count(records_of(_WRITTEN), activity, control)
        digest = sha256_of_file(file)
        same = Finding("sha256", digest == written.sha256, "", written.sha256, digest)
        return CountedAgain(records, differing, [same])

    def _coarsen_if_needed(self, control: Control) -> None:
        most = most_tuples(len(self.shape.grouped))
        if most is None or self._connection.count(records_of(SOURCE), tr("Counting the records"), control) <= most:
            return
        rows = self._statements.stored_rows
        coarsening = SparkCoarsening(
            rows, self.shape, self._job, self._cells, self._connection, self._groups.with_name("estimates")
        )
        levels = minimum_levels(coarsening, self._job, most, control) or {}
        starts = {each: coarsening.values[each].start(level) for each, level in levels.items() if level > 0}
        if starts:
            self.reshape(replace(self.shape, starts=starts))
            self._connection.run(self._statements.coarser, tr("Reading the values"), control)

    def _treat(self, job: Job, control: Control, *, removes: bool) -> None:
        """Make the tables of distinct cells; `removes`: some records are removed."""
        self._treating.mark(job, self.shape.subset, self._statements.member, control)
        self._treating.treat(job, self._statements.cells(removes=removes), control)

    def _define_labels(self, output: Output, control: Control, *, removes: bool) -> None:
        """Give Spark the labels of each tuple, and what follows from them."""
        import pyarrow as pa  # noqa: PLC0415
        import pyarrow.parquet as pq  # noqa: PLC0415

        statements, activity = self._statements, tr("Preparing the labels")
        texts = statements.texts(removes=removes).union(self._treating.texts_among(self.shape.treated))
        labels = [
            replace(label, type=ValueType()) if name in texts else label
            for name, label in zip(self.shape.labelled, self.shape.labels(output), strict=True)
        ]
        write_parquet(self._labels, labels, control=control)
        more = pq.read_table(self._labels).rename_columns(statements.label_names)
        more = more.append_column(statements.fate_name, pa.array(tuple_fates(output)))
        with writing(self._labelled):
            add_columns(self._groups, self._labelled, more, activity, control)
        self._connection.define(LABELLED, [self._labelled], control)
        for statement in statements.prepare:
            self._connection.run(statement, activity, control)

    def _require_unchanged(self, control: Control) -> None:
        """Raises InvalidData where the files are others than those that were grouped."""
        require_same_files(self._place, parquet_files(Path(self._place)), self._files)
        found = self._connection.count(records_of(SOURCE), tr("Counting the records"), control)
        require_same_number(self._place, found, self._records)


@contextlib.contextmanager
def spark_backend(job: Job, folder: Path, control: Control) -> Iterator[SparkBackend]:
    """Spark for the files of a job; it starts with its first statement. Raises as `SparkBackend` does; Stopped."""
    control.raise_if_stopped()
    with spark_connection(job.table_place) as connection:
        yield SparkBackend(job, folder, connection)
