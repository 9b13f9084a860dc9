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
from arxdesk.ui.words import count
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.job.job import Job

COPYING = Activity(marked("Copying the configuration"), shown=True, outlasts_document=True)

MOST_CHARACTERS = 1_000_000
"""Longer texts stall clipboards, and whatever they are pasted into."""
Told = Callable[[int], str]
"""A sentence by a number of lines or characters."""


class CopyFlow(QObject):
    """Copies what the configuration is now; `message` tells what was copied, or why nothing was."""

    message = Signal(str)

    def __init__(self, window: QWidget, session: Session) -> None:
        super().__init__(window)
        self._session = session

    def copy_job(self) -> None:
        """Copy the job file."""
        self._copy(job_text, _job_copied, _job_too_long)

    def copy_python(self) -> None:
        """Copy the script."""
        self._copy(python_text, _script_copied, _script_too_long)

    def _copy(self, work: Callable[[Job, Control], str], told: Told, too_long: Told) -> None:
        document, session = self._session.document, self._session
        if document is not None:
            arrived = partial(self._take, told, too_long)
            session.jobs.start(self, COPYING, partial(work, document.job_of_rows), arrived, session.fail)

    def _take(self, told: Told, too_long: Told, text: str) -> None:
        if len(text) > MOST_CHARACTERS:
            self.message.emit(too_long(len(text)))
            return
        QGuiApplication.clipboard().setText(text)
        self.message.emit(told(text.count("\n")))


def _job_copied(lines: int) -> str:
    return tr_n(
        lines,
        "Copied the job file, {n} line; arxdesk run anonymizes as this window does.",
        "Copied the job file, {n} lines; arxdesk run anonymizes as this window does.",
    )


def _script_copied(lines: int) -> str:
    return tr_n(
        lines,
        "Copied the Python script, {n} line; it anonymizes with the library as this window does.",
        "Copied the Python script, {n} lines; it anonymizes with the library as this window does.",
    )


def _job_too_long(characters: int) -> str:
    return tr(
        "Not copied: the job file has {number} characters, more than {most}. Save the project instead.",
        number=count(characters),
        most=count(MOST_CHARACTERS),
    )


def _script_too_long(characters: int) -> str:
    return tr(
        "Not copied: the Python script has {number} characters, more than {most}. Save the project instead.",
        number=count(characters),
        most=count(MOST_CHARACTERS),
    )
