"""Properties, audit trail, and settings taken over from ARX."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog, QWidget

from arxdesk.core.commands import ChangeSections
from arxdesk.core.document import Document
from arxdesk.core.file_dialogs import ask_where_to_save_text, ask_where_to_save_trail, folder_for
from arxdesk.core.session.session import Session
from arxdesk.projects.arx_import_dialog import ArxImportDialog
from arxdesk.projects.audit_trail_dialog import AuditTrailDialog
from arxdesk.projects.auditing_work import write_text, write_trail
from arxdesk.projects.properties_dialog import ProjectPropertiesDialog
from arxdesk.projects.words import kept_sentence
from arxdesk.tasks.activity import WRITING
from arxdesk.tasks.task import Work
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.foundation.messages import told


class ProvenanceFlow(QObject):
    """Shows the dialogs; the one on settings taken over from ARX opens by itself after such an import."""

    dialog_made = Signal(QDialog)
    message = Signal(str)

    def __init__(self, window: QWidget, session: Session) -> None:
        super().__init__(window)
        self._window, self._session = window, session
        session.document_opened.connect(self._show_what_is_new)

    def ask_for_properties(self) -> None:
        """Show title, description, recipient and who is responsible, to be changed."""
        document = self._session.document
        if document is None:
            return
        dialog = ProjectPropertiesDialog(document.job.project, kept_sentence(document), self._window)
        dialog.accepted.connect(partial(self._take_properties, document, dialog))
        self.dialog_made.emit(dialog)

    def show_trail(self) -> None:
        """Show the audit trail."""
        document = self._session.document
        if document is None:
            return
        dialog = AuditTrailDialog(document.audit.read, self._window)
        dialog.export_requested.connect(partial(self._export_trail, document))
        document.audit.changed.connect(dialog.refresh)
        self.dialog_made.emit(dialog)

    def show_arx_import(self) -> None:
        """Show again the settings taken over from ARX."""
        document = self._session.document
        taken = None if document is None else document.provenance.arx_import
        if document is None or taken is None:
            return
        dialog = ArxImportDialog(taken, self._window)
        dialog.save_requested.connect(partial(self._save_text, document))
        self.dialog_made.emit(dialog)

    def _show_what_is_new(self, document: Document) -> None:
        taken = document.provenance.arx_import
        if taken is not None and taken.name:  # else the import was long ago
            self.show_arx_import()

    def _take_properties(self, document: Document, dialog: ProjectPropertiesDialog) -> None:
        settings = dialog.settings
        if document is self._session.document and settings != document.job.project:
            step = ChangeSections(document, {"project": settings}, told("Project properties"))
            document.push(step, touches_search=False)

    def _export_trail(self, document: Document, with_values: bool) -> None:
        suggested = folder_for(document.file, document.table_file) / tr("{name} audit trail.csv", name=document.name)
        path = ask_where_to_save_trail(self._window, suggested)
        if path is not None:
            self._write(path, partial(write_trail, document.audit.seal(), path, with_values))

    def _save_text(self, document: Document, text: str) -> None:
        suggested = folder_for(document.file, document.table_file) / tr(
            "{name} imported from ARX.txt", name=document.name
        )
        path = ask_where_to_save_text(self._window, suggested)
        if path is not None:
            self._write(path, partial(write_text, text, path))

    def _write(self, path: Path, work: Work[object]) -> None:
        self._session.jobs.start(self, WRITING, work, partial(self._take_written, path), self._session.fail)

    def _take_written(self, path: Path, _written: object) -> None:
        self.message.emit(tr("Written to {path}.", path=path))
