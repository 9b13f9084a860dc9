"""What publishing a record gains and a re-identification costs: what models of game theory weigh."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Costs:
    """Amounts per record, in any currency (engine reference 3.10)."""

    publisher_benefit: float = 1200.0
    publisher_loss: float = 300.0
    adversary_gain: float = 300.0
    adversary_cost: float = 4.0
