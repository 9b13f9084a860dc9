"""A table that DuckDB reads where it is: grouped, released and counted again without its rows ever being in memory."""

from __future__ import annotations

import contextlib
import weakref
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.backends.duckdb.choice import among_the_source, files_of
from arxdesk_engine.backends.duckdb.connection import Connection, connected
from arxdesk_engine.backends.duckdb.parquet_files import is_among, require_same_columns, stamps_of
from arxdesk_engine.backends.duckdb.statements import (
    REMOVED,
    ReleaseStatements,
    count_of,
    delimited,
    describe,
    label_name,
    parquet,
    text,
)
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.raw_table import no_records
from arxdesk_engine.data.schema import Role, ValueType
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import InvalidData, InvalidJob, Problem, quoted, suggestion
from arxdesk_engine.io.digest import sha256_of_file
from arxdesk_engine.io.files.atomic import atomic_file
from arxdesk_engine.io.files.private_folder import private_folder
from arxdesk_engine.io.parquet import is_parquet, write_parquet
from arxdesk_engine.job.job import ALL_OTHERS, Job
from arxdesk_engine.release.export import Exported, export, writing_order, written_to
from arxdesk_engine.release.transform.apply import Output
from arxdesk_engine.verification.recount import Recount
from arxdesk_engine.verification.textbook import Finding

COUNT = "number of records"
"""The column of the tuples that has their counts; made longer where a column of the table has that name."""
_FLOATS = ("DOUBLE", "FLOAT")
_TEXTUAL = (
    *("VARCHAR", "ENUM", "BOOLEAN", "DATE", "DECIMAL", *_FLOATS),
    *("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT"),
)
"""How the names of types begin whose cells have one text; moments and times have several."""


