"""Ambiguity (Goldberger & Tassa 2010): how many combinations of values a record can stand for."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.classes.classes import Classes, Grouping
from arxdesk_engine.foundation.language import marked
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.quality.aggregate import Scores
from arxdesk_engine.quality.description import QualityDescription
from arxdesk_engine.quality.model import ClassWiseModel, Preferences, Suppressed
from arxdesk_engine.quality.shares import LogarithmsOfRows


class Ambiguity(ClassWiseModel):
    """Summed over the records, the product over the attributes of the hierarchy rows of the label; that of all domain
    sizes for a suppressed record (engine reference 4.9). Labels cover more rows on every level.
    """

    description = QualityDescription(
        order=70,
        model="ambiguity",
        name=marked("Ambiguity"),
        meaning=marked("How many combinations each record can stand for, added up; smaller is better."),
        in_short=marked("possible combinations of a record"),
        measure=marked("how many combinations of values each record can stand for, summed up"),
        scale=marked("combinations"),
    )

    def __init__(self, grouping: Grouping) -> None:
        super().__init__(grouping)
        self._rows = LogarithmsOfRows(grouping)
        self._everything = float(np.prod([float(hierarchy.domain_size) for hierarchy in grouping.hierarchies]))

    @classmethod
    def of(cls, grouping: Grouping, preferences: Preferences) -> Ambiguity:  # noqa: ARG003 - it has no parameters
        """The model for a grouping, by the preferences of a job."""
        return cls(grouping)

    @property
    def lowest(self) -> float:
        """Every record stands for itself."""
        return float(self.grouping.records)

    @property
    def highest(self) -> float:
        """Every record can be anything."""
        return self.grouping.records * self._everything

    def score(self, classes: Classes, suppressed: Suppressed) -> float:
        """The sum over all records that count."""
        kept = np.flatnonzero(~suppressed)
        counts = classes.counts[kept]
        areas = classes.rows_covered_by(kept).astype(np.float64).prod(axis=1)
        return float(counts @ areas + (self.grouping.records - counts.sum()) * self._everything)

    def losses_of_classes(self, classes: Classes, chosen: NDArray[np.intp]) -> Scores:
        """The products, times the records of the class."""
        found: Scores = classes.counts[chosen] * classes.rows_covered_by(chosen).astype(np.float64).prod(axis=1)
        return found

    def bound(
        self,
        classes: Classes,
        hidden: Suppressed,
        minimal_class_size: int = 1,  # noqa: ARG002
        top: Levels | None = None,  # noqa: ARG002
    ) -> float:
        """The score where nothing else is suppressed."""
        return self.score(classes, hidden)

    def lower_bound(self, levels: Levels) -> float:
        """A mean of products is at least the product of the geometric means."""
        product = np.exp(self._rows.means_at(levels).sum())
        return float(self.grouping.records * max(1.0, product * (1.0 - 1e-9)))
