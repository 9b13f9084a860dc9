"""The privacy models of the job as cards."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QDialog, QStackedWidget, QWidget

from arxdesk.configure.protection import model_card
from arxdesk.configure.protection.breaking import BreakingRecords
from arxdesk.configure.protection.model_card import ModelCard
from arxdesk.configure.protection.model_changes import ModelChanges
from arxdesk.configure.protection.model_context import MAKE_SENSITIVE, context_of, sensitive_columns, what_it_lacks
from arxdesk.configure.protection.model_dialog import PrivacyModelDialog
from arxdesk.configure.protection.model_fields import ParameterChange
from arxdesk.core.document import Document
from arxdesk.help.mark import help_mark
from arxdesk.help.window import show_help
from arxdesk.tasks.jobs import Jobs
from arxdesk.ui.help_topics import PRIVACY, of_privacy_model
from arxdesk.ui.widgets.basics.buttons import dense_button, fit_words
from arxdesk.ui.widgets.basics.empty_state import EmptyState
from arxdesk.ui.widgets.frames.card_grid import CardGrid
from arxdesk.ui.widgets.frames.pane import Pane
from arxdesk.ui.words import capitalized, count
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.errors import InvalidJob
from arxdesk_engine.foundation.language import tr, tr_n, tr_of
from arxdesk_engine.privacy.model import PrivacyModel


class PrivacyView(Pane):
    """Adds, changes, pauses and removes models: active ones come first in the order of the job, then paused ones."""

    def __init__(self, document: Document, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(tr_of("the title of a narrow pane", "Privacy models"), parent=parent, elides=True)
        self._document, self._changes = document, ModelChanges(document)
        self.presets = dense_button(tr("Presets..."))
        self.add = dense_button(tr("Add..."), "plus")
        for button in (self.presets, self.add):
            fit_words(button)
        self.add.setAccessibleName(tr("Add a privacy model"))
        self.add.setToolTip(tr("Add a privacy model"))
        self.add.clicked.connect(self.ask_for_model)
        self.add_header_widget(self.presets)
        self.add_header_widget(self.add)
        self.add_header_widget(help_mark(PRIVACY, tr("privacy models")))
        self._empty = EmptyState(tr("No privacy model yet: the table would stay as it is."), tr("Add a model..."))
        self._empty.action_triggered.connect(self.ask_for_model)
        self._cards: list[ModelCard] = []
        self._grid = CardGrid(tr("Privacy models"))
        self._pages = QStackedWidget()
        self._pages.addWidget(self._empty)
        self._pages.addWidget(self._grid)
        self.set_body(self._pages)
        self.dialog: QDialog | None = None
        document.privacy_changed.connect(self.refresh)
        for signal in (document.attributes_changed, document.population_changed, document.subset_changed):
            signal.connect(self._refresh_standing)
        document.costs_changed.connect(self.refresh)
        document.lock_changed.connect(self._show_lock)
        self._breaking = BreakingRecords(document, jobs, self)
        self._breaking.changed.connect(self._show_breaking)
        self.refresh()
        self._show_breaking()

    @property
    def cards(self) -> tuple[ModelCard, ...]:
        """The cards of all models; paused ones come last."""
        return tuple(self._cards)

    def refresh(self) -> None:
        """Show the models of the document; a card keeps its place, so that typing in it is not disturbed."""
        models = self._changes.models
        if len(models) != len(self._cards):
            self._make_cards(len(models))
        columns = sensitive_columns(self._document)
        for place, (card, model) in enumerate(zip(self._cards, models, strict=True)):
            alone = sum(other.model == model.model for other in models) == 1
            paused = self._changes.is_paused(place)
            card.show_model(model, self._document.job, columns, paused=paused, alone=alone)
        self._pages.setCurrentWidget(self._grid if models else self._empty)
        active, paused_ones = len(self._document.job.privacy), len(self._document.job.paused)
        parts = (
            tr_n(active, "{n} active", "{n} active"),
            tr_n(paused_ones, "{n} paused", "{n} paused") if paused_ones else "",
        )
        self.set_caption(", ".join(part for part in parts if part) if models else "")
        self._refresh_standing()
        self._show_lock(self._document.locked)

    def ask_for_model(self) -> None:
        """Ask for a model to add."""
        self._ask_to_add(self._dialog())

    def _make_cards(self, number: int) -> None:
        while len(self._cards) < number:
            card = ModelCard(len(self._cards))
            card.asked.connect(self._act)
            card.parameter_changed.connect(self._set_parameter)
            card.pause_changed.connect(self._changes.pause)
            card.link_chosen.connect(self._follow_link)
            card.formula_requested.connect(self._show_formula)
            self._cards.append(card)
        surplus, self._cards = self._cards[number:], self._cards[:number]
        self._grid.set_cards(self._cards)
        for card in surplus:
            card.deleteLater()

    def _refresh_standing(self) -> None:
        for place, (card, model) in enumerate(zip(self._cards, self._changes.models, strict=True)):
            card.show_standing(model, self._covers() if model.description.covers_columns else "")
            lack, links = what_it_lacks(self._document, model)
            if self._changes.is_paused(place):
                why = lack or tr("A search ignores it until it is ticked again.")
                card.show_problem(tr("Paused."), why, links, paused=True)
            else:
                pause = (("pause", tr("Pause\u00a0it")),) if lack else ()
                card.show_problem(tr("Cannot be searched.") if lack else "", lack, (*links, *pause))

    def _covers(self) -> str:
        number = len(self._document.attributes_with(Role.QUASI_IDENTIFYING))
        if number == 0:
            return tr("Covers no column yet: give one the role quasi-identifying.")
        return tr_n(number, "Covers the only one.", "Covers all\u00a0{n}.")

    def _show_lock(self, locked: bool) -> None:
        for card in self._cards:
            card.set_locked(locked)
        for control in (self._empty, self.add, self.presets):
            control.setEnabled(not locked)

    def _show_breaking(self) -> None:
        for place, card in enumerate(self._cards):
            number = self._breaking.numbers.get(place)
            card.show_breaking("" if number is None else tr("Records that break it now: {n}", n=count(number)))

    # Changing

    def _act(self, place: int, action: str) -> None:
        match action:
            case model_card.EDIT:
                dialog = self._dialog(edited=self._changes.models[place])
                self._open(dialog, lambda: self._changes.replace(place, dialog.models, dialog.made_sensitive))
            case model_card.DUPLICATE:
                self._ask_to_add(self._dialog(template=self._changes.models[place]))
            case model_card.COPY:
                self._changes.spread(place)
            case model_card.REMOVE:
                self._remove(place)

    def _dialog(self, edited: PrivacyModel | None = None, template: PrivacyModel | None = None) -> PrivacyModelDialog:
        return PrivacyModelDialog(context_of(self._document), edited, template, self.window())

    def _ask_to_add(self, dialog: PrivacyModelDialog) -> None:
        self._open(dialog, lambda: self._changes.add(dialog.models, dialog.made_sensitive))

    def _open(self, dialog: PrivacyModelDialog, then: Callable[[], None]) -> None:
        self.dialog = dialog
        dialog.accepted.connect(then)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _remove(self, place: int) -> None:
        self._changes.remove(place)
        left = self._cards[min(place, len(self._cards) - 1)].more if self._cards else self.add
        left.setFocus()  # the keyboard stays where the card was

    def _set_parameter(self, place: int, change: ParameterChange) -> None:
        try:
            changed = self._changes.set_parameter(place, change.name, change.value)
        except InvalidJob as error:
            self._cards[place].show_problem(tr("Not changed."), f"{capitalized(error.problems[0].found)}.")
            return
        if not changed:
            self._refresh_standing()

    def _follow_link(self, place: int, key: str) -> None:
        column = self._changes.models[place].sensitive_attribute
        if key == "pause":
            self._changes.pause(place, True)
        elif key == MAKE_SENSITIVE and column is not None:
            self._changes.make_sensitive(place, column)

    def _show_formula(self, place: int) -> None:
        show_help(f"{of_privacy_model(self._changes.models[place].model)}#Formula")