class GroupedTable:
    """The distinct tuples of a table in Parquet files, and the way back from them to its rows.

    `tuples` is the job whose table they are, `job` that of the rows, `names` all their columns, and `records` their
    number. The tuples lie in a private folder, which
    is removed when the object is gone, and when the program ends.
    """

    def __init__(self, job: Job, control: Control) -> None:
        """Group the rows.

        Raises InvalidData, UnreadableFile, UnwritableFile where there is no room to spill, OutOfMemory; Stopped.
        """
        self.job = job
        with contextlib.ExitStack() as stack:
            self._folder = stack.enter_context(private_folder())
            self._connection = stack.enter_context(connected(self._folder, job.table_place, control.threads))
            self._files = stamps_of(files_of(job))
            self.names = _names(job)
            self.statements = _statements(job, self.names, self._connection, control)
            self._tuples, self._labels = self._folder / "tuples.parquet", self._folder / "labels.parquet"
            group = f"COPY ({self.statements.group}) TO {text(str(self._tuples))} (FORMAT parquet)"
            self._run(group, "Grouping the records", control)
            total = self.statements.total(parquet([self._tuples]))
            self.records = self._number(total, "Counting the records", control)
            if self.records == 0:
                raise no_records(job.table_place)
            self.tuples = _job_of_tuples(job, self._tuples, self.statements)
            self._released: Exported | None = None
            self.close = weakref.finalize(self, stack.pop_all().close)
            """Remove what lies on disk."""

    def write(self, output: Output, target: Path, control: Control) -> Exported:
        """Write the released table to a file, whole or not at all; `output` is that of the tuples.

        Raises InvalidJob where the file would lie among those of the table; InvalidData where the table has
        changed since it was grouped; UnwritableFile; Stopped.
        """
        if is_among(target, Path(self.job.table_place)):
            raise InvalidJob(among_the_source(self.job, target))
        statements, relations = self.statements, (parquet([self._tuples]), parquet([self._labels]))
        as_text = not is_parquet(target)
        self._write_labels(output, control, as_text=as_text)
        removes = bool(output.suppressed.any())
        for place in range(len(statements.quasi_identifiers)):
            self._run(statements.mapping(*relations, place), "Preparing the labels", control)
        if removes:
            self._run(statements.removed(*relations), "Preparing the labels", control)
        with atomic_file(target) as file:
            release = statements.release(removes=removes, as_text=as_text)
            copy = f"COPY ({release}) TO {text(str(file))} ({_form(target)})"
            self._run(copy, "Writing the table", control)
            self._require_unchanged(control)
        of_tuples = written_to(self.tuples, self._folder / "released.parquet")
        kept = output.to_write(with_suppressed=statements.keeps_removed)
        order = writing_order(of_tuples, output.dataset.records, kept)
        self._released = export(of_tuples, output.dataset, order, control)
        return Exported(
            *(str(target), sha256_of_file(target), np.empty(0, np.int64)),
            *(None if is_parquet(target) else ",", None, {}),
            left_out=tuple(self.job.output.leave_out),
        )

    @property
    def released(self) -> Exported:
        """The tuples as they were released, in a file of their own. Raises ValueError before `write`."""
        if self._released is None:
            raise ValueError("nothing was released yet")
        return self._released

    def confirmed(self, recount: Recount, exported: Exported, control: Control) -> Recount:
        """The recount of the released tuples as one of the written file: its groups are counted by a statement.

        Raises UnreadableFile or InvalidData where the file cannot be read again; Stopped.
        """
        file, activity = Path(exported.place), "Recounting the written file"
        written = parquet([file]) if is_parquet(file) else delimited(file, self.statements.columns)
        relations = written, parquet([self._tuples]), parquet([self._labels])
        differ = self.statements.groups_that_differ(*relations, as_text=not is_parquet(file))
        differing = self._number(differ, activity, control)
        records = self._number(count_of(written), activity, control)
        digest = sha256_of_file(file)
        groups = Finding("groups", differing == 0, "" if differing == 0 else f"{differing:,} groups have other records")
        same = Finding("sha256", digest == exported.sha256, "", exported.sha256, digest)
        others = tuple(fact for fact in recount.facts if fact.claim != "sha256")
        return replace(recount, place=exported.place, facts=(same, groups, *others), records=records)

    def _run(self, statement: str, activity: str, control: Control) -> None:
        self._connection.run(statement, activity, control)

    def _number(self, statement: str, activity: str, control: Control) -> int:
        return int(self._connection.run(statement, activity, control)[0][0])

    def _write_labels(self, output: Output, control: Control, *, as_text: bool) -> None:
        """The labels of each tuple, a row for a row of the tuples; `as_text`: typed labels are texts as well."""
        labels = []
        for place, each in enumerate(self.statements.quasi_identifiers):
            label = replace(output.dataset[each], name=label_name(place))
            if not self.statements.keeps_removed:  # what no record shows must not decide on the type
                label = _missing_where(label, output.suppressed)
            labels.append(replace(label, type=ValueType()) if as_text else label)
        removed = Column(REMOVED, output.suppressed.astype(np.int32), ("0", "1"))
        write_parquet(self._labels, [*labels, removed], control=control)

    def _require_unchanged(self, control: Control) -> None:
        found, problem = self._number(self.statements.records, "Counting the records", control), None
        if found != self.records:
            problem = f"{self.records:,} records were grouped, and now there are {found:,}"
        elif stamps_of(files_of(self.job)) != self._files:
            problem = "its files have changed since the records were grouped"
        if problem is not None:
            remedy = "Wait until the table does not change any more. Nothing was written."
            raise InvalidData(Problem(self.job.table_place, problem, remedy))


def _missing_where(column: Column, chosen: NDArray[np.bool_]) -> Column:
    """The column with missing cells in the chosen rows, bool[rows]."""
    values = column.values if "" in column.values else (*column.values, "")
    return replace(column, codes=np.where(chosen, np.int32(values.index("")), column.codes), values=values)


