"""The privacy models of the job as cards, every one of them: what it promises, and against what it protects."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtGui import QUndoCommand
from PySide6.QtWidgets import QDialog, QStackedWidget, QWidget

from arxdesk.configure.protection import model_card
from arxdesk.configure.protection.breaking_work import count_breaking
from arxdesk.configure.protection.model_card import ModelCard
from arxdesk.configure.protection.model_context import MAKE_SENSITIVE, context_of, sensitive_columns, what_it_lacks
from arxdesk.configure.protection.model_dialog import PrivacyModelDialog
from arxdesk.core.commands import ChangeSections, ChangeTogether, change_roles
from arxdesk.core.document import Document
from arxdesk.help.mark import help_mark
from arxdesk.help.window import show_help
from arxdesk.tasks.activity import Activity
from arxdesk.tasks.jobs import Jobs
from arxdesk.ui.help_topics import PRIVACY, of_privacy_model
from arxdesk.ui.timing import Debounce
from arxdesk.ui.widgets.basics.buttons import dense_button, fit_words
from arxdesk.ui.widgets.basics.empty_state import EmptyState
from arxdesk.ui.widgets.frames.card_grid import CardGrid
from arxdesk.ui.widgets.frames.pane import Pane
from arxdesk.ui.words import count
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.errors import InvalidJob, UserError
from arxdesk_engine.job.job import model_from
from arxdesk_engine.privacy.model import PrivacyModel

COUNTING = Activity("Counting records that break a model")

QUIET = 400
"""Milliseconds without a change before the records that break the models are counted again."""

Models = tuple[PrivacyModel, ...]


class PrivacyView(Pane):
    """Adds, changes, pauses and removes models: first those that count in the order of the job, then those paused."""

    presets_requested = Signal()
    failed = Signal(object)
    """An exception that nobody could cause."""

    def __init__(self, document: Document, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__("Privacy models", parent=parent)
        self._document, self._jobs = document, jobs
        self.presets = dense_button("Presets...")
        self.presets.clicked.connect(self.presets_requested)
        self.add = dense_button("Add...", "plus")
        for button in (self.presets, self.add):
            fit_words(button)
        self.add.setAccessibleName("Add a privacy model")
        self.add.setToolTip("Add a privacy model")
        self.add.clicked.connect(self.ask_for_model)
        self.add_header_widget(self.presets)
        self.add_header_widget(self.add)
        self.add_header_widget(help_mark(PRIVACY, "privacy models"))
        self._empty = EmptyState("No privacy model yet: the table would stay as it is.", "Add a model...")
        self._empty.action_triggered.connect(self.ask_for_model)
        self._cards: list[ModelCard] = []
        self._grid = CardGrid("Privacy models")
        self._pages = QStackedWidget()
        self._pages.addWidget(self._empty)
        self._pages.addWidget(self._grid)
        self.set_body(self._pages)
        self.dialog: QDialog | None = None
        self._counting = Debounce(self._count_breaking, QUIET, self)
        document.privacy_changed.connect(self.refresh)
        for signal in (document.attributes_changed, document.population_changed, document.subset_changed):
            signal.connect(self._refresh_standing)
        document.costs_changed.connect(self.refresh)
        for change in (
            document.attributes_changed,
            *(document.privacy_changed, document.population_changed, document.subset_changed, document.costs_changed),
        ):
            change.connect(self._forget_counts)
        document.lock_changed.connect(self._show_lock)
        self.refresh()
        self._forget_counts()

    @property
    def cards(self) -> tuple[ModelCard, ...]:
        """One for each model of the job; those paused come last."""
        return tuple(self._cards)

    def refresh(self) -> None:
        """Show the models of the document; a card keeps its place, so that who types in it is not disturbed."""
        models = self._models
        if len(models) != len(self._cards):
            self._make_cards(len(models))
        columns = sensitive_columns(self._document)
        for place, (card, model) in enumerate(zip(self._cards, models, strict=True)):
            alone = sum(other.model == model.model for other in models) == 1
            paused = self._is_paused(place)
            card.show_model(model, self._document.job, columns, paused=paused, alone=alone)
        self._pages.setCurrentWidget(self._grid if models else self._empty)
        active, paused_ones = len(self._document.job.privacy), len(self._document.job.paused)
        parts = (f"{count(active)} active", f"{count(paused_ones)} paused" if paused_ones else "")
        self.set_caption(", ".join(part for part in parts if part) if models else "")
        self._refresh_standing()
        self._show_lock(self._document.locked)

    def ask_for_model(self) -> None:
        """Ask which model to add."""
        self._open(PrivacyModelDialog(context_of(self._document), parent=self.window()), self._add_chosen)

    @property
    def _models(self) -> Models:
        return (*self._document.job.privacy, *self._document.job.paused)

    def _is_paused(self, place: int) -> bool:
        return place >= len(self._document.job.privacy)

    def _make_cards(self, number: int) -> None:
        while len(self._cards) < number:
            card = ModelCard(len(self._cards))
            card.asked.connect(self._act)
            card.parameter_changed.connect(self._change_parameter)
            card.pause_changed.connect(self._pause)
            card.link_chosen.connect(self._follow_link)
            card.formula_requested.connect(self._show_formula)
            self._cards.append(card)
        surplus, self._cards = self._cards[number:], self._cards[:number]
        self._grid.set_cards(self._cards)
        for card in surplus:
            card.deleteLater()

    def _refresh_standing(self) -> None:
        for place, (card, model) in enumerate(zip(self._cards, self._models, strict=True)):
            card.show_standing(model, self._covers() if model.description.covers_columns else "")
            lack, links = what_it_lacks(self._document, model)
            if self._is_paused(place):
                card.show_problem("Paused.", lack or "A search ignores it until it is ticked again.", links)
            else:
                pause = (("pause", "Pause\u00a0it"),) if lack else ()
                card.show_problem("Cannot be searched." if lack else "", lack, (*links, *pause))

    def _covers(self) -> str:
        number = len(self._document.attributes_with(Role.QUASI_IDENTIFYING))
        few = {0: "Covers no column yet: give one the role quasi-identifying.", 1: "Covers the only one."}
        return few.get(number, f"Covers all\u00a0{count(number)}.")

    def _show_lock(self, locked: bool) -> None:
        for card in self._cards:
            card.set_locked(locked)
        for control in (self._empty, self.add, self.presets):
            control.setEnabled(not locked)

    # Counting

    def _forget_counts(self) -> None:
        for card in self._cards:
            card.show_breaking("")
        self._jobs.abandon(COUNTING)
        self._counting.start()

    def _count_breaking(self) -> None:
        document = self._document
        if document.locked or not document.job.privacy:
            return
        job, dataset, hierarchies = document.job, document.dataset, document.hierarchies
        self._jobs.start(
            self,
            COUNTING,
            lambda control: (job.privacy, count_breaking(job, dataset, hierarchies, control)),
            self._take_counts,
            self._leave_uncounted,
        )

    def _take_counts(self, counted: object) -> None:
        assert isinstance(counted, tuple)  # noqa: S101 - tells the type checker what was started above
        privacy, found = counted
        if privacy != self._document.job.privacy:
            return
        for place, number in found.items():
            self._cards[place].show_breaking(f"Records that break it now: {count(number)}")

    def _leave_uncounted(self, error: object) -> None:
        """The number is a service; what is wrong with the configuration is told where a search would refuse it."""
        if not isinstance(error, UserError):
            self.failed.emit(error)

    # Changing

    def _put(self, privacy: Models, paused: Models, text: str, *, of: int | None = None) -> None:
        after = {"privacy": privacy, "paused": paused}
        mergeable = of is not None
        self._document.push(ChangeSections(self._document, after, text, mergeable=mergeable, of=str(of)))

    def _replaced(self, place: int, *by: PrivacyModel) -> tuple[Models, Models]:
        """The models that count and those paused, with others in place of one."""
        active = len(self._document.job.privacy)
        models = (*self._models[:place], *by, *self._models[place + 1 :])
        active += 0 if self._is_paused(place) else len(by) - 1
        return models[:active], models[active:]

    def _act(self, place: int, action: str) -> None:
        model = self._models[place]
        match action:
            case model_card.EDIT:
                dialog = PrivacyModelDialog(context_of(self._document), model, parent=self.window())
                self._open(dialog, lambda: self._put_chosen(place, dialog))
            case model_card.DUPLICATE:
                dialog = PrivacyModelDialog(context_of(self._document), template=model, parent=self.window())
                self._open(dialog, self._add_chosen)
            case model_card.COPY:
                self._copy(model)
            case model_card.REMOVE:
                self._remove(place)

    def _open(self, dialog: PrivacyModelDialog, then: Callable[[], None]) -> None:
        self.dialog = dialog
        dialog.accepted.connect(then)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _add_chosen(self) -> None:
        dialog = self.sender()
        if isinstance(dialog, PrivacyModelDialog):
            job = self._document.job
            models = dialog.models
            text = f"Add {models[0].title}" if len(models) == 1 else f"Add {len(models)} models"
            self._put_with_roles((*job.privacy, *models), job.paused, dialog.made_sensitive, text)

    def _put_chosen(self, place: int, dialog: PrivacyModelDialog) -> None:
        privacy, paused = self._replaced(place, *dialog.models)
        self._put_with_roles(privacy, paused, dialog.made_sensitive, f"Change {self._models[place].title}")

    def _put_with_roles(self, privacy: Models, paused: Models, sensitive: tuple[str, ...], text: str) -> None:
        """Replace the models and make columns sensitive, as one step."""
        parts: list[QUndoCommand] = [change_roles(self._document, sensitive, Role.SENSITIVE)] if sensitive else []
        parts.append(ChangeSections(self._document, {"privacy": privacy, "paused": paused}, text))
        self._document.push(ChangeTogether(parts, text))

    def _copy(self, model: PrivacyModel) -> None:
        """Give all models of a kind the parameters of one of them; each stays about its column."""

        def like(other: PrivacyModel) -> PrivacyModel:
            if other.model != model.model:
                return other
            return model.model_copy(update={"attribute": other.sensitive_attribute})

        job = self._document.job
        privacy, paused = tuple(map(like, job.privacy)), tuple(map(like, job.paused))
        self._put(privacy, paused, f"Parameters of all models of the kind {model.description.name}")

    def _remove(self, place: int) -> None:
        privacy, paused = self._replaced(place)
        self._put(privacy, paused, f"Remove {self._models[place].title}")
        left = self._cards[min(place, len(self._cards) - 1)].more if self._cards else self.add
        left.setFocus()  # the keyboard stays where the card was

    def _pause(self, place: int, pause: bool) -> None:
        model = self._models[place]
        privacy, paused = self._replaced(place)
        if pause:
            self._put(privacy, (model, *paused), f"Pause {model.title}")
        else:
            self._put((*privacy, model), paused, f"Resume {model.title}")

    def _change_parameter(self, place: int, name: str, value: object) -> None:
        model = self._models[place]
        try:
            said = {**model.model_dump(mode="json", exclude_none=True), name: value}
            changed = model_from(said)
        except InvalidJob as error:
            problem = error.problems[0]
            self._cards[place].show_problem("Not changed.", f"{problem.found[:1].upper()}{problem.found[1:]}.")
            return
        if changed != model:
            privacy, paused = self._replaced(place, changed)
            self._put(privacy, paused, f"{name} of {model.description.name}", of=place)
        else:
            self._refresh_standing()

    def _follow_link(self, place: int, key: str) -> None:
        model = self._models[place]
        if key == "pause":
            self._pause(place, True)
            return
        name = model.sensitive_attribute
        if key == MAKE_SENSITIVE and name is not None:
            if not self._is_paused(place):
                self._document.push(change_roles(self._document, [name], Role.SENSITIVE))
                return
            privacy, paused = self._replaced(place)
            self._put_with_roles((*privacy, model), paused, (name,), f"Make {name} sensitive for {model.title}")

    def _show_formula(self, place: int) -> None:
        show_help(f"{of_privacy_model(self._models[place].model)}#Formula")
