"""Privacy models that ask for the size of a class alone."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from engine.privacy.model import ClassSizes, PrivacyModel


class KAnonymity(PrivacyModel):
    """Every class has at least k records (Samarati 2001; Sweeney 2002)."""

    model: Literal["k-anonymity"] = "k-anonymity"
    k: int = Field(ge=1, le=2**31 - 1, strict=True)

    @property
    def minimal_class_size(self) -> int:
        """k."""
        return self.k

    @property
    def only_class_size(self) -> bool:
        """Always."""
        return True

    @property
    def violations_are_inherited(self) -> bool:
        """A part of a class that is too small is too small."""
        return True

    @property
    def monotonic_without_suppression(self) -> bool:
        """A union of classes is not smaller than any of them."""
        return True

    @property
    def holds_for_union_of_parts(self) -> bool:
        """Classes of different parts that look alike only make a larger one."""
        return True

    def violating(self, classes: ClassSizes) -> NDArray[np.bool_]:
        """Classes with fewer than k records."""
        return classes.counts < self.k

    @property
    def title(self) -> str:
        """Such as 5-anonymity."""
        return f"{self.k}-anonymity"

    @property
    def sentence(self) -> str:
        """The promise with its highest risk."""
        return (
            f"Nobody can be narrowed down to fewer than {self.k} people. "
            f"The highest risk of being found is {100 / self.k:.2g} % (1 in {self.k})."
        )
