"""The search settings of a job: the algorithm, its parameters, its limits."""

from __future__ import annotations

import json
import math

from pydantic import Field, field_validator

from arxdesk_engine.foundation.errors import quoted, suggestion
from arxdesk_engine.foundation.record_limits import records_within
from arxdesk_engine.job.attributes import Section
from arxdesk_engine.search import ALGORITHMS
from arxdesk_engine.search.heuristics.genetic_settings import GeneticSettings


class LocalRecodingSettings(Section):
    """The iterations of local recoding, and the limit of the search before them.

    That search is one of its own, beside the one of the job: it may suppress a share of the records, of which the
    iterations then keep as many as they can. Its suppression limit is 1 - 1 / iterations unless one is given; the
    factor is that of all these searches. With the limit and the factor of the job, it goes on from the search of the
    job.
    """

    iterations: int = Field(default=100, ge=1, strict=True)
    suppression_limit: float | None = Field(default=None, ge=0.0, le=1.0, strict=True)
    generalization_suppression_factor: float = Field(default=0.0, ge=0.0, le=1.0, strict=True)

    @property
    def first_limit(self) -> float:
        """The suppression limit of the search before the iterations."""
        return (self.iterations - 1) / self.iterations if self.suppression_limit is None else self.suppression_limit

    def least_kept_first(self, records: int) -> int:
        """The number of records that the search before the iterations has to keep."""
        if self.suppression_limit is None:
            return math.ceil(records / self.iterations)
        return records - records_within(self.suppression_limit, records)


class SearchSettings(Section):
    """The algorithm, and when to end with the best so far."""

    algorithm: str = "optimal"
    time_limit: float | None = Field(default=None, gt=0.0, strict=True)
    check_limit: int | None = Field(default=None, ge=1, strict=True)
    seed: int = Field(default=0, ge=0, strict=True)
    genetic: GeneticSettings = GeneticSettings()
    local_recoding: LocalRecodingSettings | None = None
    """None is written as false in a job."""

    @field_validator("local_recoding", mode="before")
    @classmethod
    def _false_or_settings(cls, value: object) -> object:
        if value is False:
            return None
        if value is None or isinstance(value, dict | LocalRecodingSettings):
            return value
        shown = quoted(value) if isinstance(value, str) else json.dumps(value, default=str)
        raise ValueError(f"{shown} is not allowed. Write false, or {{ iterations = 100 }}.")

    @field_validator("algorithm")
    @classmethod
    def _known_algorithm(cls, value: str) -> str:
        if value not in ALGORITHMS:
            raise ValueError(f"{quoted(value)} is not known. {suggestion(value, tuple(ALGORITHMS))}")
        return value
