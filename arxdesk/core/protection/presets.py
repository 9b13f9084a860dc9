"""Presets for usual purposes: the models that each asks for, and the sources of its thresholds.

They are conventions, not law: who shares data decides whether they suit. Parameters and sources stand in the
descriptions of the models.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.job.job import SuppressionSettings
from arxdesk_engine.job.quality import QualitySettings
from arxdesk_engine.privacy import MODELS
from arxdesk_engine.privacy.description import PresetValues
from arxdesk_engine.privacy.model import PrivacyModel, SensitiveModel

SAFE_HARBOR = "safe-harbor"


@dataclass(frozen=True, slots=True)
class Preset:
    """A preset. `limit` is the share of the records that may be removed, and `why` its source."""

    key: str
    title: str
    purpose: str
    limit: float
    why: str = ""

    @property
    def sources(self) -> tuple[str, ...]:
        """The sources that justify each threshold."""
        told = (each.source for _kind, each in (*self._of_groups(), *self._of_columns()))
        return (*told, tr(self.why)) if self.why else tuple(told)

    @property
    def covers_columns(self) -> bool:
        """Whether it asks for a model of each sensitive column."""
        return bool(self._of_columns())

    def models(self, sensitive: Sequence[str]) -> tuple[PrivacyModel, ...]:
        """The models for a table with these sensitive columns."""
        found = [kind.model_validate({**each.values}) for kind, each in self._of_groups()]
        for kind, each in self._of_columns():
            found += [kind.model_validate({**each.values, "attribute": name}) for name in sensitive]
        return tuple(found)

    def sections(self, sensitive: Sequence[str], suppression: SuppressionSettings) -> dict[str, object]:
        """The sections of a job that it sets."""
        return {
            "privacy": self.models(sensitive),
            "suppression": suppression.model_copy(update={"limit": self.limit}),
            "quality": QualitySettings(),
        }

    def _of_groups(self) -> list[tuple[type[PrivacyModel], PresetValues]]:
        return [(kind, each) for kind, each in self._asked() if not issubclass(kind, SensitiveModel)]

    def _of_columns(self) -> list[tuple[type[PrivacyModel], PresetValues]]:
        return [(kind, each) for kind, each in self._asked() if issubclass(kind, SensitiveModel)]

    def _asked(self) -> list[tuple[type[PrivacyModel], PresetValues]]:
        described = ((kind, kind.description.presets.get(self.key)) for kind in MODELS.values())
        return [(kind, each) for kind, each in described if each is not None]


PRESETS = (
    Preset("public", marked("Public release"), marked("Anyone can get the table, without any agreement."), limit=0.05),
    Preset(
        "research",
        marked("Research use"),
        marked("Known researchers get the table, under an agreement that forbids re-identification."),
        limit=0.05,
    ),
    Preset(
        "internal",
        marked("Internal use"),
        marked("Colleagues under supervision get the table, inside the organization that collected it."),
        limit=0.02,
        why=marked("2 % may be removed: few records should be missing."),
    ),
)
