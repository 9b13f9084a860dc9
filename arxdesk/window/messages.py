"""Messages of the window: dialogs, failures, sentences in the status bar. The only way to show a failure."""

from __future__ import annotations

import logging
from functools import partial
from types import TracebackType

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QDialog, QStatusBar, QWidget

from arxdesk.core.session.session import Session
from arxdesk.core.writing_work import ExportResult
from arxdesk.help.window import show_help
from arxdesk.ui.dialogs.crash import CrashDialog, technical_text
from arxdesk.ui.dialogs.problem import ProblemDialog
from arxdesk_engine.foundation.errors import UserError
from arxdesk_engine.foundation.language import tr

_log = logging.getLogger(__name__)
SENTENCE_MILLISECONDS = 10_000


class Messages(QObject):
    """Shows one dialog after the other over the window while its event loop goes on.

    Every failure comes here (`tell_failure`): a problem that the user can solve is shown with its place and remedy,
    anything else as a defect of ArxDesk, without data values.
    """

    failed = Signal(Exception)
    """Every failure, after its dialog has opened."""

    def __init__(self, window: QWidget, status: QStatusBar, session: Session) -> None:
        super().__init__(window)
        self._window, self._status = window, status
        self.dialog: QDialog | None = None
        """The dialog that is open."""
        session.failed.connect(self.tell_failure)
        session.crashed.connect(self.tell_failure)
        session.exporting.exported.connect(self._tell_exported)
        session.recovery.failed.connect(self._tell_not_kept)

    def show(self, dialog: QDialog) -> None:
        """Open a dialog over the window."""
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.finished.connect(partial(self._forget, dialog))
        self.dialog = dialog
        dialog.open()

    def show_help(self, topic: str) -> None:
        """Open a page of the help."""
        show_help(topic)

    def say(self, sentence: str) -> None:
        """Show a sentence in the status bar for a while."""
        self._status.showMessage(sentence, SENTENCE_MILLISECONDS)

    def tell_failure(self, error: Exception) -> None:
        """Show a problem that the user can solve, or a defect."""
        _log.warning("Failure reported: %s", type(error).__name__)
        if isinstance(error, UserError):
            self.show(ProblemDialog(tr("This did not work"), error, self._window))
        else:
            self.tell_crash(type(error), error.__traceback__)
        self.failed.emit(error)

    def tell_crash(self, kind: type[BaseException], trace: TracebackType | None) -> None:
        """Show a defect, without data values."""
        self.show(CrashDialog(technical_text(kind, trace), self._window))

    def _tell_exported(self, written: ExportResult) -> None:
        self.say(tr("Written to {name}.", name=written.name))

    def _tell_not_kept(self, _error: Exception) -> None:
        self.say(tr("Unsaved changes could not be backed up. Save the project regularly."))

    def _forget(self, dialog: QDialog, _result: int) -> None:
        if dialog is self.dialog:
            self.dialog = None
