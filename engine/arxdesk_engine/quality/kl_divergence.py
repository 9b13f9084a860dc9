"""KL divergence (Kifer & Gehrke 2006; Machanavajjhala et al. 2007): how far the output is from the input."""

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

_NAT = float(np.log2(np.e))


class KLDivergence(ClassWiseModel):
    """Bits between the distribution P of the distinct tuples and Q, implied by the output (engine reference 4.10).

    The sum over the distinct tuples t of P(t) log2(P(t) / Q(t)), where Q spreads the records of a class evenly over
    the combinations of its labels, and suppressed records over all. Every tuple counts once: a well-known
    tool counts each as often as it occurs in the table, and gives larger numbers that are no divergence.

    By the log-sum inequality it never falls when classes are united, nor when they are suppressed. Records
    known to be suppressed raise no bound: each costs less beside more of them.
    """

    description = QualityDescription(
        order=90,
        model="kl-divergence",
        name=marked("KL divergence"),
        meaning=marked("Bits between input and output; 0 keeps every detail."),
        in_short=marked("distance of input and output"),
        measure=marked("bits between the input and the information in the output"),
        scale=marked("bits"),
    )

    def __init__(self, grouping: Grouping) -> None:
        super().__init__(grouping)
        self._rows = LogarithmsOfRows(grouping)
        shares = grouping.sample_sizes / grouping.records
        self._entropy = -float(shares @ np.log(shares))

    @classmethod
    def of(cls, grouping: Grouping, preferences: Preferences) -> KLDivergence:  # noqa: ARG003 - it has no parameters
        """The model for a grouping, by the preferences of a job."""
        return cls(grouping)

    @property
    def lowest(self) -> float:
        """The output has all information of the input."""
        return 0.0

    @property
    def highest(self) -> float:
        """The output has no information, at best except for the suppressed half of the records."""
        return max(0.0, (float(self._rows.domains.sum()) + float(np.log(2.0)) - self._entropy) * _NAT)

    def score(self, classes: Classes, suppressed: Suppressed) -> float:
        """-H(P), and over the classes minus the sum of q log2(q / combinations), q being their share of the records."""
        kept = np.flatnonzero(~suppressed & (classes.counts > 0))
        shares = classes.counts[kept] / self.grouping.records
        areas = np.log(classes.rows_covered_by(kept).astype(np.float64)).sum(axis=1)
        # Sorted, since rounding must not depend on the order in which the classes were formed.
        lost = float(np.sort(shares * (areas - np.log(shares))).sum())
        gone = (self.grouping.records - int(classes.counts[kept].sum())) / self.grouping.records
        if gone > 0.0:
            lost += gone * (float(self._rows.domains.sum()) - float(np.log(gone)))
        return max(0.0, (lost - self._entropy) * _NAT)

    def bound(
        self,
        classes: Classes,
        hidden: Suppressed,
        minimal_class_size: int = 1,  # noqa: ARG002
        top: Levels | None = None,  # noqa: ARG002
    ) -> float:
        """The score of keeping all."""
        return self.score(classes, np.zeros_like(hidden))

    def lower_bound(self, levels: Levels) -> float:
        """The classes could all be one: only the combinations remain."""
        return max(0.0, (float(self._rows.means_at(levels).sum()) - self._entropy) * _NAT * (1.0 - 1e-9))

    def losses_of_classes(self, classes: Classes, chosen: NDArray[np.intp]) -> Scores:
        """The combinations as bits, times the records of the class."""
        found: Scores = classes.counts[chosen] * np.log2(classes.rows_covered_by(chosen).astype(np.float64)).sum(axis=1)
        return found
