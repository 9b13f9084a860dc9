"""Treated columns and the research subset of a release within a database, by the distinct cells of its columns."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import sqlalchemy as sa
from numpy.typing import NDArray

from arxdesk_engine.backends.border.subset import SubsetCondition
from arxdesk_engine.backends.border.treated import DistinctCells, TreatedColumn
from arxdesk_engine.backends.database.labels import PREPARING, load, whole_numbers
from arxdesk_engine.backends.database.lookups import LookupStatements
from arxdesk_engine.backends.database.recounting import records_changed
from arxdesk_engine.backends.database.session import Session
from arxdesk_engine.backends.database.temporary import CODE, LABEL, ReleaseTables, part_name, treated_keys
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.raw_table import no_records
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.io.cells.cells import CellColumn
from arxdesk_engine.io.cells.memory import require_memory_left
from arxdesk_engine.io.cells.typed import WrittenCells, uniform_cells
from arxdesk_engine.io.databases.making import abilities_of
from arxdesk_engine.io.parquet import write_parquet
from arxdesk_engine.job.job import Job

_READING = marked("Reading the values")
Code = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class _Listed:
    """The distinct cells of a column, a row for each: their codes in the database, int64[cells], and their texts."""

    codes: Code
    column: Column


@dataclass(frozen=True, slots=True)
class _Treatment:
    """What becomes of the cells of a column: a `label` for each row of `codes`, int64[rows] for each column that
    decides. `asked` is what this follows from."""

    asked: tuple[object, ...]
    file: Path
    codes: Sequence[Code]
    label: Column


class CellTreatments:
    """What becomes of the distinct cells of a table, and which of them belong to the research subset.

    Cells are listed once, in temporary tables of the database and in files in `folder`; `place` names the table. The
    methods take the tables of the release that asks, and make those that its statements read.
    """

    def __init__(self, session: Session, folder: Path, place: str, null_values: Collection[str]) -> None:
        self._session, self._folder, self._place = session, folder, place
        self._null_values = null_values
        self._listed: dict[str, _Listed] = {}
        self._treatments: dict[str, _Treatment] = {}
        self._decided: SubsetCondition | None = None

    def forget(self) -> None:
        """List everything anew when it is needed: the tables may have gone with a transaction."""
        self._listed.clear()
        self._treatments.clear()
        self._decided = None

    def decide(self, job: Job, tables: ReleaseTables, control: Control) -> None:
        """Make the tables that tell which cells satisfy the condition of the research subset.

        Raises InvalidSelection, InvalidData, UnreadableFile, UnwritableFile; Stopped.
        """
        condition = tables.shape.subset
        if condition is None or condition == self._decided:
            return
        for attribute, members in tables.members.items():
            self._list(tables, attribute, control)
            satisfied = condition.satisfied(job, attribute, self._file_of(tables, attribute))
            parts = (whole_numbers(part_name(i), each.astype(np.int32)) for i, each in enumerate(satisfied.values()))
            self._fill(members.made, [whole_numbers(CODE, self._listed[attribute].codes), *parts], [CODE], control)
        self._decided = condition

    def treat(self, job: Job, tables: ReleaseTables, control: Control) -> None:
        """Find out what becomes of the cells of all treated columns.

        Raises InvalidJob, InvalidData, UnreadableFile and UnwritableFile as `DistinctCells` does; Stopped.
        """
        for column in tables.shape.treated:
            asked = (column, *(job.settings_of(each) for each in column.inputs))
            known = self._treatments.get(column.name)
            if known is not None and known.asked == asked:
                continue
            for each in column.inputs:
                self._list(tables, each, control)
            file, codes = self._file_of(tables, *column.inputs), [self._listed[column.name].codes]
            if column.person is not None:
                codes = self._write_pairs(tables, column, file, control)
            self._treatments[column.name] = _Treatment(asked, file, codes, DistinctCells(job, column, file).label)

    def labels(self, tables: ReleaseTables) -> dict[str, WrittenCells]:
        """What becomes of the cells of each treated column, of one type."""
        abilities = abilities_of(tables.system.dialect)
        labels = {each.name: self._treatments[each.name].label for each in tables.shape.treated}
        return {name: uniform_cells(replace(label, name=LABEL), None, abilities) for name, label in labels.items()}

    def load(self, tables: ReleaseTables, labels: dict[str, WrittenCells], control: Control) -> None:
        """Make the tables that tell what becomes of each cell. Raises UnwritableFile; Stopped."""
        for column in tables.shape.treated:
            keys, codes = treated_keys(column), self._treatments[column.name].codes
            numbers = [whole_numbers(key, each) for key, each in zip(keys, codes, strict=True)]
            self._fill(tables.treated[column.name].made, [*numbers, labels[column.name]], keys, control)

    def write_mappings(self, job: Job, tables: ReleaseTables) -> None:
        """Write what pseudonyms stand for where the job says so. Raises as `Release.write_mappings` does."""
        for column in tables.shape.treated:
            if job.settings_of(column.name).masking.mapping_file is not None:
                DistinctCells(job, column, self._treatments[column.name].file).write_mappings()

    def _file_of(self, tables: ReleaseTables, *names: str) -> Path:
        places = " ".join(str(tables.position(each)) for each in names)
        return self._folder / f"cells {places}.parquet"

    def _list(self, tables: ReleaseTables, name: str, control: Control) -> None:
        """Make the table of the distinct cells of a column, and read it."""
        if name in self._listed:
            return
        statements, made = LookupStatements(tables), tables.cells[name].made
        self._session.drop(made, tr(_READING), control)
        for statement in (statements.list_cells(name), *self._session.system.analyze(made)):
            self._session.run(statement, tr(_READING), control)
        codes: list[int] = []
        cells = CellColumn(name)
        for piece in self._session.pieces(statements.read_cells(name), tr(_READING), control):
            require_memory_left(self._place)
            numbers, values = zip(*piece, strict=True)
            codes += map(int, numbers)
            cells.add(values)
        if not codes:
            raise no_records(self._place)
        raw = cells.finished(self._null_values)
        column = Column.encode(name, raw.codes, raw.dictionary, raw.declared)
        write_parquet(self._file_of(tables, name), [column], control=control)
        self._listed[name] = _Listed(np.array(codes, np.int64), column)

    def _write_pairs(self, tables: ReleaseTables, column: TreatedColumn, file: Path, control: Control) -> list[Code]:
        """Write the distinct combinations of the cells that decide on a column to a file; returns their codes."""
        rows: list[sa.Row[Any]] = []
        for piece in self._session.pieces(LookupStatements(tables).read_pairs(column), tr(_READING), control):
            require_memory_left(self._place)
            rows += piece
        if not rows or any(code is None for row in rows for code in row):  # since the cells were listed
            raise records_changed(self._place)
        codes = [np.array(each, np.int64) for each in zip(*rows, strict=True)]
        columns = []
        for name, numbers in zip(column.inputs, codes, strict=True):
            listed = self._listed[name]
            chosen = np.searchsorted(listed.codes, numbers)
            columns.append(replace(listed.column, codes=listed.column.codes[chosen]))
        write_parquet(file, columns, control=control)
        return codes

    def _fill(
        self, table: sa.TableClause, cells: Sequence[WrittenCells], keys: Sequence[str], control: Control
    ) -> None:
        self._session.drop(table, tr(PREPARING), control)
        self._session.run(self._session.system.filled_table(table, cells, keys), tr(PREPARING), control)
        load(self._session, table, cells, control)
        for statement in self._session.system.analyze(table):
            self._session.run(statement, tr(PREPARING), control)
