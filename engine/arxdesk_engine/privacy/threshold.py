"""Models of the whole table: a mean risk, or a share of unique records, stays below a threshold."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, Self

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, model_validator

from arxdesk_engine.privacy.criterion import TableCriterion
from arxdesk_engine.privacy.model import PrivacyModel, Region, size_of_population
from arxdesk_engine.privacy.table import Table

_SLACK = 1.0 + 1e-12


@dataclass(frozen=True, slots=True)
class MeanRisk(TableCriterion):
    """classes / records <= threshold; with a strict part, records in classes below `size` / records <= `share`.

    Monotonic without suppression: a generalization has no more classes, and its small classes consist of small ones.

    Without the strict part it suppresses least. Let S be suppressed at a specialization, and the rest fulfil it there.
    At the transformation suppress the classes that lie in S as a whole: each other class holds a class kept below, so
    that there are no more of them, with no fewer records. Of all sets of so many classes the smallest ones have the
    fewest records. The strict part breaks that: records of S in small classes may have to be kept.
    """

    threshold: float
    size: int = 0
    share: float = 1.0

    @property
    def monotonic_without_suppression(self) -> bool:
        """Always."""
        return True

    @property
    def suppresses_least(self) -> bool:
        """Without the strict part."""
        return self.share >= 1.0

    def first_that_holds(self, sizes: NDArray[np.int64], start: int) -> int:
        """The least number, by sums over all of them at once."""
        gone = np.concatenate([[0], np.cumsum(sizes)])
        kept = gone[-1] - gone
        left = np.arange(len(sizes), -1, -1)
        small = np.maximum(0, int(sizes[sizes < self.size].sum()) - gone)
        holds = (left <= self.threshold * kept * _SLACK) & (small <= self.share * kept * _SLACK)
        return start + int(np.argmax(holds[start:]))


@dataclass(frozen=True, slots=True)
class SampleUniques(TableCriterion):
    """Records alone in their class / records <= threshold.

    Monotonic without suppression: what is alone in a generalization was alone before. It suppresses least: let S be
    suppressed at a specialization, and the rest fulfil it there. What is alone at the transformation and not in S was
    alone and kept there; suppressing the classes that lie in S as a whole leaves no more of them, in no fewer records.
    """

    threshold: float

    @property
    def monotonic_without_suppression(self) -> bool:
        """Always."""
        return True

    @property
    def suppresses_least(self) -> bool:
        """Always."""
        return True

    def first_that_holds(self, sizes: NDArray[np.int64], start: int) -> int:
        """The least number, by sums over all of them at once."""
        gone = np.concatenate([[0], np.cumsum(sizes)])
        alone = np.maximum(0, int((sizes == 1).sum()) - np.arange(len(sizes) + 1))
        holds = alone <= self.threshold * (gone[-1] - gone) * _SLACK
        return start + int(np.argmax(holds[start:]))


@dataclass(frozen=True, slots=True)
class PopulationUniques(TableCriterion):
    """The estimated share of people who are unique in the population is above 0 and at most the threshold.

    An estimate of 0, or none, fulfils it only where no record is alone in its class. Nothing is proven about
    estimates along the lattice. Along the order of suppression the estimate is taken to fall, as in the reference
    (engine reference 2.2): the number is found by bisection, and the classes that are left do fulfil it.
    """

    threshold: float
    estimator: str
    population: int

    def first_that_holds(self, sizes: NDArray[np.int64], start: int) -> int:
        """A number found by bisection."""
        if self._holds(sizes[start:]):
            return start
        low, high = start, len(sizes)
        while high - low > 1:
            middle = (low + high) // 2
            if self._holds(sizes[middle:]):
                high = middle
            else:
                low = middle
        return high

    def _holds(self, sizes: NDArray[np.int64]) -> bool:
        if len(sizes) == 0 or sizes[0] > 1:
            return True
        from arxdesk_engine.risk.uniqueness import population_uniques  # noqa: PLC0415 - scipy is slow to import

        found = population_uniques(sizes, self.population, self.estimator)
        return found is not None and 0.0 < found / self.population <= self.threshold


class AverageRisk(PrivacyModel):
    """The average probability that a record is found, classes / records, is at most the threshold (reference 3.6).

    The strict variant adds: at most the share `records` is in classes in which the risk is above `highest`.
    """

    model: Literal["average-risk"] = "average-risk"
    threshold: float = Field(ge=0.0, le=1.0, strict=True)
    highest: float | None = Field(default=None, ge=0.0, le=1.0, strict=True)
    records: float | None = Field(default=None, ge=0.0, le=1.0, strict=True)

    @model_validator(mode="after")
    def _strict_variant_is_whole(self) -> Self:
        if (self.highest is None) != (self.records is None):
            missing = "records" if self.records is None else "highest"
            raise ValueError(f"{missing} is missing. The strict variant needs highest and records.")
        return self

    def bind(self, table: Table) -> MeanRisk:  # noqa: ARG002 - nothing of the table matters
        """The thresholds, that of the risk as a class size."""
        if self.highest is None or self.records is None:
            return MeanRisk(self.threshold)
        return MeanRisk(self.threshold, size_of_risk(self.highest), self.records)

    @property
    def holds_for_union_of_parts(self) -> bool:
        """Classes of several parts that become one only make fewer and larger classes."""
        return True

    @property
    def title(self) -> str:
        """Such as average risk of at most 5 %."""
        return f"average risk of at most {100 * self.threshold:.3g} %"

    @property
    def sentence(self) -> str:
        """What it means."""
        text = f"On average a record is found with a probability of at most {100 * self.threshold:.3g} %."
        if self.highest is not None and self.records is not None:
            text += f" At most {100 * self.records:.3g} % of the records have a risk above {100 * self.highest:.3g} %."
        return text


class SampleUniqueness(PrivacyModel):
    """At most a share of the records is alone in its class (engine reference 3.6)."""

    model: Literal["sample-uniqueness"] = "sample-uniqueness"
    threshold: float = Field(ge=0.0, le=1.0, strict=True)

    def bind(self, table: Table) -> SampleUniques:  # noqa: ARG002 - nothing of the table matters
        """The threshold."""
        return SampleUniques(self.threshold)

    @property
    def holds_for_union_of_parts(self) -> bool:
        """What is alone in the union is alone in its part."""
        return True

    @property
    def title(self) -> str:
        """Such as sample uniqueness of at most 1 %."""
        return f"sample uniqueness of at most {100 * self.threshold:.3g} %"

    @property
    def sentence(self) -> str:
        """What it means."""
        return f"At most {100 * self.threshold:.3g} % of the records are unlike every other record of the table."


class PopulationUniqueness(PrivacyModel):
    """At most a share of the population is estimated to be unique in it (Dankar et al. 2012; engine reference 3.7).

    `estimator`: `pitman`, `zayatz`, `snb`, or `dankar`, a rule that chooses one of them by the sampling fraction. The
    population is `population`, `region`, or that of the job. The reference tool solves a wrong second equation for SNB
    and estimates far too little; here the equations are those of the publication (`risk.snb`).
    """

    model: Literal["population-uniqueness"] = "population-uniqueness"
    threshold: float = Field(ge=0.0, le=1.0, strict=True)
    estimator: Literal["pitman", "zayatz", "snb", "dankar"] = "dankar"
    population: int | None = Field(default=None, ge=1, strict=True)
    region: Region = None

    def bind(self, table: Table) -> PopulationUniques:
        """The threshold for the size of the population. Raises UnfitModel where that is not known."""
        population = size_of_population(table, self.population, self.region)
        return PopulationUniques(self.threshold, self.estimator, population)

    @property
    def title(self) -> str:
        """Such as population uniqueness of at most 1 % (pitman)."""
        return f"population uniqueness of at most {100 * self.threshold:.3g} % ({self.estimator})"

    @property
    def sentence(self) -> str:
        """What it means."""
        return (
            f"At most {100 * self.threshold:.3g} % of the population are estimated to be unlike everybody else in it."
        )


def size_of_risk(highest: float) -> int:
    """The class size from which on the risk is at most `highest`: 1 / highest, rounded up.

    Risks are meant as the decimals they are written as: 0.00016 is 6250, 0.334 is 3 and 0.33 is 4. The reference tool
    forgives 1 % of the risk (0.3303 is 3 there), which no publication does.
    """
    risk, most = Fraction(str(highest)), int(np.iinfo(np.int64).max)
    if risk * most <= 1:
        return most
    return math.ceil(1 / risk)
