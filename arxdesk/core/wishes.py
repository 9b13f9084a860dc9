"""What views ask for, told once: no view repeats the wish of another to whoever made it."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from arxdesk_engine.analysis.applied import Application, Recoded
from arxdesk_engine.lattice.lattice import Levels


class Wishes(QObject):
    """Belongs to a document. Its session fulfils what is asked here, whichever view asked."""

    application = Signal(Application)

    def apply(self, levels: Levels, recoded: Recoded | None = None) -> None:
        """Ask that a transformation be applied, and what it removes recoded as it was found (`recoded`)."""
        self.application.emit(Application(levels, recoded))
