"""What a project remembers of the exploration of its results: filters, and transformations that were pinned."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from engine.attributes import Section

TransformationClass = Literal["optimum", "anonymous", "not-anonymous", "unknown"]


class Filters(Section):
    """Which transformations are shown; nothing of it changes what is searched.

    `forbidden` are levels that are left out, by quasi-identifier; `removed` is how many records may be suppressed at
    most. Where a transformation has no score its lower bound stands for it.
    """

    classes: tuple[TransformationClass, ...] = ("optimum", "anonymous", "not-anonymous")
    lowest_score: float | None = Field(default=None, allow_inf_nan=False, strict=True)
    highest_score: float | None = Field(default=None, allow_inf_nan=False, strict=True)
    removed: int | None = Field(default=None, ge=0, strict=True)
    forbidden: dict[str, tuple[int, ...]] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _range_is_one(self) -> Self:
        lowest, highest = self.lowest_score, self.highest_score
        if lowest is not None and highest is not None and lowest > highest:
            raise ValueError("lowest_score is above highest_score. Swap them.")
        return self


class Pin(Section):
    """A transformation that somebody wants to come back to: the level of each quasi-identifier, a title and a note."""

    levels: dict[str, int]
    title: str = Field(default="", max_length=200)
    note: str = Field(default="", max_length=4000)


class ExploreSettings(Section):
    """The filters and the pins."""

    filters: Filters = Filters()
    pins: tuple[Pin, ...] = ()
