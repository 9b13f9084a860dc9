"""The largest possible number of classes of a transformation, without grouping."""

from __future__ import annotations

import numpy as np

from arxdesk_engine.classes.classes import Grouping
from arxdesk_engine.lattice.lattice import Levels


class MostClasses:
    """The product of the numbers of labels, or of distinct tuples: no transformation has more classes."""

    def __init__(self, grouping: Grouping) -> None:
        heights = [hierarchy.levels for hierarchy in grouping.hierarchies]
        self._logarithms = np.zeros((len(heights), max(heights)))
        for attribute, hierarchy in enumerate(grouping.hierarchies):
            self._logarithms[attribute, : hierarchy.levels] = np.log([len(each) for each in hierarchy.labels])
        self._tuples = float(len(grouping.sample_sizes))
        self._attributes = np.arange(len(heights))

    def at(self, levels: Levels) -> float:
        """It never rises from a transformation to a generalization."""
        product = float(np.exp(self._logarithms[self._attributes, list(levels)].sum()))
        return min(self._tuples, product * (1.0 + 1e-9))  # rounding must not make it too small
