"""Changes of a configuration as tests make them, each one step."""

from __future__ import annotations

from arxdesk.core.commands import ChangeSections
from arxdesk.core.document import Document
from arxdesk_engine.privacy.model import PrivacyModel


def change_privacy(
    document: Document, models: tuple[PrivacyModel, ...], text: str, *, mergeable: bool = False
) -> ChangeSections:
    """One step that replaces the privacy models."""
    return ChangeSections(document, {"privacy": models}, text, mergeable=mergeable)


def change_suppression_limit(document: Document, limit: float) -> ChangeSections:
    """One step that replaces the share of records that may be removed; a slider drawn along leaves one."""
    suppression = document.job.suppression.model_copy(update={"limit": limit})
    return ChangeSections(document, {"suppression": suppression}, "Suppression limit", mergeable=True)
