"""The tasks that run: at most one of each activity of an owner, the latest request wins; files are written in order."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal

from arxdesk.tasks.activity import Activity
from arxdesk.tasks.task import Task, Work
from arxdesk_engine.foundation.control import Progress, Stopped
from arxdesk_engine.foundation.errors import UserError
from arxdesk_engine.foundation.log import log_error

_log = logging.getLogger(__name__)
T = TypeVar("T")


_Lane = tuple[Activity, int | None]
"""An activity and the id of its owner; None for activities that all owners share in order."""


class Jobs(QObject):
    """Starts tasks and keeps them until their threads have ended."""

    started = Signal(Activity)
    ended = Signal(Activity)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.threads: int | None = None
        """The number of cores for a task that can use several; None: all."""
        self._current: dict[_Lane, Task] = {}
        self._lanes: dict[Task, _Lane] = {}
        self._waiting: deque[Task] = deque()
        self._closed = False
        self._retired = False

    def start(
        self,
        owner: QObject,
        activity: Activity,
        work: Work[T],
        done: Callable[[T], object],
        failed: Callable[[Exception], object],
        progressed: Callable[[Progress], object] | None = None,
    ) -> Task:
        """Run `work` on a thread; the callbacks are called in the main thread, once the task no longer runs.

        A task dies with its owner: once that is destroyed no callback is called, and the work is cancelled; only
        files are still written (`in_order`). A task of the same activity of the owner that still runs is abandoned:
        its result is dropped. Where the order counts, the new task waits for the others instead.
        """
        task = Task(work, self, threads=self.threads)
        if self._closed:
            return task
        task.succeeded.connect(done)
        task.failed.connect(failed)
        task.failed.connect(partial(_log_failure, activity))
        if progressed is not None:
            task.progressed.connect(progressed)
        task.ended.connect(self._forget)
        owner.destroyed.connect(task.mute if activity.in_order else task.abandon)
        lane = self._lanes[task] = (activity, None if activity.in_order else id(owner))
        if activity.in_order and lane in self._current:
            self._waiting.append(task)
        else:
            self._abandon(lane)
            self._begin(task)
        return task

    @property
    def running(self) -> tuple[Activity, ...]:
        """The activities of the tasks that run."""
        return tuple(activity for activity, _owner in self._current)

    def is_running(self, activity: Activity) -> bool:
        """Whether a task of this activity runs."""
        return activity in self.running

    def stop(self, activity: Activity) -> None:
        """Ask the tasks of this activity to end soon; their results still arrive."""
        for lane, task in self._current.items():
            if lane[0] == activity:
                task.stop()

    def abandon(self, activity: Activity) -> None:
        """Stop the tasks of this activity and forget them: no result of them arrives any more."""
        for lane in tuple(self._current):
            if lane[0] == activity:
                self._abandon(lane)

    def _abandon(self, lane: _Lane) -> None:
        task = self._current.pop(lane, None)
        if task is not None:
            task.abandon()

    def retire(self) -> None:
        """Abandon everything without waiting, for a closing dialog; running work is waited for at the end."""
        self._closed = True
        for lane in tuple(self._current):
            self._abandon(lane)
        if self._lanes:
            self._retired = True
            self.setParent(QCoreApplication.instance())

    def wait(self) -> None:
        """Abandon everything and block until no thread is left; for closing the window. Files are still written.

        Nothing begins any more: a timer of a view that goes as well may still ask for work.
        """
        self._closed = True
        for task, (activity, _owner) in tuple(self._lanes.items()):
            if not activity.in_order:
                task.abandon()
        for task in tuple(self._lanes):
            if task not in self._waiting:
                task.finish()
        while self._waiting:
            task = self._waiting.popleft()
            task.start()
            task.finish()
        self._current.clear()
        self._lanes.clear()

    def _begin(self, task: Task) -> None:
        lane = self._lanes[task]
        self._current[lane] = task
        task.start()
        _log.info("%s: begins", lane[0].text)
        self.started.emit(lane[0])

    def _forget(self) -> None:
        task = self.sender()
        if not isinstance(task, Task):
            return
        lane = self._lanes.pop(task, None)
        if lane is not None:
            _log.info("%s: thread ended", lane[0].text)
        task.deleteLater()
        if self._retired and not self._lanes:
            self.deleteLater()
        if lane is not None and self._current.get(lane) is task:
            del self._current[lane]
            following = next((each for each in self._waiting if self._lanes[each] == lane), None)
            if following is not None:
                self._waiting.remove(following)
                self._begin(following)
            self.ended.emit(lane[0])


def _log_failure(activity: Activity, error: Exception) -> None:
    if isinstance(error, UserError | Stopped):
        _log.info("%s: %s", activity.text, type(error).__name__)
    else:
        log_error(_log, activity.text, type(error), error.__traceback__)


def wait_for_retired() -> None:
    """Block until all retired jobs have ended; for closing the window."""
    application = QCoreApplication.instance()
    if application is not None:
        for jobs in application.findChildren(Jobs, options=Qt.FindChildOption.FindDirectChildrenOnly):
            jobs.wait()
