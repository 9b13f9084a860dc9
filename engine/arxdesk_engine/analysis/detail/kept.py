"""The detail that each quasi-identifier keeps."""

from __future__ import annotations

from dataclasses import dataclass

from arxdesk_engine.analysis import treatment_words
from arxdesk_engine.analysis.tables import OutputTable
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.foundation.words import ENGLISH, Words

NOTHING = 1e-9
"""Detail below this is a remainder of rounding."""


@dataclass(frozen=True, slots=True)
class KeptDetail:
    """A quasi-identifier after a transformation: its level, and the share of its detail kept (1 all).

    `example` is one of its present values; `treatment` is shown instead of a level, "" for a level.
    For records of several transformations `level` is the highest one and `lowest_level` the lowest.
    """

    name: str
    level: int
    highest_level: int
    share: float
    example: str
    treatment: str = ""
    lowest_level: int | None = None

    @property
    def unchanged(self) -> bool:
        """Whether all kept records have their original value."""
        return self.level == 0 and not self.treatment

    @property
    def lost(self) -> bool:
        """Whether no detail is left."""
        return self.share < NOTHING

    def fate(self, words: Words = ENGLISH) -> str:
        """The fate of the attribute in words."""
        if self.lost:
            return tr("gone completely")
        if self.treatment:
            return self.treatment
        if self.lowest_level not in (None, self.level):
            levels = {"level": words.count(self.level), "highest": words.count(self.highest_level)}
            if self.lowest_level == 0:
                return tr("as it was to level {level} of {highest}", **levels)
            return tr(
                "level {lowest} to level {level} of {highest}", lowest=words.count(self.lowest_level or 0), **levels
            )
        level = words.level(self.level, self.highest_level)
        return level if self.unchanged else tr("{level}, such as {example}", level=level, example=self.example)


def kept_details(output: OutputTable) -> tuple[KeptDetail, ...]:
    """The detail kept of each quasi-identifier, in column order."""
    hierarchies, job, applied = output.hierarchies, output.job, output.applied
    levels = zip(*applied.transformations, strict=True)
    return tuple(
        KeptDetail(
            name,
            max(used),
            hierarchy.maximum_level,
            share,
            hierarchy.labels[max(used)][0],
            treatment_words.quasi_identifier(job.settings_of(name)) or "",
            min(used),
        )
        for (name, hierarchy), used, share in zip(hierarchies.items(), levels, applied.granularity, strict=True)
    )
