"""The statements of a release, in SQL that a database administrator can read, check and run.

Three tables are read: the `source`, its distinct `tuples` with their counts, and the `labels` that the release gives to
each tuple, a row for a row. Values are compared as they are stored; missing ones are equal to each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from arxdesk_engine.backends.border.shape import ReleaseShape, label_name
from arxdesk_engine.data.schema import SUPPRESSED
from arxdesk_engine.io.cells.cells import EXACT_WHOLE_NUMBERS

REMOVED = "removed"
"""The column of the labels that is 1 for tuples whose records are removed, else 0."""
_IS_REMOVED = f"(labels.{REMOVED}::INTEGER = 1)"


def name(identifier: str) -> str:
    """An identifier in quotation marks."""
    return '"' + identifier.replace('"', '""') + '"'


def text(value: str) -> str:
    """A text as a literal."""
    return "'" + value.replace("'", "''") + "'"


@dataclass(frozen=True, slots=True)
class ReleaseStatements:
    """The statements for a release of one shape.

    `source` is the relation that is read, as SQL, `floats` are the columns copied with floating-point numbers.
    """

    source: str
    shape: ReleaseShape
    floats: frozenset[str] = frozenset()

    def reshaped(self, shape: ReleaseShape) -> ReleaseStatements:
        """The statements for another shape of the same source."""
        return replace(self, shape=shape)

    @property
    def group(self) -> str:
        """The distinct tuples with their counts, in an order of their own that is always the same."""
        grouped = [name(each) for each in self.shape.grouped]
        chosen = ",\n       ".join([*grouped, f"count(*)::BIGINT AS {name(self.shape.count)}"])
        return f"SELECT {chosen}\nFROM {self.source}\nGROUP BY ALL\nORDER BY {', '.join(grouped)}"

    def total(self, tuples: str) -> str:
        """The number of records of the tuples."""
        return f"SELECT coalesce(sum({name(self.shape.count)}), 0)::BIGINT FROM {tuples}"

    def mapping(self, tuples: str, labels: str, place: int) -> str:
        """The label of each value of a quasi-identifier that is shown somewhere."""
        value, label = name(self.shape.quasi_identifiers[place]), name(label_name(place))
        return (
            f"CREATE OR REPLACE TEMP TABLE {_mapping(place)} AS\n"
            f"SELECT DISTINCT tuples.{value} AS value, labels.{label} AS label\n"
            f"FROM {tuples} AS tuples POSITIONAL JOIN {labels} AS labels\n"
            f"WHERE NOT {_IS_REMOVED}"
        )

    def removed(self, tuples: str, labels: str) -> str:
        """The quasi-identifiers of records that are removed."""
        keys = ", ".join(f"tuples.{name(each)}" for each in self.shape.quasi_identifiers)
        return (
            f"CREATE OR REPLACE TEMP TABLE removed AS\nSELECT DISTINCT {keys}, TRUE AS {REMOVED}\n"
            f"FROM {tuples} AS tuples POSITIONAL JOIN {labels} AS labels\nWHERE {_IS_REMOVED}"
        )

    def release(self, *, removes: bool, as_text: bool = False) -> str:
        """The released table: every value replaced by its label; `removes`: some records are removed.

        `as_text`: columns that are copied become the texts that they read as; the labels are texts then.
        """
        shown = ",\n       ".join(
            f"{self._shown(each, removes=removes, as_text=as_text)} AS {name(each)}" for each in self.shape.columns
        )
        joins = [
            f"LEFT JOIN {_mapping(place)} ON source.{name(each)} IS NOT DISTINCT FROM {_mapping(place)}.value"
            for place, each in enumerate(self.shape.quasi_identifiers)
        ]
        if removes:
            keys = "\n      AND ".join(
                f"source.{name(each)} IS NOT DISTINCT FROM removed.{name(each)}"
                for each in self.shape.quasi_identifiers
            )
            joins.append(f"LEFT JOIN removed ON {keys}")
        rows = [f"WHERE removed.{REMOVED} IS NULL"] if removes and not self.shape.keeps_removed else []
        return "\n".join([f"SELECT {shown}", f"FROM {self.source} AS source", *joins, *rows])

    def _shown(self, column: str, *, removes: bool, as_text: bool) -> str:
        if column in self.shape.hidden:
            return text(SUPPRESSED)
        if column not in self.shape.quasi_identifiers:
            cell = f"source.{name(column)}"
            return self._text_of(column, cell) if as_text else cell
        label = f"{_mapping(self.shape.quasi_identifiers.index(column))}.label"
        if not removes or not self.shape.keeps_removed:
            return label
        return f"CASE WHEN removed.{REMOVED} THEN {text(SUPPRESSED)} ELSE {label} END"

    def groups_that_differ(self, written: str, tuples: str, labels: str, *, as_text: bool = False) -> str:
        """How many groups of the written table have another number of records than the labels of the tuples say.

        `as_text` as in `release`.
        """
        ours = self.shape.counted_columns
        shown = ",\n       ".join(f"written.{name(each)}" for each in ours)
        expected = ",\n       ".join(f"{self._expected(each, as_text=as_text)} AS {name(each)}" for each in ours)
        kept = "" if self.shape.keeps_removed else f"\nWHERE NOT {_IS_REMOVED}"
        same = "\n      AND ".join(f"found.{name(each)} IS NOT DISTINCT FROM expected.{name(each)}" for each in ours)
        return (
            f"WITH found AS (\nSELECT {shown},\n       count(*) AS records\n"
            f"FROM {written} AS written\nGROUP BY ALL\n),\n"
            f"expected AS (\nSELECT {expected},\n       sum(tuples.{name(self.shape.count)}) AS records\n"
            f"FROM {tuples} AS tuples POSITIONAL JOIN {labels} AS labels{kept}\nGROUP BY ALL\n)\n"
            f"SELECT count(*) FROM found FULL JOIN expected ON {same}\n"
            "WHERE found.records IS DISTINCT FROM expected.records"
        )

    def _text_of(self, column: str, cell: str) -> str:
        """The text that a cell reads as; None for the empty text and for what is no number."""
        if column in self.floats:
            number = f"{cell}::DOUBLE"
            is_whole = f"{number} = floor({number}) AND abs({number}) <= {EXACT_WHOLE_NUMBERS}"
            whole = f"WHEN {is_whole} THEN TRY_CAST({number} AS BIGINT)::VARCHAR"
            return f"CASE WHEN isnan({number}) THEN NULL {whole} ELSE {cell}::VARCHAR END"
        return f"nullif({cell}::VARCHAR, '')"

    def explained(self, *, as_text: bool) -> str:
        """All statements with the reason for each, as they run one after the other; `as_text` as in `release`."""
        tables = "tuples", "labels"
        differ = self.groups_that_differ("released", *tables, as_text=as_text)
        parts = {
            "The distinct tuples with their counts, kept as the table tuples": self.group,
            **{
                f"The label of each value of {each}": self.mapping(*tables, place)
                for place, each in enumerate(self.shape.quasi_identifiers)
            },
            "The tuples whose records are removed": self.removed(*tables),
            "The released table": self.release(removes=True, as_text=as_text),
            "The second count: groups of the released table that differ": differ,
        }
        return "\n\n".join(f"-- {reason}\n{statement};" for reason, statement in parts.items())

    def _expected(self, column: str, *, as_text: bool) -> str:
        if column in self.shape.hidden:
            return text(SUPPRESSED)
        if column not in self.shape.quasi_identifiers:
            cell = f"tuples.{name(column)}"
            return self._text_of(column, cell) if as_text else cell
        label = f"labels.{name(label_name(self.shape.quasi_identifiers.index(column)))}"
        if not self.shape.keeps_removed:
            return label
        return f"CASE WHEN {_IS_REMOVED} THEN {text(SUPPRESSED)} ELSE {label} END"


def parquet(files: Sequence[Path]) -> str:
    """A relation of Parquet files with the same columns."""
    places = ", ".join(text(_without_pattern(str(file))) for file in files)
    return f"read_parquet([{places}], hive_partitioning = false)"


def _without_pattern(path: str) -> str:
    """A path that DuckDB does not take for a pattern of several."""
    return "".join(f"[{sign}]" if sign in "*?[" else sign for sign in path)


def delimited(file: Path, columns: Sequence[str]) -> str:
    """A relation of delimited text as `release` is written, every cell as text."""
    types = ", ".join(f"{text(column)}: 'VARCHAR'" for column in columns)
    form = "header = true, delim = ',', quote = '\"', escape = '\"', nullstr = '', auto_detect = false"
    return f"read_csv({text(_without_pattern(str(file)))}, {form}, columns = {{{types}}})"


def describe(relation: str) -> str:
    """The columns of a relation, a row for each."""
    return f"DESCRIBE SELECT * FROM {relation}"


def count_of(relation: str) -> str:
    """The number of records of a relation."""
    return f"SELECT count(*) FROM {relation}"


def _mapping(place: int) -> str:
    return name(f"mapping {place}")
