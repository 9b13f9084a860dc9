"""The names of attackers: those of presets in the language of the window, stored as the job knows them."""

from __future__ import annotations

from arxdesk_engine.foundation.language import tr
from arxdesk_engine.job.attackers import PRESETS, AttackerSettings


def shown_title(settings: AttackerSettings) -> str:
    """The title of an attacker; the name of a preset is translated."""
    return tr(settings.title) if settings.title in PRESETS.values() else settings.title


def stored_name(name: str) -> str:
    """A name as a job has it: a preset has one for all languages, so that reports can translate it."""
    return next((title for title in PRESETS.values() if tr(title) == name), name)
