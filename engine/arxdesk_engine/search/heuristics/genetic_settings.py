"""The parameters of the genetic algorithm, as a job has them and as the algorithm takes them."""

from __future__ import annotations

from typing import Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from arxdesk_engine.foundation.errors import UnfitValue
from arxdesk_engine.foundation.language import tr


class GeneticSettings(BaseModel):
    """The section [search.genetic] of a job: the parameters of Table 2 (Meurers et al. 2021) and its values."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    elite_fraction: float = Field(default=0.2, ge=0.0, le=1.0, strict=True)
    """The share of individuals that go into the next generation as they are."""
    crossover_fraction: float = Field(default=0.4, ge=0.0, le=1.0, strict=True)
    """The share of individuals that are replaced by crossing two parents; mutants replace the rest."""
    production_fraction: float = Field(default=0.2, gt=0.0, le=1.0, strict=True)
    """The share of individuals, the fittest, that parents are chosen from."""
    mutation_probability: float = Field(default=0.05, ge=0.0, le=1.0, strict=True)
    """The largest share of genes changed in a mutant; at least one."""
    immigration_fraction: float = Field(default=0.2, ge=0.0, le=1.0, strict=True)
    """The share of individuals, the fittest, that the sub-populations swap."""
    immigration_interval: int = Field(default=10, ge=1, strict=True)
    """The number of iterations between two swaps."""
    iterations: int = Field(default=50, ge=1, strict=True)
    """The number of generations after the first."""
    subpopulation_size: int = Field(default=50, ge=1, le=100_000, strict=True)
    """The number of individuals of each sub-population."""

    @model_validator(mode="after")
    def _fractions_fit(self) -> Self:
        if self.elite_fraction + self.crossover_fraction > 1.0:
            raise UnfitValue(
                tr("elite_fraction and crossover_fraction are more than 1 together"), tr("Make one of them smaller.")
            )
        return self
