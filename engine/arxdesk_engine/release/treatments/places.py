"""Where the treatments of attributes stand in a job, and the keys that they name."""

from __future__ import annotations

from pathlib import Path

from arxdesk_engine.job.attributes import AttributeSettings, MaskingSettings, ShiftSettings
from arxdesk_engine.job.job import Job


def place_of(job: Job, name: str, field: str) -> str:
    """The place of a setting of an attribute in a job, as messages name it."""
    return f"{job.source}, attributes.{name}.{field}"


def with_keys(settings: AttributeSettings) -> list[tuple[str, MaskingSettings | ShiftSettings]]:
    """The sections that name a key, each with its field."""
    sections = (("masking", settings.masking), ("shift", settings.shift))
    return [(field, each) for field, each in sections if each is not None and each.key_file is not None]


def created_keys(job: Job) -> set[Path]:
    """The keys that are made where they are missing: it is enough that one attribute says so."""
    sections = [each for settings in job.attributes.values() for _field, each in with_keys(settings)]
    return {job.resolve(each.key_file or "") for each in sections if each.create_key}
