"""The sections [[attackers]] of a job: who attacks the release, what they know of people, and what they want."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import Literal, Self

from pydantic import Field, field_validator, model_validator

from arxdesk_engine.foundation.errors import UnfitValue, quoted
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.job.attributes import Section

Preset = Literal["neighbour", "employer", "insurer", "journalist", "quasi-identifiers", "everything"]
PRESETS: Mapping[Preset, str] = {
    "neighbour": marked("Neighbour"),
    "employer": marked("Employer"),
    "insurer": marked("Insurer"),
    "journalist": marked("Journalist with a register"),
    "quasi-identifiers": marked("Knows the quasi-identifiers"),
    "everything": marked("Knows everything but the sensitive"),
}
"""The attackers whose columns are proposed, with their names."""


_REMEDY = marked('Write a number of at least 0, or a share below 100 % as text, such as "5 %".')
_SHARE = re.compile(r"(\d+(?:\.\d+)?|\.\d+)\s*%")


class AttackerSettings(Section):
    """Somebody who reads the release.

    `knows` are the columns that they know of a person: exactly, or with an `error`, which is a number in the units of
    the column (days for dates, places for ordered values) or a share of the value as text, "5 %". `secrets` are those
    that they want to know (none: the sensitive ones that they do not know). `other` are the columns that a second
    source knows of somebody who may be the same: the release links both where they have one candidate in common. A
    `preset` gives the name, and what is known by the names and the roles of the columns, where the job does not say it.
    """

    name: str = Field(default="", max_length=100)
    preset: Preset | None = None
    knows: tuple[str, ...] = ()
    secrets: tuple[str, ...] = ()
    other: tuple[str, ...] = ()
    error: Mapping[str, float | str] = Field(default_factory=dict)

    @field_validator("error")
    @classmethod
    def _is_an_error(cls, value: Mapping[str, float | str]) -> Mapping[str, float | str]:
        for name, each in value.items():
            _distance, share = distance_and_share(each)
            if not math.isfinite(_distance) or _distance < 0.0 or not 0.0 <= share < 1.0:
                raise UnfitValue(tr("{name} cannot be known so badly", name=quoted(name)), tr(_REMEDY))
        return value

    @model_validator(mode="after")
    def _is_somebody(self) -> Self:
        if self.preset is None and not self.name:
            raise UnfitValue(tr("an attacker has no name"), tr("Write one of name and preset."))
        return self

    def __hash__(self) -> int:
        return hash((self.name, self.preset, self.knows, self.secrets, self.other, tuple(sorted(self.error.items()))))

    @property
    def title(self) -> str:
        """The name, or that of the preset."""
        return self.name or PRESETS[self.preset or "quasi-identifiers"]

    def with_names(self, change: Callable[[str], str]) -> AttackerSettings:
        """The same attacker, columns of other names."""
        parts = {"knows": self.knows, "secrets": self.secrets, "other": self.other}
        error = {change(name): each for name, each in self.error.items()}
        return self.model_copy(
            update={part: tuple(map(change, names)) for part, names in parts.items()} | {"error": error}
        )


def distance_and_share(error: float | str) -> tuple[float, float]:
    """An error of what is known: how far, and which share of the value; NaN for a text that is neither."""
    if isinstance(error, str):
        found = _SHARE.fullmatch(error.strip())
        return (math.nan, 0.0) if found is None else (0.0, float(found[1]) / 100)
    return float(error), 0.0
