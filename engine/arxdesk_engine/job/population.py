"""The population that a table is a sample of, and the sample of the table that is shared."""

from __future__ import annotations

from typing import Self

from pydantic import Field, field_validator, model_validator

from arxdesk_engine.foundation.errors import UnfitValue
from arxdesk_engine.foundation.faults import one_of
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.job.attributes import Section
from arxdesk_engine.risk.population import REGIONS


class PopulationSettings(Section):
    """The people that the table is a sample of: a region, their number, or the share of them in the table."""

    region: str | None = None
    size: int | None = Field(default=None, ge=1, strict=True)
    sampling_fraction: float | None = Field(default=None, gt=0.0, le=1.0, strict=True)

    @model_validator(mode="after")
    def _is_one_of_them(self) -> Self:
        if sum(value is not None for value in (self.region, self.size, self.sampling_fraction)) != 1:
            raise UnfitValue(tr("the population is ambiguous"), tr("Write one of region, size and sampling_fraction."))
        return self

    @field_validator("region")
    @classmethod
    def _known_region(cls, value: str | None) -> str | None:
        return None if value is None else one_of(value, REGIONS)


class SamplingSettings(Section):
    """A random sample is shared in place of the whole table: a share of its records, drawn with a seed."""

    fraction: float = Field(gt=0.0, le=1.0, strict=True)
    seed: int = Field(default=0, ge=0, strict=True)
