"""The logarithms of the domain shares of labels: the parts of sums over attributes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.classes.classes import Classes, Grouping
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.quality.aggregate import Scores
from arxdesk_engine.quality.non_uniform_entropy import label_counts


class LogarithmsOfRows:
    """Natural logarithms of the hierarchy rows that labels cover, none above `cap` times that of all rows.

    `means` float64[attributes, levels]: the mean over all records that count, rising with the level; 0 for missing
    levels. `domains` float64[attributes]: that of all rows.
    """

    def __init__(self, grouping: Grouping, cap: float = 1.0) -> None:
        hierarchies = grouping.hierarchies
        self.domains = np.log(np.array([float(hierarchy.domain_size) for hierarchy in hierarchies]))
        self._most = cap * self.domains
        self.means = np.zeros((len(hierarchies), max(hierarchy.levels for hierarchy in hierarchies)))
        for attribute, counts in enumerate(label_counts(grouping)):
            for level, rows in enumerate(hierarchies[attribute].domain_rows):
                logarithms = np.minimum(np.log(rows), self._most[attribute])
                self.means[attribute, level] = float(counts[level] @ logarithms) / grouping.records
            end = hierarchies[attribute].levels
            self.means[attribute, :end] = np.maximum.accumulate(self.means[attribute, :end])
        self._attributes = np.arange(len(hierarchies))

    def means_at(self, levels: Levels) -> Scores:
        """The mean of each attribute at a level, float64[attributes]."""
        found: Scores = self.means[self._attributes, list(levels)]
        return found

    def of_classes(self, classes: Classes, chosen: NDArray[np.intp]) -> Scores:
        """Those of the labels of some classes, float64[chosen, attributes]."""
        found: Scores = np.minimum(np.log(classes.rows_covered_by(chosen).astype(np.float64)), self._most)
        return found
