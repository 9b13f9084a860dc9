"""Entropy-based information loss (Gionis & Tassa 2009): the digits of the domains lost by the labels."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.classes.classes import Classes, Grouping
from arxdesk_engine.foundation.language import marked
from arxdesk_engine.quality.aggregate import Scores
from arxdesk_engine.quality.description import QualityDescription
from arxdesk_engine.quality.model import AttributeWiseModel, Preferences, Suppressed
from arxdesk_engine.quality.shares import LogarithmsOfRows


class EntropyLoss(AttributeWiseModel):
    """Summed over the records: g IL for one that is kept, s for a suppressed one (engine reference 4.11).

    IL = log(product of shares) / log(product of domain sizes) + 1 (3.10): 0 as in the input, 1 where every label covers
    its whole domain. It is the sum over the attributes of the logarithms of the rows covered, so that every attribute
    has its part, and there are no weights nor other aggregates. In an aggregated attribute the share is that of the
    values in the class, and the domain those in the table.
    """

    description = QualityDescription(
        order=100,
        model="entropy",
        name=marked("Entropy-based loss"),
        meaning=marked("Loss of detail in records, added up; 0 keeps every detail."),
        in_short=marked("lost digits of the domains"),
        measure=marked("the digits of all domains that the labels lose, summed up over the records"),
        scale=marked("0 to records"),
    )

    DEFAULT_AGGREGATE = "sum"

    def __init__(self, grouping: Grouping, generalization_suppression_factor: float = 0.5, unit: float = 1.0) -> None:
        super().__init__(grouping, None, None, generalization_suppression_factor)
        self._g, self._s = map(float, self.factors)
        self._rows = LogarithmsOfRows(grouping)
        self._digits = self._rows.domains.copy()
        for attribute, name in grouping.aggregated.items():
            self._digits[attribute] = np.log(grouping.distinct_values[name])
        if not self._digits.any():  # no digits to lose, but records can be suppressed
            self._digits[:] = 1.0
        self._unit = unit / float(self._digits.sum())  # the loss of a natural logarithm of one record
        self._most = unit
        self._least = LogarithmsOfRows(grouping, self._s / self._g if self._s < self._g else 1.0)
        means = self._least.means.copy()
        means[list(grouping.aggregated)] = 0.0
        self._bound_table = self._unit * self._g * grouping.records * means

    @classmethod
    def of(cls, grouping: Grouping, preferences: Preferences) -> EntropyLoss:
        """The model for a grouping, by the preferences of a job."""
        return cls(grouping, preferences.generalization_suppression_factor)

    @property
    def most_per_attribute(self) -> float:
        """All of the digits of one attribute."""
        return float(max(self.factors)) * self.grouping.records * self._most

    @property
    def highest(self) -> float:
        """All detail is lost."""
        return self.most_per_attribute

    @property
    def bound_table(self) -> Scores:
        """The least loss of all records."""
        return self._bound_table

    def losses(self, classes: Classes, suppressed: Suppressed) -> Scores:
        """The part of each attribute, float64[attributes]."""
        kept = np.flatnonzero(~suppressed)
        counts = classes.counts[kept]
        logarithms = self._rows.of_classes(classes, kept)
        for attribute, name in self.grouping.aggregated.items():
            logarithms[:, attribute] = np.log(np.maximum(classes.distinct_values(name)[kept], 1))
        gone = self.grouping.records - int(counts.sum())
        found: Scores = self._unit * (self._g * (counts @ logarithms) + self._s * gone * self._digits)
        return found

    def table_below(self, classes: Classes, gone: Suppressed) -> Scores:
        """Removed records cost s instead of their least loss at these levels, which is no less than further down."""
        others = np.flatnonzero(~gone)
        counts = classes.counts[others]
        records = self.grouping.records - int(counts.sum())
        least = self.grouping.records * self._least.means_at(classes.levels)
        least -= counts @ self._least.of_classes(classes, others)
        more = self._s * records * self._digits - self._g * least
        more[list(self.grouping.aggregated)] = 0.0
        found: Scores = self._bound_table + self._unit * np.maximum(more, 0.0)[:, None]
        return found

    def losses_of_classes(self, classes: Classes, chosen: NDArray[np.intp]) -> Scores:
        """IL of each class, times its records."""
        logarithms = self._rows.of_classes(classes, chosen).sum(axis=1)
        found: Scores = self._unit * classes.counts[chosen] * logarithms
        return found
