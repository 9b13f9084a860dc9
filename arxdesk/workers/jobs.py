"""Which tasks run: at most one of each kind, the latest request wins; all are gone when the window closes."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from PySide6.QtCore import QObject, Signal

from arxdesk.workers.task import Task, Work


class Kind(StrEnum):
    """What a task is for. Tasks of different kinds may run at the same time."""

    WARMING = "warming"
    LOADING = "loading"
    SEARCH = "search"
    APPLYING = "applying"
    WRITING = "writing"


class Jobs(QObject):
    """Starts tasks and keeps them until their threads have ended."""

    started = Signal(str)
    ended = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._current: dict[Kind, Task] = {}
        self._tasks: set[Task] = set()

    def start(
        self,
        kind: Kind,
        work: Work,
        succeeded: Callable[[object], None],
        failed: Callable[[object], None],
        progressed: Callable[[object], None] | None = None,
    ) -> Task:
        """Run `work` on a thread; callbacks are bound methods of objects that live in the main thread.

        A task of the same kind that still runs is abandoned: no result of it arrives any more.
        """
        previous = self._current.get(kind)
        if previous is not None:
            previous.abandon()
        task = Task(work, self)
        task.succeeded.connect(succeeded)
        task.failed.connect(failed)
        if progressed is not None:
            task.progressed.connect(progressed)
        task.setObjectName(kind)
        task.ended.connect(self._forget)
        self._current[kind] = task
        self._tasks.add(task)
        task.start()
        self.started.emit(kind)
        return task

    def is_running(self, kind: Kind) -> bool:
        """Whether a task of this kind runs."""
        return kind in self._current

    def stop(self, kind: Kind) -> None:
        """Ask the task of this kind to end soon; its result still arrives."""
        if kind in self._current:
            self._current[kind].stop()

    def wait(self) -> None:
        """Abandon everything and block until no thread is left; for closing the window."""
        for task in tuple(self._tasks):
            task.wait()
        self._current.clear()
        self._tasks.clear()

    def _forget(self) -> None:
        task = self.sender()
        if not isinstance(task, Task):
            return
        kind = Kind(task.objectName())
        self._tasks.discard(task)
        if self._current.get(kind) is task:
            del self._current[kind]
            self.ended.emit(kind)
        task.deleteLater()
