"""Find and replace on a document: the dialog asks, a thread works it out, one step applies it."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from arxdesk.configure.table.replace_dialog import ReplaceDialog
from arxdesk.configure.table.replacing_work import Replaced, Replacement, replace
from arxdesk.core.commands import ChangeColumns
from arxdesk.core.document import Document
from arxdesk.tasks.activity import Activity
from arxdesk.tasks.jobs import Jobs
from arxdesk_engine.foundation.language import marked
from arxdesk_engine.foundation.messages import told_n

REPLACING = Activity(marked("Replacing a value"))


class Replacing(QObject):
    """One dialog at a time; it is applied only while its preview is up to date."""

    def __init__(self, document: Document, jobs: Jobs, parent: QObject) -> None:
        super().__init__(parent)
        self._document, self._jobs = document, jobs
        self._ready: Replaced | None = None
        self.dialog: ReplaceDialog | None = None
        document.attributes_changed.connect(self._begin_again)

    def ask(self, window: QWidget, attribute: str, find: str | None) -> None:
        """Open the dialog for an attribute and maybe one of its values."""
        if self._document.locked:
            return
        dialog = ReplaceDialog(self._document.dataset.names, attribute, find, window)
        dialog.preview_wanted.connect(self._work_out)
        dialog.accepted.connect(self._apply)
        dialog.finished.connect(self._forget)
        self.dialog, self._ready = dialog, None
        dialog.open()

    def _work_out(self) -> None:
        dialog = self.dialog
        if dialog is None:
            return
        wanted = Replacement(
            dialog.attributes,
            dialog.sought.text(),
            dialog.by.text(),
            dialog.whole.isChecked(),
            dialog.case.isChecked(),
        )
        document = self._document
        work = partial(replace, document.dataset, document.job, document.hierarchies, wanted)
        self._ready = None
        self._jobs.start(self, REPLACING, work, self._take, document.wishes.tell_failure)

    def _begin_again(self) -> None:
        """A column that was being read as another type may arrive while the dialog is open."""
        if self.dialog is not None and self.dialog.isVisible():
            self._jobs.abandon(REPLACING)
            self._ready = None
            self.dialog.wait_for_preview()

    def _take(self, replaced: Replaced) -> None:
        if self.dialog is not None:
            self._ready = replaced
            self.dialog.show_preview(replaced.values, replaced.number, replaced.cells, replaced.notes)

    def _apply(self) -> None:
        ready = self._ready
        if ready is not None and ready.columns:
            names = [column.name for column, _settings in ready.columns]
            columns = names[0] if len(names) == 1 else told_n(len(names), "{n} column", "{n} columns")
            text = told_n(
                ready.number, "Replace {n} value of {columns}", "Replace {n} values of {columns}", columns=columns
            )
            self._document.push(ChangeColumns(self._document, ready.columns, text))

    def _forget(self, _result: int) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
        self.dialog, self._ready = None, None
