"""Treated columns and the research subset of a release by Spark, as tables of their distinct cells."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from arxdesk_engine.backends.border.subset import SubsetCondition
from arxdesk_engine.backends.border.treated import LABEL, TEXT, DistinctCells, TreatedColumn
from arxdesk_engine.backends.spark.cells import (
    decided_cells,
    marked,
    part_names,
    treated_cells,
    treated_names,
)
from arxdesk_engine.backends.spark.connection import SparkConnection
from arxdesk_engine.backends.spark.listing import ListedCells
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.job.job import Job

_READING = "Reading the values"


class SparkTreating:
    """The tables that say what becomes of distinct cells, and which of them belong to the research subset.

    What becomes of them is written to `folder` on its way.
    """

    def __init__(self, cells: ListedCells, connection: SparkConnection, folder: Path) -> None:
        self._cells, self._connection, self._folder = cells, connection, folder
        self._decided: SubsetCondition | None = None
        self._treated: dict[int, tuple[object, ...]] = {}
        self._texts: dict[int, bool] = {}

    def mark(self, job: Job, condition: SubsetCondition | None, member: str, control: Control) -> None:
        """Mark the records of a research subset in a column. Raises InvalidSelection, InvalidData, UnreadableFile,
        UnwritableFile; Stopped."""
        import pyarrow as pa  # noqa: PLC0415 - slow to import

        if condition is None or condition == self._decided:
            return
        for place, attribute in enumerate(condition.attributes):
            table, names = decided_cells(place), part_names(condition, attribute)
            satisfied = condition.satisfied(job, attribute, self._cells.list(table, [attribute], control))
            self._cells.define(table, pa.table({names[part]: rows for part, rows in satisfied.items()}), control)
        self._connection.run(marked(condition, member), tr(_READING), control)
        self._decided = condition

    def treat(self, job: Job, treated: Sequence[TreatedColumn], control: Control) -> None:
        """Make the tables of treated columns.

        Raises InvalidJob, InvalidData, UnreadableFile and UnwritableFile as `DistinctCells` does; Stopped.
        """
        import pyarrow as pa  # noqa: PLC0415
        import pyarrow.parquet as pq  # noqa: PLC0415

        for place, column in enumerate(treated):
            asked = (column, *(job.settings_of(each) for each in column.inputs))
            if asked == self._treated.get(place):
                continue
            table, labels = treated_cells(place), self._folder / f"labels of {treated_cells(place)}.parquet"
            listed = self._cells.list(table, column.inputs, control)
            DistinctCells(job, column, listed).write_labels(labels, control)
            found = pq.read_table(labels, columns=[LABEL, TEXT])
            self._cells.define(table, found.rename_columns(treated_names(column)), control)
            self._texts[place] = pa.types.is_dictionary(found.schema.field(LABEL).type)
            self._treated[place] = asked

    def texts_among(self, treated: Sequence[TreatedColumn]) -> Collection[str]:
        """The names of the treated columns whose cells have become texts."""
        return {each.name for place, each in enumerate(treated) if self._texts[place]}

    def write_mappings(self, job: Job, treated: Sequence[TreatedColumn]) -> None:
        """Write what pseudonyms stand for where the job says so. Raises as `Release.write_mappings` does."""
        for place, column in enumerate(treated):
            if job.settings_of(column.name).masking.mapping_file is not None:
                DistinctCells(job, column, self._cells.file_of(treated_cells(place))).write_mappings()
