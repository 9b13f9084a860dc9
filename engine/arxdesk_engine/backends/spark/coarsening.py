"""Coarser starts of a release by Spark: estimates, and tables of the values that stand for others."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from arxdesk_engine.backends.border.coarser import StoredValues, stored_values
from arxdesk_engine.backends.border.minimum_levels import Levels
from arxdesk_engine.backends.border.shape import ReleaseShape
from arxdesk_engine.backends.spark.cells import coarser_cells, joins_of_coarser, level_name
from arxdesk_engine.backends.spark.connection import SparkConnection
from arxdesk_engine.backends.spark.listing import ListedCells
from arxdesk_engine.backends.spark.names import SOURCE, name
from arxdesk_engine.backends.spark.parts import parts_of
from arxdesk_engine.backends.spark.statements import into_folder
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.job.job import Job

_ERROR = 0.02
"""The relative standard error of estimates."""


class SparkCoarsening:
    """The stored values of all quasi-identifiers with a hierarchy, as tables of a connection.

    `rows` is the relation of the records as SQL, named `source`; estimates are written to `folder`.
    """

    def __init__(
        self, rows: str, shape: ReleaseShape, job: Job, cells: ListedCells, connection: SparkConnection, folder: Path
    ) -> None:
        self._rows, self._shape, self._job = rows, shape, job
        self._cells, self._connection, self._folder = cells, connection, folder
        places = {each: place for place, each in enumerate(shape.quasi_identifiers) if each not in shape.hidden}
        self._places = {each: place for each, place in places.items() if job.settings_of(each).hierarchy is not None}
        self.values: dict[str, StoredValues] = {}

    def read(self, control: Control) -> None:
        """Read the values of every column. Raises InvalidData, InvalidHierarchy, UnreadableFile, UnwritableFile;
        Stopped."""
        import pyarrow as pa  # noqa: PLC0415 - slow to import

        for attribute, place in self._places.items():
            table = coarser_cells(place)
            values = stored_values(self._job, attribute, self._cells.list(table, [attribute], control))
            cells = self._cells.as_read(table)[attribute]
            levels = {
                level_name(level, attribute): cells.take(pa.array(rows))
                for level, rows in enumerate(values.representatives)
            }
            self._cells.define(table, pa.table(levels), control)
            self.values[attribute] = values

    def estimate(self, candidates: Sequence[Levels], control: Control) -> list[int]:
        """About how many distinct tuples there are at the levels of each candidate."""
        import pyarrow.parquet as pq  # noqa: PLC0415

        counts: list[str] = []
        for levels in candidates:
            keys = ", ".join(self._key(each, levels.get(each, 0)) for each in self._shape.grouped)
            counts.append(f"approx_count_distinct(struct({keys}), {_ERROR}) AS estimate_{len(counts)}")
        coarser = [each for each in self._places if any(levels.get(each) for levels in candidates)]
        joins = "".join(
            f"\n{each}" for each in joins_of_coarser(SOURCE, {each: self._places[each] for each in coarser})
        )
        statement = f"SELECT {', '.join(counts)}\nFROM {self._rows}{joins}"
        self._connection.run(into_folder(self._folder, statement), tr("Estimating the number of groups"), control)
        [row] = pq.read_table(parts_of(self._folder)[0]).to_pylist()
        return [int(each) for each in row.values()]

    def _key(self, attribute: str, level: int) -> str:
        if level == 0:
            return f"{SOURCE}.{name(attribute)}"
        return f"{coarser_cells(self._places[attribute])}.{name(level_name(level, attribute))}"
