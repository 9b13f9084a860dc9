"""Treated columns and the research subset of a release by DuckDB, as tables of their distinct cells."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from arxdesk_engine.backends.border.shape import ReleaseShape, unused_name
from arxdesk_engine.backends.border.subset import IN_SUBSET, SubsetCondition, SubsetPart
from arxdesk_engine.backends.border.treated import LABEL, TEXT, DistinctCells, TreatedColumn
from arxdesk_engine.backends.duckdb.connection import Connection
from arxdesk_engine.backends.duckdb.statements import commented, name, parquet, text
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.job.job import Job

_READING = marked("Reading the values")
_PERSON = "person"


class Treating:
    """The tables that say what becomes of distinct cells, and which of them belong to the research subset.

    `source` is the relation of the rows as they are stored; the tables are made from files in `folder`. `names` are the
    columns of the table.
    """

    def __init__(self, source: str, names: Sequence[str], connection: Connection, folder: Path) -> None:
        self._source, self._names = source, names
        self._connection, self._folder = connection, folder
        self._decided: SubsetCondition | None = None
        self._treated: list[tuple[object, ...]] = []

    def decide(self, job: Job, condition: SubsetCondition | None, control: Control) -> None:
        """Make the tables that `members` reads. Raises InvalidSelection, InvalidData, UnreadableFile; Stopped."""
        if condition is None or condition == self._decided:
            return
        for place, attribute in enumerate(condition.attributes):
            listed, decided = self._folder / f"cells {place}.parquet", self._folder / f"members {place}.parquet"
            self._list([attribute], listed, control)
            satisfied = condition.satisfied(job, attribute, listed)
            pq.write_table(pa.table({_part(i): each for i, each in enumerate(satisfied.values())}), decided)
            tables = parquet([listed]), parquet([decided])
            self._connection.run(_members_table(place, attribute, len(satisfied), *tables), tr(_READING), control)
        self._decided = condition

    def members(self, source: str, condition: SubsetCondition, column: str) -> str:
        """The rows of a relation with a further column: 1 for those of a research subset, else 0."""
        places = {each: place for place, each in enumerate(condition.attributes)}

        def part(each: SubsetPart) -> str:
            number = condition.parts_of(each.attribute).index(each)
            return f"{_members(places[each.attribute])}.{name(_part(number))}"

        joins = "".join(
            f"\nLEFT JOIN {_members(place)} ON stored.{name(each)} IS NOT DISTINCT FROM {_members(place)}.value"
            for each, place in places.items()
        )
        return f"(SELECT stored.*, ({condition.sql(part)})::INTEGER AS {name(column)}\nFROM {source} AS stored{joins})"

    def treat(self, job: Job, treated: Sequence[TreatedColumn], control: Control) -> None:
        """Make the tables that `released` reads.

        Raises InvalidJob, InvalidData, UnreadableFile and UnwritableFile as `DistinctCells` does; Stopped.
        """
        asked = [(column, *(job.settings_of(each) for each in column.inputs)) for column in treated]
        if asked == self._treated:
            return
        for place, column in enumerate(treated):
            listed, labels = self._cells_of(place), self._folder / f"treated {place}.parquet"
            self._list(column.inputs, listed, control)
            DistinctCells(job, column, listed).write_labels(labels, control)
            self._connection.run(
                _treated_table(place, column, parquet([listed]), parquet([labels])), tr(_READING), control
            )
        self._treated = asked

    def write_mappings(self, job: Job, treated: Sequence[TreatedColumn]) -> None:
        """Write what pseudonyms stand for where the job says so. Raises as `Release.write_mappings` does."""
        for place, column in enumerate(treated):
            if job.settings_of(column.name).masking.mapping_file is not None:
                DistinctCells(job, column, self._cells_of(place)).write_mappings()

    def released(self, source: str, shape: ReleaseShape, texts: Collection[str]) -> str:
        """The rows of a relation that are written, with their treated cells; those of `texts` as text."""
        rows = ""
        if shape.subset is not None:
            member = shape.member or unused_name(IN_SUBSET, self._names)
            source, rows = self.members(source, shape.subset, member), f"\nWHERE stored.{name(member)} = 1"
        if not shape.treated:
            return f"(SELECT stored.*\nFROM {source} AS stored{rows})" if rows else source
        cells = ", ".join(
            f"{_treated(place)}.{TEXT if each.name in texts else LABEL} AS {name(each.name)}"
            for place, each in enumerate(shape.treated)
        )
        joins = "".join(
            f"\nLEFT JOIN {_treated(place)} ON {_same_cells(place, each)}" for place, each in enumerate(shape.treated)
        )
        return f"(SELECT stored.* REPLACE ({cells})\nFROM {source} AS stored{joins}{rows})"

    def explained(self, shape: ReleaseShape) -> str:
        """The statements that make the tables, with the reason for each."""
        parts = {}
        for place, each in enumerate(() if shape.subset is None else shape.subset.attributes):
            number = 0 if shape.subset is None else len(shape.subset.parts_of(each))
            made = _members_table(place, each, number, name(f"listed cells {place}"), name(f"chosen cells {place}"))
            parts[f"The values of {each} that satisfy the condition of the research subset, as the program says"] = made
        for place, column in enumerate(shape.treated):
            made = _treated_table(place, column, name(f"untreated cells {place}"), name(f"treated cells {place}"))
            parts[f"What becomes of the cells of {column.name}, as the program says"] = made
        return "".join(commented(reason, statement) for reason, statement in parts.items())

    def _cells_of(self, place: int) -> Path:
        """The file with the distinct cells of a treated column."""
        return self._folder / f"untreated {place}.parquet"

    def _list(self, columns: Sequence[str], file: Path, control: Control) -> None:
        """Write the distinct cells of some columns to a file."""
        listed = ", ".join(map(name, columns))
        distinct = f"SELECT DISTINCT {listed}\nFROM {self._source}\nORDER BY {listed}"
        self._connection.run(f"COPY ({distinct}) TO {text(str(file))} (FORMAT parquet)", tr(_READING), control)


def _members_table(place: int, attribute: str, parts: int, cells: str, decided: str) -> str:
    """Make the table of the cells of an attribute with the parts of a condition that they satisfy."""
    shown = ", ".join(f"decided.{name(_part(number))}" for number in range(parts))
    return (
        f"CREATE OR REPLACE TEMP TABLE {_members(place)} AS\nSELECT cells.{name(attribute)} AS value, {shown}\n"
        f"FROM {cells} AS cells POSITIONAL JOIN {decided} AS decided"
    )


def _treated_table(place: int, column: TreatedColumn, cells: str, treated: str) -> str:
    """Make the table of the cells of a column with what becomes of them."""
    keys = f"cells.{name(column.name)} AS value"
    if column.person is not None:
        keys += f", cells.{name(column.person)} AS {_PERSON}"
    return (
        f"CREATE OR REPLACE TEMP TABLE {_treated(place)} AS\nSELECT {keys}, treated.{LABEL}, treated.{TEXT}\n"
        f"FROM {cells} AS cells POSITIONAL JOIN {treated} AS treated"
    )


def _same_cells(place: int, column: TreatedColumn) -> str:
    same = f"stored.{name(column.name)} IS NOT DISTINCT FROM {_treated(place)}.value"
    if column.person is None:
        return same
    return f"{same}\n      AND stored.{name(column.person)} IS NOT DISTINCT FROM {_treated(place)}.{_PERSON}"


def _members(place: int) -> str:
    return name(f"members {place}")


def _treated(place: int) -> str:
    return name(f"treated {place}")


def _part(number: int) -> str:
    return f"part {number}"
