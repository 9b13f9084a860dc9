"""Precision (Sweeney 2002): how far up its hierarchy every cell stands."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.classes.classes import Classes
from arxdesk_engine.classes.level_weights import LevelWeights
from arxdesk_engine.foundation.language import marked
from arxdesk_engine.kernels.aggregates import AS_MEANS
from arxdesk_engine.quality.aggregate import Scores
from arxdesk_engine.quality.description import QualityDescription
from arxdesk_engine.quality.model import LossForm, Suppressed, WeighedModel


class Precision(WeighedModel):
    """The mean height of the cells of each attribute, as a share of its hierarchy (engine reference 4.4).

    loss = (kept g level / highest level + suppressed s) / n; an attribute with one level has height 0. The monotonic
    variant is g level / highest level, whatever is suppressed. Where suppressing a record loses less than
    generalizing it (s < g level / highest), the lesser of both bounds its loss.
    """

    description = QualityDescription(
        order=20,
        model="precision",
        name=marked("Precision"),
        meaning=marked("0 keeps every detail, 1 keeps none: how far up the hierarchies the cells are."),
        in_short=marked("how far up its hierarchy a cell stands"),
        measure=marked("how far up their hierarchies the cells stand"),
        scale="0 to 1",
    )

    DEFAULT_AGGREGATE = "arithmetic-mean"

    def _prepare(self) -> None:
        grouping = self.grouping
        g, s = map(float, self.factors)
        heights = np.array([hierarchy.maximum_level for hierarchy in grouping.hierarchies])
        levels = np.arange(heights.max() + 1)
        self._generalized = g * np.minimum(levels / np.maximum(heights, 1)[:, None], 1.0) * (heights > 0)[:, None]
        self._generalized[list(grouping.aggregated)] = 0.0
        self._suppressed = s
        least = self._generalized if self.is_monotonic else np.minimum(self._generalized, s)
        self._bound_table: Scores = self.weights[:, None] * least
        self._nothing = LevelWeights(
            [[np.zeros(len(each), np.int64) for each in h.labels] for h in grouping.hierarchies]
        )

    @property
    def most_per_attribute(self) -> float:
        """All is suppressed, or stands at the top."""
        return float(max(self.factors))

    @property
    def bound_table(self) -> Scores:
        """Weighted: the least loss of every record."""
        return self._bound_table

    @property
    def level_weights(self) -> LevelWeights:
        """None: a suppressed record is as good as another."""
        return self._nothing

    def losses(self, classes: Classes, suppressed: Suppressed) -> Scores:
        """The loss of each attribute without weights, float64[attributes]."""
        n, kept = self.grouping.records, classes.counts[~suppressed]
        gone = 0 if self.is_monotonic else n - int(kept.sum())
        losses = self._losses(self._generalized[np.arange(len(classes.levels)), list(classes.levels)], np.array(gone))
        for attribute, shares in self.losses_of_aggregates(classes).items():
            losses[attribute] = (float(self.factors[0]) * (kept @ shares[~suppressed]) + self._suppressed * gone) / n
        return losses

    @property
    def loss_form(self) -> LossForm:
        """Means over the records."""
        least = self._generalized if self.is_monotonic else np.minimum(self._generalized, self._suppressed)
        numbers = np.array([self.grouping.records, self._suppressed, not self.is_monotonic, 0.0], np.float64)
        return LossForm(AS_MEANS, self._generalized, least, np.zeros_like(self.weights), self.weights, numbers)

    def table_without(self, removed: NDArray[np.int64], records: int) -> Scores:  # noqa: ARG002 - see `level_weights`
        """Weighted losses of every level, with a number of suppressed records."""
        gone = 0 if self.is_monotonic else records
        found: Scores = self.weights[:, None] * self._losses(self._generalized, np.array(gone))
        return found

    def bounds_of(self, table: Scores, records: int) -> Scores:  # noqa: ARG002 - formed from what is least
        """The others may be suppressed as well, if that loses less."""
        if self.is_monotonic:
            return self._bound_table
        least = np.minimum(self._generalized, self._suppressed)
        found: Scores = self.weights[:, None] * self._losses(least, np.array(records))
        return found

    def losses_without(
        self,
        levels: NDArray[np.int64],
        removed: NDArray[np.int64],  # noqa: ARG002
        records: NDArray[np.int64],
    ) -> Scores:
        """Weighted losses float64[n, attributes] of n transformations."""
        gone = np.zeros_like(records) if self.is_monotonic else records
        return self.weights * self._losses(self._generalized[np.arange(levels.shape[1]), levels], gone[:, None])

    def private_score(self, classes: Classes, suppressed: Suppressed, records: int, k: int) -> Fraction:
        """-(mean height over the attributes, summed over all records; 1 if hidden) / max(1, k - 1).

        Engine reference 4.13. A record that makes a class of k appear changes the sum by at most k - 1 others.
        """
        kept = int(classes.counts[~suppressed].sum())
        heights = [hierarchy.maximum_level for hierarchy in self.grouping.hierarchies]
        at = (Fraction(level, max(height, 1)) for level, height in zip(classes.levels, heights, strict=True))
        return -(records - kept + kept * sum(at, Fraction()) / len(heights)) / max(1, k - 1)

    def _losses(self, generalized: Scores, suppressed: NDArray[np.int64]) -> Scores:
        n = self.grouping.records
        found: Scores = ((n - suppressed) * generalized + suppressed * self._suppressed) / n
        return found
