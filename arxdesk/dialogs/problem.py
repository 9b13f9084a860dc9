"""What went wrong, where, and what to do: one dialog for all errors that are meant for people."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from arxdesk.widgets.error_card import ErrorCard
from engine.errors import UserError

WIDTH = 560


class ProblemDialog(QDialog):
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
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(16)
        column.addWidget(self.card)
        column.addWidget(buttons)
