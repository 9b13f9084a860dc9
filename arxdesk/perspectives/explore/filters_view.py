"""Which transformations are shown."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from arxdesk.exploration import Exploration
from arxdesk.widgets.pane import Pane


class FiltersView(Pane):
    """Filters by class, score, level per attribute and removed records."""

    def __init__(self, exploration: Exploration, parent: QWidget | None = None) -> None:
        super().__init__("Filters", parent=parent)
        self._exploration = exploration
