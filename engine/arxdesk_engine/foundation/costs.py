"""Costs and benefits of publishing records, which the models of game theory weigh."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class Costs(BaseModel):
    """The section [costs] of a job: amounts per record, in any one currency (engine reference 3.10)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    publisher_benefit: float = Field(default=1200.0, ge=0.0, strict=True, allow_inf_nan=False)
    """What the publisher gains by publishing a record without loss of detail."""
    publisher_loss: float = Field(default=300.0, ge=0.0, strict=True, allow_inf_nan=False)
    """What the publisher loses by each record that is re-identified."""
    adversary_gain: float = Field(default=300.0, ge=0.0, strict=True, allow_inf_nan=False)
    """What an adversary gains by each record that is re-identified."""
    adversary_cost: float = Field(default=4.0, ge=0.0, strict=True, allow_inf_nan=False)
    """What an attack on one record costs the adversary."""
