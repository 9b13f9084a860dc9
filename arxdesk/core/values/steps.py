"""An undoable step of the configuration, and its entry in the audit trail."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QUndoCommand

from arxdesk.core.values.archived_files import Repoint
from arxdesk.core.values.provenance import SavedSnapshot
from arxdesk_engine.projects.trail import Action


class Step(QUndoCommand):
    """Its text may name values of the table; `recorded` then says the same without them."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.said = text
        """Its text, which the trail can have in other languages where it is `Told`; that of Qt is the letters alone."""

    action: Action = "changed"
    """Its name in the audit trail (`arxdesk_engine.projects.trail`)."""
    recorded = ""

    @property
    def needs_rows(self) -> bool:
        """Whether it cannot be done while the rows stay where they are: they are grouped by the roles and the columns
        that there are."""
        return False

    def repoint(self, change: Callable[[str], str]) -> None:
        """Files of research subsets that the step names have moved."""

    def take_kept(self, kept: SavedSnapshot, repoint: Repoint) -> None:
        """An archive has been written; a step that holds a whole configuration names the files there."""
