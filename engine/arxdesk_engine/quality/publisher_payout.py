"""Publisher's payout (Wan et al. 2015): the payout lost compared with publishing the input."""

from __future__ import annotations

from arxdesk_engine.classes.classes import Classes, Grouping
from arxdesk_engine.foundation.costs import Costs
from arxdesk_engine.foundation.language import marked
from arxdesk_engine.quality.description import QualityDescription
from arxdesk_engine.quality.entropy import EntropyLoss
from arxdesk_engine.quality.model import Preferences, Suppressed


class PublisherPayout(EntropyLoss):
    """Summed over the records: g (B - payout) for one that is kept, s B for a suppressed one (engine reference 4.11).

    payout = B (1 - IL) - L / n where an attack gains (G / n > C), in a class of n records: of the table for the
    `prosecutor`, of the population for the `journalist` (3.10). Attacks may pay or not, so that the score may fall
    from a transformation to a generalization; bounds are those without attacks.
    """

    description = QualityDescription(
        order=120,
        model="publisher-payout",
        name=marked("Publisher's payout"),
        meaning=marked("Payout lost compared with publishing the input; 0 loses none."),
        in_short=marked("lost payout"),
        measure=marked("the payout lost compared with publishing the input, by `[costs]`, attacks included"),
        scale=marked("money"),
    )

    def __init__(
        self,
        grouping: Grouping,
        generalization_suppression_factor: float = 0.5,
        costs: Costs | None = None,
        attacker: str = "prosecutor",
    ) -> None:
        self._costs = costs or Costs()
        self._of_population = attacker == "journalist"
        super().__init__(grouping, generalization_suppression_factor, self._costs.publisher_benefit)

    @classmethod
    def of(cls, grouping: Grouping, preferences: Preferences) -> PublisherPayout:
        """The model for a grouping, by the preferences of a job."""
        factor = preferences.generalization_suppression_factor
        return cls(grouping, factor, preferences.costs, preferences.attacker)

    @property
    def monotonic_without_suppression(self) -> bool:
        """An attack that pays on a small class may not pay on a larger one."""
        return False

    @property
    def highest(self) -> float:
        """No information is left, and every attack succeeds."""
        return super().highest + float(self.factors[0]) * self.grouping.records * self._costs.publisher_loss

    def score(self, classes: Classes, suppressed: Suppressed) -> float:
        """The loss by labels and by attacks."""
        costs = self._costs
        kept = ~suppressed & (classes.counts > 0)
        sizes = (classes.population_counts if self._of_population else classes.counts)[kept]
        is_attacked = costs.adversary_gain > costs.adversary_cost * sizes
        attacks = float((classes.counts[kept] / sizes)[is_attacked].sum()) * costs.publisher_loss
        return super().score(classes, suppressed) + float(self.factors[0]) * attacks
