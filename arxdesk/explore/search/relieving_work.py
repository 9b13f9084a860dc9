"""Reliefs after a search has proven that nothing satisfies, away from the main thread."""

from __future__ import annotations

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.exploration.reliefs import Relief, reliefs
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.hierarchies.hierarchy import Hierarchy


def relieving(anonymizer: Anonymizer, hierarchies: dict[str, Hierarchy], control: Control) -> tuple[Relief, ...]:
    """The limits that are to blame, each by itself."""
    return reliefs(anonymizer.job, anonymizer.dataset, hierarchies, control)
