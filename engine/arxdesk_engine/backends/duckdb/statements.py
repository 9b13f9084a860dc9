"""The statements of a release, in SQL that a database administrator can read, check and run.

Three tables are read: the `source`, its distinct `tuples` with their counts, and the `labels` that the release gives to
each tuple, a row for a row. Values are compared as they are stored; missing ones are equal to each other.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from arxdesk_engine.backends.border.backend import CELL, RECORDS
from arxdesk_engine.backends.border.shape import KEPT, KEY, OUTSIDE, REMOVED, ReleaseShape, label_name
from arxdesk_engine.data.schema import SUPPRESSED
from arxdesk_engine.io.cells.cells import EXACT_WHOLE_NUMBERS

FATE = "fate"
"""The column of the labels that says what becomes of the records of a tuple."""
_FATE = f"labels.{FATE}::INTEGER"
_IS_REMOVED = f"{_FATE} = {REMOVED}"


def name(identifier: str) -> str:
    """An identifier in quotation marks."""
    return '"' + identifier.replace('"', '""') + '"'


def text(value: str) -> str:
    """A text as a literal."""
    return "'" + value.replace("'", "''") + "'"


@dataclass(frozen=True, slots=True)
class ReleaseStatements:
    """The statements for a release of one shape.

    `source` is the relation that is grouped, as SQL, `floats` are the columns copied with floating-point numbers.
    """

    source: str
    shape: ReleaseShape
    floats: frozenset[str] = frozenset()

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
            f"WHERE {_FATE} = {KEPT}"
        )

    def removed(self, tuples: str, labels: str) -> str:
        """The quasi-identifiers of records that are removed."""
        keys = ", ".join(f"tuples.{name(each)}" for each in self.shape.quasi_identifiers)
        return (
            f"CREATE OR REPLACE TEMP TABLE removed AS\nSELECT DISTINCT {keys}, TRUE AS is_removed\n"
            f"FROM {tuples} AS tuples POSITIONAL JOIN {labels} AS labels\nWHERE {_IS_REMOVED}"
        )

    def texts(self, *, removes: bool, as_text: bool) -> frozenset[str]:
        """The columns beside the quasi-identifiers whose cells become the texts that they read as: all of them
        (`as_text`), or those that read "*" in removed records (`removes`)."""
        if as_text:
            return frozenset(self.shape.columns) - set(self.shape.quasi_identifiers)
        return self.shape.starred if removes and self.shape.keeps_removed else frozenset()

    def release(self, rows: str, *, removes: bool, as_text: bool = False, key: str = KEY) -> str:
        """The released table: every value replaced by its label; `removes`: some records are removed.

        `rows` are those of the source that are written, with their treated cells. `as_text`: all cells are texts, as
        the labels are then. Where records are shuffled, nobody can repeat their order without `key`.
        """
        texts = self.texts(removes=removes, as_text=as_text)
        cells = (f"{self._shown(each, texts, removes=removes)} AS {name(each)}" for each in self.shape.columns)
        shown = ",\n       ".join(cells)
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
        left = ["WHERE removed.is_removed IS NULL"] if removes and not self.shape.keeps_removed else []
        order = [f"ORDER BY unhex(left(sha256(concat({text(key)}, row_number() OVER ())), 32))"]
        order = order if self.shape.shuffles else []
        return "\n".join([f"SELECT {shown}", f"FROM {rows} AS source", *joins, *left, *order])

    def _shown(self, column: str, texts: Collection[str], *, removes: bool) -> str:
        if column in self.shape.hidden:
            return text(SUPPRESSED)
        if column not in self.shape.quasi_identifiers:
            cell = f"source.{name(column)}"
            cell = self._text_of(column, cell) if column in texts else cell
        else:
            cell = f"{_mapping(self.shape.quasi_identifiers.index(column))}.label"
        if not removes or not self._is_starred(column):
            return cell
        return f"CASE WHEN removed.is_removed THEN {text(SUPPRESSED)} ELSE {cell} END"

    def _is_starred(self, column: str) -> bool:
        """Whether a column reads "*" in removed records that are written."""
        is_starred = column in self.shape.quasi_identifiers or column in self.shape.starred
        return is_starred and self.shape.keeps_removed

    def groups_that_differ(
        self, written: str, tuples: str, labels: str, *, removes: bool, as_text: bool = False
    ) -> str:
        """How many groups of the written table have another number of records than the labels of the tuples say.

        `removes` and `as_text` as in `release`.
        """
        ours = self.shape.counted_columns
        texts = self.texts(removes=removes, as_text=as_text)
        shown = ",\n       ".join(f"written.{name(each)}" for each in ours)
        expected = ",\n       ".join(f"{self._expected(each, texts)} AS {name(each)}" for each in ours)
        kept = f"\nWHERE {_FATE} < {OUTSIDE if self.shape.keeps_removed else REMOVED}"
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

    def explained(self, rows: str, *, as_text: bool) -> str:
        """All statements with the reason for each, as they run one after the other; `rows` and `as_text` as in
        `release`."""
        tables = "tuples", "labels"
        differ = self.groups_that_differ("released", *tables, removes=True, as_text=as_text)
        parts = {
            "The distinct tuples with their counts, kept as the table tuples": self.group,
            **{
                f"The label of each value of {each}": self.mapping(*tables, place)
                for place, each in enumerate(self.shape.quasi_identifiers)
            },
            "The tuples whose records are removed": self.removed(*tables),
            "The released table": self.release(rows, removes=True, as_text=as_text),
            "The second count: groups of the released table that differ": differ,
        }
        return "".join(commented(reason, statement) for reason, statement in parts.items()).rstrip()

    def _expected(self, column: str, texts: Collection[str]) -> str:
        if column in self.shape.hidden:
            return text(SUPPRESSED)
        if column in self.shape.labelled:
            cell = f"labels.{name(label_name(self.shape.labelled.index(column)))}"
        else:
            cell = f"tuples.{name(column)}"
            cell = self._text_of(column, cell) if column in texts else cell
        return f"CASE WHEN {_IS_REMOVED} THEN {text(SUPPRESSED)} ELSE {cell} END" if self._is_starred(column) else cell


def commented(reason: str, statement: str) -> str:
    """A statement with the reason for it, in one line, and an empty line after it."""
    return f"-- {' '.join(reason.split())}\n{statement};\n\n"


def parquet(files: Sequence[Path]) -> str:
    """A relation of Parquet files with the same columns."""
    places = ", ".join(text(_without_pattern(str(file))) for file in files)
    return f"read_parquet([{places}], hive_partitioning = false)"


def _without_pattern(path: str) -> str:
    """A path that DuckDB does not take for a pattern of several."""
    return "".join(f"[{sign}]" if sign in "*?[" else sign for sign in path)


def delimited(file: Path, columns: Sequence[str], delimiter: str) -> str:
    """A relation of delimited text as `release` is written, every cell as text."""
    types = ", ".join(f"{text(column)}: 'VARCHAR'" for column in columns)
    form = f"header = true, delim = {text(delimiter)}, quote = '\"', escape = '\"', nullstr = '', auto_detect = false"
    return f"read_csv({text(_without_pattern(str(file)))}, {form}, columns = {{{types}}})"


def describe(relation: str) -> str:
    """The columns of a relation, a row for each."""
    return f"DESCRIBE SELECT * FROM {relation}"


def cells_of(relation: str, column: str) -> str:
    """The distinct cells of a column with the numbers of their records."""
    return f"SELECT {name(column)} AS {CELL}, count(*) AS {RECORDS}\nFROM {relation}\nGROUP BY 1\nORDER BY 1"


def count_of(relation: str) -> str:
    """The number of records of a relation."""
    return f"SELECT count(*) FROM {relation}"


def _mapping(place: int) -> str:
    return name(f"mapping {place}")
