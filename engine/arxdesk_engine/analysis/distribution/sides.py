"""One side of a distribution: the values that a table shows of an attribute, and how often."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.analysis.shown.cells import VisibleCells
from arxdesk_engine.analysis.statistics.attribute_measures import MISSING
from arxdesk_engine.analysis.statistics.descriptive import is_measured, unmeasured_counts
from arxdesk_engine.analysis.statistics.ranges import GREATEST
from arxdesk_engine.data.schema import SUPPRESSED, DataType

Counts = NDArray[np.int64]
Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class SideCounts:
    """The people of one side: `values` shown by `shown` people; others miss theirs, were removed, or read "*" without
    having been removed (`starred`)."""

    values: int
    shown: int
    missing: int
    removed: int
    starred: int

    @property
    def counted(self) -> int:
        """The people of all four kinds."""
        return self.shown + self.missing + self.removed + self.starred


@dataclass(frozen=True, slots=True, eq=False)
class CountedSide:
    """`counts` int64[values] of the column of `shown`; `places` float64[values] on its scale, NaN where it has none."""

    shown: VisibleCells
    counts: Counts
    places: Numbers

    @classmethod
    def of(cls, shown: VisibleCells) -> CountedSide:
        """Count the values of the visible cells."""
        column = shown.column
        counts = column.counts_in(shown.records)
        return cls(shown, counts, column.type.positions(column.values))

    @property
    def is_scaled(self) -> bool:
        """Whether it has at least one number or date."""
        known = self.places[np.isfinite(self.places) & (self.counts > 0)]
        kinds = (DataType.INTEGER, DataType.DECIMAL, DataType.DATE)
        return self.shown.column.type.kind in kinds and len(known) > 0 and float(np.abs(known).max()) <= GREATEST

    @property
    def has_order(self) -> bool:
        """Whether its values have an order of their own."""
        return self.shown.column.type.kind is DataType.ORDINAL

    def figures(self) -> SideCounts:
        """The numbers of people by the kind of their cell."""
        column, counts = self.shown.column, self.counts
        measured = is_measured(column)
        missing, starred = unmeasured_counts(column, measured, counts)
        return SideCounts(
            int((counts[measured] > 0).sum()), int(counts[measured].sum()), missing, self.shown.removed, starred
        )

    def people(self, texts: tuple[str, ...]) -> Counts:
        """The people of each text, int64[texts]."""
        values, present = self.shown.column.values, np.flatnonzero(self.counts)
        numbers = zip(present.tolist(), self.counts[present].tolist(), strict=True)
        of_text = {values[code]: number for code, number in numbers}
        return np.array([of_text.get(text, 0) for text in texts], np.int64)

    def used(self) -> list[str]:
        """The texts in use, in the order of codes."""
        values, present = self.shown.column.values, np.flatnonzero(self.counts)
        return [values[code] for code in present.tolist() if values[code] not in (MISSING, SUPPRESSED)]
