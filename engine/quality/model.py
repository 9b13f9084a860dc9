"""The protocol of quality models: scores (0 keeps every detail), and bounds on them without grouping."""

from __future__ import annotations

from abc import ABC, abstractmethod
from fractions import Fraction
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from engine.classes import Classes, Grouping, LevelWeights
from engine.lattice.lattice import Levels
from engine.lattice.recoding import Recoding


class QualityModel(ABC):
    """Scores transformations of one table; smaller is better.

    A model is built for one grouping, from what the job says about quality. All of them take the same parameters.
    """

    DEFAULT_AGGREGATE: ClassVar[str]

    @abstractmethod
    def __init__(
        self,
        grouping: Grouping,
        weights: NDArray[np.float64] | None = None,
        aggregate: str | None = None,
        generalization_suppression_factor: float = 0.5,
    ) -> None:
        """`weights` float64[attributes] in [0, 1]; `aggregate` names one of `engine.quality.aggregate`."""

    @property
    @abstractmethod
    def monotonic_without_suppression(self) -> bool:
        """Whether, nothing suppressed, the score never falls from a transformation to a generalization."""

    @abstractmethod
    def score(self, classes: Classes, suppressed: NDArray[np.bool_]) -> float:
        """The score when the chosen classes (bool[classes]) are suppressed and the others kept."""

    @abstractmethod
    def lower_bound(self, levels: Levels) -> float:
        """A score that `levels` and all its generalizations cannot fall below, whatever is suppressed.

        Costs no grouping (fact 3 of the search design) and never falls from a transformation to a generalization.
        """

    def losses_of_classes(self, classes: Classes, chosen: NDArray[np.intp]) -> NDArray[np.float64]:  # noqa: ARG002
        """What the generalization of each chosen class loses, float64[chosen], to choose between those of one size.

        The same number for all of them where a model has no such loss.
        """
        return np.zeros(len(chosen))

    def private_score(self, classes: Classes, suppressed: NDArray[np.bool_], records: int, k: int) -> Fraction | None:  # noqa: ARG002
        """A score for a choice under differential privacy: larger is better, changed by at most 1 by any record.

        `records` are all of the table, of which classes hold a sample; every class kept has at least k. None for a
        model that has none.
        """
        return None

    def score_of_recoding(self, recoding: Recoding) -> float | None:  # noqa: ARG002 - not every model has such a score
        """The score of a table whose records go through different transformations; None where it is not defined.

        With a single transformation it is that of `score`.
        """
        return None


class AttributeWiseModel(QualityModel):
    """A model that gives every attribute a loss, which its level and the suppressed records determine alone.

    For such models an interval of transformations can be bounded as a whole (fact 8 of the search design): where
    suppressed records stay suppressed in every specialization, no transformation between z and x scores less than
    "generalize as z, suppress what x suppresses". All of it is a table of losses per attribute and level.
    """

    @property
    @abstractmethod
    def aggregate_kind(self) -> int:
        """How the losses are aggregated, one of `engine.kernels.aggregates`."""

    @property
    @abstractmethod
    def bound_table(self) -> NDArray[np.float64]:
        """Weighted losses float64[attributes, levels] when nothing is suppressed; rising with the level."""

    @property
    @abstractmethod
    def level_weights(self) -> LevelWeights:
        """What suppressed records are weighed with for `table_without`."""

    @abstractmethod
    def table_without(self, removed: NDArray[np.int64], records: int) -> NDArray[np.float64]:
        """Weighted losses float64[attributes, levels] when `records` records are suppressed and the others kept.

        `removed` int64[attributes, levels] is the weight of the suppressed records at each level (`level_weights`);
        a larger number than the true one gives a smaller loss, which is still a bound.
        """

    def losses_without(
        self, levels: NDArray[np.int64], removed: NDArray[np.int64], records: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        """Weighted losses float64[n, attributes] of n transformations, each as `table_without` has them.

        `levels` int64[n, attributes], `removed` int64[n, attributes] the weight of the suppressed records at those
        levels, `records` int64[n] their number.
        """
        losses = np.empty(levels.shape)
        tables = np.repeat(removed[:, :, None], self.bound_table.shape[1], axis=2)
        for row, (table, number) in enumerate(zip(tables, records.tolist(), strict=True)):
            losses[row] = self.table_without(table, number)[np.arange(levels.shape[1]), levels[row]]
        return losses
