"""The cells of the records that count, as codes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.analysis.tables import AnalyzedTable, InputTable
from arxdesk_engine.data.dataset import Codes
from arxdesk_engine.release.treatments.treatments import as_judged
from arxdesk_engine.risk.wildcards import DistinctTuples, cell_codes, distinct_tuples

Rows = NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class CodedCells:
    """`columns` int32[records that count] per attribute, SUPPRESSED_CELL for removed cells; `places`
    intp[records that count] are the records of the table, None for all of them. `weights` int64[records that count] is
    what each row of the table stands for, None: one record."""

    columns: tuple[Codes, ...]
    places: Rows | None
    weights: NDArray[np.int64] | None = None

    @property
    def tuples(self) -> DistinctTuples:
        """The distinct combinations."""
        return distinct_tuples(self.columns, self.weights)

    @property
    def records(self) -> int:
        """The number of records that count."""
        return len(self.columns[0]) if self.weights is None else int(self.weights.sum())

    def rows(self, chosen: NDArray[np.bool_] | Rows) -> Rows:
        """The places of records in the table, from a mask of the records that count or their places among them."""
        found = np.flatnonzero(chosen) if chosen.dtype == np.bool_ else chosen
        return found.astype(np.intp) if self.places is None else self.places[found]


def coded_cells(table: AnalyzedTable, attributes: Sequence[str]) -> CodedCells:
    """The cells of some attributes: of an input as privacy models see them, with its bounds of top and bottom coding.

    Raises a UserError where the research subset cannot be read.
    """
    dataset = as_judged(table.job, table.dataset) if isinstance(table, InputTable) else table.dataset
    included = table.included
    places = None if included is None else np.flatnonzero(included)
    columns = (cell_codes(dataset[name]) for name in attributes)
    weights = table.dataset.weights
    if places is not None and weights is not None:
        weights = weights[places]
    return CodedCells(tuple(each if places is None else each[places] for each in columns), places, weights)
