"""The choices of the ranking: which side, and which sets."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout

from arxdesk.analysis.analysis import Analysis
from arxdesk.risk.figures.side_choice import SideChoice
from arxdesk.risk.ranking.compared import ComparedSets
from arxdesk.ui.widgets.fields.choice import ChoiceBox
from arxdesk.ui.widgets.frames.pane import Pane
from arxdesk_engine.foundation.language import tr

SCOPE_WIDTH = 132
NO_LIMIT = 16_777_215


class RankingChoices(QHBoxLayout):
    """A line for the choices where they have no room in the header of their pane."""

    def __init__(self, analysis: Analysis) -> None:
        super().__init__()
        self.setSpacing(8)
        self.side = SideChoice(analysis, tr("Table whose attributes are compared"))
        self.scope = ChoiceBox(tr("Compared combinations"))
        self.scope.setMinimumContentsLength(14)
        self.scope.setMinimumWidth(64)
        self.scope.setMaximumWidth(SCOPE_WIDTH)

    def offer(self, compared: ComparedSets, pane: Pane) -> str:
        """Bring the choices up to date. Returns the side as a caption, where the choice of it is not in sight."""
        self.side.follow()
        if compared.shows_identifiers:
            self.side.hide()  # identifiers are looked for in the columns as they were
        self.scope.set_options(compared.offered())
        self.scope.set_value(compared.scope)
        if compared.shows_identifiers:
            return tr("input")
        if self.side.isVisibleTo(pane):
            return ""
        return tr("input") if self.side.side == "before" else tr("output")

    def place(self, pane: Pane, *, is_wide: bool) -> None:
        """In little room the choices have a line of their own: beside the title neither could be read."""
        if is_wide == (self.indexOf(self.scope) < 0):
            return
        self.scope.setMaximumWidth(SCOPE_WIDTH if is_wide else NO_LIMIT)
        for choice in (self.scope, self.side):
            if is_wide:
                pane.add_first_header_widget(choice)
            else:
                self.insertWidget(0, choice, 1 if choice is self.scope else 0)
