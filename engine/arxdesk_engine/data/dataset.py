"""A table as dictionary-encoded columns: integer codes inside, strings at the edges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.data.linked_rows import LinkedRows
from arxdesk_engine.data.schema import DataType, ValueType, detect_type
from arxdesk_engine.data.spelling import PLAIN, Spelling, with_one_spelling
from arxdesk_engine.foundation.composed import composed
from arxdesk_engine.foundation.errors import InvalidData, Problem, quoted, suggestion
from arxdesk_engine.foundation.language import tr, whole
from arxdesk_engine.foundation.moments import pattern_of

if TYPE_CHECKING:
    import pandas as pd

Codes = NDArray[np.int32]


@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False)  # never compared cell by cell: each is only itself
class Column:
    """One attribute: `codes` (int32, one per record) point into `values`, its distinct values in sorted order.

    Missing cells are a value of their own, the empty text. Code order is value order, so that codes sort like values.
    Every number and every date is one value, however it was written. `spelling` is how the source writes them, and
    `merges` whether some of them stood there in several ways. `unfit` cells are missing as they did not fit the type.
    """

    name: str
    codes: Codes
    values: tuple[str, ...]
    type: ValueType = field(default_factory=ValueType)
    spelling: Spelling = PLAIN
    merges: bool = False
    unfit: int = 0
    weights: NDArray[np.int64] | None = None
    """The number of records that each cell stands for, int64[cells], as the table of the column has it; None: one."""

    @classmethod
    def encode(
        cls,
        name: str,
        codes: Codes,
        dictionary: Sequence[str],
        value_type: ValueType | None = None,
        spelling: Spelling = PLAIN,
    ) -> Column:
        """A column from codes into an unordered `dictionary`; without `value_type` it is detected.

        Raises InvalidData when a value contradicts the type that was asked for.
        """
        present = [value for value in dictionary if value]
        kind = detect_type(present) if value_type is None else value_type
        positions = kind.positions(dictionary) if kind.has_scale else None
        if value_type is not None and positions is not None:
            _require_fit(name, codes, dictionary, kind, positions)
        order = kind.sort_order(dictionary, positions)
        rank = np.empty(len(dictionary), np.int32)
        rank[order] = np.arange(len(dictionary), dtype=np.int32)
        values = [dictionary[index] for index in order]
        if positions is not None and (kind.kind.is_numeric or kind.kind is DataType.DATE):
            positions = positions[order]
            if (positions[1:] == positions[:-1]).any():  # one value in several spellings, or nearly one
                values, place = with_one_spelling(values, positions, kind)
                rank = place[rank]
        return cls(name, rank[codes], tuple(values), kind, spelling, len(values) < len(dictionary))

    def __repr__(self) -> str:
        return f"Column({self.name!r}, {self.records:,} records, {len(self.values):,} values, {self.type.kind.value})"

    @property
    def records(self) -> int:
        """The number of cells of the column."""
        return len(self.codes)

    def texts(self) -> NDArray[np.object_]:
        """Every cell as text, object[records]."""
        return np.array(self.values, dtype=object)[self.codes]

    def at(self, records: NDArray[np.intp]) -> Column:
        """The cells of some records (intp[number]), in their order."""
        weights = None if self.weights is None else self.weights[records]
        return Column(self.name, self.codes[records], self.values, self.type, weights=weights)

    def replaced(self, changes: Mapping[str, str], value_type: ValueType | None = None) -> Column:
        """The column with other texts in place of some; texts that become equal become one value.

        `value_type` reads the new values; None: detected. Raises InvalidData when a value contradicts it.
        """
        texts = [changes.get(value, value) for value in self.values]
        place = {text: code for code, text in enumerate(dict.fromkeys(texts))}
        remap = np.fromiter((place[text] for text in texts), np.int32, len(texts))
        made = Column.encode(self.name, remap[self.codes], list(place), value_type, self.spelling)
        return replace(made, merges=True) if self.merges else made

    def counts(self) -> NDArray[np.int64]:
        """The number of records with each value, int64[len(values)]."""
        return self.counts_in(None)

    def counts_in(self, rows: NDArray[np.bool_] | None) -> NDArray[np.int64]:
        """The number of records with each value in some rows (bool[rows], None: all), int64[len(values)]."""
        codes, weights = self.codes, self.weights
        if rows is not None:
            codes, weights = codes[rows], None if weights is None else weights[rows]
        return np.bincount(codes, weights, len(self.values)).astype(np.int64, copy=False)

    def records_in(self, rows: NDArray[np.bool_]) -> int:
        """The number of records that some rows (bool[rows]) stand for."""
        return int(rows.sum() if self.weights is None else self.weights[rows].sum())


@dataclass(frozen=True, slots=True)
class Dataset:
    """An immutable table: columns of equal length with distinct names. `source` names it in messages.

    `guesses` is what was guessed of the way its file is written, in words. `weights` int64[records] is the number of
    records that each row stands for, at least 1; None: one each. With weights, `records` is still the number of rows,
    and `total_records` what they stand for. The weights were the column at `count_place` of the source, from 0.
    `linked` are the tables that the records are the join of, the first one first; none: they are of one table.
    """

    columns: tuple[Column, ...]
    source: str = "data"
    guesses: tuple[str, ...] = field(default=(), compare=False)
    weights: NDArray[np.int64] | None = field(default=None, compare=False)
    count_place: int = field(default=0, compare=False)
    linked: tuple[LinkedRows, ...] = field(default=(), compare=False)
    names: tuple[str, ...] = field(init=False, repr=False, compare=False)
    """The attribute names in the order of the columns."""
    _places: Mapping[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        names = tuple(column.name for column in self.columns)
        object.__setattr__(self, "names", names)
        object.__setattr__(self, "_places", {name: place for place, name in enumerate(names)})
        if len(self._places) != len(names):
            twice = next(name for name in names if names.count(name) > 1)
            raise InvalidData(
                Problem(
                    f"{self.source}, header",
                    tr("two columns are named {name}", name=quoted(twice)),
                    tr("Rename one of them."),
                )
            )

        if self.weights is not None and (len(self.weights) != self.records or (self.weights < 1).any()):
            raise ValueError("weights are whole numbers from 1 on, one for each row")
        if any(column.weights is not self.weights for column in self.columns):
            weighted = tuple(
                column if column.weights is self.weights else replace(column, weights=self.weights)
                for column in self.columns
            )
            object.__setattr__(self, "columns", weighted)

    def __repr__(self) -> str:
        rows = "" if self.weights is None else f"{self.records:,} rows of "
        return f"Dataset({self.source!r}, {rows}{self.total_records:,} records, {len(self.columns):,} columns)"

    @classmethod
    def from_pandas(cls, frame: pd.DataFrame, source: str = "data") -> Dataset:
        """A dataset from a data frame: cells become the text that they have in a Parquet file, missing ones no text."""
        import pandas as pd  # noqa: PLC0415 - slow to import, and most uses never need it

        columns = []
        for name, cells in frame.items():
            codes, uniques = pd.factorize(_texts_as_in_files(cells).fillna(""))
            code_of, values = pd.factorize(np.array([composed(str(value)) for value in uniques], dtype=object))
            columns.append(Column.encode(composed(str(name)), code_of[codes].astype(np.int32), values.tolist()))
        return cls(tuple(columns), source)

    def to_pandas(self) -> pd.DataFrame:
        """The table as a data frame of categorical text columns."""
        import pandas as pd  # noqa: PLC0415

        return pd.DataFrame(
            {
                column.name: pd.Categorical.from_codes(column.codes, categories=pd.Index(column.values))
                for column in self.columns
            }
        )

    @property
    def records(self) -> int:
        """The number of rows of the table: its records, unless they have weights."""
        return self.columns[0].records if self.columns else 0

    @property
    def total_records(self) -> int:
        """The number of records that the rows stand for."""
        return self.records if self.weights is None else int(self.weights.sum())

    def records_of(self, rows: NDArray[np.bool_]) -> int:
        """The number of records that some rows (bool[records]) stand for."""
        return int(rows.sum() if self.weights is None else self.weights[rows].sum())

    def counts_of(self, name: str) -> NDArray[np.int64]:
        """The number of records with each value of an attribute, int64[values]. Raises InvalidData."""
        column = self[name]
        if self.weights is None:
            return column.counts()
        return np.bincount(column.codes, self.weights, len(column.values)).astype(np.int64)

    def place_of(self, name: str) -> int:
        """The position of an attribute, from 0. Raises InvalidData."""
        place = self._places.get(name)
        if place is None:
            raise InvalidData(
                Problem(self.source, tr("has no attribute {name}", name=quoted(name)), suggestion(name, self.names))
            )
        return place

    def __iter__(self) -> Iterator[Column]:
        return iter(self.columns)

    def __contains__(self, name: str) -> bool:
        return name in self._places

    def __getitem__(self, name: str) -> Column:
        return self.columns[self.place_of(name)]

    def with_columns(self, columns: Iterable[Column]) -> Dataset:
        """The same rows with other columns."""
        return replace(self, columns=tuple(columns), guesses=())

    def with_counts(self, name: str) -> Dataset:
        """The rows with their weights as a column of whole numbers, where it stood in the source."""
        if self.weights is None:
            raise ValueError("the rows have no weights")
        counts, codes = np.unique(self.weights, return_inverse=True)
        texts = tuple(map(str, counts.tolist()))
        column = Column(name, codes.astype(np.int32), texts, ValueType(DataType.INTEGER))
        place = self.count_place
        return replace(self, columns=(*self.columns[:place], column, *self.columns[place:]), weights=None)

    def retyped(self, name: str, value_type: ValueType | None) -> Dataset:
        """The same table with one column read as another type (None: detected)."""
        columns = (
            Column.encode(column.name, column.codes, column.values, value_type, column.spelling)
            if column.name == name
            else column
            for column in self.columns
        )
        return self.with_columns(columns)


def _texts_as_in_files(cells: pd.Series) -> pd.Series:
    """Cells as the text that they have in a Parquet file: true, 1 for 1.0, and moments with a T."""
    from pandas.api import types  # noqa: PLC0415 - slow to import

    texts = cells.astype("string")
    if types.is_bool_dtype(cells.dtype) or types.infer_dtype(cells, skipna=True) == "boolean":
        return texts.str.lower()
    if types.is_float_dtype(cells.dtype):
        return texts.str.removesuffix(".0").replace("-0", "0")
    return texts.str.replace(" ", "T", n=1) if types.is_datetime64_any_dtype(cells.dtype) else texts


def _require_fit(
    name: str, codes: Codes, dictionary: Sequence[str], kind: ValueType, positions: NDArray[np.float64]
) -> None:
    misfits = [code for code in np.flatnonzero(np.isnan(positions)).tolist() if dictionary[code]]
    if not misfits:
        return
    cells = int(np.isin(codes, misfits).sum())
    record = int(np.flatnonzero(codes == misfits[0])[0]) + 1
    expected = f"{kind.kind.value} ({pattern_of(kind.format)})" if kind.format else kind.kind.value
    raise InvalidData(
        Problem(
            tr("attribute {attribute}, record {record}", attribute=quoted(name), record=record),
            tr(
                "{value} is not of type {type}; {n} cells do not fit",
                value=quoted(dictionary[misfits[0]]),
                type=expected,
                n=whole(cells),
            ),
            tr("Correct the cells, or choose another type."),
        )
    )
