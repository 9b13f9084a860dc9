"""DuckDB as the engine of a release: it groups Parquet files where they are, and writes Parquet or CSV."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from arxdesk_engine.backends.border.backend import CountedAgain, WrittenRows
from arxdesk_engine.backends.border.coarser import most_tuples
from arxdesk_engine.backends.border.minimum_levels import Levels, minimum_levels
from arxdesk_engine.backends.border.parquet_files import require_same_number
from arxdesk_engine.backends.border.refusals import IN_MEMORY
from arxdesk_engine.backends.border.shape import KEPT, OUTSIDE, REMOVED, ReleaseShape, tuple_fates
from arxdesk_engine.backends.duckdb.choice import faults_of_place
from arxdesk_engine.backends.duckdb.coarsening import Coarsening
from arxdesk_engine.backends.duckdb.connection import Connection, connected
from arxdesk_engine.backends.duckdb.statements import (
    FATE,
    ReleaseStatements,
    cells_of,
    count_of,
    delimited,
    parquet,
    text,
)
from arxdesk_engine.backends.duckdb.stored import stored_table
from arxdesk_engine.backends.duckdb.treating import Treating
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import ValueType
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import InvalidData, InvalidJob, Problem, quoted
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.io.digest import sha256_of_file
from arxdesk_engine.io.files.atomic import atomic_file
from arxdesk_engine.io.parquet import is_parquet, write_parquet
from arxdesk_engine.job.job import Job
from arxdesk_engine.release.export import note_of_removed, text_form
from arxdesk_engine.release.transform.apply import Output
from arxdesk_engine.verification.findings import Finding

_PIECE_BYTES = 2**24
_FLOATS = ("DOUBLE", "FLOAT")
_TEXTUAL = (
    *("VARCHAR", "ENUM", "BOOLEAN", "DATE", "DECIMAL", *_FLOATS),
    *("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT"),
)
"""How the names of types begin whose cells have one text; moments and times have several."""


class DuckdbBackend:
    """Parquet files with the same columns, or a file of delimited text, as one table of DuckDB.

    Tuples and labels lie in `folder` while the backend is open.
    """

    def __init__(self, job: Job, folder: Path, connection: Connection, control: Control) -> None:
        """Describe the columns. Raises InvalidData, UnreadableFile; InvalidJob where the job means others; Stopped."""
        self._place, self._job, self._connection = job.table_place, job, connection
        self._folder = folder
        self._tuples, self._labels = folder / "tuples.parquet", folder / "labels.parquet"
        self._stored = stored = stored_table(job, folder)
        self.names = stored.names
        self.shape = ReleaseShape.of(job, self.names)
        self._treating = Treating(stored.relation, self.names, connection, folder)
        self._kinds = stored.kinds(connection, control)
        _require_texts(job, self.shape, self._kinds)
        self._coarsening: Coarsening | None = None
        self._levels: Levels = {}
        self._statements = self._stated()
        self._count, self._prepared = count_of(stored.relation), ""
        self._records, self._removes = 0, False
        self._delimiter: str | None = None

    def reshape(self, shape: ReleaseShape) -> None:
        """Group and release in another shape from now on."""
        self.shape = shape
        self._statements = self._stated()

    @property
    def files(self) -> Sequence[Path]:
        """The files of the table."""
        return tuple(self._stored.files)

    @property
    def explained(self) -> str:
        """All statements with the reason for each, as they run one after the other."""
        target, statements = self._job.output_place, self._statements
        as_text = target is not None and not is_parquet(Path(target))
        texts = statements.texts(removes=True, as_text=as_text)
        rows = self._released_rows(texts)
        parts = self._stored.explained, self._treating.explained(self.shape), self._prepared
        whole = "".join([*parts, statements.explained(rows, as_text=as_text)])
        return whole.replace(self._stored.relation, self._stored.shown)

    def group(self, tuples: Path, control: Control) -> int:
        """Write the distinct tuples with their counts to a Parquet file; returns the number of records.

        Where they would not fit into memory, they are those of the minimum levels of the job.
        Raises InvalidJob where these are too many as well, and where columns cannot be treated as the job says.
        """
        self._tuples = tuples
        self._stored.prepare(control)
        self._treating.decide(self._job, self.shape.subset, control)
        self._treating.treat(self._job, self.shape.treated, control)
        self._coarsen_if_needed(control)
        group = f"COPY ({self._statements.group}) TO {text(str(tuples))} (FORMAT parquet)"
        self._run(group, tr("Grouping the records"), control)
        total = self._statements.total(parquet([tuples]))
        self._records = self._number(total, tr("Counting the records"), control)
        return self._records

    def require_target(self, job: Job) -> None:
        """Raises InvalidJob where the result would lie among the files of the table, is of another format, or cannot
        hold a column."""
        if faults := list(faults_of_place(job)):
            raise InvalidJob(faults)
        _require_texts(job, ReleaseShape.of(job, self.names), self._kinds)

    def write(self, job: Job, output: Output, control: Control) -> WrittenRows:
        """Write the released table to a file, whole or not at all.

        Raises InvalidData for a null character in delimited text, and where the table has changed.
        """
        target = Path(job.output_place or "")
        statements, relations = self._statements, (parquet([self._tuples]), parquet([self._labels]))
        as_text = not is_parquet(target)
        removes = bool((tuple_fates(output) == REMOVED).any())
        texts = statements.texts(removes=removes, as_text=as_text)
        self._write_labels(output, control, texts, as_text=as_text)
        self._treating.decide(job, self.shape.subset, control)
        self._treating.treat(job, self.shape.treated, control)
        self._treating.write_mappings(job, self.shape.treated)
        rows = self._released_rows(texts)
        for place in range(len(self.shape.quasi_identifiers)):
            self._run(statements.mapping(*relations, place), tr("Preparing the labels"), control)
        if removes:
            self._run(statements.removed(*relations), tr("Preparing the labels"), control)
        with atomic_file(target) as file:
            release = statements.release(rows, removes=removes, as_text=as_text, key=secrets.token_hex())
            copy = f"COPY ({release}) TO {text(str(file))} ({_form(target, job)})"
            self._run(copy, tr("Writing the table"), control)
            if as_text:
                _require_text(file, target, control)
            self._require_unchanged(control)
        self._removes = removes
        self._delimiter = None if is_parquet(target) else text_form(job).delimiter
        removed = output.suppressed_records if self.shape.keeps_removed else 0
        notes = note_of_removed(job, removed)
        return WrittenRows(str(target), sha256_of_file(target), self._delimiter, notes=notes)

    def list_cells(self, written: WrittenRows, column: str, file: Path, control: Control) -> None:
        """Write the distinct cells of a column of the written file, with their numbers, to a Parquet file."""
        cells = cells_of(self._relation(Path(written.place)), column)
        self._run(f"COPY ({cells}) TO {text(str(file))} (FORMAT parquet)", tr("Listing the values"), control)

    def count_again(self, written: WrittenRows, control: Control) -> CountedAgain:
        """Count the written file."""
        file, activity = Path(written.place), tr("Recounting the written file")
        relation = self._relation(file)
        relations = relation, parquet([self._tuples]), parquet([self._labels])
        as_text = not is_parquet(file)
        differ = self._statements.groups_that_differ(*relations, removes=self._removes, as_text=as_text)
        differing = self._number(differ, activity, control)
        records = self._number(count_of(relation), activity, control)
        digest = sha256_of_file(file)
        same = Finding("sha256", digest == written.sha256, "", written.sha256, digest)
        return CountedAgain(records, differing, [same])

    def _relation(self, file: Path) -> str:
        """A written file, as SQL."""
        return parquet([file]) if is_parquet(file) else delimited(file, self.shape.columns, self._delimiter or ",")

    def _coarsened(self, rows: str) -> str:
        """Rows with the values that stand for others."""
        return rows if self._coarsening is None else self._coarsening.relation(rows, self._levels)

    def _released_rows(self, texts: Collection[str]) -> str:
        """The rows that are written: values are put together last, as what is before goes by those that are stored."""
        return self._coarsened(self._treating.released(self._stored.relation, self.shape, texts))

    def _stated(self) -> ReleaseStatements:
        source = self._stored.relation
        if self.shape.subset is not None and self.shape.member:
            source = self._treating.members(source, self.shape.subset, self.shape.member)
        others = {*self.shape.quasi_identifiers, *(each.name for each in self.shape.treated)}
        floats = (each for each, kind in self._kinds.items() if kind in _FLOATS and each not in others)
        return ReleaseStatements(self._coarsened(source), self.shape, frozenset(floats))

    def _coarsen_if_needed(self, control: Control) -> None:
        job, most = self._job, most_tuples(len(self.shape.grouped))
        if most is None or self._number(self._count, tr("Counting the records"), control) <= most:
            return
        coarsening = Coarsening(self._statements.source, self.shape, job, self._connection, self._folder)
        levels = minimum_levels(coarsening, job, most, control)
        if levels is None:
            return
        starts = {each: coarsening.values[each].start(level) for each, level in levels.items() if level > 0}
        self.shape = replace(self.shape, starts=starts)
        self._coarsening, self._levels, self._prepared = coarsening, levels, coarsening.explained(starts)
        self._statements = self._stated()

    def _run(self, statement: str, activity: str, control: Control) -> None:
        self._connection.run(statement, activity, control)

    def _number(self, statement: str, activity: str, control: Control) -> int:
        return int(self._connection.run(statement, activity, control)[0][0])

    def _write_labels(self, output: Output, control: Control, texts: Collection[str], *, as_text: bool) -> None:
        """The labels of each tuple, a row for a row of the tuples; those of `texts` (`as_text`: all) are texts, even if
        they have another type."""
        labels = [
            replace(label, type=ValueType()) if as_text or name in texts else label
            for name, label in zip(self.shape.labelled, self.shape.labels(output), strict=True)
        ]
        fates = Column(FATE, tuple_fates(output), tuple(map(str, (KEPT, REMOVED, OUTSIDE))))
        write_parquet(self._labels, [*labels, fates], control=control)

    def _require_unchanged(self, control: Control) -> None:
        found = self._number(self._count, tr("Counting the records"), control)
        require_same_number(self._place, found, self._records)
        self._stored.require_unchanged()


@contextlib.contextmanager
def duckdb_backend(job: Job, folder: Path, control: Control) -> Iterator[DuckdbBackend]:
    """DuckDB for the files of a job, which spills into a folder. Raises as `DuckdbBackend` does."""
    with connected(folder, job.table_place, control.threads) as connection:
        yield DuckdbBackend(job, folder, connection, control)


def _require_texts(job: Job, shape: ReleaseShape, kinds: Mapping[str, str]) -> None:
    """Raises InvalidJob where a column is copied as text whose cells have no text that is theirs alone."""
    as_text = job.output_place is not None and not is_parquet(Path(job.output_place))
    others = {*shape.quasi_identifiers, *shape.hidden, *(each.name for each in shape.treated)}
    unfit = [
        Problem(
            f"{job.source}, output.path",
            tr("{column} ({kind}) has several forms as text", column=quoted(each), kind=kinds[each].lower()),
            tr(
                "Write a Parquet file, leave the column out (leave_out), or write {setting} in the section [data].",
                setting=IN_MEMORY,
            ),
        )
        for each in shape.columns
        if not kinds[each].startswith(_TEXTUAL) and each not in others
        if as_text or (shape.keeps_removed and each in shape.starred)
    ]
    if unfit:
        raise InvalidJob(unfit)


def _require_text(file: Path, target: Path, control: Control) -> None:
    """Raises InvalidData where delimited text has a null character, with which it would be no text; Stopped."""
    with file.open("rb") as stream:
        while piece := stream.read(_PIECE_BYTES):
            control.raise_if_stopped()
            if b"\0" in piece:
                found = tr("there is a null character in a cell, which delimited text does not have")
                raise InvalidData(
                    Problem(str(target), found, tr("Choose another format, such as Parquet, or change it."))
                )


def _form(target: Path, job: Job) -> str:
    if is_parquet(target):
        return "FORMAT parquet"
    return f"FORMAT csv, HEADER, NULLSTR '', DELIMITER {text(text_form(job).delimiter)}"
