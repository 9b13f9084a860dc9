"""The perturbations of the job as cards: added, changed and removed, each as one step."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QFrame, QWidget

from arxdesk.configure.perturbation.card import PerturbationCard
from arxdesk.configure.perturbation.dialog import PerturbationDialog, PerturbedColumn
from arxdesk.core.commands import ChangeSections
from arxdesk.core.document import Document
from arxdesk.help.mark import help_mark
from arxdesk.ui import layouts
from arxdesk.ui.help_topics import PERTURBATION
from arxdesk.ui.widgets.basics.buttons import link_button
from arxdesk.ui.widgets.basics.label import label, paragraph
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.foundation.messages import told
from arxdesk_engine.perturbation.method import Perturbation

Perturbations = tuple[Perturbation, ...]
_NONE = marked("No column is perturbed.")
_NOTE = marked("Done at the end, to columns that are not quasi-identifying. It gives no guarantee.")


class PerturbationView(QWidget):
    """A part of the limits, under a heading of its own."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self.add = link_button(tr("Add..."))
        self.add.setAccessibleName(tr("Add a perturbation"))
        self.add.clicked.connect(self.ask)
        self.note = paragraph("", "caption", "3")
        self.cards: tuple[PerturbationCard, ...] = ()
        self._list = layouts.column(spacing=8)
        line = QFrame()
        line.setProperty("line", "horizontal")
        mark = help_mark(PERTURBATION, tr("perturbation"))
        head = layouts.row(label(tr("Perturbation"), "dense", "1", 600), layouts.STRETCH, self.add, mark, spacing=8)
        layouts.column(line, head, self.note, self._list, spacing=4, margins=(0, 0, 0, 8), inside=self)
        self.dialog: PerturbationDialog | None = None
        document.perturbation_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the perturbations of the document."""
        before, self.cards = self.cards, tuple(self._card(place, each) for place, each in enumerate(self._asked))
        for card in before:
            self._list.removeWidget(card)
            card.hide()
            card.deleteLater()
        for card in self.cards:
            self._list.addWidget(card)
        self.note.setText(tr(_NOTE) if self.cards else tr(_NONE))

    def ask(self) -> None:
        """Ask for a perturbation to add."""
        self._open(None, lambda chosen: (*self._asked, chosen), marked("Add {method}"))

    @property
    def _asked(self) -> Perturbations:
        return self._document.job.perturbation

    def _card(self, place: int, perturbation: Perturbation) -> PerturbationCard:
        card = PerturbationCard(place, perturbation)
        card.edit_asked.connect(self._edit)
        card.removal_asked.connect(self._remove)
        return card

    def _edit(self, place: int) -> None:
        self._open(self._asked[place], lambda chosen: self._with(place, chosen), marked("Change {method}"))

    def _remove(self, place: int) -> None:
        title = self._asked[place].title
        self._put(self._with(place), told("Remove {method}", method=title))
        left = self.cards[min(place, len(self.cards) - 1)].remove if self.cards else self.add
        left.setFocus()

    def _with(self, place: int, *chosen: Perturbation) -> Perturbations:
        return (*self._asked[:place], *chosen, *self._asked[place + 1 :])

    def _open(self, edited: Perturbation | None, put: Callable[[Perturbation], Perturbations], step: str) -> None:
        has_households = self._document.job.data.household is not None
        dialog = PerturbationDialog(self._columns(), edited, has_households=has_households, parent=self.window())

        def take() -> None:
            if dialog.perturbation is not None and dialog.perturbation != edited:
                self._put(put(dialog.perturbation), told(step, method=dialog.perturbation.title))

        self.dialog = dialog
        dialog.accepted.connect(take)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _put(self, after: Perturbations, text: str) -> None:
        self._document.push(ChangeSections(self._document, {"perturbation": after}, text))

    def _columns(self) -> tuple[PerturbedColumn, ...]:
        job = self._document.job
        judged = {model.sensitive_attribute for model in job.privacy}
        declared = {job.data.weight, job.data.household, job.data.person}
        found = []
        for column in self._document.dataset:
            settings = self._document.settings_of(column.name)
            is_shown = settings.role in (Role.SENSITIVE, Role.INSENSITIVE) and settings.transformation != "suppress"
            is_free = is_shown and settings.shift is None and column.name not in judged | declared
            is_free = is_free and job.perturbation_of(column.name) is None
            found.append(PerturbedColumn(column.name, settings.role, column.type, len(column.values), is_free))
        return tuple(found)
