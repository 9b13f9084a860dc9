"""Score against risk."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from arxdesk.exploration import Exploration
from arxdesk.widgets.pane import Pane


class ScatterView(Pane):
    """Every transformation as a point, with the Pareto frontier."""

    def __init__(self, exploration: Exploration, parent: QWidget | None = None) -> None:
        super().__init__("Score against risk", parent=parent)
        self._exploration = exploration
