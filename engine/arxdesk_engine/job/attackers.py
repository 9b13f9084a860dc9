"""The sections [[attackers]] of a job: who attacks the release, what they know of people, and what they want."""

from __future__ import annotations

from collections.abc import Callable

from pydantic import Field

from arxdesk_engine.job.attributes import Section


class AttackerSettings(Section):
    """Somebody who reads the release.

    `knows` are the columns that they know of a person, exactly; `secrets` those that they want to know (none: the
    sensitive ones that they do not know). `other` are the columns that a second source knows of somebody who may be the
    same: the release links both where they have one candidate in common.
    """

    name: str = Field(min_length=1, max_length=100)
    knows: tuple[str, ...]
    secrets: tuple[str, ...] = ()
    other: tuple[str, ...] = ()

    def with_names(self, change: Callable[[str], str]) -> AttackerSettings:
        """The same attacker, columns of other names."""
        parts = {"knows": self.knows, "secrets": self.secrets, "other": self.other}
        return self.model_copy(update={part: tuple(map(change, names)) for part, names in parts.items()})
