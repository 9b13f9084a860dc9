"""The card of a perturbation: its method, its columns and what it does."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QWidget

from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.buttons import link_button
from arxdesk.ui.widgets.basics.wrapping_label import WrappingLabel
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.perturbation.method import Perturbation


class PerturbationCard(QFrame):
    """Signals carry the place of the card."""

    edit_asked = Signal(int)
    removal_asked = Signal(int)

    def __init__(self, place: int, perturbation: Perturbation, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._place = place
        self.setProperty("layer", "card")
        self.title = WrappingLabel(perturbation.title, "body", "1", 600)
        self.columns = WrappingLabel(", ".join(perturbation.columns), "dense", "2")
        self.sentence = WrappingLabel(perturbation.sentence, "dense", "2")
        self.edit, self.remove = link_button(tr("Edit...")), link_button(tr("Remove"))
        named = {"method": perturbation.title, "columns": ", ".join(perturbation.columns)}
        self.edit.setAccessibleName(tr("Edit {method} of {columns}", **named))
        self.remove.setAccessibleName(tr("Remove {method} of {columns}", **named))
        self.edit.clicked.connect(self._ask_to_edit)
        self.remove.clicked.connect(self._ask_to_remove)
        self.setAccessibleName(tr("{method} of {columns}: {sentence}", sentence=perturbation.sentence, **named))
        links = layouts.row((self.edit, 0, Qt.AlignmentFlag.AlignLeft), self.remove, layouts.STRETCH, spacing=12)
        parts = (self.title, self.columns, self.sentence, layouts.STRETCH, links)
        layouts.column(*parts, spacing=6, margins=(12, 10, 12, 8), inside=self)

    def _ask_to_edit(self) -> None:
        self.edit_asked.emit(self._place)

    def _ask_to_remove(self) -> None:
        self.removal_asked.emit(self._place)
