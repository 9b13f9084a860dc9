"""The bounds that the privacy models of a job set to the risks of its result, before anything of it is measured."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from arxdesk_engine.privacy.criterion import Criterion


@dataclass(frozen=True, slots=True)
class ImpliedBounds:
    """The risks that no record of the result exceeds, for each attacker; 1 where the models imply nothing.

    That of the marketer is of the success rate, the others of the highest risk (engine reference 3.1).
    """

    prosecutor: float = 1.0
    journalist: float = 1.0
    marketer: float = 1.0


class ImpliesBounds(Protocol):
    """A privacy model, as far as it matters here."""

    @property
    def implied(self) -> ImpliedBounds:
        """The risks that its parameters alone rule out."""


def implied_bounds(models: Iterable[ImpliesBounds], criteria: Iterable[Criterion]) -> ImpliedBounds:
    """The least bounds of the models, `criteria` being what they are for the table that is searched.

    A class of at least f records gives away nobody with more than 1/f: to the prosecutor, and as its population is not
    smaller, to the others. A bound for the prosecutor holds for the journalist, and both hold for the marketer.
    """
    each = tuple(model.implied for model in models)
    by_size = 1.0 / max((criterion.minimal_class_size for criterion in criteria), default=1)
    prosecutor = min((by_size, *(bounds.prosecutor for bounds in each)))
    journalist = min((prosecutor, *(bounds.journalist for bounds in each)))
    return ImpliedBounds(prosecutor, journalist, min((journalist, *(bounds.marketer for bounds in each))))
