"""Height: the levels of a transformation, counted."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.classes.classes import Classes
from arxdesk_engine.classes.level_weights import LevelWeights
from arxdesk_engine.foundation.language import marked
from arxdesk_engine.kernels.aggregates import AS_MEANS
from arxdesk_engine.quality.aggregate import Scores
from arxdesk_engine.quality.description import QualityDescription
from arxdesk_engine.quality.model import LossForm, Suppressed, WeighedModel


class Height(WeighedModel):
    """The level of each attribute, by default summed up (engine reference 4.5). Suppressed records lose nothing."""

    description = QualityDescription(
        order=80,
        model="height",
        name=marked("Height"),
        meaning=marked("The levels, added up; 0 keeps every detail."),
        in_short=marked("levels, added up"),
        measure=marked("the levels of the transformation; removed records do not count"),
        scale=marked("levels"),
    )

    DEFAULT_AGGREGATE = "sum"

    @property
    def most_per_attribute(self) -> float:
        """The top of the highest hierarchy."""
        return float(max(hierarchy.maximum_level for hierarchy in self.grouping.hierarchies))

    @property
    def bound_table(self) -> Scores:
        """The weighted levels."""
        levels = np.arange(max(hierarchy.levels for hierarchy in self.grouping.hierarchies), dtype=np.float64)
        return self.weights[:, None] * levels

    @property
    def level_weights(self) -> LevelWeights:
        """There are no such weights."""
        return LevelWeights([[np.zeros(len(each), np.int64) for each in h.labels] for h in self.grouping.hierarchies])

    @property
    def loss_form(self) -> LossForm:
        """Means over records that lose the levels, suppressed or not."""
        levels = np.tile(np.arange(self.bound_table.shape[1], dtype=np.float64), (len(self.weights), 1))
        numbers = np.array([self.grouping.records, 0.0, 0.0, 0.0])
        return LossForm(AS_MEANS, levels, levels, np.zeros_like(self.weights), self.weights, numbers)

    def losses(self, classes: Classes, suppressed: Suppressed) -> Scores:  # noqa: ARG002 - whatever is suppressed
        """The levels, float64[attributes]."""
        return classes.level_array.astype(np.float64)

    def table_without(self, removed: NDArray[np.int64], records: int) -> Scores:  # noqa: ARG002
        """The weighted levels, whatever is suppressed."""
        return self.bound_table

    def losses_without(
        self,
        levels: NDArray[np.int64],
        removed: NDArray[np.int64],  # noqa: ARG002
        records: NDArray[np.int64],  # noqa: ARG002
    ) -> Scores:
        """The weighted levels of n transformations, float64[n, attributes]."""
        return self.weights * levels.astype(np.float64)
