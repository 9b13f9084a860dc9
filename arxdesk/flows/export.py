"""Handing the output table out: where it goes, and what is written with it."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from arxdesk.dialogs.files import ask_where_to_export, folder_for
from arxdesk.session import Session


class ExportFlow(QObject):
    """Asks, then lets the session write."""

    def __init__(self, window: QWidget, session: Session) -> None:
        super().__init__(window)
        self._window, self._session = window, session

    def export(self) -> None:
        """Ask where to write the output table."""
        document = self._session.document
        if document is None:
            return
        path = ask_where_to_export(self._window, folder_for(document.file) / f"{document.name}-anonymous.csv")
        if path is not None:
            self._session.export(path)
