"""Privacy models that ask for the size of a class alone, in the table or in the population."""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from arxdesk_engine.classes.classes import Classes
from arxdesk_engine.privacy.criterion import ClassCriterion
from arxdesk_engine.privacy.model import PrivacyModel, Region, SubsetModel, size_of_population
from arxdesk_engine.privacy.table import Table

MOST = 2**31 - 1


@dataclass(frozen=True, slots=True)
class MinimalSize(ClassCriterion):
    """Every class has at least k records that count.

    A part of a class that is too small is too small: violations are inherited. A union of classes is not smaller than
    any of them: monotonic.
    """

    k: int

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
        """Always."""
        return True

    @property
    def monotonic_without_suppression(self) -> bool:
        """Always."""
        return True

    def violating(self, classes: Classes) -> NDArray[np.bool_]:
        """Classes with fewer than k records."""
        return classes.counts < self.k


@dataclass(frozen=True, slots=True)
class MinimalPopulation(ClassCriterion):
    """Every class with a record that counts has at least k records in the whole table.

    Inherited and monotonic as `MinimalSize` is. It says nothing about how many records count.
    """

    k: int

    @property
    def violations_are_inherited(self) -> bool:
        """Always."""
        return True

    @property
    def monotonic_without_suppression(self) -> bool:
        """Always."""
        return True

    def violating(self, classes: Classes) -> NDArray[np.bool_]:
        """Classes with fewer than k records in the population."""
        return classes.population_counts < self.k


class KAnonymity(PrivacyModel):
    """Every class has at least k records (Samarati 2001; Sweeney 2002; engine reference 3.2)."""

    model: Literal["k-anonymity"] = "k-anonymity"
    k: int = Field(ge=1, le=MOST, strict=True)

    def bind(self, table: Table) -> MinimalSize:  # noqa: ARG002 - nothing of the table matters
        """A minimal size of k."""
        return MinimalSize(self.k)

    @property
    def only_class_size(self) -> bool:
        """Always."""
        return True

    @property
    def holds_for_union_of_parts(self) -> bool:
        """Classes of different parts that look alike only make a larger one."""
        return True

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


class KMap(SubsetModel):
    """Every class has at least k members in the population (El Emam and Dankar 2008; engine reference 3.2).

    Without `estimator` the population is the whole table, of which `subset` is shared. With one, the table is taken for
    a sample: the number of records that a population class of k members leaves in it follows a Poisson distribution
    with mean k n / N, zero-truncated or not, and a class has to be so large that a smaller class of the population is
    `significance` unlikely to leave as many. N is `population`, `region` or that of the job.

    The derived size is (least c with CDF(c) >= 1 - significance) + 2 for Poisson, and + 1 for zero-truncated Poisson
    (c >= 1), never more than k or n: the two offsets are those of the reference, whose values they reproduce.
    Either way violations are inherited and the model is monotonic (`MinimalSize`, `MinimalPopulation`).
    """

    model: Literal["k-map"] = "k-map"
    k: int = Field(ge=1, le=MOST, strict=True)
    estimator: Literal["poisson", "zero_truncated_poisson"] | None = None
    significance: float = Field(default=0.01, gt=0.0, lt=1.0, strict=True)
    population: int | None = Field(default=None, ge=1, strict=True)
    region: Region = None

    @property
    def needs_subset(self) -> bool:
        """Without an estimator the whole table is the population."""
        return self.estimator is None

    def bind(self, table: Table) -> MinimalSize | MinimalPopulation:
        """A minimal size in the population, or the derived one in the table."""
        if self.estimator is None:
            return MinimalPopulation(self.k)
        return MinimalSize(self.derived_k(table.records, size_of_population(table, self.population, self.region)))

    def derived_k(self, records: int, population: int) -> int:
        """The size that a class of the sample of `records` needs; `population` is at least that."""
        from scipy.special import pdtrc  # noqa: PLC0415 - slow to import, and few jobs need it

        mean, most = self.k * records / population, min(self.k, records)
        least, offset, truncated = (0, 2, 1.0) if self.estimator == "poisson" else (1, 1, -math.expm1(-mean))
        unlikely = self.significance * truncated
        return min(most, bisect_left(range(most), True, least, key=lambda c: pdtrc(c, mean) <= unlikely) + offset)

    @property
    def only_class_size(self) -> bool:
        """Where the size is derived."""
        return self.estimator is not None

    @property
    def holds_for_union_of_parts(self) -> bool:
        """Where the size is derived from the whole table; otherwise the parts are compared with another table."""
        return self.estimator is not None

    @property
    def title(self) -> str:
        """Such as 5-map."""
        return f"{self.k}-map" if self.estimator is None else f"{self.k}-map (estimated)"

    @property
    def sentence(self) -> str:
        """The promise with its highest risk."""
        return (
            f"Nobody can be narrowed down to fewer than {self.k} people of the population. "
            f"The highest risk of being found is {100 / self.k:.2g} % (1 in {self.k})."
        )
