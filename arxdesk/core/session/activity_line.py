"""The line that names the current activity; empty once nothing runs that should be shown."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from arxdesk.tasks.jobs import Jobs
from arxdesk_engine.foundation.control import Progress


class ActivityLine(QObject):
    """Shared by all parts of a session."""

    changed = Signal(str)

    def __init__(self, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        jobs.ended.connect(self.settle)

    def say(self, text: str) -> None:
        """Show that an activity begins."""
        self.changed.emit(text)

    def follow(self, progress: Progress) -> None:
        """Show the progress of a task."""
        self.changed.emit(progress.activity)

    def settle(self) -> None:
        """Clear the line if no shown activity is left."""
        if not any(activity.shown for activity in self._jobs.running):
            self.changed.emit("")
