"""Data frames of polars: columns that are not changed stay the columns they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa

from arxdesk_engine.library.frames.frame import ChangedColumn, Frame, Rows, text_name


class PolarsFrame(Frame):
    """A data frame of polars, by its own methods alone: the library need not be installed."""

    def __init__(self, frame: Any) -> None:  # noqa: ANN401 - polars is no dependency
        self.frame = frame
        self._labels = {text_name(name): name for name in frame.columns}

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all columns."""
        return tuple(self._labels)

    @property
    def records(self) -> int:
        """The number of rows."""
        return int(self.frame.height)

    def cells(self, name: str) -> pa.ChunkedArray:
        """The column as Arrow."""
        return self.frame.select(self._labels[name]).to_arrow().column(0)

    def order_of(self, name: str) -> tuple[str, ...]:
        """The categories of an enumeration."""
        kind = self.frame.schema[self._labels[name]]
        categories = getattr(kind, "categories", None)
        if type(kind).__name__ != "Enum" or categories is None:
            return ()
        return tuple(text_name(each) for each in categories.to_list())

    def released(self, rows: Rows | None, changed: Mapping[str, ChangedColumn]) -> Any:  # noqa: ANN401
        """A new frame; changed columns are text, and numbers or dates where they are that still."""
        frame, library = self.frame, type(self.frame)
        if rows is not None:
            frame = frame[rows.tolist()]
        if not changed:
            return frame.clone()
        arrays = [
            each.cells.dictionary_decode() if pa.types.is_dictionary(each.cells.type) else each.cells
            for each in changed.values()
        ]
        made = library(pa.table(dict(zip([self._labels[name] for name in changed], arrays, strict=True))))
        return frame.with_columns(made.get_columns())

    def without(self, released: Any, names: Sequence[str]) -> Any:  # noqa: ANN401
        """A released frame without some columns."""
        return released.drop([self._labels[name] for name in names])
