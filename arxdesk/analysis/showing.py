"""The records behind a bar or a field of a chart: those that show one of some texts, or nothing of an attribute."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk.analysis.records import by_group
from arxdesk.analysis.request import Request
from arxdesk.analysis.shown_cells import shown_cells
from arxdesk.analysis.tables import Table
from arxdesk_engine.foundation.control import Control

Rows = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Showing(Request[Rows]):
    """The records that show one of some texts in each of some attributes: ((attribute, (text, ...)), ...).

    What removed records would have shown does not count.
    """

    values: tuple[tuple[str, tuple[str, ...]], ...]

    def run(self, table: Table, control: Control) -> Rows:
        """Find them, group by group, intp[records]. Raises a UserError."""
        found = np.ones(table.dataset.records, np.bool_)
        for attribute, texts in self.values:
            control.raise_if_stopped()
            shown, wanted = shown_cells(table, attribute), frozenset(texts)
            found &= shown.records
            found &= np.array([value in wanted for value in shown.column.values], np.bool_)[shown.column.codes]
        return by_group(table, np.flatnonzero(found))


@dataclass(frozen=True, slots=True)
class ShowingNothing(Request[Rows]):
    """The records that show nothing of an attribute, because they were removed."""

    attribute: str

    def run(self, table: Table, control: Control) -> Rows:
        """Find them, group by group, intp[records]. Raises a UserError."""
        del control
        shown = shown_cells(table, self.attribute)
        return by_group(table, np.flatnonzero(shown.counted & ~shown.records))
