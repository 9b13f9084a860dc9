"""A database as the engine of a release: its table is grouped where it is, and the result is a table beside it."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import sqlalchemy as sa

from arxdesk_engine.backends.border.backend import CELL, RECORDS, CountedAgain, WrittenRows
from arxdesk_engine.backends.border.refusals import IN_MEMORY
from arxdesk_engine.backends.border.shape import REMOVED, ReleaseShape, tuple_fates
from arxdesk_engine.backends.database.abandoned import remove_abandoned, reserved, staging
from arxdesk_engine.backends.database.choice import faults_of_place
from arxdesk_engine.backends.database.columns import require_comparable, source_columns
from arxdesk_engine.backends.database.explanation import explanation
from arxdesk_engine.backends.database.labels import PREPARING, load, numbered
from arxdesk_engine.backends.database.recounting import RecountStatements, records_changed
from arxdesk_engine.backends.database.session import Session, session
from arxdesk_engine.backends.database.statements import DatabaseStatements
from arxdesk_engine.backends.database.systems import named_table
from arxdesk_engine.backends.database.temporary import ReleaseTables, unused_prefix
from arxdesk_engine.backends.database.treating import CellTreatments
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.raw_table import MAX_RECORDS
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import InvalidData, InvalidJob, Problem, UnwritableFile
from arxdesk_engine.foundation.language import tr, whole
from arxdesk_engine.io.cells.cells import CellColumn
from arxdesk_engine.io.cells.memory import require_memory_left
from arxdesk_engine.io.cells.typed import CellKind, uniform_cells
from arxdesk_engine.io.databases.address import file_of, without_password
from arxdesk_engine.io.databases.making import abilities_of, require_free_name, require_name, schema_and_name
from arxdesk_engine.io.databases.places import table_in
from arxdesk_engine.io.databases.writing import without_old_values
from arxdesk_engine.io.parquet import write_parquet
from arxdesk_engine.job.job import Job
from arxdesk_engine.release.export import note_of_removed
from arxdesk_engine.release.transform.apply import Output

_EXAMPLE = "released"


class DatabaseBackend:
    """A table of a database, which a session of its own groups and releases.

    The tuples stay in a temporary table there. Where the system can, the snapshot in which they were counted is that
    of the result; else a result of records that have changed meanwhile is refused.
    """

    def __init__(self, job: Job, folder: Path, opened: Session, control: Control) -> None:
        """Describe the columns; distinct cells are kept in `folder` while the backend is open.

        Raises InvalidData for a table or columns that do not exist; InvalidJob where the job means others, or columns
        that cannot be grouped there; UnreadableFile; Stopped.
        """
        self._job, self._session = job, opened
        shown = without_password(job.table_place)
        with opened.working(tr("Reading the columns"), control):
            table = table_in(opened.connection, shown, job.data.table)
            self._place = tr("{database}, table {table}", database=shown, table=table.shown)
            columns = source_columns(opened.connection, table, self._place, job.data.columns)
            prefix = unused_prefix(table.name, self._target(job.output.table or "").name)
        opened.release_snapshot()
        self.names = tuple(each.name for each in columns)
        self._treating = CellTreatments(opened, folder, self._place, job.data.null_values)
        self._take(ReleaseTables(opened.system, ReleaseShape.of(job, self.names), table, columns, prefix))
        self._texts: Collection[str] = ()
        self._records, self._removes = 0, False

    def reshape(self, shape: ReleaseShape) -> None:
        """Group and release in another shape from now on. Raises InvalidJob for columns that cannot be grouped."""
        self._take(replace(self._tables, shape=shape))

    def _take(self, tables: ReleaseTables) -> None:
        largest = tables.with_stars()
        require_comparable(self._job, tables.columns, {*tables.shape.grouped, *largest.cells})
        _require_few_tables(self._job, largest)
        self._tables, self.shape = tables, tables.shape
        self._statements, self._recount = DatabaseStatements(tables), RecountStatements(tables)

    @property
    def files(self) -> Sequence[Path]:
        """The file with the database; none where a server has it."""
        return () if self._job.table_file is None else (self._job.table_file,)

    @property
    def explained(self) -> str:
        """All statements with the reason for each, as they run one after the other."""
        target = self._target(self._job.output.table or _EXAMPLE)
        return explanation(self._tables.with_stars(), target, named_table("arxdesk_staging", target.schema))

    def group(self, tuples: Path, control: Control) -> int:
        """Write the distinct tuples with their counts to a Parquet file; returns the number of records.

        Raises UnwritableFile where no temporary table may be made, or none for the result; InvalidJob where columns
        cannot be treated as the job says.
        """
        if self._job.output_place is not None:
            remove_abandoned(self._session, self._target(self._job.output.table or _EXAMPLE).schema, control)
        self._require_rights(control)
        self._treating.decide(self._job, self._tables, control)
        self._treating.treat(self._job, self._tables, control)
        self._session.run(self._statements.group, tr("Grouping the records"), control)
        *columns, counts = (CellColumn(each) for each in (*self.shape.grouped, self.shape.count))
        records = 0
        for piece in self._session.pieces(self._statements.read_tuples, tr("Reading the groups"), control):
            require_memory_left(self._place)
            *cells, numbers = zip(*piece, strict=True)
            for column, values in zip(columns, cells, strict=True):
                if column.name == self.shape.member and None in values:
                    raise records_changed(self._place)  # since its cells were listed
                column.add(values)
            counts.add([int(each) for each in numbers])
            records += sum(map(int, numbers))
        if self._job.output_place is None:  # others need not wait for a result that nobody asked for
            self._session.release_snapshot()
        else:
            self._session.end_reading()
        if records > MAX_RECORDS:
            found, remedy = (
                tr("more than {n} records", n=whole(MAX_RECORDS)),
                tr("Read a view of a part of them."),
            )
            raise InvalidData(Problem(self._place, found, remedy))
        self._records = records
        _write_cells(tuples, (*columns, counts), self._job, control)
        return records

    def require_target(self, job: Job) -> None:
        """Raises InvalidJob where the result would not be a table of the same database."""
        if faults := list(faults_of_place(job)):
            raise InvalidJob(faults)

    def write(self, job: Job, output: Output, control: Control) -> WrittenRows:
        """Make the released table, whole or not at all.

        Raises TableExists; UnwritableFile where it may not be made; InvalidData where the records have changed.
        """
        database, table = self._session, job.output.table or ""
        try:
            with database.all_or_nothing():
                self._require_free(job, control)
                self._prepare(job, output, control)
                target = self._target(table)
                made = staging(target.schema)
                with reserved(database, made):
                    release = self._statements.release(made, removes=self._removes, key=secrets.token_hex())
                    database.run(release, tr("Writing the table"), control)
                    self._require_unchanged(made, control)
                    is_there = self._require_free(job, control)
                    self._treating.write_mappings(job, self._tables)
                    names = database.system.named(made, target, replaces=is_there)
                    database.run_all(names, tr("Writing the table"), control)
        except BaseException:
            self._treating.forget()
            raise
        file = file_of(job.table_place)
        removed = output.suppressed_records if self.shape.keeps_removed else 0
        notes = without_old_values(Path(file)) if is_there and file is not None else ()
        return WrittenRows(
            without_password(job.output_place or ""), table=table, notes=(*note_of_removed(job, removed), *notes)
        )

    def list_cells(self, written: WrittenRows, column: str, file: Path, control: Control) -> None:
        """Write the distinct cells of a column of the written table, with their numbers, to a Parquet file."""
        statement = self._recount.cells_of(self._target(written.table or ""), column, self._texts)
        cells, records = CellColumn(CELL), CellColumn(RECORDS)
        for piece in self._session.pieces(statement, tr("Listing the values"), control):
            require_memory_left(self._place)
            values, numbers = zip(*piece, strict=True)
            cells.add(values)
            records.add([int(each) for each in numbers])
        self._session.end_reading()
        _write_cells(file, (cells, records), self._job, control)

    def _prepare(self, job: Job, output: Output, control: Control) -> None:
        """Make the temporary tables that the release reads."""
        fates = tuple_fates(output)
        self._removes = bool((fates == REMOVED).any())
        if self._removes:
            self._take(self._tables.with_stars())
        database, tables, statements = self._session, self._tables, self._statements
        self._treating.decide(job, tables, control)
        self._treating.treat(job, tables, control)
        abilities = abilities_of(database.system.dialect)
        labels = [uniform_cells(each, None, abilities) for each in self.shape.labels(output)]
        labels_of_cells = self._treating.labels(tables)
        of_tuples = dict(zip(self.shape.labelled, labels, strict=True))
        texts = {name for name, cells in (*of_tuples.items(), *labels_of_cells.items()) if cells.kind is CellKind.TEXT}
        if self._removes and self.shape.keeps_removed:
            texts |= self.shape.starred
        self._texts = frozenset(texts)
        cells = numbered([cells.as_text if name in texts else cells for name, cells in of_tuples.items()], fates)
        for each in tables.of_release:
            database.drop(each, tr(PREPARING), control)
        database.run(statements.make_labels(cells), tr(PREPARING), control)
        load(database, tables.labels.made, cells, control)
        as_texts = {name: cells.as_text if name in texts else cells for name, cells in labels_of_cells.items()}
        self._treating.load(tables, as_texts, control)
        for statement in statements.prepare(removes=self._removes):
            database.run(statement, tr(PREPARING), control)

    def count_again(self, written: WrittenRows, control: Control) -> CountedAgain:
        """Count the written table."""
        found, activity = self._target(written.table or ""), tr("Recounting the written table")
        differing = self._number(
            self._recount.groups_that_differ(found, self._texts, removes=self._removes), activity, control
        )
        records = self._number(self._recount.records_of(found), activity, control)
        self._session.release_snapshot()
        return CountedAgain(records, differing)

    def _number(self, statement: str, activity: str, control: Control) -> int:
        return int(self._session.run(statement, activity, control)[0][0])

    def _target(self, table: str) -> sa.TableClause:
        schema, name = schema_and_name(self._session.connection, table)
        return named_table(name, schema)

    def _require_free(self, job: Job, control: Control) -> bool:
        """Whether there is a table to be replaced. Raises TableExists."""
        table = job.output.table or ""
        place = tr("{database}, table {table}", database=without_password(job.output_place or ""), table=table)
        with self._session.working(tr("Writing the table"), control):
            return require_free_name(self._session.connection, place, table, replace_table=job.output.replace_table)

    def _require_unchanged(self, made: sa.TableClause, control: Control) -> None:
        differ = self._recount.groups_that_differ(made, self._texts, removes=self._removes)
        activity = tr("Recounting the written table")
        if self._number(differ, activity, control):
            raise records_changed(self._place)
        # The groups of the result say nothing of records outside the research subset.
        count = self._recount.records_of(self._tables.source)
        if self.shape.subset is not None and self._number(count, activity, control) != self._records:
            raise records_changed(self._place)

    def _require_rights(self, control: Control) -> None:
        """Raises UnwritableFile, before long work, where the tables of a release may not be made."""
        database, trials = self._session, []
        temporary = database.system.temporary(staging(None).name)
        trials.append((temporary, True, tr("temporary tables, in which it keeps the labels meanwhile")))
        if self._job.output_place is not None:
            target = self._target(self._job.output.table or _EXAMPLE)
            require_name(database.connection.dialect, self._place, target.name)
            trials.append((staging(target.schema), False, tr("tables, such as the result")))
        for table, is_temporary, needed in trials:
            try:
                database.attempt(table, tr("Preparing the database"), control, temporary=is_temporary)
            except (UnwritableFile, InvalidData) as error:
                remedy = tr(
                    "Ask for the right to make {tables}, or write {setting} in the section [data]. Nothing "
                    "was changed.",
                    tables=needed,
                    setting=IN_MEMORY,
                )
                raise UnwritableFile(Problem(self._place, error.problems[0].found, remedy)) from error


def _write_cells(file: Path, columns: Sequence[CellColumn], job: Job, control: Control) -> None:
    """Write what was read to a Parquet file."""
    raw = [column.finished(job.data.null_values) for column in columns]
    encoded = [Column.encode(each.name, each.codes, each.dictionary, each.declared) for each in raw]
    write_parquet(file, encoded, control=control)


def _require_few_tables(job: Job, tables: ReleaseTables) -> None:
    """Raises InvalidJob where the result takes more tables than the system joins."""
    most = tables.system.most_joined
    if most is not None and tables.joined > most:
        found = tr(
            "the database joins {n} tables at most, and all columns that are generalized or changed take more",
            n=most,
        )
        remedy = tr("Leave columns out (leave_out), or write {setting} in the section [data].", setting=IN_MEMORY)
        raise InvalidJob(Problem(f"{job.source}, attributes", found, remedy))


@contextlib.contextmanager
def database_backend(job: Job, folder: Path, control: Control) -> Iterator[DatabaseBackend]:
    """The database of a job. Raises as `DatabaseBackend` does; PasswordNeeded."""
    with session(job.table_place) as opened:
        yield DatabaseBackend(job, folder, opened, control)
