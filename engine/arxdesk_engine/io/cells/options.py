"""The options for reading a table, whatever its format."""

from __future__ import annotations

from dataclasses import dataclass

MOST_SKIPPED_LINES = 1_000


@dataclass(frozen=True, slots=True)
class TableOptions:
    """The options for reading a table; None is detected, and options that a format does not have are ignored.

    `columns` are the columns to read by their names in the file, in this order; none: all. `row_limit` is the largest
    number of records. `quote` surrounds cells with delimiters in them, "" for none.
    `multiline_cells`: cells in quotes may have lines that look like records. `skip_lines` stand before a delimited
    table; `ragged_rows` = "fill": cells that its rows lack at their end are missing. `repair_names`: columns without a
    name, and names that occur twice, get numbers.
    `labels`: the value labels of statistical files stand in place of their codes. `numbers_as_text`: numbers are
    written as in a text file, with the decimal mark, although the format could hold numbers.
    """

    sheet: str | None = None
    table: str | None = None
    columns: tuple[str, ...] = ()
    row_limit: int | None = None
    delimiter: str | None = None
    quote: str = '"'
    multiline_cells: bool = False
    skip_lines: int = 0
    ragged_rows: str = "error"
    repair_names: bool = False
    encoding: str | None = None
    header: bool | None = None
    decimal_mark: str = "."
    null_values: tuple[str, ...] = ("",)
    labels: bool = True
    numbers_as_text: bool = False

    def rows(self, preview: int | None) -> int | None:
        """The largest number of records to read, with or without a preview."""
        limits = [limit for limit in (self.row_limit, preview) if limit is not None]
        return min(limits) if limits else None
