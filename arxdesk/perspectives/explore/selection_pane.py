"""The corner that holds what was chosen: the selected transformation, and those that were pinned."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from arxdesk.exploration import Exploration
from arxdesk.perspectives.explore.selection_view import SelectionView


class SelectionPane(QWidget):
    """The selected transformation in words."""

    apply_requested = Signal()

    def __init__(self, exploration: Exploration, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.selection_view = SelectionView(exploration.document)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.selection_view)
        self.selection_view.apply_requested.connect(self.apply_requested)
