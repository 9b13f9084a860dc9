"""The line that says what goes on: set by whoever begins something, empty once nothing runs that is shown."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from arxdesk.tasks.jobs import Jobs
from arxdesk_engine.foundation.control import Progress


class ActivityLine(QObject):
    """One for all parts of a session."""

    changed = Signal(str)

    def __init__(self, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        jobs.ended.connect(self.settle)

    def say(self, text: str) -> None:
        """Something begins."""
        self.changed.emit(text)

    def follow(self, progress: Progress) -> None:
        """Say what a task does now."""
        self.changed.emit(progress.activity)

    def settle(self) -> None:
        """Something has ended; say nothing any more where it was the last that is shown."""
        if not any(activity.shown for activity in self._jobs.running):
            self.changed.emit("")
