"""The hierarchy that is being made, before it is used: a kind, its settings, and what they make of the column."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from arxdesk.configure.hierarchies.wizard.findings import BuilderFinding, of_preview
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
from arxdesk.core.document import Document
from arxdesk.tasks.activity import Activity
from arxdesk_engine.foundation.language import marked
from arxdesk_engine.hierarchies.builder import HierarchyBuilder
from arxdesk_engine.hierarchies.preview import Preview, Survey

LABELLING = Activity(marked("Previewing a hierarchy"))
"""Preview, building and loading, of which a draft has one at a time."""

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


class HierarchyDraft(QObject):
    """Keeps a page of settings for every kind that was looked at.

    `edited` announces other settings. `adjust` is called with a proposal that the user wants to change.
    """

    edited = Signal()

    def __init__(
        self, document: Document, attribute: str, adjust: Callable[[HierarchyBuilder], None], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._document, self._adjust = document, adjust
        self._pages: dict[str, RulePage] = {}
        self._prepared: dict[str, RulePage] = {}
        self._built: Preview | None = None
        self.column = document.hierarchy_column(attribute)
        self.survey: Survey | None = None
        """What is known of the column; settings can be made from then on."""
        self.kind = ""
        """The chosen kind; "" before one is."""
        self.is_unsaved = False
        """Whether the user has changed settings that no file holds."""

    @property
    def page(self) -> RulePage | None:
        """The settings of the chosen kind."""
        return self._pages.get(self.kind)

    @property
    def builder(self) -> HierarchyBuilder | None:
        """The specification as it stands; None while it cannot be used."""
        page = self.page
        return None if page is None or page.faults else page.builder

    @property
    def built(self) -> Preview | None:
        """The whole hierarchy that the specification makes; None before it is built."""
        return self._built if self._built is not None and self._built.builder is self.builder else None

    def choose(self, kind: str) -> None:
        """Choose a kind, with its default or previous settings; only after the survey."""
        if self.survey is None or kind not in KINDS:
            return
        self.kind = kind
        offer = next(each for each in self.survey.offers if each.kind == kind)
        if kind not in self._pages and offer.builder is not None:
            self._page_of(kind, self.survey).show_builder(offer.builder)

    def open(self, builder: HierarchyBuilder) -> None:
        """Take a specification as it is, on the page of its kind; only after the survey."""
        if self.survey is not None:
            self.kind = builder.builder
            self._page_of(self.kind, self.survey).show_builder(builder)

    def prepare(self, kind: str, survey: Survey, owner: QWidget) -> None:
        """Make the page of a kind before it is chosen, if there is one; until it is shown it belongs to `owner`."""
        if kind not in _PAGES:
            return
        page = self._prepared[kind] = _PAGES[kind](survey)
        for part in (page, page.wide):
            if part is not None:
                part.setParent(owner)

    def keep(self, built: Preview) -> None:
        """Keep a whole hierarchy, until the specification is another one."""
        self._built = built

    def drop_built(self) -> None:
        """Have the hierarchy built again."""
        self._built = None

    def findings(self, found: Preview) -> tuple[BuilderFinding, ...]:
        """What is to be said of a preview."""
        extension = self.page.extension() if self.page is not None else None
        return of_preview(found, extension, may_be_from_data=self._document.policy.allows_hierarchies_from_data)

    def _page_of(self, kind: str, survey: Survey) -> RulePage:
        page = self._pages.get(kind)
        if page is None:
            page = self._pages[kind] = self._prepared.get(kind) or _PAGES[kind](survey)
            page.changed.connect(self._take_edit)
            if isinstance(page, AutomaticPage):
                page.adjust_requested.connect(self._adjust_proposal)
        return page

    def _take_edit(self) -> None:
        self.is_unsaved = True
        self.edited.emit()

    def _adjust_proposal(self) -> None:
        page = self.page
        if page is not None and page.preview is not None and page.preview.proposal.builder in KINDS:
            self._adjust(page.preview.proposal)
