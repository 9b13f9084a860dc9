"""Data frames of pandas: index, dtypes and attributes of what is not changed stay."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa

from arxdesk_engine.foundation.errors import InvalidData, Problem, quoted
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.io.parquet import column_of
from arxdesk_engine.library.frames.frame import DATA_FRAME, ChangedColumn, Frame, Rows, text_name


class PandasFrame(Frame):
    """A data frame of pandas."""

    def __init__(self, frame: pd.DataFrame) -> None:
        self.frame = frame
        self._labels: dict[str, Hashable] = {text_name(label): label for label in frame.columns}
        self._names = tuple(text_name(label) for label in frame.columns)

    @property
    def names(self) -> tuple[str, ...]:
        """The labels of all columns as text."""
        return self._names

    @property
    def records(self) -> int:
        """The number of rows."""
        return len(self.frame)

    def _series(self, name: str) -> pd.Series:
        return self.frame[self._labels[name]]

    def cells(self, name: str) -> pa.ChunkedArray:
        """The column as Arrow; missing cells of any kind are nulls, and objects of several kinds are texts."""
        return arrow_of(self._series(name), name)

    def order_of(self, name: str) -> tuple[str, ...]:
        """The categories of an ordered categorical column, as the texts of their cells."""
        kind = self._series(name).dtype
        if not isinstance(kind, pd.CategoricalDtype) or not kind.ordered:
            return ()
        raw = column_of(name, arrow_of(pd.Series(kind.categories), name))
        return tuple(raw.dictionary[code] for code in raw.codes.tolist())

    def notes(self) -> Iterable[str]:
        """A warning where the index is more than numbers of rows."""
        if not isinstance(self.frame.index, pd.RangeIndex):
            yield tr("The index is kept: it tells which row was whose. Call reset_index(drop=True) before sharing.")

    def released(self, rows: Rows | None, changed: Mapping[str, ChangedColumn]) -> pd.DataFrame:
        """A new frame with the index of this one."""
        frame = (self.frame if rows is None else self.frame.iloc[rows]).copy(deep=False)
        columns = {
            self._labels[name]: _cells(column, self._series(name).dtype, frame.index)
            for name, column in changed.items()
        }
        for label, cells in columns.items():
            frame[label] = cells
        return frame

    def without(self, released: pd.DataFrame, names: Sequence[str]) -> pd.DataFrame:
        """A released frame without some columns."""
        return released.drop(columns=[self._labels[name] for name in names])


def arrow_of(series: pd.Series, name: str) -> pa.ChunkedArray:
    """The cells of a series. Raises InvalidData for cells that are neither texts, numbers nor dates."""
    if isinstance(series.dtype, pd.IntervalDtype | pd.PeriodDtype) or (
        isinstance(series.dtype, pd.CategoricalDtype)
        and isinstance(series.cat.categories.dtype, pd.IntervalDtype | pd.PeriodDtype)
    ):
        series = series.astype("string")
    try:
        cells = pa.Array.from_pandas(series)
    except (pa.ArrowException, TypeError, ValueError, OverflowError):
        cells = pa.array(_texts(series, name), pa.string())
    return cells if isinstance(cells, pa.ChunkedArray) else pa.chunked_array([cells])


def _texts(series: pd.Series, name: str) -> list[str | None]:
    """Objects of several kinds as texts: each as a column of its kind would have it."""
    codes, objects = pd.factorize(np.array([_Kept(each) for each in series.to_list()], dtype=object))
    texts = [_text(each.value, name) for each in objects]
    return [texts[code] for code in codes.tolist()]


class _Kept:
    """An object told apart by its type as well: 1, 1.0 and True are equal."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:  # noqa: ANN401 - the cells of a column of objects
        self.value = value

    def __hash__(self) -> int:
        return hash(repr(self.value))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Kept) and type(self.value) is type(other.value) and repr(self) == repr(other)

    def __repr__(self) -> str:
        return repr(self.value)


def _text(value: Any, name: str) -> str | None:  # noqa: ANN401
    if isinstance(value, str):
        return value
    if isinstance(value, list | tuple | dict | set | np.ndarray):
        found = f"column {quoted(name)} holds nested cells ({type(value).__name__})"
        raise InvalidData(Problem(DATA_FRAME, found, "Split it into plain columns, or leave it out."))
    if value is None or pd.isna(value):
        return None
    try:
        raw = column_of(name, pa.chunked_array([pa.array([value])]))
    except (pa.ArrowException, TypeError, ValueError):
        return str(value)
    return raw.dictionary[raw.codes[0]] or None


def _cells(column: ChangedColumn, before: Any, index: pd.Index) -> pd.Series:  # noqa: ANN401 - a dtype of any kind
    cells = column.cells
    is_text = pa.types.is_dictionary(cells.type)
    mapper = pd.ArrowDtype if isinstance(before, pd.ArrowDtype) else None
    found: pd.Series = (cells.dictionary_decode() if is_text else cells).to_pandas(types_mapper=mapper)
    found = found.set_axis(index)
    if is_text and isinstance(before, pd.CategoricalDtype):
        labels = column.order or tuple(sorted(cells.dictionary.to_pylist()))
        return found.astype(pd.CategoricalDtype(list(labels), ordered=bool(column.order)))
    return found.astype(before) if is_text and isinstance(before, pd.StringDtype) else found
