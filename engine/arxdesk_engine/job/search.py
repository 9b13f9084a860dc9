"""The search settings of a job: the algorithm, its parameters, its limits."""

from __future__ import annotations

import json
import math
from typing import Literal, Self

from pydantic import Field, field_validator, model_validator

from arxdesk_engine.foundation.errors import UnfitValue, quoted
from arxdesk_engine.foundation.faults import one_of
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.foundation.record_limits import records_within
from arxdesk_engine.job.attributes import Section
from arxdesk_engine.search import ALGORITHMS
from arxdesk_engine.search.heuristics.genetic_settings import GeneticSettings

Defence = Literal["none", "public-splits"]


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


class GroupwiseSettings(Section):
    """Recoding group by group: the seconds for its improvement (None: until nothing is found any more), and the
    defence against attackers who know the algorithm.

    The bound may take as long again. With `public-splits` a group is only divided where its parts and what is left of
    it could be explained without any of the finer values, so that none of them is certain.
    """

    time_limit: float | None = None
    defence: Defence = "none"


RecodingSettings = LocalRecodingSettings | GroupwiseSettings


class SearchSettings(Section):
    """The algorithm, when to end with the best so far, and the recoding after it.

    `recoding` says how records get levels of their own: not at all, in iterations (`local_recoding`), or by groups.
    Omitted, it is iterated where `local_recoding` stands. `recoding_time_limit` and `defence` belong to groupwise.
    """

    algorithm: str = "optimal"
    time_limit: float | None = Field(default=None, gt=0.0, strict=True)
    check_limit: int | None = Field(default=None, ge=1, strict=True)
    seed: int = Field(default=0, ge=0, strict=True)
    genetic: GeneticSettings = GeneticSettings()
    local_recoding: LocalRecodingSettings | None = None
    """None is written as false in a job."""
    recoding: Literal["none", "iterated", "groupwise"] | None = None
    recoding_time_limit: float | None = Field(default=None, gt=0.0, strict=True)
    defence: Defence = "none"

    @property
    def recoding_settings(self) -> RecodingSettings | None:
        """The settings of the recoding that follows the search; None where none does."""
        if self.recoding == "groupwise":
            return GroupwiseSettings(time_limit=self.recoding_time_limit, defence=self.defence)
        if self.recoding == "iterated":
            return self.local_recoding or LocalRecodingSettings()
        return self.local_recoding

    def with_recoding(self, settings: RecodingSettings | None) -> SearchSettings:
        """The same search with another recoding after it, or with none."""
        if isinstance(settings, GroupwiseSettings):
            way = {"recoding": "groupwise", "recoding_time_limit": settings.time_limit, "defence": settings.defence}
            return self.model_copy(update={"local_recoding": None, **way})
        nothing = {"recoding": None, "recoding_time_limit": None, "defence": "none"}
        return self.model_copy(update={"local_recoding": settings, **nothing})

    @model_validator(mode="after")
    def _recoding_fits(self) -> Self:
        if self.local_recoding is not None and self.recoding in ("none", "groupwise"):
            raise UnfitValue(
                tr('local_recoding does not go with recoding = "{recoding}"', recoding=self.recoding),
                tr('Write recoding = "iterated", or leave local_recoding out.'),
            )
        for name in ("recoding_time_limit", "defence"):
            if self.recoding != "groupwise" and getattr(self, name) != type(self).model_fields[name].default:
                raise UnfitValue(tr('{name} belongs to recoding = "groupwise"', name=name), tr("Leave it out."))
        return self

    @field_validator("local_recoding", mode="before")
    @classmethod
    def _false_or_settings(cls, value: object) -> object:
        if value is False:
            return None
        if value is None or isinstance(value, dict | LocalRecodingSettings):
            return value
        shown = quoted(value) if isinstance(value, str) else json.dumps(value, default=str)
        raise UnfitValue(
            tr("{shown} is not allowed", shown=shown), tr("Write false, or {example}.", example="{ iterations = 100 }")
        )

    @field_validator("algorithm")
    @classmethod
    def _known_algorithm(cls, value: str) -> str:
        return one_of(value, ALGORITHMS)
