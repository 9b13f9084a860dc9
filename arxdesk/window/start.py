"""The start page, the menu of recent projects, and unsaved changes of an earlier run."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu

from arxdesk.core.session.recovery_work import Leftover
from arxdesk.core.session.session import Session
from arxdesk.core.settings import Settings
from arxdesk.projects.start_page import StartPage
from arxdesk.window.flows import Flows


class Start(QObject):
    """Opens a project at the start of the program, and keeps start page and menu up to date."""

    def __init__(self, page: StartPage, recent: QMenu, session: Session, flows: Flows, settings: Settings) -> None:
        super().__init__(page)
        self._page, self._recent = page, recent
        self._session, self._flows, self._settings = session, flows, settings
        self._last_project: Path | None = None
        flows.project.serve(page)
        flows.project.recent_changed.connect(self._show_recent)
        page.discard_requested.connect(self._discard_unsaved)
        session.recovery.found.connect(self._offer_unsaved)
        self._show_recent()

    def begin(self, file: Path | None) -> None:
        """Open a file, or the last project if the settings say so and no unsaved changes wait."""
        self._last_project = self._flows.settings.last_project() if file is None else None
        self._session.recovery.look()
        if file is not None:
            self._flows.project.open(file)

    def _show_recent(self) -> None:
        projects = self._settings.recent
        self._page.show_recent(projects)
        self._recent.clear()
        for project in projects:
            path = Path(project.path)
            self._recent.addAction(path.stem, partial(self._flows.project.open, path)).setEnabled(project.exists)
        self._recent.setEnabled(bool(projects))

    def _offer_unsaved(self, left: tuple[Leftover, ...]) -> None:
        last, self._last_project = self._last_project, None
        if last is not None and not left and self._session.document is None:
            self._flows.project.open(last)
        self._page.show_unsaved(left[0] if left else None)

    def _discard_unsaved(self, left: Leftover) -> None:
        self._session.recovery.discard(left)
        self._session.recovery.look()  # there may be more
