"""Privacy models for tests only: one of every sort that the search has to tell apart, by the size of a class alone.

What each says of itself is proven in a sentence, and tested in test_models.
"""

from typing import ClassVar

import numpy as np
from pydantic import Field

from engine.privacy.model import PrivacyModel


class SizeModel(PrivacyModel):
    """A model with one number that says what it is, not what its name is in a job."""

    model: str = "for-tests"
    n: int = Field(ge=0)

    INHERITED: ClassVar[bool]
    MONOTONIC: ClassVar[bool]

    @property
    def minimal_class_size(self):
        return 1

    @property
    def only_class_size(self):
        return False

    @property
    def violations_are_inherited(self):
        return self.INHERITED

    @property
    def monotonic_without_suppression(self):
        return self.MONOTONIC

    @property
    def holds_for_union_of_parts(self):
        """Classes of several parts may become one."""
        return self.MONOTONIC

    @property
    def title(self):
        return f"{type(self).__name__}({self.n})"

    @property
    def sentence(self):
        return self.title


class NotModuloThree(SizeModel):
    """A size that leaves the rest n when divided by three violates. Nothing follows for parts and unions."""

    INHERITED = False
    MONOTONIC = False

    def violating(self, classes) -> np.ndarray:
        return classes.counts % 3 == self.n


class AtMost(SizeModel):
    """More than n records violate. Parts of such a class may be small enough, unions of small ones too large."""

    INHERITED = False
    MONOTONIC = False

    def violating(self, classes) -> np.ndarray:
        return classes.counts > self.n


class MultipleOf(SizeModel):
    """A size that is no multiple of n violates: sums of multiples are multiples, but 5 = 2 + 3 has an even part."""

    INHERITED = False
    MONOTONIC = True

    @property
    def minimal_class_size(self):
        """No positive multiple is smaller than n."""
        return self.n

    def violating(self, classes) -> np.ndarray:
        return classes.counts % self.n != 0


class AtLeast(SizeModel):
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