def statements_of(job: Job, control: Control) -> ReleaseStatements:
    """The statements of a job; nothing but the columns of its table is read. Raises as `GroupedTable` does."""
    with private_folder() as folder, connected(folder, job.table_place, control.threads) as connection:
        return _statements(job, _names(job), connection, control)


def _names(job: Job) -> tuple[str, ...]:
    """The columns that the job reads. Raises InvalidData, UnreadableFile, or InvalidJob where it means others."""
    names = require_same_columns(job.table_place, files_of(job), job.data.columns)
    _require_attributes(job, names)
    return names


def _statements(job: Job, columns: Sequence[str], connection: Connection, control: Control) -> ReleaseStatements:
    source = parquet(files_of(job))
    described = connection.run(describe(source), "Reading the columns", control)
    kinds = {str(row[0]): str(row[1]) for row in described}
    _require_texts(job, {each: kinds[each] for each in columns})
    roles = {each: job.settings_of(each) for each in columns}
    quasi = tuple(each for each in columns if roles[each].role is Role.QUASI_IDENTIFYING)
    models = dict.fromkeys(model.sensitive_attribute for model in job.privacy if model.sensitive_attribute is not None)
    count = COUNT
    while count in columns:
        count += "_"
    return ReleaseStatements(
        source=source,
        columns=tuple(each for each in columns if each not in job.output.leave_out),
        quasi_identifiers=quasi,
        counted=tuple(each for each in models if each in columns and each not in quasi),
        hidden=frozenset(
            each
            for each, settings in roles.items()
            if settings.role is Role.IDENTIFYING or settings.transformation == "suppress"
        ),
        count=count,
        keeps_removed=job.output.suppressed == "keep",
        floats=frozenset(each for each in columns if kinds[each] in _FLOATS and each not in quasi),
    )


def _require_attributes(job: Job, columns: Sequence[str]) -> None:
    """Raises InvalidJob for settings of attributes that the table does not have, and where no attribute is grouped."""
    faults = [
        Problem(f"{job.source}, attributes.{each}", "the table has no such attribute", suggestion(each, columns))
        for each in job.attributes
        if each not in columns and each != ALL_OTHERS
    ]
    if not any(job.settings_of(each).role is Role.QUASI_IDENTIFYING for each in columns):
        remedy = "Give one attribute that role."
        faults.append(Problem(f"{job.source}, attributes", "no attribute is quasi-identifying", remedy))
    if faults:
        raise InvalidJob(faults)


def _require_texts(job: Job, kinds: Mapping[str, str]) -> None:
    """Raises InvalidJob where a column is copied into delimited text whose cells have no text that is theirs alone."""
    if job.output_place is None or is_parquet(Path(job.output_place)):
        return
    unfit = [
        Problem(
            f"{job.source}, output.path",
            f"{quoted(each)} ({kind.lower()}) has several forms as text",
            'Write a Parquet file, leave the column out (leave_out), or write engine = "memory" in the section [data].',
        )
        for each, kind in kinds.items()
        if not kind.startswith(_TEXTUAL) and each not in job.output.leave_out
        if job.settings_of(each).role in (Role.SENSITIVE, Role.INSENSITIVE)
    ]
    if unfit:
        raise InvalidJob(unfit)


def _job_of_tuples(job: Job, path: Path, statements: ReleaseStatements) -> Job:
    """The job for the tuples alone."""
    there = (*statements.quasi_identifiers, *statements.counted)
    data = job.data.model_copy(update={"path": str(path), "engine": "memory", "columns": (), "count": statements.count})
    attributes: Mapping[str, object] = {each: job.settings_of(each) for each in there}
    output = job.output.model_copy(update={"leave_out": tuple(each for each in job.output.leave_out if each in there)})
    return job.model_copy(update={"data": data, "attributes": attributes, "output": output})


def _form(target: Path) -> str:
    return "FORMAT parquet" if is_parquet(target) else "FORMAT csv, HEADER, NULLSTR ''"
