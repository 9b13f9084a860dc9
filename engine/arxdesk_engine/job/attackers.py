"""The sections [[attackers]] of a job: who attacks the release, what they know of people, and what they want."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, Self

from pydantic import Field, model_validator

from arxdesk_engine.foundation.language import marked
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


class AttackerSettings(Section):
    """Somebody who reads the release.

    `knows` are the columns that they know of a person, exactly; `secrets` those that they want to know (none: the
    sensitive ones that they do not know). `other` are the columns that a second source knows of somebody who may be the
    same: the release links both where they have one candidate in common. A `preset` gives the name, and what is known
    by the names and the roles of the columns, where the job does not say it.
    """

    name: str = Field(default="", max_length=100)
    preset: Preset | None = None
    knows: tuple[str, ...] = ()
    secrets: tuple[str, ...] = ()
    other: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _is_somebody(self) -> Self:
        if self.preset is None and not self.name:
            raise ValueError("an attacker has no name. Write one of name and preset.")
        return self

    @property
    def title(self) -> str:
        """The name, or that of the preset."""
        return self.name or PRESETS[self.preset or "quasi-identifiers"]

    def with_names(self, change: Callable[[str], str]) -> AttackerSettings:
        """The same attacker, columns of other names."""
        parts = {"knows": self.knows, "secrets": self.secrets, "other": self.other}
        return self.model_copy(update={part: tuple(map(change, names)) for part, names in parts.items()})
