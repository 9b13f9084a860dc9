"""The frequencies of the values of a column, in a natural order."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.analysis.statistics.descriptive import Mask, is_measured, unmeasured_counts
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.hierarchies.hierarchy import BoundHierarchy


@dataclass(frozen=True, slots=True)
class FrequencyDistribution:
    """The values that occur, in order, and `counts` int64[values], the records of each.

    Cells that are missing or suppressed are no values; `missing` and `suppressed` count them.
    """

    values: tuple[str, ...]
    counts: NDArray[np.int64]
    missing: int
    suppressed: int

    @property
    def shares(self) -> NDArray[np.float64]:
        """The relative frequencies, float64[values]; they add up to 1."""
        return self.counts / max(int(self.counts.sum()), 1)


def frequency_distribution(
    column: Column, hierarchy: BoundHierarchy | None = None, records: Mask | None = None
) -> FrequencyDistribution:
    """Count the values of a column, or of some records of it, bool[records].

    They are in the order of the data type. With the `hierarchy` of a generalized column they are in its order: labels
    stand where their values stand, a coarser one before what is below it; texts that are no label come last. A label
    of several levels is taken as one of the lowest.
    """
    counts = column.counts_in(records)
    measured = is_measured(column)
    order = np.arange(len(column.values)) if hierarchy is None else _hierarchical_order(column, hierarchy)
    order = order[((counts > 0) & measured)[order]]
    return FrequencyDistribution(
        tuple(column.values[code] for code in order.tolist()),
        counts[order],
        *unmeasured_counts(column, measured, counts),
    )


def _hierarchical_order(column: Column, hierarchy: BoundHierarchy) -> NDArray[np.intp]:
    """By the path from the root to each label; a path that ends is before those that go on."""
    path_of: dict[str, tuple[int, ...]] = {}
    for level in range(hierarchy.levels):
        first = np.unique(hierarchy.codes[level], return_index=True)[1]  # a value below each label
        above = [hierarchy.codes[higher][first].tolist() for higher in reversed(range(level, hierarchy.levels))]
        for text, *path in zip(hierarchy.labels[level], *above, strict=True):
            path_of.setdefault(text, tuple(path))
    known = [code for code, text in enumerate(column.values) if text in path_of]
    known.sort(key=lambda code: path_of[column.values[code]])
    rest = [code for code, text in enumerate(column.values) if text not in path_of]
    return np.array([*known, *rest], np.intp)
