"""Tables of Arrow, and frames of any library that exports them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pyarrow as pa

from arxdesk_engine.io.parquet import is_text
from arxdesk_engine.library.frames.frame import ChangedColumn, Frame, Rows, text_name


class ArrowFrame(Frame):
    """A table of Arrow."""

    def __init__(self, table: pa.Table) -> None:
        self.table = table
        self._places = {text_name(name): place for place, name in enumerate(table.column_names)}
        self._names = tuple(text_name(name) for name in table.column_names)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all columns."""
        return self._names

    @property
    def records(self) -> int:
        """The number of rows."""
        return int(self.table.num_rows)

    def cells(self, name: str) -> pa.ChunkedArray:
        """The column itself."""
        return self.table.column(self._places[name])

    def order_of(self, name: str) -> tuple[str, ...]:
        """The dictionary of a column that says it is ordered."""
        cells = self.cells(name)
        if not (pa.types.is_dictionary(cells.type) and cells.type.ordered and is_text(cells.type)):
            return ()
        first = cells.unify_dictionaries().chunk(0)
        return tuple(text_name(value) for value in first.dictionary.to_pylist())

    def released(self, rows: Rows | None, changed: Mapping[str, ChangedColumn]) -> pa.Table:
        """A table with the metadata of this one; changed columns are text unless they are numbers or dates still."""
        table = self.table if rows is None else self.table.take(pa.array(rows))
        for name, column in changed.items():
            place = self._places[name]
            field, cells = table.schema.field(place), column.cells
            if pa.types.is_dictionary(cells.type) and not pa.types.is_dictionary(field.type):
                cells = cells.dictionary_decode()
            table = table.set_column(place, pa.field(field.name, cells.type, True, field.metadata), cells)
        return table

    def without(self, released: pa.Table, names: Sequence[str]) -> pa.Table:
        """A released table without some columns."""
        return released.drop_columns([self.table.column_names[self._places[name]] for name in names])
