"""The file that the list is being written to, and what is told of it."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from arxdesk.explore.alternatives.exploration import Exploration
from arxdesk.explore.list import words as list_words
from arxdesk.explore.list.work import write_list
from arxdesk.tasks.activity import WRITING
from arxdesk.tasks.task import Task
from arxdesk.ui.words import percent_fixed
from arxdesk_engine.exploration.listing import WrittenList
from arxdesk_engine.exploration.sifting import Sifted
from arxdesk_engine.foundation.control import Progress, Stopped
from arxdesk_engine.foundation.language import tr


class ListWriting(QObject):
    """Writes one file at a time; `told` carries how far it is and how it ended."""

    told = Signal(str)

    def __init__(self, exploration: Exploration, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._exploration = exploration
        self._task: Task | None = None

    @property
    def goes_on(self) -> bool:
        """Whether a file is being written."""
        return self._task is not None

    def write(self, sifted: Sifted, path: Path) -> None:
        """Write what is listed, in its order."""
        document = self._exploration.document
        work = partial(write_list, document.job, sifted.alternatives, sifted.order, path)
        self._task = self._exploration.jobs.start(
            self, WRITING, work, self._take_written, self._fail, self._tell_progress
        )
        self.told.emit(tr("Writing {name}", name=path.name))

    def stop(self) -> None:
        """Stop; no file is left."""
        if self._task is not None:
            self._task.stop()

    def _tell_progress(self, progress: Progress) -> None:
        if progress.fraction is not None:
            self.told.emit(f"{progress.activity}, {percent_fixed(progress.fraction, 0)}")

    def _take_written(self, found: WrittenList) -> None:
        self._task = None
        self.told.emit(list_words.written(found.transformations, found.path.name))

    def _fail(self, error: Exception) -> None:
        self._task = None
        stopped = isinstance(error, Stopped)
        self.told.emit(tr("Stopped: nothing was written") if stopped else "")
        if not stopped:
            self._exploration.document.wishes.tell_failure(error)
