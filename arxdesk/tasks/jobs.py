"""Which tasks run: at most one of each kind, the latest request wins; what writes files is done in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from enum import StrEnum

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal

from arxdesk.tasks.task import Task, Work


class Kind(StrEnum):
    """What a task is for. Tasks of different kinds may run at the same time."""

    WARMING = "warming"
    LOADING = "loading"
    SEARCH = "search"
    RELIEVING = "relieving"
    """What would help where nothing satisfies."""
    RESTORING = "restoring"
    """What a project says that a search has found, looked at again."""
    APPLYING = "applying"
    WRITING = "writing"
    SAVING = "saving"
    REPORTING = "reporting"
    """An evidence report."""
    COPYING = "copying"
    """The configuration as a text."""
    KEEPING = "keeping"
    VIEWING = "viewing"
    """Which records the table shows, in which order."""
    FINDING = "finding"
    COMPLETING = "completing"
    SELECTING = "selecting"
    """The records of a research subset."""
    TRYING = "trying"
    """What an expression or a replacement that is being written would do."""
    REPLACING = "replacing"
    LOOKING = "looking"
    """What a file or a database holds that could be imported."""
    PREVIEW = "preview"
    """The first records of a table, or of a column as another type."""
    READING = "reading"
    """The whole table."""
    JUDGING = "judging"
    """How a column of the whole table fits a type."""
    PROBLEMS = "problems"
    """The records of the table with cells that do not fit."""
    GUESSING = "guessing"
    """What the column in focus could be read as."""
    RETYPING = "retyping"
    """Columns of the document as another type."""
    BREAKING = "breaking"
    """How many records break each privacy model."""
    PROPOSING = "proposing"
    """The roles that the columns of the document could have."""
    INSPECTING = "inspecting"
    """The groups of a long hierarchy, and what is right or wrong about it."""
    EDITING = "editing"
    """A change of a long hierarchy."""
    BUILDING = "building"
    """Hierarchies that are proposed."""
    EXAMINING = "examining"
    """A file that may hold a hierarchy."""
    PREPARING = "preparing"
    """The roles that are proposed for a table that is being imported."""
    IMPORTING = "importing"
    """The project that an import makes."""
    SURVEYING = "surveying"
    """Which kinds of hierarchies suit an attribute."""
    SIFTING = "sifting"
    """Which transformations pass the filters, in which order."""
    CLASSIFYING = "classifying"
    """Everything about all transformations of a lattice."""
    CHECKING = "checking"
    """Single transformations that somebody wants to see."""
    PLOTTING = "plotting"
    """Score against risk."""
    ESTIMATING = "estimating"
    """How many people are unique in the population, for the best transformations."""
    COMPARING = "comparing"
    """Two transformations beside each other."""
    TRACING = "tracing"
    """The best of each threshold of a series."""
    LABELLING = "labelling"
    """What a specification makes of the values of an attribute."""
    ANALYZING = "analyzing"
    """What Quality and Risk show, where it takes moments."""
    ANALYZING_LONG = "analyzing-long"
    """What Quality and Risk show, where it may take minutes."""
    ANALYZING_BY_HAND = "analyzing-by-hand"
    """What somebody has started there, and what goes on while nobody looks."""


IN_ORDER = frozenset({Kind.WRITING, Kind.SAVING, Kind.KEEPING})
"""Kinds that nobody may overtake or drop: the last to write a file must be the last that was asked to."""


class Jobs(QObject):
    """Starts tasks and keeps them until their threads have ended."""

    started = Signal(str)
    ended = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.threads: int | None = None
        """How many cores a task may use that can use several; None: all."""
        self._current: dict[Kind, Task] = {}
        self._tasks: set[Task] = set()
        self._waiting: deque[Task] = deque()
        self._closed = False
        self._retired = False

    def start(
        self,
        kind: Kind,
        work: Work,
        succeeded: Callable[[object], None],
        failed: Callable[[object], None],
        progressed: Callable[[object], None] | None = None,
    ) -> Task:
        """Run `work` on a thread; the callbacks are called in the main thread, once the task no longer runs.

        A task of the same kind that still runs is abandoned: no result of it arrives any more. Only where the order
        counts (`IN_ORDER`) the new task waits for it instead.
        """
        task = Task(work, self, threads=self.threads)
        if self._closed:
            return task
        task.succeeded.connect(succeeded)
        task.failed.connect(failed)
        if progressed is not None:
            task.progressed.connect(progressed)
        task.setObjectName(kind)
        task.ended.connect(self._forget)
        self._tasks.add(task)
        if kind in IN_ORDER and kind in self._current:
            self._waiting.append(task)
        else:
            self.abandon(kind)
            self._begin(task)
        return task

    def is_running(self, kind: Kind) -> bool:
        """Whether a task of this kind runs."""
        return kind in self._current

    def stop(self, kind: Kind) -> None:
        """Ask the task of this kind to end soon; its result still arrives."""
        if kind in self._current:
            self._current[kind].stop()

    def abandon(self, kind: Kind) -> None:
        """Stop the task of this kind and forget it: no result of it arrives any more."""
        task = self._current.pop(kind, None)
        if task is not None:
            task.abandon()

    def retire(self) -> None:
        """Abandon everything without waiting, for a dialog that goes; what still runs is waited for at the end."""
        self._closed = True
        for kind in tuple(self._current):
            self.abandon(kind)
        if self._tasks:
            self._retired = True
            self.setParent(QCoreApplication.instance())

    def wait(self) -> None:
        """Abandon everything and block until no thread is left; for closing the window. Files are still written.

        Nothing begins any more: a timer of a view that goes as well may still ask for work.
        """
        self._closed = True
        for task in tuple(self._tasks):
            if task.objectName() not in IN_ORDER:
                task.abandon()
        for task in tuple(self._tasks - set(self._waiting)):
            task.finish()
        while self._waiting:
            task = self._waiting.popleft()
            task.start()
            task.finish()
        self._current.clear()
        self._tasks.clear()

    def _begin(self, task: Task) -> None:
        kind = Kind(task.objectName())
        self._current[kind] = task
        task.start()
        self.started.emit(kind)

    def _forget(self) -> None:
        task = self.sender()
        if not isinstance(task, Task):
            return
        kind = Kind(task.objectName())
        self._tasks.discard(task)
        if self._current.get(kind) is task:
            del self._current[kind]
            following = next((each for each in self._waiting if each.objectName() == kind), None)
            if following is not None:
                self._waiting.remove(following)
                self._begin(following)
            self.ended.emit(kind)
        task.deleteLater()
        if self._retired and not self._tasks:
            self.deleteLater()


def wait_for_retired() -> None:
    """Block until what was retired has ended; for closing the window."""
    application = QCoreApplication.instance()
    if application is not None:
        for jobs in application.findChildren(Jobs, options=Qt.FindChildOption.FindDirectChildrenOnly):
            jobs.wait()
