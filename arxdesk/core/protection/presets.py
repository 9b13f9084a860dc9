"""Presets for usual purposes: the settings of each, and the sources of its thresholds.

They are conventions, not law: who shares data decides whether they suit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arxdesk_engine.job.job import QualitySettings, SuppressionSettings
from arxdesk_engine.privacy.diversity import LDiversity
from arxdesk_engine.privacy.model import PrivacyModel
from arxdesk_engine.privacy.size import KAnonymity
from arxdesk_engine.privacy.threshold import AverageRisk

SAFE_HARBOR = "safe-harbor"


@dataclass(frozen=True, slots=True)
class Preset:
    """A preset. `sources` justify each threshold; `values` is the least diversity, 0 for none."""

    key: str
    title: str
    purpose: str
    k: int
    average: float
    values: int
    limit: float
    sources: tuple[str, ...]

    def models(self, sensitive: Sequence[str]) -> tuple[PrivacyModel, ...]:
        """The models for a table with these sensitive columns."""
        found: list[PrivacyModel] = [KAnonymity(k=self.k), AverageRisk(threshold=self.average)]
        if self.values:
            found += [LDiversity(attribute=name, l=float(self.values)) for name in sensitive]
        return tuple(found)

    def sections(self, sensitive: Sequence[str], suppression: SuppressionSettings) -> dict[str, object]:
        """The sections of a job that it sets."""
        return {
            "privacy": self.models(sensitive),
            "suppression": suppression.model_copy(update={"limit": self.limit}),
            "quality": QualitySettings(),
        }


_ELEVEN = (
    "k = 11: the highest risk is 0.09, the limit that the European Medicines Agency (Policy 0070) and Health "
    "Canada name for public release of clinical data; US Medicare publishes no cells below 11."
)
_FIVE = (
    "k = 5: the highest risk is 0.2, a minimum that offices of health and statistics have long used for tables "
    "that go to known recipients."
)

PRESETS = (
    Preset(
        "public",
        "Public release",
        "Anyone can get the table, without any agreement.",
        k=11,
        average=0.05,
        values=3,
        limit=0.05,
        sources=(
            _ELEVEN,
            "Average risk 5 %: beside k = 11 it keeps most groups larger than the smallest that is allowed.",
            "3 different sensitive values per group: a usual small number; 1 would disclose it for all members.",
        ),
    ),
    Preset(
        "research",
        "Research use",
        "Known researchers get the table, under an agreement that forbids re-identification.",
        k=5,
        average=0.1,
        values=2,
        limit=0.05,
        sources=(
            _FIVE,
            "Average risk 10 %: beside k = 5 it keeps most groups larger than the smallest that is allowed.",
            "2 different sensitive values per group: no group discloses the value of all its members.",
        ),
    ),
    Preset(
        "internal",
        "Internal use",
        "Colleagues under supervision get the table, inside the organization that collected it.",
        k=3,
        average=0.2,
        values=0,
        limit=0.02,
        sources=(
            "k = 3: the highest risk is 0.33, the loosest in use, for controlled recipients.",
            "Average risk 20 %.",
            "2 % may be removed: few records should be missing.",
        ),
    ),
)
