"""Criteria for tests only: one of every sort that the search has to tell apart, by the size of a class alone.

What each says of itself is proven in a sentence, and tested in test_models.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from arxdesk_engine.privacy.criterion import ClassCriterion


@dataclass(frozen=True)
class SizeCriterion(ClassCriterion):
    """A criterion with one number that says what it is."""

    n: int

    INHERITED: ClassVar[bool]
    MONOTONIC: ClassVar[bool]

    @property
    def violations_are_inherited(self):
        return self.INHERITED

    @property
    def monotonic_without_suppression(self):
        return self.MONOTONIC


class NotModuloThree(SizeCriterion):
    """A size that leaves the rest n when divided by three violates. Nothing follows for parts and unions."""

    INHERITED = False
    MONOTONIC = False

    def violating(self, classes) -> np.ndarray:
        return classes.counts % 3 == self.n


class AtMost(SizeCriterion):
    """More than n records violate. Parts of such a class may be small enough, unions of small ones too large."""

    INHERITED = False
    MONOTONIC = False

    def violating(self, classes) -> np.ndarray:
        return classes.counts > self.n


class MultipleOf(SizeCriterion):
    """A size that is no multiple of n violates: sums of multiples are multiples, but 5 = 2 + 3 has an even part."""

    INHERITED = False
    MONOTONIC = True

    @property
    def minimal_class_size(self):
        """No positive multiple is smaller than n."""
        return self.n

    def violating(self, classes) -> np.ndarray:
        return classes.counts % self.n != 0


class AtLeast(SizeCriterion):
    """k-anonymity that does not say that it is about sizes: fewer than n records violate, so do their parts."""

    INHERITED = True
    MONOTONIC = True

    def violating(self, classes) -> np.ndarray:
        return classes.counts < self.n


MODELS = {
    "not-modulo-three": NotModuloThree,
    "at-most": AtMost,
    "multiple-of": MultipleOf,
    "at-least": AtLeast,
}
