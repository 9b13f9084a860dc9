"""What the settings make of the column, shown beside them while they change."""

from __future__ import annotations

from functools import cached_property, partial

from PySide6.QtCore import QObject, Signal

from arxdesk.configure.hierarchies.wizard.draft import LABELLING, HierarchyDraft
from arxdesk.configure.hierarchies.wizard.findings import of_faults, problems_in
from arxdesk.configure.hierarchies.wizard.settings_page import SettingsPage
from arxdesk.tasks.jobs import Jobs
from arxdesk.ui.timing import Debounce
from arxdesk.ui.widgets.basics.deferred import Deferred
from arxdesk_engine.hierarchies.preview import Preview, preview

_QUICK_MILLISECONDS = 200
"""Work that takes less shows no sign of itself."""


class RulePreview(QObject):
    """Previews a draft on the page of settings; `done` tells whether the values suit the settings."""

    done = Signal(bool)

    def __init__(self, draft: HierarchyDraft, page: Deferred[SettingsPage], jobs: Jobs, parent: QObject) -> None:
        super().__init__(parent)
        self._draft, self._deferred_page, self._jobs = draft, page, jobs
        self._slow = Debounce(self._show_busy, _QUICK_MILLISECONDS, self)
        draft.edited.connect(self.refresh)

    @cached_property
    def _page(self) -> SettingsPage:
        page = self._deferred_page.widget
        for message in page.messages:
            message.link_activated.connect(self._apply_remedy)
        return page

    def refresh(self) -> None:
        """Preview the settings as they are."""
        builder, page = self._draft.builder, self._draft.page
        self._draft.drop_built()
        if page is None:
            return
        if builder is None:
            self._jobs.abandon(LABELLING)
            self._slow.stop()
            self._show(None)
            self._page.show_findings([of_faults(page.faults)])
            return
        self._slow.start()
        work = partial(preview, builder, self._draft.column)
        self._jobs.start(self._draft, LABELLING, work, self._take, self._refuse)

    def stop(self) -> None:
        """Show no sign of running work any more."""
        self._slow.stop()

    def _take(self, found: Preview) -> None:
        self._slow.stop()
        if self._draft.page is None or found.builder is not self._draft.builder:
            return
        self._show(found)
        self._page.show_findings(self._draft.findings(found))
        if not found.is_sample:
            self._draft.keep(found)
        self.done.emit(True)

    def _refuse(self, error: object) -> None:
        """The values do not suit the settings: said at the foot, with the ways out."""
        self._slow.stop()
        page = self._draft.page
        if page is None:
            return
        finding = of_faults(problems_in(error), page.remedies())
        self._show(None)
        self._page.show_findings([finding])
        self.done.emit(False)

    def _show(self, found: Preview | None) -> None:
        self._page.preview.show_preview(found)
        if self._draft.page is not None:
            self._draft.page.show_preview(found)

    def _show_busy(self) -> None:
        self._page.preview.show_busy()

    def _apply_remedy(self, key: str) -> None:
        if self._draft.page is not None:
            self._draft.page.apply_remedy(key)
