"""The hierarchy wizard: kind, settings, check. The outcome is one undoable change with the builder as source."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractSpinBox, QLineEdit, QWidget

from arxdesk.configure.hierarchies.wizard.check_page import CheckPage
from arxdesk.configure.hierarchies.wizard.checking import HierarchyCheck
from arxdesk.configure.hierarchies.wizard.draft import LABELLING, HierarchyDraft
from arxdesk.configure.hierarchies.wizard.findings import of_faults, problems_in
from arxdesk.configure.hierarchies.wizard.kind_page import KindPage
from arxdesk.configure.hierarchies.wizard.previewing import RulePreview
from arxdesk.configure.hierarchies.wizard.rules.kinds import KINDS, words_of
from arxdesk.configure.hierarchies.wizard.settings_page import SettingsPage
from arxdesk.configure.hierarchies.wizard.specification_files import SpecificationFiles
from arxdesk.core.commands import ChangeHierarchy
from arxdesk.core.document import Document
from arxdesk.help.window import show_help
from arxdesk.tasks.activity import Activity
from arxdesk.tasks.jobs import Jobs
from arxdesk.ui.help_topics import HIERARCHY
from arxdesk.ui.widgets.basics.deferred import Deferred, Turns, run_in_turns
from arxdesk.ui.widgets.frames.step_dialog import LeavingQuestion, StepDialog
from arxdesk_engine.foundation.errors import Problem
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.hierarchies.builder import HierarchyBuilder
from arxdesk_engine.hierarchies.preview import Survey, survey

SURVEYING = Activity(marked("Finding suitable kinds of hierarchies"))
KIND, SETTINGS, CHECK = range(3)


class HierarchyWizard(StepDialog):
    """Makes or changes the hierarchy of one attribute; one that was built opens as it was built.

    The page of kinds is shown at once, the others are made after it.
    """

    def __init__(self, document: Document, attribute: str, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(tr("Hierarchy for {column}", column=attribute), parent)
        self._document, self._attribute, self._jobs = document, attribute, jobs
        self.draft = HierarchyDraft(document, attribute, self.open_builder, self)
        self.kind_page = KindPage(attribute, self.go_on)
        self._later_settings: Deferred[SettingsPage] = Deferred(partial(SettingsPage, attribute))
        self._later_check: Deferred[CheckPage] = Deferred(partial(CheckPage, attribute))
        self.add_page(tr("Kind"), self.kind_page)
        self.add_page(tr("Settings"), self._later_settings)
        self.add_page(tr("Check"), self._later_check)
        self._turns = Turns((self._later_settings, self._later_check), self)
        self.files = SpecificationFiles(self.draft, jobs, self)
        self.add_foot_widget(self.files.load_button)
        self.add_foot_widget(self.files.save_button)
        self.preview = RulePreview(self.draft, self._later_settings, jobs, self)
        self.check = HierarchyCheck(self.draft, self._later_check, self._return_to_settings, jobs, self)
        self._connect()
        self.set_next(tr("Next"), enabled=False)
        self._jobs.start(self, SURVEYING, partial(survey, self.draft.column), self._take_survey, self._fail)

    @property
    def settings_page(self) -> SettingsPage:
        """The page of settings; it is made now if its turn has not come."""
        return self._later_settings.widget

    @property
    def check_page(self) -> CheckPage:
        """The page of the whole hierarchy; it is made now if its turn has not come."""
        return self._later_check.widget

    def choose(self, kind: str) -> None:
        """Choose a kind, with its default or previous settings."""
        if self.draft.survey is None or kind not in KINDS:
            return
        self.kind_page.choose(kind)
        self.draft.choose(kind)
        self._show_kind()

    def open_builder(self, builder: HierarchyBuilder) -> None:
        """Show a specification as it is, on the page of its kind."""
        self.kind_page.choose(builder.builder)
        self.draft.open(builder)
        self._show_kind()
        self.go_to(SETTINGS)
        self._refresh_preview()
        self.focus_page(self.draft.page)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return in a field commits the text; elsewhere it continues."""
        typed = isinstance(self.focusWidget(), QLineEdit | QAbstractSpinBox)
        if not typed or event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)

    def at_stake(self) -> LeavingQuestion | None:
        """The settings changed by the user."""
        if not self.draft.is_unsaved:
            return None
        text = tr("These settings are lost. Save... keeps them in a file; the column keeps its present hierarchy.")
        return LeavingQuestion(tr("Leave without this hierarchy?"), text, tr("Leave"))

    def leave_page(self, place: int) -> bool:
        """The settings have to be usable before they are checked, the hierarchy built before it is used."""
        if place == KIND:
            return self.draft.page is not None
        if place == SETTINGS:
            return self.draft.builder is not None
        return self.draft.built is not None and not self._document.locked

    def enter_page(self, place: int) -> None:
        """Refresh a page."""
        if place == KIND:
            self.kind_page.focus()
            self.set_next(tr("Next"), enabled=self.draft.page is not None)
        elif place == SETTINGS:
            self._refresh_preview()
        else:
            self.check.start()
            self._refresh_next()

    def accept(self) -> None:
        """Give the hierarchy to the attribute."""
        built = self.draft.built
        if built is not None:
            kind = words_of(self.draft.kind).word
            text = tr("Hierarchy of {column}: {kind}", column=self._attribute, kind=kind)
            self._document.push(ChangeHierarchy(self._document, self._attribute, built.hierarchy, built.builder, text))
        super().accept()

    def done(self, result: int) -> None:
        """Close without waiting for running work."""
        self._turns.stop()
        self.preview.stop()
        for kind in (SURVEYING, LABELLING):
            self._jobs.abandon(kind)
        super().done(result)

    def _connect(self) -> None:
        self.kind_page.chosen.connect(self.choose)
        self.draft.edited.connect(self._refresh_next)
        self.preview.done.connect(self._take_preview)
        self.check.done.connect(self._take_check)
        self.files.loaded.connect(self.open_builder)
        self.files.saved.connect(self._tell_saved)
        self.files.failed.connect(self._tell_file_problem)
        self._document.lock_changed.connect(self._refresh_next)
        self.help_requested.connect(self._show_help)

    def _show_kind(self) -> None:
        page = self.draft.page
        if page is not None:
            self.settings_page.show_rules(self.draft.kind, page)
            words = words_of(self.draft.kind)
            self.set_step_title(KIND, tr("Kind: {kind}", kind=words.short or words.word))
            self.set_step_title(SETTINGS, words.step)
        self._refresh_next()

    def _refresh_preview(self) -> None:
        self.preview.refresh()
        self._refresh_next()

    def _refresh_next(self, *_locked: bool) -> None:
        draft = self.draft
        if self.place == CHECK:
            self.set_next(tr("Use this hierarchy"), enabled=draft.built is not None and not self._document.locked)
        else:
            self.set_next(
                tr("Next"), enabled=draft.page is not None if self.place == KIND else draft.builder is not None
            )
        self.files.refresh()

    # Results of workers

    def _take_survey(self, found: Survey) -> None:
        """Show the kinds, then make the page of the first one, then show it."""
        source = self._document.settings_of(self._attribute).hierarchy
        builder = source if isinstance(source, HierarchyBuilder) and source.builder in KINDS else None
        kind = next(offer.kind for offer in found.offers if offer.recommended) if builder is None else builder.builder
        steps = (
            partial(self.kind_page.show_survey, found),
            partial(self._turns.reach, self._later_settings),
            partial(self.draft.prepare, kind, found, self._later_settings),
            partial(self._begin, found, kind, builder),
        )
        run_in_turns(steps, self)

    def _begin(self, found: Survey, kind: str, builder: HierarchyBuilder | None) -> None:
        self.draft.survey = found
        if builder is not None:
            self.open_builder(builder)
            return
        self.choose(kind)
        self.kind_page.focus()

    def _fail(self, error: object) -> None:
        self.kind_page.show_failure(problems_in(error)[0].found)

    def _take_preview(self, suits: bool) -> None:
        self._refresh_next()
        if not suits:
            self.set_next(tr("Next"), enabled=False)

    def _take_check(self, is_built: bool) -> None:
        self._refresh_next()
        if is_built:
            self.begin_page()

    def _tell_saved(self, path: Path) -> None:
        self.note.setText(tr("Saved to {path}", path=path))

    def _tell_file_problem(self, problem: Problem) -> None:
        self.note.setText(str(problem))
        self.note.setAccessibleName(str(problem))
        finding = of_faults([problem])
        if self.place == KIND:
            self.kind_page.message.set_content(finding.kind, tr("The file was not read."), finding.sentence)
        elif self.place == SETTINGS:
            self.settings_page.show_findings([finding])

    # Requests

    def _return_to_settings(self, _key: str) -> None:
        self.go_to(SETTINGS)

    def _show_help(self) -> None:
        show_help(HIERARCHY)
