"""The lattice of transformations, drawn."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from arxdesk.exploration import Exploration
from arxdesk.widgets.pane import Pane


class LatticeView(Pane):
    """The whole lattice by height, and the neighbours of the selection."""

    def __init__(self, exploration: Exploration, parent: QWidget | None = None) -> None:
        super().__init__("Lattice", parent=parent)
        self._exploration = exploration
