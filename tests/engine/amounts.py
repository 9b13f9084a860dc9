"""Costs by their four amounts, in the order of the section [costs]."""

from arxdesk_engine.foundation.costs import Costs


def costs_of(benefit: float, loss: float, gain: float, cost: float) -> Costs:
    """Infinite amounts, which no job can state, are taken as they are."""
    return Costs.model_construct(
        publisher_benefit=benefit, publisher_loss=loss, adversary_gain=gain, adversary_cost=cost
    )


def amounts_of(costs: Costs) -> tuple[float, float, float, float]:
    return costs.publisher_benefit, costs.publisher_loss, costs.adversary_gain, costs.adversary_cost
