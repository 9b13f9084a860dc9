"""The statements of a release, in Spark's SQL, for people to read, check and run.

These relations are read: the `source`; `marked`, the same with the records of the research subset told apart; tables of
the distinct cells of some columns with what becomes of them; and `labelled`, the distinct tuples with their counts,
their fates, and the labels that the release gives to each. Values are compared as they are stored; missing ones are
equal to each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from arxdesk_engine.backends.border.backend import CELL, RECORDS
from arxdesk_engine.backends.border.shape import KEPT, KEY, OUTSIDE, REMOVED, ReleaseShape, label_name, unused_name
from arxdesk_engine.backends.border.treated import TreatedColumn
from arxdesk_engine.backends.spark.cells import (
    coarser_cells,
    joins_of_coarser,
    joins_of_treated,
    level_name,
    treated_cells,
    treated_names,
)
from arxdesk_engine.backends.spark.names import COARSER, LABELLED, MARKED, SOURCE, name, text
from arxdesk_engine.data.schema import SUPPRESSED

_FATE, _REMOVED = "fate", "removed"


@dataclass(frozen=True, slots=True)
class SparkStatements:
    """The statements for a release of one shape.

    `member` is the column of `marked` that is 1 for records of the research subset. `listed` are the columns whose text
    Spark does not tell as it is read, so that it stands in a table of their distinct cells.
    """

    shape: ReleaseShape
    member: str
    listed: frozenset[str] = frozenset()

    @property
    def label_names(self) -> tuple[str, ...]:
        """The columns of `labelled` with the labels of each column that has some."""
        return tuple(self._unused(label_name(place)) for place in range(len(self.shape.labelled)))

    @property
    def fate_name(self) -> str:
        """The column of `labelled` that says what becomes of the records of a tuple."""
        return self._unused(_FATE)

    @property
    def group(self) -> str:
        """The distinct tuples with their counts, in an order of their own that is always the same."""
        grouped = [name(each) for each in self.shape.grouped]
        chosen = ",\n       ".join([*grouped, f"count(*) AS {name(self.shape.count)}"])
        keys = ", ".join(grouped)
        return f"SELECT {chosen}\nFROM {self._rows}\nGROUP BY {keys}\nORDER BY {keys}"

    @property
    def coarser(self) -> str:
        """Define the records with values that stand for all others which the release does not tell apart."""
        starts, quasi = self.shape.starts, self.shape.quasi_identifiers
        places = {each: quasi.index(each) for each in quasi if each in starts}
        values = ", ".join(
            f"{coarser_cells(place)}.{name(level_name(starts[each].level, each))} AS {name(each)}"
            for each, place in places.items()
        )
        joins = "".join(f"\n{each}" for each in joins_of_coarser(SOURCE, places))
        others = f"{SOURCE}.* EXCEPT ({', '.join(map(name, places))})"
        return (
            f"CREATE OR REPLACE TEMPORARY VIEW {COARSER} AS\nSELECT {others}, {values}\nFROM {self.stored_rows}{joins}"
        )

    @property
    def stored_rows(self) -> str:
        """The records as they are stored; where there is a research subset, marked."""
        return SOURCE if self.shape.subset is None else f"{MARKED} AS {SOURCE}"

    @property
    def _rows(self) -> str:
        """The records that are grouped and released."""
        return f"{COARSER} AS {SOURCE}" if self.shape.starts else self.stored_rows

    def mapping(self, place: int) -> str:
        """Define the label of each value of a quasi-identifier that is shown somewhere."""
        value, label = name(self.shape.quasi_identifiers[place]), name(self.label_names[place])
        return (
            f"CREATE OR REPLACE TEMPORARY VIEW {_mapping(place)} AS\n"
            f"SELECT DISTINCT {value} AS value, {label} AS label\nFROM {LABELLED}\n"
            f"WHERE {name(self.fate_name)} = {KEPT}"
        )

    @property
    def removed(self) -> str:
        """Define the quasi-identifiers of records that are removed."""
        keys = ", ".join(map(name, self.shape.quasi_identifiers))
        return (
            f"CREATE OR REPLACE TEMPORARY VIEW {_REMOVED} AS\n"
            f"SELECT DISTINCT {keys}, TRUE AS {self._is_removed}\n"
            f"FROM {LABELLED}\nWHERE {name(self.fate_name)} = {REMOVED}"
        )

    @property
    def prepare(self) -> Iterator[str]:
        """Everything between the labels and the release."""
        if self.shape.starts:
            yield self.coarser
        yield from map(self.mapping, range(len(self.shape.quasi_identifiers)))
        yield self.removed

    def texts(self, *, removes: bool) -> frozenset[str]:
        """The columns beside the quasi-identifiers whose cells become the texts that they read as, since they read "*"
        in records that are removed (`removes`)."""
        return self.shape.starred if removes and self.shape.keeps_removed else frozenset()

    def cells(self, *, removes: bool) -> tuple[TreatedColumn, ...]:
        """The columns whose released cells stand in tables of the distinct ones; `removes` as in `release`."""
        treated = self.shape.treated
        listed = (self.listed & self.texts(removes=removes)) - {each.name for each in treated}
        return (*treated, *(TreatedColumn(each) for each in self.shape.columns if each in listed))

    def release(self, *, removes: bool, key: str = KEY) -> str:
        """The released table: every value replaced by its label; `removes`: some records are removed.

        Where records are shuffled, nobody can repeat their order without `key`.
        """
        quasi, treated = self.shape.quasi_identifiers, self.cells(removes=removes)
        cells = (f"{self._shown(each, treated, removes=removes)} AS {name(each)}" for each in self.shape.columns)
        shown = ",\n       ".join(cells)
        joins = [
            f"LEFT JOIN {_mapping(place)} ON {SOURCE}.{name(each)} <=> {_mapping(place)}.value"
            for place, each in enumerate(quasi)
        ]
        joins += joins_of_treated(SOURCE, enumerate(treated))
        small = [_mapping(place) for place in range(len(quasi))]
        if removes:
            keys = "\n      AND ".join(f"{SOURCE}.{name(each)} <=> {_REMOVED}.{name(each)}" for each in quasi)
            joins.append(f"{'LEFT' if self.shape.keeps_removed else 'LEFT ANTI'} JOIN {_REMOVED} ON {keys}")
            small.append(_REMOVED)
        left = [] if self.shape.subset is None else [f"WHERE {SOURCE}.{name(self.member)} = 1"]
        order = [f"ORDER BY sha2(concat({text(key)}, monotonically_increasing_id()), 256)"]
        order = order if self.shape.shuffles else []
        hint = f"SELECT /*+ BROADCAST({', '.join(small)}) */"
        return "\n".join([hint, f"       {shown}", f"FROM {self._rows}", *joins, *left, *order])

    def groups_that_differ(self, written: str, *, removes: bool) -> str:
        """The groups of a written relation that have another number of records than the labels of the tuples say.

        `removes` as in `release`.
        """
        ours, treated = self.shape.counted_columns, self.cells(removes=removes)
        keys = ", ".join(map(name, ours))
        expected = ",\n       ".join(
            f"{self._expected(each, treated, removes=removes)} AS {name(each)}" for each in ours
        )
        unlabelled = [
            (place, each)
            for place, each in enumerate(treated)
            if each.name in ours and each.name not in self.shape.labelled
        ]
        joins = "".join(f"\n{each}" for each in joins_of_treated(LABELLED, unlabelled))
        fate = f"{LABELLED}.{name(self.fate_name)}"
        records = name(self._unused("records"))
        return (
            f"SELECT {keys}\nFROM (\n"
            f"SELECT {keys}, 1 AS {records} FROM {written}\n"
            f"UNION ALL\n"
            f"SELECT {expected}, -{LABELLED}.{name(self.shape.count)} AS {records}\nFROM {LABELLED}{joins}\n"
            f"WHERE {fate} < {OUTSIDE if self.shape.keeps_removed else REMOVED}\n)\n"
            f"GROUP BY {keys}\nHAVING sum({records}) <> 0"
        )

    def _shown(self, column: str, treated: Sequence[TreatedColumn], *, removes: bool) -> str:
        if column in self.shape.hidden:
            return text(SUPPRESSED)
        if column in self.shape.quasi_identifiers:
            cell = f"{_mapping(self.shape.quasi_identifiers.index(column))}.label"
        else:
            cell = self._cell(SOURCE, column, treated, removes=removes)
        if not removes or not self._is_starred(column):
            return cell
        return f"CASE WHEN {_REMOVED}.{self._is_removed} THEN {text(SUPPRESSED)} ELSE {cell} END"

    def _expected(self, column: str, treated: Sequence[TreatedColumn], *, removes: bool) -> str:
        if column in self.shape.hidden:
            return text(SUPPRESSED)
        if column in self.shape.labelled:
            cell = f"{LABELLED}.{name(self.label_names[self.shape.labelled.index(column)])}"
        else:
            cell = self._cell(LABELLED, column, treated, removes=removes)
        if not removes or not self._is_starred(column):
            return cell
        return f"CASE WHEN {LABELLED}.{name(self.fate_name)} = {REMOVED} THEN {text(SUPPRESSED)} ELSE {cell} END"

    def _cell(self, relation: str, column: str, treated: Sequence[TreatedColumn], *, removes: bool) -> str:
        """A cell of a column without labels, as it is released in records that are kept."""
        is_text = column in self.texts(removes=removes)
        for place, each in enumerate(treated):
            if each.name == column:
                label, as_text = treated_names(each)
                return f"{treated_cells(place)}.{name(as_text if is_text else label)}"
        return f"CAST({relation}.{name(column)} AS STRING)" if is_text else f"{relation}.{name(column)}"

    def _is_starred(self, column: str) -> bool:
        """Whether a column reads "*" in removed records that are written."""
        is_starred = column in self.shape.quasi_identifiers or column in self.shape.starred
        return is_starred and self.shape.keeps_removed

    @property
    def _is_removed(self) -> str:
        return name(self._unused("is removed"))

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
