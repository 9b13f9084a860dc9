"""Coarser starts of a release by DuckDB: estimates, and the source with values put together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from arxdesk_engine.backends.border.coarser import StoredValues, stored_values
from arxdesk_engine.backends.border.minimum_levels import Levels
from arxdesk_engine.backends.border.shape import ReleaseShape
from arxdesk_engine.backends.duckdb.connection import Connection
from arxdesk_engine.backends.duckdb.statements import commented, name, text
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.job.job import Job

_ESTIMATING = marked("Estimating the number of groups")


class Coarsening:
    """The stored values of all quasi-identifiers with a hierarchy, as tables of a connection.

    `source` is the relation of the rows, as SQL; the tables are made from files in `folder`.
    """

    def __init__(self, source: str, shape: ReleaseShape, job: Job, connection: Connection, folder: Path) -> None:
        self._source, self._shape, self._job = source, shape, job
        self._connection, self._folder = connection, folder
        grouped = (each for each in shape.quasi_identifiers if each not in shape.hidden)
        self._places = {each: i for i, each in enumerate(grouped) if job.settings_of(each).hierarchy is not None}
        self.values: dict[str, StoredValues] = {}

    def read(self, control: Control) -> None:
        """Read the values of every column. Raises InvalidData, InvalidHierarchy or UnreadableFile; Stopped."""
        for attribute, place in self._places.items():
            listed, chosen = self._folder / f"values {place}.parquet", self._folder / f"chosen {place}.parquet"
            column = name(attribute)
            distinct = f"SELECT DISTINCT {column} FROM {self._source} ORDER BY {column}"
            copy = f"COPY ({distinct}) TO {text(str(listed))} (FORMAT parquet)"
            self._connection.run(copy, tr("Reading the values"), control)
            values = self.values[attribute] = stored_values(self._job, attribute, listed)
            levels = {f"level {level}": rows for level, rows in enumerate(values.representatives)}
            pq.write_table(pa.table(levels), chosen)
            made = self._table(attribute, _numbered(listed), _numbered(chosen))
            self._connection.run(made, tr("Reading the values"), control)

    def _table(self, attribute: str, listed: str, chosen: str) -> str:
        """Make the table of the values of a column: at each level the value that stands for a value.

        `listed` has the values and `chosen` the numbers of their rows at each level, both with their own in `place`.
        """
        levels = range(self.values[attribute].top + 1)
        shown = ",\n       ".join(f"{_value(level)}.value AS {_level(level)}" for level in levels)
        joins = "\n".join(
            f"JOIN listed AS {_value(level)} ON {_value(level)}.place = chosen.{_level(level)}" for level in levels
        )
        return (
            f"CREATE OR REPLACE TEMP TABLE {_table_name(self._places[attribute])} AS\n"
            f"WITH listed AS (SELECT {name(attribute)} AS value, place FROM {listed}),\n"
            f"chosen AS (SELECT * FROM {chosen})\n"
            f"SELECT listed.value AS value,\n       {shown}\n"
            f"FROM listed JOIN chosen ON listed.place = chosen.place\n{joins}"
        )

    def explained(self, attributes: Iterable[str]) -> str:
        """The statements that make the tables of some attributes, with the reason for each."""
        parts = []
        for each in attributes:
            place = self._places[each]
            made = self._table(each, name(f"listed values {place}"), name(f"chosen values {place}"))
            reason = f"The values of {each}: at each level the value that stands for it, as the program has chosen"
            parts.append(commented(reason, made))
        return "".join(parts)

    def estimate(self, candidates: Sequence[Levels], control: Control) -> list[int]:
        """About how many distinct tuples there are at the levels of each candidate."""
        counts = []
        for levels in candidates:
            keys = ", ".join(self._key(each, levels) for each in self._shape.grouped)
            counts.append(f"approx_count_distinct(hash({keys}))")
        joins = self._joins([each for each in self._places if any(levels.get(each) for levels in candidates)])
        statement = f"SELECT {', '.join(counts)}\nFROM {self._source} AS stored{joins}"
        return [int(each) for each in self._connection.run(statement, tr(_ESTIMATING), control)[0]]

    def relation(self, source: str, levels: Levels) -> str:
        """Rows of the table with the values that stand for others at these levels, as SQL."""
        coarser = {each: level for each, level in levels.items() if level > 0}
        replaced = ", ".join(f"{self._key(each, coarser)} AS {name(each)}" for each in coarser)
        joins = self._joins([each for each in self._places if each in coarser])
        return f"(SELECT stored.* REPLACE ({replaced})\nFROM {source} AS stored{joins})"

    def _key(self, attribute: str, levels: Levels) -> str:
        level = levels.get(attribute, 0) if attribute in self._places else 0
        if level == 0:
            return f"stored.{name(attribute)}"
        return f"{_table_name(self._places[attribute])}.{_level(level)}"

    def _joins(self, attributes: Sequence[str]) -> str:
        return "".join(
            f"\nLEFT JOIN {table} ON stored.{name(each)} IS NOT DISTINCT FROM {table}.value"
            for each in attributes
            for table in [_table_name(self._places[each])]
        )


def _table_name(place: int) -> str:
    return name(f"values {place}")


def _level(level: int) -> str:
    return name(f"level {level}")


def _value(level: int) -> str:
    return name(f"value {level}")


def _numbered(file: Path) -> str:
    """The rows of a Parquet file with their numbers, from 0."""
    rows = f"read_parquet({text(str(file))}, hive_partitioning = false, file_row_number = true)"
    return f"(SELECT *, file_row_number AS place FROM {rows})"
