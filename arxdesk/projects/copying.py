"""The configuration on the clipboard: as a job file, or as a script."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from arxdesk.core.session.session import Session
from arxdesk.projects.copying_work import job_text, python_text
from arxdesk.tasks.activity import Activity
from arxdesk.ui.words import count, counted
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.job import Job

COPYING = Activity("Copying the configuration", shown=True, outlasts_document=True)

MOST_CHARACTERS = 1_000_000
"""Longer texts stall clipboards, and whatever they are pasted into."""


class CopyFlow(QObject):
    """Copies what the configuration is now; `message` tells what was copied, or why nothing was."""

    message = Signal(str)

    def __init__(self, window: QWidget, session: Session) -> None:
        super().__init__(window)
        self._session = session

    def copy_job(self) -> None:
        """Copy the job file."""
        self._copy(job_text, "the job file", "arxdesk run anonymizes as this window does")

    def copy_python(self) -> None:
        """Copy the script."""
        self._copy(python_text, "the Python script", "it anonymizes with the library as this window does")

    def _copy(self, work: Callable[[Job, Control], str], what: str, use: str) -> None:
        document, session = self._session.document, self._session
        if document is not None:
            arrived = partial(self._take, what, use)
            session.jobs.start(self, COPYING, partial(work, document.job_of_rows), arrived, session.fail)

    def _take(self, what: str, use: str, text: str) -> None:
        if len(text) > MOST_CHARACTERS:
            self.message.emit(
                f"Not copied: {what} has {count(len(text))} characters, more than {count(MOST_CHARACTERS)}. "
                "Save the project instead."
            )
            return
        QGuiApplication.clipboard().setText(text)
        self.message.emit(f"Copied {what}, {counted(text.count(chr(10)), 'line', 'lines')}; {use}.")
