"""What a privacy model declares that makes a random mechanism of the whole release, instead of judging its classes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol


class RandomMechanism(Protocol):
    """A mechanism that samples the records, and draws the transformation or has it fixed beforehand.

    Its promise covers the generalized quasi-identifiers of one release only: no other attribute may be shown, and
    every further release of the same records spends as much again.
    """

    @property
    def title(self) -> str:
        """The model with its parameters."""

    @property
    def probability(self) -> float:
        """Of each record to be in the sample."""

    @property
    def seed(self) -> int | None:
        """Makes the sample and the draw repeatable; None: both are drawn by the operating system."""

    @property
    def k(self) -> int:
        """The smallest class that is shown; any number of records may be removed for it."""

    @property
    def search_budget(self) -> float | None:
        """The share of epsilon that drawing the transformation may spend; None: `levels_of` fixes it."""

    @property
    def steps(self) -> int:
        """In how many steps the budget is spent."""

    def levels_of(self, maximum_levels: Mapping[str, int]) -> dict[str, int]:
        """The fixed level of each quasi-identifier. Raises UnfitModel."""
