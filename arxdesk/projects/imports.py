"""Importing a table: the wizard, and the project that comes of it."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog, QWidget

from arxdesk.core.file_dialogs import ask_for_database, ask_for_table, ask_for_table_folder
from arxdesk.core.session.loaded_project import LoadedProject
from arxdesk.core.session.session import Session
from arxdesk.importing.choices import Choices
from arxdesk.importing.dialog import ImportDialog


class TableImports(QObject):
    """Shows one wizard at a time; choices of a closed one are offered again for the same file."""

    dialog_made = Signal(QDialog)

    def __init__(self, window: QWidget, session: Session) -> None:
        super().__init__(window)
        self._window, self._session = window, session
        self._wizard: ImportDialog | None = None
        self._choices: Choices | None = None

    def begin(self, path: Path | None) -> None:
        """Show the wizard for a file; None: for a database."""
        self.end()
        wizard = ImportDialog(ask_for_table, ask_for_table_folder, ask_for_database, self._window)
        wizard.project_made.connect(partial(self._take_imported, wizard))
        wizard.flow.crashed.connect(self._session.fail)
        wizard.finished.connect(partial(self._keep_choices, wizard))
        self._wizard = wizard
        self.dialog_made.emit(wizard)
        if path is None:
            wizard.begin_with_database()
        else:
            wizard.open_file(path, self._choices)

    def end(self) -> None:
        """Close the wizard, before the window goes."""
        if self._wizard is not None:
            self._wizard.reject()

    def _take_imported(self, wizard: ImportDialog, project: LoadedProject) -> None:
        """Open what was imported; roles that somebody has given by hand are not lost without a question."""
        self._session.take(project)
        document, choices = self._session.document, wizard.choices
        if document is not None and choices is not None and any(column.role is not None for column in choices.columns):
            document.mark_unsaved()

    def _keep_choices(self, wizard: ImportDialog, result: int) -> None:
        """Keep the choices of a wizard that was closed; forget them once the table was opened."""
        self._choices = None if result else wizard.choices
        self._wizard = None
