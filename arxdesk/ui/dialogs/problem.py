"""One dialog for all errors addressed to users: the problem, its place and the remedy."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from arxdesk.ui.dialogs.foot import lay_out_over_foot
from arxdesk.ui.widgets.basics.error_card import ErrorCard
from arxdesk.ui.widgets.frames.framed_dialog import FramedDialog
from arxdesk_engine.foundation.errors import UserError

WIDTH = 560


class ProblemDialog(FramedDialog):
    """Shows a UserError; further problems of the same kind are folded away."""

    def __init__(self, title: str, error: UserError, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setMinimumWidth(WIDTH)
        first = error.problems[0]
        details = error.message if len(error.problems) > 1 else ""
        what = f"{first.found[:1].upper()}{first.found[1:]}."
        self.card = ErrorCard()
        self.card.set_error(what, first.place, first.remedy, details)
        lay_out_over_foot(self, self.card)
        self.card.folded.connect(self.adjustSize)
