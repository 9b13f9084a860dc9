"""The protocol of quality models: scores (0 keeps every detail), and bounds on them without grouping."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from engine.classes import Classes, Grouping
from engine.lattice.lattice import Levels


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

    @abstractmethod
    def score(self, classes: Classes, suppressed: NDArray[np.bool_]) -> float:
        """The score when the chosen classes (bool[classes]) are suppressed and the others kept."""

    @abstractmethod
    def lower_bound(self, levels: Levels) -> float:
        """A score that `levels` and all its generalizations cannot fall below, whatever is suppressed.

        Costs no grouping (fact 3 of the search design) and never falls from a transformation to a generalization.
        """
