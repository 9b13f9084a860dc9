"""The hierarchy wizard: kind, settings, check. The outcome is one undoable change with the builder as source."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractSpinBox, QLineEdit, QWidget

from arxdesk.configure.hierarchies.wizard.check_page import CheckPage
from arxdesk.configure.hierarchies.wizard.findings import BuilderFinding, of_faults, of_preview
from arxdesk.configure.hierarchies.wizard.kind_page import KindPage
from arxdesk.configure.hierarchies.wizard.rules.automatic_page import AutomaticPage
from arxdesk.configure.hierarchies.wizard.rules.coding_page import CodingPage
from arxdesk.configure.hierarchies.wizard.rules.dates_page import DatesPage
from arxdesk.configure.hierarchies.wizard.rules.intervals_page import IntervalsPage
from arxdesk.configure.hierarchies.wizard.rules.kinds import KINDS
from arxdesk.configure.hierarchies.wizard.rules.order_page import OrderPage
from arxdesk.configure.hierarchies.wizard.rules.priority_page import PriorityPage
from arxdesk.configure.hierarchies.wizard.rules.ready_made_page import ReadyMadePage
from arxdesk.configure.hierarchies.wizard.rules.redaction_page import RedactionPage
from arxdesk.configure.hierarchies.wizard.rules.rule_page import RulePage
from arxdesk.configure.hierarchies.wizard.settings_page import SettingsPage
from arxdesk.configure.hierarchies.wizard.specification_work import load_specification, save_specification
from arxdesk.core.commands import ChangeHierarchy
from arxdesk.core.document import Document
from arxdesk.core.file_dialogs import ask_for_specification, ask_where_to_save_specification
from arxdesk.help.window import show_help
from arxdesk.tasks.activity import WRITING, Activity
from arxdesk.tasks.jobs import Jobs
from arxdesk.ui.help_topics import HIERARCHY
from arxdesk.ui.timing import Debounce
from arxdesk.ui.widgets.basics.buttons import quiet_button
from arxdesk.ui.widgets.frames.step_dialog import LeavingQuestion, StepDialog
from arxdesk_engine.foundation.errors import Problem, UserError
from arxdesk_engine.hierarchies.builder import HierarchyBuilder
from arxdesk_engine.hierarchies.preview import (
    Preview,
    Survey,
    build,
    preview,
    survey,
)

SURVEYING = Activity("Finding suitable kinds of hierarchies")
LABELLING = Activity("Previewing a hierarchy")

_PAGES: dict[str, type[RulePage]] = {
    "automatic": AutomaticPage,
    "interval": IntervalsPage,
    "order": OrderPage,
    "redaction": RedactionPage,
    "date": DatesPage,
    "priority": PriorityPage,
    "coding": CodingPage,
    "ready-made": ReadyMadePage,
}
_QUICK_MILLISECONDS = 200
"""Work that takes less shows no sign of itself."""
KIND, SETTINGS, CHECK = range(3)


class HierarchyWizard(StepDialog):
    """Makes or changes the hierarchy of one attribute; one that was built opens as it was built."""

    def __init__(self, document: Document, attribute: str, jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(f"Hierarchy for {attribute}", parent)
        self._document, self._attribute, self._jobs = document, attribute, jobs
        self._column = document.dataset[attribute]
        self.survey: Survey | None = None
        self.kind = ""
        self.pages_of_kinds: dict[str, RulePage] = {}
        self.built: Preview | None = None
        self._changed = False
        self.kind_page, self.settings_page = KindPage(attribute, self.go_on), SettingsPage(attribute)
        self.check_page = CheckPage(attribute)
        self.add_page("Kind", self.kind_page)
        self.add_page("Settings", self.settings_page)
        self.add_page("Check", self.check_page)
        self.load_button, self.save_button = quiet_button("Load from file..."), quiet_button("Save...")
        for button in (self.load_button, self.save_button):
            self.add_foot_widget(button)
            button.setEnabled(False)
        self._slow = Debounce(self.settings_page.preview.show_busy, _QUICK_MILLISECONDS, self)
        self._connect()
        self.set_next("Next", enabled=False)
        self._jobs.start(self, SURVEYING, partial(survey, self._column), self._take_survey, self._fail)

    @property
    def page(self) -> RulePage | None:
        """The settings of the chosen kind."""
        return self.pages_of_kinds.get(self.kind)

    @property
    def builder(self) -> HierarchyBuilder | None:
        """The specification as it stands; None while it cannot be used."""
        page = self.page
        return None if page is None or page.faults else page.builder

    def choose(self, kind: str) -> None:
        """Choose a kind, with its default or previous settings."""
        if self.survey is None or kind not in KINDS:
            return
        self.kind = kind
        self.kind_page.choose(kind)
        offer = next(each for each in self.survey.offers if each.kind == kind)
        if kind not in self.pages_of_kinds and offer.builder is not None:
            self._page_of(kind).show_builder(offer.builder)
        self._show_kind()

    def open_builder(self, builder: HierarchyBuilder) -> None:
        """Show a specification as it is, on the page of its kind."""
        self.kind = builder.builder
        self.kind_page.choose(self.kind)
        self._page_of(self.kind).show_builder(builder)
        self._show_kind()
        self.go_to(SETTINGS)
        self._refresh_preview()
        self.focus_page(self.page)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return in a field commits the text; elsewhere it continues."""
        typed = isinstance(self.focusWidget(), QLineEdit | QAbstractSpinBox)
        if not typed or event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)

    def at_stake(self) -> LeavingQuestion | None:
        """The settings changed by the user."""
        if not self._changed:
            return None
        text = "These settings are lost. Save... keeps them in a file; the column keeps its present hierarchy."
        return LeavingQuestion("Leave without this hierarchy?", text, "Leave")

    def leave_page(self, place: int) -> bool:
        """The settings have to be usable before they are checked, the hierarchy built before it is used."""
        if place == KIND:
            return self.page is not None
        if place == SETTINGS:
            return self.builder is not None
        return self.built is not None and self.built.builder is self.builder and not self._document.locked

    def enter_page(self, place: int) -> None:
        """Refresh a page."""
        if place == KIND:
            self.kind_page.focus()
            self.set_next("Next", enabled=self.page is not None)
        elif place == SETTINGS:
            self._refresh_preview()
        else:
            self._build()

    def accept(self) -> None:
        """Give the hierarchy to the attribute."""
        if self.built is not None:
            text = f"Hierarchy of {self._attribute}: {KINDS[self.kind].title.lower()}"
            change = ChangeHierarchy(self._document, self._attribute, self.built.hierarchy, self.built.builder, text)
            self._document.push(change)
        super().accept()

    def done(self, result: int) -> None:
        """Close without waiting for running work."""
        self._slow.stop()
        for kind in (SURVEYING, LABELLING):
            self._jobs.abandon(kind)
        super().done(result)

    def load(self, path: Path) -> None:
        """Read a specification from a file."""
        self._jobs.start(self, LABELLING, partial(load_specification, path), self._take_loaded, self._fail_file)

    def save(self, path: Path) -> None:
        """Write the specification to a file."""
        if self.builder is not None:
            work = partial(save_specification, self.builder, path)
            self._jobs.start(self, WRITING, work, self._take_saved, self._fail_file)

    def _connect(self) -> None:
        self.kind_page.chosen.connect(self.choose)
        for message in self.settings_page.messages:
            message.link_activated.connect(self._apply_remedy)
        self.check_page.message.link_activated.connect(self._return_to_settings)
        self.load_button.clicked.connect(self._ask_for_file)
        self.save_button.clicked.connect(self._ask_where_to_save)
        self._document.lock_changed.connect(self._refresh_next)
        self.help_requested.connect(self._show_help)

    def _page_of(self, kind: str) -> RulePage:
        assert self.survey is not None  # noqa: S101 - pages come after the survey of the column
        page = self.pages_of_kinds.get(kind)
        if page is None:
            page = self.pages_of_kinds[kind] = _PAGES[kind](self.survey)
            page.changed.connect(self._refresh_preview)
            page.changed.connect(self._remember_change)
            if isinstance(page, AutomaticPage):
                page.adjust_requested.connect(self._adjust)
        return page

    def _remember_change(self) -> None:
        self._changed = True

    def _show_kind(self) -> None:
        page = self.page
        if page is not None:
            self.settings_page.show_rules(self.kind, page)
            words = KINDS[self.kind]
            self.set_step_title(KIND, f"Kind: {words.short or words.title.lower()}")
            self.set_step_title(SETTINGS, words.step)
        self._refresh_next()

    def _refresh_next(self, *_locked: bool) -> None:
        if self.place == CHECK:
            is_built = self.built is not None and self.built.builder is self.builder
            self.set_next("Use this hierarchy", enabled=is_built and not self._document.locked)
        else:
            self.set_next("Next", enabled=self.page is not None if self.place == KIND else self.builder is not None)
        self.save_button.setEnabled(self.builder is not None)

    # Results of workers

    def _take_survey(self, found: Survey) -> None:
        self.survey = found
        self.kind_page.show_survey(found)
        self.load_button.setEnabled(True)
        source = self._document.settings_of(self._attribute).hierarchy
        if isinstance(source, HierarchyBuilder) and source.builder in KINDS:
            self.open_builder(source)
            return
        self.choose(next(offer.kind for offer in found.offers if offer.recommended))
        self.kind_page.focus()

    def _refresh_preview(self) -> None:
        builder, page = self.builder, self.page
        self.built = None
        self._refresh_next()
        if page is None:
            return
        if builder is None:
            self._jobs.abandon(LABELLING)
            self._slow.stop()
            self.settings_page.preview.show_preview(None)
            page.show_preview(None)
            self.settings_page.show_findings([of_faults(page.faults)])
            return
        self._slow.start()
        self._jobs.start(self, LABELLING, partial(preview, builder, self._column), self._take_preview, self._refuse)

    def _take_preview(self, found: Preview) -> None:
        page = self.page
        self._slow.stop()
        if page is None or found.builder is not self.builder:
            return
        self.settings_page.preview.show_preview(found)
        page.show_preview(found)
        self.settings_page.show_findings(self._findings(found))
        if not found.is_sample:
            self.built = found
        self._refresh_next()

    def _findings(self, found: Preview) -> tuple[BuilderFinding, ...]:
        extension = self.page.extension() if self.page is not None else None
        return of_preview(found, extension, may_be_from_data=self._document.policy.allows_hierarchies_from_data)

    def _refuse(self, error: object) -> None:
        """The values do not suit the settings: said at the foot, with the ways out."""
        self._slow.stop()
        page = self.page
        if page is None:
            return
        finding = of_faults(_problems(error), page.remedies())
        self.settings_page.preview.show_preview(None)
        page.show_preview(None)
        self.settings_page.show_findings([finding])
        self.set_next("Next", enabled=False)

    def _build(self) -> None:
        builder = self.builder
        if self.built is not None and self.built.builder is builder:
            self._take_built(self.built)
            return
        self.check_page.show_waiting()
        self._refresh_next()
        if builder is not None:
            self._jobs.start(self, LABELLING, partial(build, builder, self._column), self._take_built, self._fail_build)

    def _take_built(self, built: Preview) -> None:
        if built.builder is self.builder:
            self.built = built
            self.check_page.show_built(built, self._findings(built)[-1])
            self._refresh_next()
            self.begin_page()

    def _fail_build(self, error: object) -> None:
        links = (("back", "Back to the settings"),)
        self.check_page.show_failed(of_faults(_problems(error), links))
        self._refresh_next()

    def _fail(self, error: object) -> None:
        self.kind_page.show_failure(_problems(error)[0].found)

    def _take_loaded(self, builder: HierarchyBuilder) -> None:
        if builder.builder in KINDS:
            self.open_builder(builder)
        else:
            remedy = "Open it in the hierarchy editor."
            self._fail_file(UserError(Problem("file", f"a {builder.builder} is not made by settings", remedy)))

    def _take_saved(self, path: object) -> None:
        self._changed = False
        self.note.setText(f"Saved to {path}")

    def _fail_file(self, error: object) -> None:
        problem = _problems(error)[0]
        self.note.setText(str(problem))
        self.note.setAccessibleName(str(problem))
        finding = of_faults([problem])
        if self.place == KIND:
            self.kind_page.message.set_content(finding.kind, "The file was not read.", finding.sentence)
        elif self.place == SETTINGS:
            self.settings_page.show_findings([finding])

    # Requests

    def _apply_remedy(self, key: str) -> None:
        if self.page is not None:
            self.page.apply_remedy(key)

    def _return_to_settings(self, _key: str) -> None:
        self.go_to(SETTINGS)

    def _adjust(self) -> None:
        page = self.page
        if page is not None and page.preview is not None and page.preview.proposal.builder in KINDS:
            self.open_builder(page.preview.proposal)

    def _show_help(self) -> None:
        show_help(HIERARCHY)

    def _ask_for_file(self) -> None:
        path = ask_for_specification(self)
        if path is not None:
            self.load(path)

    def _ask_where_to_save(self) -> None:
        path = ask_where_to_save_specification(self, Path(f"{self._attribute.replace('/', '-')}-hierarchy.toml"))
        if path is not None:
            self.save(path)


def _problems(error: object) -> tuple[Problem, ...]:
    if isinstance(error, UserError):
        return error.problems
    if isinstance(error, Exception):
        raise error
    return ()
