"""The question before columns without a role are exported."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtWidgets import QMessageBox, QPushButton, QWidget

from arxdesk.ui.widgets.basics.buttons import make_primary
from arxdesk.ui.widgets.frames.framed_dialog import FramedQuestion
from arxdesk.ui.words import count, joined

_NAMED = 6


class UndecidedBox(FramedQuestion):
    """Asks for roles, or for consent to export columns as they are; `chosen` is the pressed button."""

    def __init__(self, names: Sequence[str], perturbed: Collection[str] = (), parent: QWidget | None = None) -> None:
        """`perturbed` are those of the columns whose cells are changed at the end."""
        super().__init__(parent)
        one = len(names) == 1
        self.setIcon(QMessageBox.Icon.Warning)
        self.setWindowTitle("Columns without a role")
        self.setText("A column has no role yet" if one else f"{count(len(names))} columns have no role yet")
        it = "it reveals" if one else "they reveal"
        number = sum(name in perturbed for name in names)
        how = "unchanged" if not number else "perturbed" if number == len(names) else "unchanged or perturbed"
        self.setInformativeText(
            f"{joined(list(names), _NAMED)} would be exported {how}, without a decision on what {it} about a"
            f" person.\n\nGive {'it a role' if one else 'them roles'}, or confirm that"
            f" {'it may' if one else 'they may'} leave {how}."
        )
        self.decide: QPushButton = self.addButton("Give roles", QMessageBox.ButtonRole.AcceptRole)
        self.unchanged: QPushButton = self.addButton(
            "Export unchanged" if not number else "Export", QMessageBox.ButtonRole.DestructiveRole
        )
        self.addButton(QMessageBox.StandardButton.Cancel)
        make_primary(self.decide)
        self.setDefaultButton(self.decide)
