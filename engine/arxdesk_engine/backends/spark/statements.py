"""The statements of a release, in Spark's SQL, for people to read, check and run.

Two relations are read: the `source`, and `labelled`, its distinct tuples with their counts and the labels that the
release gives to each. Values are compared as they are stored; missing ones are equal to each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from arxdesk_engine.backends.border.backend import CELL, RECORDS
from arxdesk_engine.backends.border.shape import ReleaseShape, label_name, unused_name
from arxdesk_engine.data.schema import SUPPRESSED

SOURCE, LABELLED = "source", "labelled"
_REMOVED = "removed"


def name(identifier: str) -> str:
    """An identifier in the quotation marks of Spark."""
    return "`" + identifier.replace("`", "``") + "`"


def text(value: str) -> str:
    """A text as a literal."""
    return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"


@dataclass(frozen=True, slots=True)
class SparkStatements:
    """The statements for a release of one shape."""

    shape: ReleaseShape

    @property
    def label_names(self) -> tuple[str, ...]:
        """The columns of `labelled` with the labels of each quasi-identifier."""
        return tuple(self._unused(label_name(place)) for place in range(len(self.shape.quasi_identifiers)))

    @property
    def removed_name(self) -> str:
        """The column of `labelled` that is true for tuples whose records are removed."""
        return self._unused(_REMOVED)

    @property
    def group(self) -> str:
        """The distinct tuples with their counts, in an order of their own that is always the same."""
        grouped = [name(each) for each in self.shape.grouped]
        chosen = ",\n       ".join([*grouped, f"count(*) AS {name(self.shape.count)}"])
        keys = ", ".join(grouped)
        return f"SELECT {chosen}\nFROM {SOURCE}\nGROUP BY {keys}\nORDER BY {keys}"

    def mapping(self, place: int) -> str:
        """Define the label of each value of a quasi-identifier that is shown somewhere."""
        value, label = name(self.shape.quasi_identifiers[place]), name(self.label_names[place])
        return (
            f"CREATE OR REPLACE TEMPORARY VIEW {_mapping(place)} AS\n"
            f"SELECT DISTINCT {value} AS value, {label} AS label\nFROM {LABELLED}\n"
            f"WHERE NOT {name(self.removed_name)}"
        )

    @property
    def removed(self) -> str:
        """Define the quasi-identifiers of records that are removed."""
        keys = ", ".join(map(name, self.shape.quasi_identifiers))
        return (
            f"CREATE OR REPLACE TEMPORARY VIEW {_REMOVED} AS\n"
            f"SELECT DISTINCT {keys}, TRUE AS {name(self.removed_name)}\n"
            f"FROM {LABELLED}\nWHERE {name(self.removed_name)}"
        )

    @property
    def prepare(self) -> Iterator[str]:
        """Everything between the labels and the release."""
        yield from map(self.mapping, range(len(self.shape.quasi_identifiers)))
        yield self.removed

    def release(self, *, removes: bool) -> str:
        """The released table: every value replaced by its label; `removes`: some records are removed."""
        quasi = self.shape.quasi_identifiers
        cells = (f"{self._shown(each, removes=removes)} AS {name(each)}" for each in self.shape.columns)
        shown = ",\n       ".join(cells)
        joins = [
            f"LEFT JOIN {_mapping(place)} ON {SOURCE}.{name(each)} <=> {_mapping(place)}.value"
            for place, each in enumerate(quasi)
        ]
        small = [_mapping(place) for place in range(len(quasi))]
        if removes:
            keys = "\n      AND ".join(f"{SOURCE}.{name(each)} <=> {_REMOVED}.{name(each)}" for each in quasi)
            joins.append(f"{'LEFT' if self.shape.keeps_removed else 'LEFT ANTI'} JOIN {_REMOVED} ON {keys}")
            small.append(_REMOVED)
        return "\n".join([f"SELECT /*+ BROADCAST({', '.join(small)}) */", f"       {shown}", f"FROM {SOURCE}", *joins])

    def groups_that_differ(self, written: str) -> str:
        """The groups of a written relation that have another number of records than the labels of the tuples say."""
        ours = self.shape.counted_columns
        keys = ", ".join(map(name, ours))
        expected = ",\n       ".join(f"{self._expected(each)} AS {name(each)}" for each in ours)
        kept = "" if self.shape.keeps_removed else f"\nWHERE NOT {name(self.removed_name)}"
        records = name(self._unused("records"))
        return (
            f"SELECT {keys}\nFROM (\n"
            f"SELECT {keys}, 1 AS {records} FROM {written}\n"
            f"UNION ALL\n"
            f"SELECT {expected}, -{name(self.shape.count)} AS {records} FROM {LABELLED}{kept}\n)\n"
            f"GROUP BY {keys}\nHAVING sum({records}) <> 0"
        )

    def _shown(self, column: str, *, removes: bool) -> str:
        if column in self.shape.hidden:
            return text(SUPPRESSED)
        if column not in self.shape.quasi_identifiers:
            return f"{SOURCE}.{name(column)}"
        label = f"{_mapping(self.shape.quasi_identifiers.index(column))}.label"
        if not removes or not self.shape.keeps_removed:
            return label
        return f"CASE WHEN {_REMOVED}.{name(self.removed_name)} THEN {text(SUPPRESSED)} ELSE {label} END"

    def _expected(self, column: str) -> str:
        if column in self.shape.hidden:
            return text(SUPPRESSED)
        if column not in self.shape.quasi_identifiers:
            return name(column)
        return name(self.label_names[self.shape.quasi_identifiers.index(column)])

    def _unused(self, wanted: str) -> str:
        return unused_name(wanted, (*self.shape.grouped, self.shape.count))


def into_folder(folder: Path | str, statement: str) -> str:
    """The statement that writes a selection to a folder of Parquet files."""
    return f"INSERT OVERWRITE DIRECTORY {text(str(folder))}\nUSING parquet\n{statement}"


def cells_of(relation: str, column: str) -> str:
    """The distinct cells of a column with the numbers of their records."""
    return f"SELECT {name(column)} AS {CELL}, count(*) AS {RECORDS}\nFROM {relation}\nGROUP BY {name(column)}"


def records_of(relation: str) -> str:
    """The records of a relation."""
    return f"TABLE {relation}"


def _mapping(place: int) -> str:
    return f"mapping_{place}"
