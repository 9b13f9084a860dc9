"""The privacy models of the job as cards, every one of them: what it promises, and against what it protects."""

from __future__ import annotations

from PySide6.QtWidgets import QStackedWidget, QWidget

from arxdesk.commands import change_privacy, change_roles
from arxdesk.document import Document
from arxdesk.perspectives.configure.model_card import ModelCard
from arxdesk.perspectives.configure.model_words import names_population, needs_population
from arxdesk.widgets.buttons import dense_button
from arxdesk.widgets.card_grid import CardGrid
from arxdesk.widgets.empty_state import EmptyState
from arxdesk.widgets.pane import Pane
from arxdesk.words import count
from engine.privacy.model import PrivacyModel, SubsetModel
from engine.privacy.size import KAnonymity
from engine.schema import Role

DEFAULT_K = 5
MAKE_SENSITIVE = "Make\u00a0it\u00a0sensitive"


class PrivacyView(Pane):
    """Adds and changes k-anonymity, shows and removes any model, in the order of the job."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__("Privacy models", parent=parent)
        self._document = document
        self._add = dense_button("Add k-anonymity", "plus")
        self._add.clicked.connect(self._add_model)
        self.add_header_widget(self._add)
        self._empty = EmptyState("No privacy model yet: the table would stay as it is.", "Add k-anonymity")
        self._empty.action_triggered.connect(self._add_model)
        self._cards: list[ModelCard] = []
        self._grid = CardGrid("Privacy models")
        self._pages = QStackedWidget()
        self._pages.addWidget(self._empty)
        self._pages.addWidget(self._grid)
        self.set_body(self._pages)
        document.privacy_changed.connect(self.refresh)
        document.attributes_changed.connect(self._refresh_standing)
        document.lock_changed.connect(self._show_lock)
        self.refresh()

    @property
    def cards(self) -> tuple[ModelCard, ...]:
        """One for each model of the job."""
        return tuple(self._cards)

    def refresh(self) -> None:
        """Show the models of the document; a card keeps its place, so that who types in it is not disturbed."""
        models = self._models
        if len(models) != len(self._cards):
            self._make_cards(len(models))
        for card, model in zip(self._cards, models, strict=True):
            card.show_model(model, self._document.job)
        self._pages.setCurrentWidget(self._grid if models else self._empty)
        self.set_caption(f"{count(len(models))} active" if models else "")
        self._refresh_standing()
        self._show_lock(self._document.locked)

    @property
    def _models(self) -> tuple[PrivacyModel, ...]:
        return self._document.job.privacy

    def _make_cards(self, number: int) -> None:
        while len(self._cards) < number:
            card = ModelCard(len(self._cards))
            card.remove_requested.connect(self._remove_model)
            card.k_changed.connect(self._change_k)
            card.sensitive_requested.connect(self._make_sensitive)
            self._cards.append(card)
        surplus, self._cards = self._cards[number:], self._cards[:number]
        self._grid.set_cards(self._cards)
        for card in surplus:
            card.deleteLater()

    def _refresh_standing(self) -> None:
        for card, model in zip(self._cards, self._models, strict=True):
            covers = self._covers() if isinstance(model, KAnonymity) else ""
            card.show_standing(model, covers, *self._problem_of(model))

    def _covers(self) -> str:
        number = len(self._document.attributes_with(Role.QUASI_IDENTIFYING))
        few = {0: "Covers no column yet: give one the role quasi-identifying.", 1: "Covers the only one."}
        return few.get(number, f"Covers all {count(number)}.")

    def _problem_of(self, model: PrivacyModel) -> tuple[str, str]:
        """What a model lacks that can be seen without the table, and the words of the link that mends it."""
        name = model.sensitive_attribute
        if name is not None and name not in self._document.dataset:
            return "The table has no such column.", ""
        if name is not None and (role := self._document.settings_of(name).role) is not Role.SENSITIVE:
            return f"Its column is {role.value}, and has to be sensitive.", MAKE_SENSITIVE
        subsets = (other.subset for other in self._models if isinstance(other, SubsetModel))
        if model.needs_subset and all(subset is None for subset in subsets):
            return "It needs a research subset, and no model of the job names one.", ""
        if needs_population(model) and not names_population(model) and self._document.job.population is None:
            return "It needs the size of the population, and the job names none.", ""
        return "", ""

    def _show_lock(self, locked: bool) -> None:
        for card in self._cards:
            card.set_locked(locked)
        self._empty.setEnabled(not locked)
        self._add.setEnabled(not locked and not any(isinstance(model, KAnonymity) for model in self._models))

    def _put(self, models: tuple[PrivacyModel, ...], text: str, *, mergeable: bool = False) -> None:
        self._document.push(change_privacy(self._document, models, text, mergeable=mergeable))

    def _add_model(self) -> None:
        self._put((KAnonymity(k=DEFAULT_K), *self._models), "Add k-anonymity")

    def _remove_model(self, place: int) -> None:
        models = self._models
        self._put((*models[:place], *models[place + 1 :]), f"Remove {models[place].title}")
        left = self._cards[min(place, len(self._cards) - 1)].remove if self._cards else self._add
        left.setFocus()  # the keyboard stays where the card was

    def _change_k(self, place: int, k: int) -> None:
        models = self._models
        self._put((*models[:place], KAnonymity(k=k), *models[place + 1 :]), "k of k-anonymity", mergeable=True)

    def _make_sensitive(self, place: int) -> None:
        name = self._models[place].sensitive_attribute
        if name is not None:
            self._document.push(change_roles(self._document, [name], Role.SENSITIVE))
