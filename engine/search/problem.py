"""What is searched: a table's grouping, the lattice, the models and the suppression limit."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.classes import Classes, Grouping
from engine.lattice.lattice import Lattice
from engine.privacy.model import PrivacyModel
from engine.quality.model import QualityModel


@dataclass(frozen=True, slots=True)
class Problem:
    """An anonymization problem. `suppression_limit` is the share (0 to 1) of records that may be suppressed."""

    grouping: Grouping
    lattice: Lattice
    privacy: tuple[PrivacyModel, ...]
    quality: QualityModel
    suppression_limit: float = 0.0

    @property
    def suppressible_records(self) -> int:
        """How many records may be suppressed: floor(limit x records)."""
        return math.floor(self.suppression_limit * self.grouping.records)

    @property
    def not_anonymous_is_inherited(self) -> bool:
        """Whether every specialization of a transformation that is not anonymous is not anonymous either.

        So it is when each model is violated exactly by classes that are too small: a class of a specialization is
        part of a class of the generalization, hence violating records only become more.
        """
        return all(model.only_class_size for model in self.privacy)

    def violating(self, classes: Classes) -> NDArray[np.bool_]:
        """Which classes violate at least one privacy model, bool[classes]."""
        return violating_classes(classes, self.privacy)


def violating_classes(classes: Classes, privacy: Sequence[PrivacyModel]) -> NDArray[np.bool_]:
    """Which classes violate at least one of the models, bool[classes]."""
    violating = np.zeros(len(classes), np.bool_)
    for model in privacy:
        violating |= model.violating(classes)
    return violating
