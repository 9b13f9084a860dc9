"""The default transformation that the selected one is compared with: the best, or the applied one."""

from __future__ import annotations

from arxdesk.core.document import Document
from arxdesk_engine.lattice.lattice import Levels


def counterpart(document: Document) -> Levels | None:
    """The best transformation, or the applied one if the best is selected. None if there is nothing to compare."""
    result, selected = document.result, document.selected
    if result is None or selected is None or not result.policy.tells_alternatives:
        return None
    if document.locked and not document.result_is_current:  # the selection belongs to the running search
        return None
    best, applied = result.solution.best, document.applied
    candidates = [each.levels for each in (best, None if applied is None else applied.check) if each is not None]
    return next((levels for levels in candidates if levels != selected), None)
