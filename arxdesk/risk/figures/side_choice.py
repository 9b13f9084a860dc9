"""Input or output, for a view that shows one of them at a time."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from arxdesk.analysis.analysis import Analysis
from arxdesk.analysis.sides import title
from arxdesk.ui.widgets.fields.choice import ChoiceBox

NAMES = {"before": "input", "after": "output"}
WIDTH = 96


class SideChoice(ChoiceBox):
    """A choice between input (the default) and output; where the switch of the perspective shows one side, that one."""

    def __init__(self, analysis: Analysis, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, [(side, title(side)) for side in NAMES], parent)
        self._analysis = analysis
        self.setMinimumContentsLength(6)
        self.setMinimumWidth(min(WIDTH, max(self.width_for(title(side)) for side in NAMES)))
        self.setMaximumWidth(WIDTH)
        self.set_value("before")
        if analysis.sides != "both":  # a widget shown before it has a parent becomes a window for a moment
            self.hide()

    @property
    def side(self) -> str:
        """The side to show, among those that exist."""
        sides = self._analysis.sides
        if sides != "both":
            return sides
        return self.value if self.value in self._analysis.tables else "before"

    def follow(self) -> None:
        """Offer the choice if both sides can be shown."""
        self.setVisible(self._analysis.sides == "both")
