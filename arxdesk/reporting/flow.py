"""Evidence reports of the applied output: the dialog, and the session that writes them."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from arxdesk.core.commands import ChangeSections
from arxdesk.core.document import Document
from arxdesk.core.file_dialogs import ask_where_to_write_report, folder_for
from arxdesk.core.preferences import NAME, ORGANISATION, REPORT_FORMAT, REPORT_SECTIONS
from arxdesk.core.session.reporting_work import ReportWords, WrittenReport
from arxdesk.core.session.session import Session
from arxdesk.core.settings import Settings
from arxdesk.core.writing_work import ExportResult
from arxdesk.reporting.dialog import EvidenceReportDialog, ReportChoices
from arxdesk_engine.analysis.applied import Applied
from arxdesk_engine.foundation.control import Stopped
from arxdesk_engine.foundation.errors import UserError
from arxdesk_engine.foundation.messages import told
from arxdesk_engine.job.project import MOST_NAME, ProjectSettings
from arxdesk_engine.report.layout.content import ReportContent, ReportSection


def usual_content(settings: Settings) -> ReportContent:
    """The sections that a new report begins with."""
    chosen = settings.value(REPORT_SECTIONS)
    return ReportContent(tuple(section for section in ReportSection if section.value in chosen) or tuple(ReportSection))


def usual_project(project: ProjectSettings, settings: Settings) -> ProjectSettings:
    """The description in the project; if it names nobody responsible, the user."""
    names = [text for text in (settings.value(NAME), settings.value(ORGANISATION)) if text]
    responsible = project.responsible or ", ".join(names)[:MOST_NAME]
    return project.model_copy(update={"responsible": responsible})


class ReportFlow(QObject):
    """Shows the dialog, has the report written, and shows the outcome in the same dialog."""

    dialog_made = Signal(EvidenceReportDialog)

    def __init__(self, window: QWidget, session: Session, settings: Settings) -> None:
        super().__init__(window)
        self._window, self._session, self._settings = window, session, settings
        self._written: tuple[Applied, ExportResult] | None = None
        self._choices: ReportChoices | None = None
        self.dialog: EvidenceReportDialog | None = None
        session.exporting.exported.connect(self._remember_written)
        session.exporting.reported.connect(self._take)
        session.document_opened.connect(self._forget)
        session.document_remade.connect(self._forget)
        session.document_closed.connect(self._forget)

    def ask(self) -> None:
        """Open the dialog for the applied output, if it belongs to the configuration."""
        document = self._session.document
        if document is None or document.applied is None or not document.result_is_current or self.dialog is not None:
            return
        dialog = EvidenceReportDialog(self._proposed(document), self._window)
        dialog.write_requested.connect(self._write)
        dialog.stop_requested.connect(self._session.exporting.stop_writing)
        dialog.browse_requested.connect(self._browse)
        dialog.message.link_activated.connect(self._open)
        dialog.finished.connect(self._close)
        self.dialog = dialog
        self.dialog_made.emit(dialog)

    def _proposed(self, document: Document) -> ReportChoices:
        project = usual_project(document.job.project, self._settings)
        kept = document.job.report, document.job.statements
        if self._choices is not None:
            return ReportChoices(self._choices.content, project, self._choices.path, *kept)
        written, suffix = self._written_of(document), self._settings.value(REPORT_FORMAT)
        path = folder_for(document.file, document.table_file) / f"{document.name}-report{suffix}"
        if written is not None and written.table is None:
            file = Path(written.target)
            path = file.with_name(f"{file.stem}-report{suffix}")
        return ReportChoices(usual_content(self._settings), project, path, *kept)

    def _written_of(self, document: Document) -> ExportResult | None:
        """The place of the last export of the applied output."""
        applied, written = self._written or (None, None)
        return written if applied is document.applied else None

    def _write(self) -> None:
        document, dialog = self._session.document, self.dialog
        if document is None or dialog is None:
            return
        self._choices = chosen = dialog.choices
        if chosen.project != document.job.project:
            text = told("Title, recipient and responsible")
            document.push(ChangeSections(document, {"project": chosen.project}, text), touches_search=False)
        self._keep(document, chosen)
        dialog.show_busy()
        self._session.exporting.report(
            chosen.path,
            chosen.content,
            ReportWords(chosen.project, chosen.report, chosen.statements),
            written=self._written_of(document),
            failed=self._fail,
            progressed=dialog.show_progress,
        )

    def _keep(self, document: Document, chosen: ReportChoices) -> None:
        """Keep form, language and what people wrote with the project, as a step that can be undone."""
        asked = (
            told("Form of the report")
            if chosen.report.form != document.job.report.form
            else told("Language of the report")
        )
        for section, text in (("report", asked), ("statements", told("What people write for the report"))):
            value = getattr(chosen, section)
            if value != getattr(document.job, section):
                document.push(ChangeSections(document, {section: value}, text), touches_search=False)

    def _take(self, reported: WrittenReport) -> None:
        if self.dialog is not None:
            self.dialog.show_done(reported.path, reported.sha256)

    def _fail(self, error: object) -> None:
        dialog = self.dialog
        if isinstance(error, UserError) and dialog is not None:
            dialog.show_error(error)
            return
        if dialog is not None:
            dialog.show_stopped()
        if not isinstance(error, Stopped):
            self._session.crashed.emit(error)

    def _browse(self) -> None:
        if self.dialog is not None:
            path = ask_where_to_write_report(self.dialog, self.dialog.choices.path)
            if path is not None:
                self.dialog.show_file(path)

    def _open(self) -> None:
        if self.dialog is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self.dialog.choices.path)))

    def _remember_written(self, written: ExportResult) -> None:
        document = self._session.document
        if document is not None and document.applied is not None:
            self._written = document.applied, written

    def _close(self, _result: int) -> None:
        """Texts are kept even where no report is written: they take long to write."""
        dialog, self.dialog = self.dialog, None
        if dialog is not None and self._session.document is not None:
            self._keep(self._session.document, dialog.choices)

    def _forget(self, _document: object = None) -> None:
        self._written, self._choices = None, None
        if self.dialog is not None:
            dialog, self.dialog = self.dialog, None
            dialog.done(0)
