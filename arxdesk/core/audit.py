"""The audit trail of the open project, recorded as it changes."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack
from shiboken6 import isValid

from arxdesk.core.audit_words import differences
from arxdesk.core.values.steps import Step
from arxdesk_engine.job.job import Job
from arxdesk_engine.projects.trail import Action, Trail

_HANDED_OUT = ("exported", "reported", "forgotten")
_FILED = ("saved", "opened", "imported")


@dataclass(slots=True)
class _Open:
    """The last step, which a later one may still merge into: a slider that is drawn along."""

    step: QUndoCommand
    action: Action
    text: str
    values: str
    moment: dt.datetime
    before: Job
    after: Job


class AuditRecorder(QObject):
    """Follows the undo stack by itself; everything else is told to it (`record`).

    No text has values of the table; what does stands beside it, and reports leave it out unless they are asked for.
    """

    changed = Signal()

    def __init__(self, trail: Trail, stack: QUndoStack, job: Callable[[], Job], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._trail, self._stack, self._job = trail, stack, job
        self._open: _Open | None = None
        self._pushes = False
        self._index = stack.index()
        stack.indexChanged.connect(self._follow)

    @property
    def trail(self) -> Trail:
        """Everything so far. The last entry may still become another one while a slider is drawn along."""
        return self._trail if self._open is None else _with(self._trail, self._open)

    def read(self) -> Trail:
        """The same, for frequent reading."""
        return self.trail

    def seal(self) -> Trail:
        """Everything so far, final: it is about to be written."""
        if self._open is not None:
            self._trail, self._open = _with(self._trail, self._open), None
        return self._trail

    @property
    def has_unsaved_exports(self) -> bool:
        """Whether something was handed out, or a release forgotten, since the trail was read from a file or written."""
        for entry in reversed(self._trail.entries):
            if entry.action in _HANDED_OUT:
                return True
            if entry.action in _FILED:
                return False
        return False

    def record(self, action: Action, text: str, values: str = "") -> None:
        """Record an event that is not a step of the configuration."""
        self._trail = self.seal().with_entry(action, text, values)
        self.changed.emit()

    def take_written(self, sealed: Trail, written: Trail) -> None:
        """A file has the trail as it was when it was `sealed`, and what was `written` behind it. What was recorded
        since follows that, so that every file has the beginning of the trail of every later one."""
        now = self._trail
        since = now.dropped + len(now.entries) - sealed.dropped - len(sealed.entries)
        for each in now.entries[len(now.entries) - since :]:
            written = written.with_entry(each.action, each.words, each.values, each.moment)
        self._trail = written
        self.changed.emit()

    def push(self, step: QUndoCommand) -> None:
        """Do a step of the configuration."""
        before = self._job()
        action, recorded = (step.action, step.recorded) if isinstance(step, Step) else (Step.action, "")
        text = step.said if isinstance(step, Step) else step.text()
        self._pushes = True
        try:
            self._stack.push(step)
        finally:
            self._pushes = False
        self._index = self._stack.index()
        if not self._index:  # it has made itself obsolete
            return
        top = self._stack.command(self._index - 1)
        opened = self._open
        if opened is not None and opened.step is top and top is not step:
            opened.moment, opened.after = _now(), self._job()
        else:
            self.seal()
            values = text if recorded else ""
            self._open = _Open(top, action, recorded or text, values, _now(), before, self._job())
        self.changed.emit()

    def _follow(self, index: int) -> None:
        if self._pushes or not isValid(self._stack):  # one that goes empties itself
            return
        before, self._index = self._index, index
        for place in range(before - 1, index - 1, -1):
            self._record_again("undone", place)
        for place in range(before, index):
            self._record_again("redone", place)

    def _record_again(self, action: Action, place: int) -> None:
        if place >= self._stack.count():  # it had no effect and was removed
            return
        step = self._stack.command(place)
        recorded, said = (step.recorded, step.said) if isinstance(step, Step) else ("", step.text())
        self.record(action, recorded or said, said if recorded else "")


def _now() -> dt.datetime:
    return dt.datetime.now(dt.UTC)


def _with(trail: Trail, step: _Open) -> Trail:
    lines = [step.values] if step.values else []
    values = "\n".join([*lines, *differences(step.before, step.after)])
    return trail.with_entry(step.action, step.text, values, step.moment)
