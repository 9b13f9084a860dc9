"""How a job measures the detail that is lost."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, field_validator

from arxdesk_engine.foundation.faults import one_of
from arxdesk_engine.foundation.named_settings import NamedSettings
from arxdesk_engine.job.attributes import Section
from arxdesk_engine.quality import MODELS as QUALITY_MODELS
from arxdesk_engine.quality.aggregate import AGGREGATES


class QualitySettings(Section, metaclass=NamedSettings):
    """The measure of lost detail.

    Examples
    --------
    >>> import arxdesk as ad
    >>> ad.Quality(model="precision", aggregate="geometric-mean")
    Quality(model='precision', aggregate='geometric-mean')
    """

    model: str = "loss"
    aggregate: str | None = None
    generalization_suppression_factor: float = Field(default=0.5, ge=0.0, le=1.0, strict=True)
    monotonic_variant: bool = Field(default=False, strict=True)
    """Leave out what suppression loses: precision, non-uniform entropy, discernibility."""
    targets: tuple[str, ...] = ()
    """Attributes that classification predicts."""
    features: tuple[str, ...] = ()
    """The quasi-identifiers it is predicted from; none: all."""
    attacker: Literal["prosecutor", "journalist"] = "prosecutor"
    """Whose attacks the publisher's payout reckons with."""

    def __repr_name__(self) -> str:
        """The public name."""
        return "Quality"

    @field_validator("model")
    @classmethod
    def _known_model(cls, value: str) -> str:
        return one_of(value, QUALITY_MODELS)

    @field_validator("aggregate")
    @classmethod
    def _known_aggregate(cls, value: str | None) -> str | None:
        return None if value is None else one_of(value, AGGREGATES)
