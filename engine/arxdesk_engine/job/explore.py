"""The settings of the exploration that a project keeps: filters, and pinned transformations."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from arxdesk_engine.foundation.errors import UnfitValue
from arxdesk_engine.foundation.language import tr, whole
from arxdesk_engine.job.attributes import Section

TransformationClass = Literal["optimum", "anonymous", "not-anonymous", "unknown"]

MOST_PINS = 1_000
MOST_TITLE, MOST_NOTE = 200, 4_000
"""So many characters a title and a note may have."""

Level = Annotated[int, Field(ge=0, lt=2**15, strict=True)]


class Filters(Section):
    """The filters of the shown transformations; they do not change the search.

    `forbidden` are levels that are left out, by quasi-identifier; `removed` is how many records may be suppressed at
    most. Where a transformation has no score its lower bound stands for it. Names of attributes that are not there do
    no harm.
    """

    classes: tuple[TransformationClass, ...] = ("optimum", "anonymous", "not-anonymous")
    lowest_score: float | None = Field(default=None, allow_inf_nan=False, strict=True)
    highest_score: float | None = Field(default=None, allow_inf_nan=False, strict=True)
    removed: int | None = Field(default=None, ge=0, strict=True)
    forbidden: dict[str, tuple[Level, ...]] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _range_is_one(self) -> Self:
        lowest, highest = self.lowest_score, self.highest_score
        if lowest is not None and highest is not None and lowest > highest:
            raise UnfitValue(tr("lowest_score is above highest_score"), tr("Swap them."))
        return self


def _some(levels: dict[str, int]) -> dict[str, int]:
    if not levels:
        raise UnfitValue(tr("there is no level"), tr("Write the level of each quasi-identifier, such as age = 3."))
    return levels


class Pin(Section):
    """A transformation that somebody wants to come back to: the level of each quasi-identifier, a title and a note.

    It is kept as it is where the job has other quasi-identifiers.
    """

    levels: Annotated[dict[str, Level], AfterValidator(_some)]
    title: str = Field(default="", max_length=MOST_TITLE)
    note: str = Field(default="", max_length=MOST_NOTE)


def _not_too_many(pins: tuple[Pin, ...]) -> tuple[Pin, ...]:
    if len(pins) > MOST_PINS:
        raise UnfitValue(
            tr("{n} pins are more than the {most} allowed", n=whole(len(pins)), most=whole(MOST_PINS)),
            tr("Remove some."),
        )
    return pins


class ExploreSettings(Section):
    """The filters and the pins."""

    filters: Filters = Filters()
    pins: Annotated[tuple[Pin, ...], AfterValidator(_not_too_many)] = ()
