"""A data frame of any library, as far as anonymizing needs it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.data.raw_table import MAX_RECORDS, RawTable, require_names
from arxdesk_engine.foundation.composed import composed
from arxdesk_engine.foundation.errors import InvalidData, Problem, quoted, suggestion
from arxdesk_engine.io.parquet import column_of

if TYPE_CHECKING:
    import pyarrow as pa

Rows = NDArray[np.intp]
DATA_FRAME = "data frame"
"""The name of the table in messages."""


@dataclass(frozen=True, slots=True)
class ChangedColumn:
    """The cells of a column that a release shows otherwise, in the order of its rows.

    `order` are the texts of an ordered column from low to high, where they have an order still; none: they have none.
    """

    cells: pa.Array
    order: tuple[str, ...] = ()


class Frame(ABC):
    """A data frame: its columns by their names as text, and the way back to a frame of its kind."""

    @property
    @abstractmethod
    def names(self) -> tuple[str, ...]:
        """The names of all columns, as text."""

    @property
    @abstractmethod
    def records(self) -> int:
        """The number of rows."""

    @abstractmethod
    def cells(self, name: str) -> pa.ChunkedArray:
        """The cells of a column. Raises InvalidData for cells that have no place in a column of Arrow."""

    @abstractmethod
    def released(self, rows: Rows | None, changed: Mapping[str, ChangedColumn]) -> Any:  # noqa: ANN401 - of its library
        """A frame of the same kind with some rows (None: all) and changed columns; all others as they are."""

    @abstractmethod
    def without(self, released: Any, names: Sequence[str]) -> Any:  # noqa: ANN401 - of its library
        """A released frame without some columns."""

    def order_of(self, name: str) -> tuple[str, ...]:  # noqa: ARG002 - few libraries have ordered columns
        """The categories of an ordered column, lowest first; none for other columns."""
        return ()

    def notes(self) -> Iterable[str]:
        """Sentences on what a release of the frame shows beside its columns."""
        return ()

    def require(self, names: Iterable[str], role: str) -> None:
        """Raises InvalidData where the frame does not have a column; `role` says what it was named for."""
        faults = [
            Problem(DATA_FRAME, f"there is no column {quoted(name)} ({role})", suggestion(name, self.names))
            for name in names
            if name not in self.names
        ]
        twice = [name for name in names if self.names.count(name) > 1]
        faults += [Problem(DATA_FRAME, f"two columns are named {quoted(name)}", "Rename one.") for name in twice]
        if faults:
            raise InvalidData(faults)

    def raw(self, names: Sequence[str], null_values: Collection[str] = ("",)) -> RawTable:
        """Some columns as a table that was read: the same as from a Parquet file with them.

        Texts among `null_values` are missing cells.

        Raises InvalidData for a frame without rows, and for cells that are no texts, numbers or dates.
        """
        if self.records == 0:
            raise InvalidData(Problem(DATA_FRAME, "there are no rows", "Choose a data frame with rows."))
        if self.records > MAX_RECORDS:
            raise InvalidData(Problem(DATA_FRAME, f"{self.records:,} rows", f"At most {MAX_RECORDS:,} can be read."))
        require_names(DATA_FRAME, names)
        return RawTable(tuple(column_of(name, self.cells(name), null_values) for name in names), self.records)


def text_name(label: object) -> str:
    """The name of a column as text."""
    return composed(str(label).strip())
