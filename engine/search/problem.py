"""What is searched: a table's grouping, the lattice, the models and the suppression limit."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from engine.classes import Grouping
from engine.lattice.lattice import Lattice
from engine.partition import Partitioner
from engine.privacy.model import ClassSizes, PrivacyModel
from engine.quality.model import AttributeWiseModel, QualityModel


class ProblemKind(StrEnum):
    """Which exclusions are sound, as in "The cost of quality" (2015), sections 2.3 and 2.7."""

    MONOTONIC = "monotonic"
    """Nothing may be suppressed, and anonymity and loss rise together: the best is a minimal anonymous element."""
    PARTIALLY_MONOTONIC = "partially-monotonic"
    """A condition that every anonymous transformation fulfils excludes specializations; the score may fall upwards."""
    NON_MONOTONIC = "non-monotonic"
    """Anonymity excludes nothing."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the privacy models say of one transformation, and what follows for others.

    `violating` bool[classes] are the classes that violate any model, `inherited` those of them whose every part
    violates too. `specializations_fail`: no specialization is anonymous. `generalizations_hold`: every generalization
    is anonymous.
    """

    violating: NDArray[np.bool_]
    inherited: NDArray[np.bool_]
    suppressed_records: int
    anonymous: bool
    specializations_fail: bool
    generalizations_hold: bool


@dataclass(frozen=True)
class Problem:
    """An anonymization problem. `suppression_limit` is the share (0 to 1) of records that may be suppressed."""

    grouping: Grouping
    lattice: Lattice
    privacy: tuple[PrivacyModel, ...]
    quality: QualityModel
    suppression_limit: float = 0.0

    @cached_property
    def suppressible_records(self) -> int:
        """How many records may be suppressed: floor(limit x records)."""
        return math.floor(self.suppression_limit * self.grouping.records)

    @cached_property
    def any_suppression_will_do(self) -> bool:
        """Whether all records may be suppressed, so that every transformation is anonymous."""
        return self.suppressible_records == self.grouping.records

    @cached_property
    def minimal_class_size(self) -> int:
        """The size below which every class violates some model."""
        return max((model.minimal_class_size for model in self.privacy), default=1)

    @cached_property
    def only_class_size(self) -> bool:
        """Whether a class violates the models exactly when it is below the minimal size."""
        return all(model.only_class_size for model in self.privacy)

    @cached_property
    def partitioner(self) -> Partitioner:
        """What forms the classes of specializations from those of generalizations, for all searches."""
        weights = self.quality.level_weights if isinstance(self.quality, AttributeWiseModel) else None
        return Partitioner(self.grouping, self.minimal_class_size, weights)

    @property
    def kind(self) -> ProblemKind:
        """Decided from what the models imply, and from whether anything may be suppressed."""
        monotonic = all(model.monotonic_without_suppression for model in self.privacy)
        if self.suppressible_records == 0 and monotonic and self.quality.monotonic_without_suppression:
            return ProblemKind.MONOTONIC
        inherited = any(model.violations_are_inherited for model in self.privacy)
        if self.suppressible_records == 0:
            inherited |= any(model.monotonic_without_suppression for model in self.privacy)
        if inherited or self.minimal_class_size > 1:
            return ProblemKind.PARTIALLY_MONOTONIC
        return ProblemKind.NON_MONOTONIC

    def judge(self, classes: ClassSizes, dropped_records: int = 0) -> Verdict:
        """Whether a transformation is anonymous, and what that says about others.

        `dropped_records` are in classes below the minimal size that are not listed in `classes` any more.

        Violations that are inherited only become more from a transformation to a specialization, whose classes are
        parts of its own. Where nothing may be suppressed, one violated monotonic model is enough: if a specialization
        fulfilled it, so would this transformation.
        """
        inherited = classes.counts < self.minimal_class_size
        if self.only_class_size:
            return self._judge_by_size(classes, inherited, dropped_records)
        violating = inherited.copy()
        nothing_may_go = self.suppressible_records == 0
        monotonic_is_violated = False
        for model in self.privacy:
            found = model.violating(classes)
            violating |= found
            if model.violations_are_inherited:
                inherited |= found
            monotonic_is_violated |= model.monotonic_without_suppression and bool(found.any())
        suppressed = dropped_records + int(classes.counts[violating].sum())
        surely = dropped_records + int(classes.counts[inherited].sum())
        anonymous = suppressed <= self.suppressible_records
        return Verdict(
            violating,
            inherited,
            suppressed,
            anonymous,
            specializations_fail=surely > self.suppressible_records or (nothing_may_go and monotonic_is_violated),
            generalizations_hold=anonymous and self._anonymity_is_monotonic,
        )

    def _judge_by_size(self, classes: ClassSizes, small: NDArray[np.bool_], dropped_records: int) -> Verdict:
        suppressed = dropped_records + int(classes.counts[small].sum())
        anonymous = suppressed <= self.suppressible_records
        return Verdict(small, small, suppressed, anonymous, not anonymous, anonymous)

    @cached_property
    def _anonymity_is_monotonic(self) -> bool:
        if self.any_suppression_will_do:
            return True
        if all(model.violations_are_inherited for model in self.privacy):
            return True
        return self.suppressible_records == 0 and all(model.monotonic_without_suppression for model in self.privacy)

    def violating(self, classes: ClassSizes) -> NDArray[np.bool_]:
        """Which classes violate at least one privacy model, bool[classes]."""
        return violating_classes(classes, self.privacy)


def violating_classes(classes: ClassSizes, privacy: Sequence[PrivacyModel]) -> NDArray[np.bool_]:
    """Which classes violate at least one of the models, bool[classes]."""
    violating = np.zeros(len(classes.counts), np.bool_)
    for model in privacy:
        violating |= model.violating(classes)
    return violating
