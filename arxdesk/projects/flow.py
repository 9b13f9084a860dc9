"""Opening, saving and leaving projects: the questions a user is asked on the way."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog, QWidget

from arxdesk.core.document import Document
from arxdesk.core.examples import DISCHARGE, OTHER_EXAMPLES, example_project, is_of_examples
from arxdesk.core.file_dialogs import (
    JOB_SUFFIX,
    ask_for_arx_project,
    ask_for_project,
    ask_for_table,
    ask_for_table_folder,
    ask_for_table_or_project,
    ask_where_to_save,
    begin_at,
    folder_for,
)
from arxdesk.core.session.activities import SEARCHING
from arxdesk.core.session.password_request import PasswordRequest
from arxdesk.core.session.recovery_work import Leftover
from arxdesk.core.session.session import Session
from arxdesk.core.settings import Settings
from arxdesk.projects.conflict import ConflictAnswer, ask_about_conflict
from arxdesk.projects.imports import TableImports
from arxdesk.projects.running import ask_about_search
from arxdesk.projects.secrets import SecretsFlow
from arxdesk.projects.start_page import StartPage
from arxdesk.projects.unsaved import Answer, ask_about_changes, ask_about_trail
from arxdesk.projects.words import project_state, saved_sentence
from arxdesk.ui.dialogs.password import PasswordDialog
from arxdesk_engine.foundation.language import tr, tr_n
from arxdesk_engine.io.files.archive import ARX_SUFFIX, PROJECT_SUFFIX

PROJECTS = (PROJECT_SUFFIX, JOB_SUFFIX, ARX_SUFFIX)
"""Files opened directly; for all others the import wizard asks how to read them."""


class ProjectFlow(QObject):
    """Asks, then lets the session do it. Nothing unsaved is lost without a question."""

    recent_changed = Signal()
    message = Signal(str)
    dialog_made = Signal(QDialog)

    def __init__(self, window: QWidget, session: Session, settings: Settings) -> None:
        super().__init__(window)
        self._window = window
        self._session = session
        self._settings = settings
        self._after_saving: Callable[[], object] | None = None
        self._asked_for: Path | Leftover | None = None
        self.imports = TableImports(window, session)
        SecretsFlow(window, session)
        session.saving.saved.connect(self._take_saved)
        session.saving.conflicted.connect(self._ask_about_conflict)
        session.saving.stopped.connect(self._take_stopped)
        session.password_needed.connect(self._ask_for_password)
        session.failed.connect(self._forget_plans)
        session.crashed.connect(self._forget_plans)
        session.document_opened.connect(self._remember)

    def serve(self, start: StartPage) -> None:
        """Connect the start page."""
        start.open_requested.connect(self.ask_and_open)
        start.folder_requested.connect(self.import_folder)
        start.database_requested.connect(self.import_from_database)
        start.example_requested.connect(self.open_example)
        start.arx_requested.connect(self.open_arx)
        start.project_requested.connect(self.open)
        start.find_requested.connect(self.find)
        start.forget_requested.connect(self.forget_recent)
        start.restore_requested.connect(self._session.restore)

    def open(self, path: Path) -> None:
        """Open a project, the example always as a copy, so that saving does not change it; import a table."""
        if path.suffix.lower() in PROJECTS:
            self.leave(partial(self._session.open, path, as_copy=_is_example(path)))
        else:
            self.leave(partial(self.imports.begin, path))

    def find(self, missing: Path) -> None:
        """Ask where a recent project is now, and open it there."""
        path = ask_for_project(self._window, missing)
        if path is not None:
            self.open(path)

    def open_arx(self) -> None:
        """Ask which project of ARX to open."""
        path = ask_for_arx_project(self._window)
        if path is not None:
            self.leave(partial(self._session.open, path))

    def import_table(self) -> None:
        """Ask which table to import."""
        path = ask_for_table(self._window)
        if path is not None:
            self.leave(partial(self.imports.begin, path))

    def import_folder(self) -> None:
        """Ask which folder of Parquet files to import."""
        path = ask_for_table_folder(self._window)
        if path is not None:
            self.leave(partial(self.imports.begin, path))

    def import_from_database(self) -> None:
        """Import a table of a database."""
        self.leave(partial(self.imports.begin, None))

    def open_example(self, name: str = DISCHARGE.name) -> None:
        """Open an example, as a copy that has no file of its own."""
        self.open(example_project(name))

    def ask_and_open(self) -> None:
        """Ask which table or project to open."""
        path = ask_for_table_or_project(self._window)
        if path is not None:
            self.open(path)

    def save(self) -> None:
        """Save where the project is; ask where it has no file yet."""
        document = self._session.document
        if document is not None and document.file is not None:
            self._session.save(document.file)
        else:
            self.save_as()

    def save_as(self) -> None:
        """Ask where to save the project."""
        document = self._session.document
        path = ask_where_to_save(self._window, self._suggested(document)) if document else None
        if path is not None and document is self._session.document:  # another may have come while it was asked
            self._session.save(path)
        else:
            self._forget_plans()

    def close(self) -> None:
        """Close the project."""
        self.leave(self._session.close_document)

    def leave(self, then: Callable[[], object]) -> None:
        """Go on with `then` once the user has agreed to every loss; not at all if the user cancels."""
        self._forget_plans()
        document = self._session.document
        if self._session.is_busy(SEARCHING) and not ask_about_search(self._window):
            return
        if document is not None and self._session.saving.is_busy:
            self._after_saving = then  # asks again where something was changed meanwhile
            self.message.emit(tr("Saving the project before it closes."))
            return
        if document is None or not document.modified:
            then()
            return
        ask = ask_about_trail if document.lacks_trail_alone else ask_about_changes
        answer = ask(self._window, document.name)
        if answer is Answer.DISCARD:
            then()
        elif answer is Answer.SAVE:
            self._after_saving = then
            self.save()

    def forget_recent(self) -> None:
        """Clear the list of recent projects."""
        self._settings.forget_all()
        self.recent_changed.emit()

    def _ask_for_password(self, request: PasswordRequest) -> None:
        again, self._asked_for = self._asked_for == request.place, request.place
        dialog = PasswordDialog(request.error, again=again, parent=self._window)
        dialog.accepted.connect(partial(self._open_with_password, request, dialog))
        dialog.rejected.connect(self._forget_plans)
        self.dialog_made.emit(dialog)

    def _open_with_password(self, request: PasswordRequest, dialog: PasswordDialog) -> None:
        if isinstance(request.place, Leftover):
            self._session.restore(request.place, dialog.password)
        else:
            self._session.open(request.place, as_copy=request.as_copy, password=dialog.password)

    def _suggested(self, document: Document) -> Path:
        own = PROJECT_SUFFIX if document.rows is None else JOB_SUFFIX
        suffix = own if document.file is None else document.file.suffix
        return folder_for(document.file, document.table_file) / f"{document.name}{suffix}"

    def _remember(self, document: Document) -> None:
        begin_at(document.file or document.table_file)
        place = document.file or document.table_file
        if place is not None and not is_of_examples(place.parent):
            records = tr_n(document.records, "{n} record", "{n} records")
            self._settings.remember(place, project_state(document) if document.file is not None else records)
            self.recent_changed.emit()

    def _take_saved(self, path: Path) -> None:
        document = self._session.document
        if document is not None:
            self._remember(document)
            self.message.emit(saved_sentence(document, path))
        then, self._after_saving = self._after_saving, None
        if then is not None:
            self.leave(then)  # asks again where something was changed while the file was written

    def _take_stopped(self, path: Path) -> None:
        self._forget_plans()
        self.message.emit(tr("Not saved. {name} is as it was before.", name=path.name))

    def _ask_about_conflict(self, path: Path) -> None:
        document = self._session.document
        way = ask_about_conflict(self._window, path.name)
        if document is not self._session.document:  # another has come while it was asked
            way = ConflictAnswer.CANCEL
        match way:
            case ConflictAnswer.OVERWRITE:
                self._session.save(path, overwrite=True)
            case ConflictAnswer.SAVE_AS:
                self.save_as()
            case ConflictAnswer.CANCEL:
                self._forget_plans()

    def _forget_plans(self) -> None:
        self._after_saving = None
        self._asked_for = None


def _is_example(path: Path) -> bool:
    with contextlib.suppress(OSError):
        return any(path.samefile(example_project(each.name)) for each in (DISCHARGE, *OTHER_EXAMPLES))
    return False
