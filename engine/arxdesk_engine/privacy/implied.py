"""What the privacy models of a job imply for the risks of its result, before anything of it is measured."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from arxdesk_engine.privacy.criterion import Criterion
from arxdesk_engine.privacy.model import PrivacyModel
from arxdesk_engine.privacy.size import KMap
from arxdesk_engine.privacy.threshold import AverageRisk


@dataclass(frozen=True, slots=True)
class ImpliedBounds:
    """The risks that no record of the result exceeds, for each attacker; 1 where the models imply nothing.

    That of the marketer is of the success rate, the others of the highest risk (engine reference 3.1).
    """

    prosecutor: float = 1.0
    journalist: float = 1.0
    marketer: float = 1.0


def implied_bounds(models: Iterable[PrivacyModel], criteria: Iterable[Criterion]) -> ImpliedBounds:
    """The least bounds of the models, `criteria` being what they are for the table that is searched.

    A class of at least f records gives away nobody with more than 1/f: to the prosecutor, and as its population is not
    smaller, to the others. k-map says so of k members of the population, by an estimate where the population is
    estimated; an average risk is what a marketer achieves at most.
    """
    asked = tuple(models)
    by_size = 1.0 / max((each.minimal_class_size for each in criteria), default=1)
    by_population = min((1.0 / each.k for each in asked if isinstance(each, KMap)), default=1.0)
    by_average = min((each.threshold for each in asked if isinstance(each, AverageRisk)), default=1.0)
    of_population = min(by_size, by_population)
    return ImpliedBounds(by_size, of_population, min(of_population, by_average))
