"""The whole hierarchy, built for the last page of the wizard."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial

from PySide6.QtCore import QObject, Signal

from arxdesk.configure.hierarchies.wizard.check_page import CheckPage
from arxdesk.configure.hierarchies.wizard.draft import LABELLING, HierarchyDraft
from arxdesk.configure.hierarchies.wizard.findings import of_faults, problems_in
from arxdesk.tasks.jobs import Jobs
from arxdesk.ui.widgets.basics.deferred import Deferred
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.hierarchies.preview import Preview, build


class HierarchyCheck(QObject):
    """Builds a draft and shows the outcome on the page of the check, whose links call `go_back`.

    `done` tells whether it was built.
    """

    done = Signal(bool)

    def __init__(
        self,
        draft: HierarchyDraft,
        page: Deferred[CheckPage],
        go_back: Callable[[str], None],
        jobs: Jobs,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._draft, self._deferred_page, self._jobs = draft, page, jobs
        self._go_back = go_back

    @cached_property
    def _page(self) -> CheckPage:
        page = self._deferred_page.widget
        page.message.link_activated.connect(self._go_back)
        return page

    def start(self) -> None:
        """Show the hierarchy, which is built unless the preview held all of it."""
        builder, built = self._draft.builder, self._draft.built
        if built is not None:
            self._take(built)
            return
        self._page.show_waiting()
        if builder is not None:
            work = partial(build, builder, self._draft.column)
            self._jobs.start(self._draft, LABELLING, work, self._take, self._fail)

    def _take(self, built: Preview) -> None:
        if built.builder is self._draft.builder:
            self._draft.keep(built)
            self._page.show_built(built, self._draft.findings(built)[-1])
            self.done.emit(True)

    def _fail(self, error: object) -> None:
        links = (("back", tr("Back to the settings")),)
        self._page.show_failed(of_faults(problems_in(error), links))
        self.done.emit(False)
