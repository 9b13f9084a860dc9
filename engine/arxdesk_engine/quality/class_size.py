"""Average class size (LeFevre 2006): how many records look alike, on average."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from arxdesk_engine.classes.classes import Classes, Grouping
from arxdesk_engine.foundation.language import marked
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.quality.description import QualityDescription
from arxdesk_engine.quality.factors import generalization_and_suppression_factors
from arxdesk_engine.quality.model import ClassWiseModel, Preferences, Suppressed
from arxdesk_engine.quality.most_classes import MostClasses


class AverageClassSize(ClassWiseModel):
    """n / (kept classes g + s, where anything is suppressed): suppressed records are one class (engine reference 4.8).

    With factors that count neither (only at the ends of their range) it is n. A generalization has no more classes,
    and suppressing adds one class but takes one at least: that is the bound.
    """

    description = QualityDescription(
        order=60,
        model="average-class-size",
        name=marked("Average class size"),
        meaning=marked("How many records look alike, on average; smaller is better."),
        in_short=marked("how many records look alike on average"),
        measure=marked("how many records look alike, on average; all removed ones are one group"),
        scale=marked("records"),
    )

    def __init__(self, grouping: Grouping, generalization_suppression_factor: float = 0.5) -> None:
        super().__init__(grouping)
        g, s = generalization_and_suppression_factors(generalization_suppression_factor)
        self._generalization, self._suppression = float(g), float(s)
        self._most_classes = MostClasses(grouping)

    @classmethod
    def of(cls, grouping: Grouping, preferences: Preferences) -> AverageClassSize:
        """The model for a grouping, by the preferences of a job."""
        return cls(grouping, preferences.generalization_suppression_factor)

    @property
    def lowest(self) -> float:
        """Every distinct record is a class, and another one is suppressed."""
        return self._size(self._generalization * len(self.grouping.sample_sizes) + self._suppression)

    @property
    def highest(self) -> float:
        """One class of all."""
        counted = [factor for factor in (self._generalization, self._suppression) if factor > 0.0]
        return max(self._size(min(counted)), float(self.grouping.records))

    def score(self, classes: Classes, suppressed: Suppressed) -> float:
        """The mean size of the counted classes."""
        kept = classes.counts[~suppressed]
        classes_kept = int(np.count_nonzero(kept))
        is_suppressed = int(kept.sum()) < self.grouping.records
        return self._size(self._generalization * classes_kept + self._suppression * is_suppressed)

    def bound(
        self,
        classes: Classes,
        hidden: Suppressed,
        minimal_class_size: int = 1,
        top: Levels | None = None,  # noqa: ARG002
    ) -> float:
        """The largest possible number of classes: those that are large enough, and unions of small ones."""
        counts = classes.counts
        free = counts[~hidden]
        small = free[free < minimal_class_size]
        most = int(np.count_nonzero(free)) - int(np.count_nonzero(small)) + int(small.sum()) // minimal_class_size
        return self._least_size(most, is_suppressed=bool(counts[hidden].any() or small.any()))

    def lower_bound(self, levels: Levels) -> float:
        """The largest possible number of classes, by the numbers of labels."""
        return self._least_size(self._most_classes.at(levels), is_suppressed=False)

    def private_score(self, classes: Classes, suppressed: Suppressed, records: int, k: int) -> Fraction:  # noqa: ARG002
        """The number of kept classes, and 1 where anything is not shown (engine reference 4.13)."""
        kept = classes.counts[~suppressed]
        return Fraction(int(np.count_nonzero(kept)) + (int(kept.sum()) < records))

    def _least_size(self, most_classes: float, *, is_suppressed: bool) -> float:
        g, s = self._generalization, self._suppression
        if is_suppressed:
            return self._size(g * most_classes + s)
        return self._size(g * most_classes + max(0.0, s - g))

    def _size(self, counted: float) -> float:
        return self.grouping.records / (counted or 1.0)
