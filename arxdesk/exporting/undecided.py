"""The question before columns without a role are exported."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtWidgets import QMessageBox, QPushButton, QWidget

from arxdesk.ui.widgets.basics.buttons import make_primary
from arxdesk.ui.widgets.frames.framed_dialog import FramedQuestion
from arxdesk.ui.words import joined
from arxdesk_engine.foundation.language import tr, tr_n

_NAMED = 6


class UndecidedBox(FramedQuestion):
    """Asks for roles, or for consent to export columns as they are; `chosen` is the pressed button."""

    def __init__(self, names: Sequence[str], perturbed: Collection[str] = (), parent: QWidget | None = None) -> None:
        """`perturbed` are those of the columns whose cells are changed at the end."""
        super().__init__(parent)

        self.setIcon(QMessageBox.Icon.Warning)
        self.setWindowTitle(tr("Columns without a role"))
        self.setText(tr_n(len(names), "A column has no role yet", "{n} columns have no role yet"))
        number = sum(name in perturbed for name in names)
        named = joined(list(names), _NAMED)
        if not number:
            told = tr_n(
                len(names),
                "{names} would be exported unchanged, without a decision on what it reveals about a person.",
                "{names} would be exported unchanged, without a decision on what they reveal about a person.",
                names=named,
            )
            asked = tr_n(
                len(names),
                "Give it a role, or confirm that it may leave unchanged.",
                "Give them roles, or confirm that they may leave unchanged.",
            )
        elif number == len(names):
            told = tr_n(
                len(names),
                "{names} would be exported perturbed, without a decision on what it reveals about a person.",
                "{names} would be exported perturbed, without a decision on what they reveal about a person.",
                names=named,
            )
            asked = tr_n(
                len(names),
                "Give it a role, or confirm that it may leave perturbed.",
                "Give them roles, or confirm that they may leave perturbed.",
            )
        else:
            told = tr(
                "{names} would be exported unchanged or perturbed, without a decision on what they reveal about a "
                "person.",
                names=named,
            )
            asked = tr("Give them roles, or confirm that they may leave unchanged or perturbed.")
        self.setInformativeText(f"{told}\n\n{asked}")
        self.decide: QPushButton = self.addButton(tr("Give roles"), QMessageBox.ButtonRole.AcceptRole)
        self.unchanged: QPushButton = self.addButton(
            tr("Export unchanged") if not number else tr("Export"), QMessageBox.ButtonRole.DestructiveRole
        )
        self.addButton(QMessageBox.StandardButton.Cancel)
        make_primary(self.decide)
        self.setDefaultButton(self.decide)
