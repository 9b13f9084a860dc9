"""Linking a table to the open one: the file is asked for, the dialog shown, and the project of the join opened."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog, QWidget

from arxdesk.core.document import Document
from arxdesk.core.file_dialogs import ask_for_table_to_link
from arxdesk.core.session.loaded_project import LoadedProject
from arxdesk.core.session.session import Session
from arxdesk.importing.linking.dialog import LinkDialog
from arxdesk_engine.foundation.language import tr


class LinkFlow(QObject):
    """One dialog at a time, which ends with the project that it is about."""

    message = Signal(str)
    dialog_made = Signal(QDialog)

    def __init__(self, window: QWidget, session: Session) -> None:
        super().__init__(window)
        self._window, self._session = window, session
        self._dialog: LinkDialog | None = None
        session.document_closed.connect(self.end)

    def link(self) -> None:
        """Ask which table to link, and how."""
        document = self._session.document
        if document is None or document.locked or document.rows is not None:
            return
        path = ask_for_table_to_link(self._window)
        if path is None or document is not self._session.document:
            return
        dialog = LinkDialog(document, path, self._window)
        dialog.linked.connect(partial(self._take, document))
        dialog.crashed.connect(self._session.fail)
        dialog.finished.connect(self._forget)
        self._dialog = dialog
        self.dialog_made.emit(dialog)

    def end(self) -> None:
        """Close the dialog, before its project or the window goes."""
        if self._dialog is not None:
            self._dialog.reject()

    def _take(self, document: Document, project: LoadedProject) -> None:
        """Open the project of the join in place of the one that it was made from; it is not saved."""
        if document is not self._session.document:
            return
        self._session.take(project)
        if (opened := self._session.document) is not None:
            opened.mark_unsaved()
            linked = opened.dataset.linked[-1]
            self.message.emit(
                tr(
                    "Linked {name} by {key}. Check the roles of its columns.",
                    name=linked.name,
                    key=linked.parent_key,
                )
            )

    def _forget(self, _result: int) -> None:
        self._dialog = None
