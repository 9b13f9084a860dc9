"""Rebuild all views after columns were renamed or replaced, since views hold columns by name."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from arxdesk.core.session.session import Session
from arxdesk.explore.search.panel_place import PanelPlace
from arxdesk.window.sides_switch import SidesSwitch
from arxdesk.window.status_bar import StatusBar
from arxdesk.window.workspace import Workspace


class RemadeViews(QObject):
    """Shows the open document again in the current perspective, and reports the change."""

    made = Signal()

    def __init__(
        self,
        session: Session,
        workspace: Workspace,
        parts: tuple[SidesSwitch, StatusBar, PanelPlace],
    ) -> None:
        super().__init__(workspace)
        self._session, self._workspace = session, workspace
        self._sides, self._status, self._panel_place = parts
        session.document_remade.connect(self._make)

    def _make(self, text: str) -> None:
        document = self._session.document
        if document is None:
            return
        self._panel_place.forget()
        self._workspace.open(document, self._session.jobs)
        self._sides.follow(self._workspace.analysis)
        self.made.emit()
        self._status.refresh()
        self._status.showMessage(text, 10_000)
