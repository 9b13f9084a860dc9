"""Exports of the output table: the wizard, and its remembered choices."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QAbstractButton, QDialog, QWidget

from arxdesk.core.audit_words import forgotten_text
from arxdesk.core.commands import ChangeSections, change_roles
from arxdesk.core.document import Document
from arxdesk.core.file_dialogs import ask_for_target_database, ask_where_to_export, folder_for
from arxdesk.core.obstacles import about_undecided
from arxdesk.core.preferences import REMOVED, SHUFFLE
from arxdesk.core.session.reporting_work import ReportWords
from arxdesk.core.session.session import Session
from arxdesk.core.settings import Settings
from arxdesk.exporting.choices import ExportChoices, first_choices, of_linked_tables, outside_memory
from arxdesk.exporting.course import ExportCourse
from arxdesk.exporting.dialog import ExportDialog
from arxdesk.exporting.formats import FORMATS
from arxdesk.exporting.releases_dialog import ForgetBox, ReleasesDialog
from arxdesk.exporting.undecided import UndecidedBox
from arxdesk.exporting.words import ExportFacts
from arxdesk.reporting.flow import usual_content, usual_project
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.messages import told


class ExportFlow(QObject):
    """Shows the wizard; the session writes. Choices are kept while the project is open."""

    dialog_made = Signal(QDialog)

    def __init__(self, window: QWidget, session: Session, settings: Settings) -> None:
        super().__init__(window)
        self._window, self._session, self._settings = window, session, settings
        self._choices: ExportChoices | None = None
        self._own: set[Path] = set()
        self._wizard: ExportDialog | None = None
        self.question: UndecidedBox | ForgetBox | None = None
        session.document_opened.connect(self._forget)
        session.document_remade.connect(self._forget)
        session.document_closed.connect(self._forget)

    def export(self) -> None:
        """Export the applied output if it belongs to the configuration; ask about columns without a role."""
        document = self._session.document
        facts = ExportFacts.of(document) if document is not None else None
        if document is None or facts is None or self._wizard is not None:
            return
        if document.undecided:
            self._ask_about(document)
            return
        self._open_wizard(document, facts)

    def show_releases(self) -> None:
        """Show what was exported from the project."""
        document = self._session.document
        if document is not None:
            self.dialog_made.emit(self._releases(document, self._window))

    def _compare(self, document: Document, course: ExportCourse) -> None:
        """Compare what is exported with the releases that the ledger has by now."""
        is_compared = self._session.exporting.compare(course, course.choices.path.name, course.take_overlap)
        course.expect_overlap(len(document.ledger.now.entries) if is_compared else 0)

    def _show_releases_over(self, document: Document, course: ExportCourse, wizard: ExportDialog) -> None:
        dialog, before = self._releases(document, wizard), document.ledger.now

        def look_again(_result: int) -> None:
            if document.ledger.now is not before:
                self._compare(document, course)

        dialog.finished.connect(look_again)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def _releases(self, document: Document, parent: QWidget) -> ReleasesDialog:
        dialog = ReleasesDialog(partial(getattr, document.ledger, "now"), parent)
        dialog.forget_requested.connect(partial(self._ask_to_forget, document, dialog))
        document.ledger.changed.connect(dialog.refresh)
        return dialog

    def _ask_to_forget(self, document: Document, dialog: ReleasesDialog, number: int) -> None:
        entry = document.ledger.now[number]
        box = ForgetBox(entry, dialog)

        def take(button: QAbstractButton) -> None:
            if button is box.forget:
                document.ledger.forget(number)
                document.audit.record("forgotten", forgotten_text(entry))
                document.title_changed.emit()  # the saved archive still has it

        box.buttonClicked.connect(take)
        box.finished.connect(box.deleteLater)
        self.question = box
        box.open()

    def _ask_about(self, document: Document) -> None:
        perturbed = {name for each in document.job.perturbation for name in each.columns}
        box = UndecidedBox(document.undecided, perturbed, self._window)

        def take(button: QAbstractButton) -> None:
            if button is box.decide:
                document.wishes.show_place(about_undecided(document.undecided)[0])
            elif button is box.unchanged and self._session.document is document:
                document.push(change_roles(document, document.undecided, Role.INSENSITIVE))
                self.export()

        box.buttonClicked.connect(take)
        box.finished.connect(box.deleteLater)
        self.question = box
        box.open()

    def _open_wizard(self, document: Document, facts: ExportFacts) -> None:
        session = self._session
        choices = self._choices or self._first(document, facts)
        project = usual_project(document.job.project, self._settings)
        told = usual_content(self._settings), replace(ReportWords.of(document.job), project=project)
        course = ExportCourse(facts, choices, session.exporting, *told, self._own)
        self._compare(document, course)
        wizard = ExportDialog(course, _ask_for_file, ask_for_target_database, self._window)
        session.exporting.exported.connect(course.take_written)
        session.exporting.reported.connect(course.take_reported)
        course.crashed.connect(session.fail)
        course.ended.connect(partial(self._keep, document, course))
        wizard.report_requested.connect(document.wishes.write_report)
        wizard.place_requested.connect(document.wishes.show_place)
        course.releases_requested.connect(partial(self._show_releases_over, document, course, wizard))
        wizard.finished.connect(partial(self._remember, course))
        self._wizard = wizard
        self.dialog_made.emit(wizard)

    def _first(self, document: Document, facts: ExportFacts) -> ExportChoices:
        settings = self._settings
        proposed = folder_for(document.file, document.table_file) / f"{document.name}-anonymous.csv"
        suppressed, shuffle = settings.value(REMOVED), settings.value(SHUFFLE)
        first = first_choices(document.job, proposed, suppressed=suppressed, shuffle=shuffle, empty=facts.empty)
        first = of_linked_tables(first, facts.linked) if facts.linked else first
        return outside_memory(first, document.job_of_rows) if facts.stays_outside else first

    def _keep(self, document: Document, course: ExportCourse) -> None:
        """Write down in the project how its table was written, so that its job makes the same one elsewhere."""
        if course.written is None or document is not self._session.document or document.locked:
            return
        changed = document.job.with_output(**course.choices.manner).output
        if changed != document.job.output:
            step = ChangeSections(document, {"output": changed}, told("How the table is exported"))
            document.push(step, touches_search=False)

    def _remember(self, course: ExportCourse, _result: int) -> None:
        self._choices, self._own, self._wizard = course.choices, course.own, None

    def _forget(self, _document: object = None) -> None:
        self._choices, self._own = None, set()
        if self._wizard is not None:
            self._wizard.done(0)


def _ask_for_file(parent: QWidget, suggested: Path) -> Path | None:
    return ask_where_to_export(parent, suggested, [(each.filter, each.suffix) for each in FORMATS])
