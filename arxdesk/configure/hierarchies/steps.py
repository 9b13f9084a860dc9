"""Steps of the hierarchy in focus: each is a change and an inspection, and long ones go away from the main thread."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, Signal

from arxdesk.configure.hierarchies.work import edit, look
from arxdesk.core.commands import ChangeHierarchy
from arxdesk.core.document import Document
from arxdesk.tasks.activity import Activity
from arxdesk.tasks.jobs import Jobs
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.foundation.errors import InvalidHierarchy
from arxdesk_engine.foundation.language import marked
from arxdesk_engine.foundation.messages import told
from arxdesk_engine.hierarchies.audit import Inspection, inspect
from arxdesk_engine.hierarchies.builder import HierarchyBuilder
from arxdesk_engine.hierarchies.editing.edits import Edit
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.hierarchies.table import TableBuilder

INSPECTING = Activity(marked("Inspecting a hierarchy"))
EDITING = Activity(marked("Changing a hierarchy"))

LARGE = 8_000
"""Rows from which counting and changing take longer than a picture may wait."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a change was not made, with an alternative, if any."""

    found: str
    remedy: str
    instead: Callable[[], None] | None = None
    words: str = ""


@dataclass(frozen=True, slots=True)
class _Step:
    text: str
    recorded: str
    hierarchy: Hierarchy
    column: Column
    limits: tuple[int, int | None]
    reveal: tuple[int, str] | None


class HierarchySteps(QObject):
    """The hierarchy of the attribute in focus with its groups and findings, and the one change that is under way.

    `inspected` announces another `inspection`, which is None without a hierarchy or while it is being inspected.
    `revealed` names a group that a change created. `rule_left`: the hierarchy no longer follows its rule.
    """

    inspected = Signal()
    busy_changed = Signal(bool)
    refused = Signal(Refusal)
    performed = Signal()
    rule_left = Signal(str)
    revealed = Signal(int, str)

    def __init__(self, document: Document, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._jobs = jobs
        self._inspection: Inspection | None = None
        self._wanted: tuple[Hierarchy, Column] | None = None
        self._busy = False

    @property
    def inspection(self) -> Inspection | None:
        """The hierarchy in focus with its groups and findings."""
        return self._inspection

    @property
    def hierarchy(self) -> Hierarchy | None:
        """The hierarchy in focus."""
        return self._document.hierarchies.get(self._document.focus)

    @property
    def source(self) -> str | HierarchyBuilder | None:
        """The source of the hierarchy."""
        return self._document.settings_of(self._document.focus).hierarchy

    @property
    def busy(self) -> bool:
        """Whether a change or an inspection is under way."""
        return self._busy

    def refresh(self) -> None:
        """Inspect the hierarchy in focus, unless that was done."""
        hierarchy, column = self.hierarchy, self._document.hierarchy_column(self._document.focus)
        known = self._inspection
        if hierarchy is None:
            self._wanted = None
            self._show(None)
        elif known is None or known.hierarchy is not hierarchy or known.column is not column:
            if len(hierarchy.rows) < LARGE and len(column.values) < LARGE:
                self._wanted = None
                self._show(inspect(hierarchy, column))
            elif self._wanted != (hierarchy, column):
                self._wanted = (hierarchy, column)
                self._show(None)
                self._set_busy(True)
                work = partial(look, hierarchy, column)
                self._jobs.start(self, INSPECTING, work, self._take_inspection, self._fail)
        else:
            self._wanted = None

    def perform(
        self,
        change: Edit,
        text: str,
        *,
        level_of: Callable[[int], int] = int,
        reveal: tuple[int, str] | None = None,
        recorded: str = "",
    ) -> None:
        """Make a change as one step; `level_of` maps old levels to new ones. A refusal is emitted by `refused`.

        `recorded` is `text` without values of the table, if it has some.
        """
        hierarchy, name = self.hierarchy, self._document.focus
        if hierarchy is None or self._document.locked or self._jobs.is_running(EDITING):
            return
        settings, column = self._document.settings_of(name), self._document.hierarchy_column(name)
        high = None if settings.maximum_level is None else level_of(settings.maximum_level)
        step = _Step(text, recorded, hierarchy, column, (level_of(settings.minimum_level), high), reveal)
        if len(hierarchy.rows) >= LARGE:
            self._set_busy(True)
            work = partial(edit, hierarchy, change, column)
            self._jobs.start(self, EDITING, work, partial(self._take_step, step), self._fail)
            return
        try:
            after = change(hierarchy)
        except InvalidHierarchy as error:
            self._refuse(error)
            return
        self._put(step, inspect(after, column))

    def refuse(self, refusal: Refusal) -> None:
        """Tell why a change is not made."""
        self.refused.emit(refusal)

    def _take_inspection(self, found: Inspection) -> None:
        self._set_busy(False)
        if self._wanted is not None and (found.hierarchy, found.column) == self._wanted:
            self._wanted = None
            self._show(found)

    def _take_step(self, step: _Step, found: Inspection) -> None:
        self._set_busy(False)
        name = step.column.name
        fits = self._document.hierarchies.get(name) is step.hierarchy and self._document.focus == name
        if (
            fits and self._document.hierarchy_column(name) is step.column and not self._document.locked
        ):  # else it was asked of something that is gone
            self._put(step, found)

    def _put(self, step: _Step, found: Inspection) -> None:
        rule = self.source
        low, high = step.limits
        highest = found.hierarchy.levels - 1
        limits = (min(low, highest), None if high is None or high >= highest else high)
        self._inspection = found
        text = told("{step} in {column}", step=step.text, column=step.column.name)
        source = TableBuilder.of(found.hierarchy)
        change = ChangeHierarchy(self._document, step.column.name, found.hierarchy, source, text, limits)
        change.recorded = (
            told("{step} in {column}", step=step.recorded, column=step.column.name) if step.recorded else ""
        )
        self._document.push(change)
        self.inspected.emit()
        self.performed.emit()
        if isinstance(rule, HierarchyBuilder) and not isinstance(rule, TableBuilder):
            self.rule_left.emit(rule.title)
        if step.reveal is not None:
            self.revealed.emit(*step.reveal)

    def _refuse(self, error: InvalidHierarchy) -> None:
        problem = error.problems[0]
        self.refuse(Refusal(f"{problem.found[:1].upper()}{problem.found[1:]}.", problem.remedy))

    def _fail(self, error: object) -> None:
        self._set_busy(False)
        if isinstance(error, InvalidHierarchy):
            self._refuse(error)
        elif isinstance(error, Exception):
            raise error

    def _show(self, inspection: Inspection | None) -> None:
        if inspection is not self._inspection:
            self._inspection = inspection
            self.inspected.emit()

    def _set_busy(self, busy: bool) -> None:
        if busy != self._busy:
            self._busy = busy
            self.busy_changed.emit(busy)
