"""Discernibility (Bayardo & Agrawal 2005): how many records each record looks like."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from arxdesk_engine.classes.classes import Classes, Grouping
from arxdesk_engine.foundation.language import marked
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.quality.description import QualityDescription
from arxdesk_engine.quality.model import ClassWiseModel, Preferences, Suppressed
from arxdesk_engine.quality.most_classes import MostClasses


class Discernibility(ClassWiseModel):
    """The sum of the squared sizes of the kept classes, and n for every suppressed record (engine reference 4.7).

    The monotonic variant DM* is the sum of the squares of all classes, whatever is suppressed. Squares only grow when
    classes are united, and no class has more than n records: that is the bound.
    """

    description = QualityDescription(
        order=50,
        model="discernibility",
        name=marked("Discernibility"),
        meaning=marked("How many records each record looks like, added up; smaller is better."),
        in_short=marked("how many records look like each"),
        measure=marked("how many records look like each record, summed up; a removed record looks like all"),
        scale=marked("records to records²"),
    )

    def __init__(self, grouping: Grouping, *, monotonic: bool = False) -> None:
        super().__init__(grouping)
        self._is_monotonic = monotonic
        self._most_classes = MostClasses(grouping)

    @classmethod
    def of(cls, grouping: Grouping, preferences: Preferences) -> Discernibility:
        """The model for a grouping, by the preferences of a job."""
        return cls(grouping, monotonic=preferences.monotonic_variant)

    @property
    def lowest(self) -> float:
        """Every record is alone."""
        return float(self.grouping.records)

    @property
    def highest(self) -> float:
        """All records look alike."""
        return float(self.grouping.records) ** 2

    def score(self, classes: Classes, suppressed: Suppressed) -> float:
        """Exact as long as n is below 94 million."""
        counts, n = classes.counts.astype(np.float64), float(self.grouping.records)
        if self._is_monotonic:
            return float(counts @ counts)
        kept = counts[~suppressed]
        return float(kept @ kept + n * (n - kept.sum()))

    def bound(
        self,
        classes: Classes,
        hidden: Suppressed,
        minimal_class_size: int = 1,
        top: Levels | None = None,  # noqa: ARG002
    ) -> float:
        """The score without further suppression; classes that are too small have to grow to the minimal size."""
        counts, n = classes.counts.astype(np.float64), float(self.grouping.records)
        if self._is_monotonic:
            return float(counts @ counts)
        free = counts[~hidden]
        return float(free @ np.maximum(free, min(minimal_class_size, n)) + n * (n - free.sum()))

    def lower_bound(self, levels: Levels) -> float:
        """Squares of K sizes that sum up to n are n^2 / K together, at least."""
        n = float(self.grouping.records)
        return max(n, n * n / self._most_classes.at(levels))

    def private_score(self, classes: Classes, suppressed: Suppressed, records: int, k: int) -> Fraction:
        """-(N hidden + sum of the squared sizes of the kept classes) / (N (k^2 / (k - 1) + 1)); 5 N for k = 1.

        Engine reference 4.13; `hidden` is the number of hidden records of N.
        """
        kept = classes.counts[~suppressed].tolist()
        squares = sum(count * count for count in kept)
        constant = Fraction(5) if k == 1 else Fraction(k * k, k - 1) + 1
        return -Fraction(records * (records - sum(kept)) + squares) / (records * constant)
