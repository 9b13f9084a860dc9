"""The rows of both tables, asked of the engine."""

from __future__ import annotations

from dataclasses import dataclass

from arxdesk.analysis.request import Request
from arxdesk_engine.analysis.shown.records import Rows
from arxdesk_engine.analysis.shown.rows import BY_GROUP, RowOrder, SideName, VisibleRows, shown_rows
from arxdesk_engine.analysis.tables import AnalyzedTable
from arxdesk_engine.foundation.control import Control


@dataclass(frozen=True, slots=True)
class RowsToShow(Request[VisibleRows]):
    """Asked of the output, or of the input where there is none.

    `records` finds the records to show, in the table before or after (`side`); None: all of them, those outside the
    research subset only `with_outside`.
    """

    order: RowOrder = BY_GROUP
    records: Request[Rows] | None = None
    side: SideName = "before"
    with_outside: bool = False

    def run(self, table: AnalyzedTable, control: Control) -> VisibleRows:
        """Find and sort them. Raises a UserError."""
        find = None if self.records is None else self.records.run
        return shown_rows(table, self.order, find, self.side, with_outside=self.with_outside, control=control)
