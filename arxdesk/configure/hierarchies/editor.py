"""Manual changes of the hierarchy in focus: each is one step, and long ones are made away from the main thread."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, Signal

from arxdesk.configure.hierarchies.drops import Drop
from arxdesk.configure.hierarchies.work import edit, look
from arxdesk.core.commands import ChangeHierarchy
from arxdesk.core.document import Document
from arxdesk.tasks.activity import Activity
from arxdesk.tasks.jobs import Jobs
from arxdesk.ui.words import count, joined
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.foundation.errors import InvalidHierarchy
from arxdesk_engine.hierarchies.audit import Inspection, inspect
from arxdesk_engine.hierarchies.builder import HierarchyBuilder
from arxdesk_engine.hierarchies.editing import edits as editing
from arxdesk_engine.hierarchies.editing.edits import Edit
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.hierarchies.table import TableBuilder

INSPECTING = Activity("Inspecting a hierarchy")
EDITING = Activity("Changing a hierarchy")

LARGE = 8_000
"""Rows from which counting and changing take longer than a picture may wait."""
_NAMED = 3


@dataclass(frozen=True, slots=True)
class GroupSelection:
    """The selection: groups of one level by their labels, and the rows (empty in the tree)."""

    level: int
    labels: tuple[str, ...]
    rows: tuple[int, ...] = ()


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


class HierarchyEditor(QObject):
    """The hierarchy of the attribute in focus with its groups and findings, and the changes to it.

    `inspected` announces another `inspection`, which is None without a hierarchy or while it is being inspected.
    `revealed` names a group that a change created. `rule_left`: the hierarchy no longer follows its rule.
    """

    inspected = Signal()
    busy_changed = Signal(bool)
    refused = Signal(object)
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
        hierarchy, column = self.hierarchy, self._document.dataset[self._document.focus]
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
        settings, column = self._document.settings_of(name), self._document.dataset[name]
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

    def _label_for(self, picked: GroupSelection) -> str:
        """The initial label of a merged group: the labels of its parts, or their number."""
        first, last = picked.labels[0], picked.labels[-1]
        if len(picked.labels) <= _NAMED:
            return ", ".join(picked.labels)
        if self._document.dataset[self._document.focus].type.has_scale:
            return f"{first} to {last}"
        return f"{first} and {count(len(picked.labels) - 1)} more"

    # Changes

    def rename(self, level: int, label: str, new: str) -> None:
        """Give a group another label; where another group has it, merging the two is offered instead."""
        groups = None if self._inspection is None else self._inspection.groups
        if level > 0 and groups is not None and new in groups.labels[level] and new != label:
            merge = partial(self.move, GroupSelection(level, (label,)), level, new)
            found = f"Level {level} already has a group {new or 'of missing values'}."
            self.refused.emit(Refusal(found, "Choose another label.", merge, "Merge the two groups"))
            return
        text = f"Rename {label or 'the missing value'} to {new}"
        change = partial(editing.rename, level=level, label=label, new=new)
        self.perform(change, text, reveal=(level, new), recorded="Rename an entry")

    def move(self, picked: GroupSelection, into_level: int, into: str) -> None:
        """Move the selection into a group; into one of the same level it is merged."""
        what = _named(picked.labels)
        verb = f"Merge {what} into" if picked.level == into_level else f"Move {what} to"
        change = partial(editing.move, level=picked.level, labels=picked.labels, into_level=into_level, into=into)
        recorded = f"{verb.split(maxsplit=1)[0]} {_number(picked.labels)}"
        self.perform(change, f"{verb} {into}", reveal=(into_level, into), recorded=recorded)

    def merge(self, picked: GroupSelection) -> None:
        """Merge the selected groups into one with all labels; values become a group of the next level."""
        hierarchy = self.hierarchy
        if picked.level == 0 or hierarchy is None:
            self.group(picked)
            return
        label = editing.free_label(hierarchy, picked.level, self._label_for(picked))
        change = partial(editing.merge, level=picked.level, labels=picked.labels, label=label)
        recorded = f"Merge {_number(picked.labels)}"
        self.perform(change, f"Merge {_named(picked.labels)}", reveal=(picked.level, label), recorded=recorded)

    def group(self, picked: GroupSelection, under: tuple[int, str] | None = None) -> None:
        """Create a group from the selection, as a part of `under` if given."""
        hierarchy = self.hierarchy
        if hierarchy is None:
            return
        at = picked.level + 1 if under is None else under[0] - 1
        if at >= hierarchy.levels:
            found, remedy = "There is no coarser level.", "Insert one, and make the group there."
            add = partial(self.insert_level, hierarchy.levels)
            self.refused.emit(Refusal(found, remedy, add, "Insert a level"))
            return
        label = editing.free_label(hierarchy, at, self._label_for(picked))
        change = partial(editing.group, level=picked.level, labels=picked.labels, label=label, under=under)
        recorded = f"Group {_number(picked.labels)}"
        self.perform(change, f"Group {_named(picked.labels)}", reveal=(at, label), recorded=recorded)

    def drop(self, drop: Drop) -> None:
        """Carry out a drop."""
        picked = GroupSelection(drop.level, drop.labels)
        if drop.between:
            self.group(picked, (drop.into_level, drop.into))
        else:
            self.move(picked, drop.into_level, drop.into)

    def insert_level(self, level: int) -> None:
        """Insert a level in front of a level, or at the end."""
        change = partial(editing.insert_level, level=level)
        self.perform(change, f"Insert level {level}", level_of=lambda each: each + (each >= level))

    def remove_level(self, level: int) -> None:
        """Remove a level."""
        change = partial(editing.remove_level, level=level)
        self.perform(change, f"Remove level {level}", level_of=lambda each: each - (each >= level > 0))

    def add_root(self) -> None:
        """Add a level in which everything is one group."""
        self.perform(editing.add_root, "Add a level *")

    def add_value(self, value: str, row: int | None) -> None:
        """Insert a value with a branch of its own in front of a row, or at the end."""
        change = partial(editing.add_values, values=(value,), place=row)
        text = f"Insert {value or 'the missing value'}"
        self.perform(change, text, reveal=(0, value), recorded="Insert an entry")

    def add_missing(self, values: Sequence[str], into: tuple[int, str] | None = None, *, hide: bool = False) -> None:
        """Add values without an entry: as they are, into a group, or hidden at once."""
        text, recorded = f"Add {_named(values)}", f"Add {_number(values)}"
        if into is not None:
            self.perform(partial(_add_to, values, into), text, recorded=recorded)
        elif hide:
            self.perform(partial(editing.add_values_suppressed, values=values), text, recorded=recorded)
        else:
            order = {value: place for place, value in enumerate(self._document.dataset[self._document.focus].values)}
            self.perform(partial(_add_in_order, values, order), text, recorded=recorded)

    def remove(self, picked: GroupSelection) -> None:
        """Remove the entries of the selection."""
        recorded = f"Remove {_number(picked.labels)}"
        self.perform(partial(_remove_groups, picked), f"Remove {_named(picked.labels)}", recorded=recorded)

    def remove_unused(self) -> None:
        """Remove the entries of values that do not occur."""
        values = self._document.dataset[self._document.focus].values
        self.perform(partial(editing.keep_values, values=values), "Remove unused entries")

    def shift(self, picked: GroupSelection, step: int) -> None:
        """Move rows up or down by one."""
        if picked.rows:
            change = partial(editing.shift_rows, places=picked.rows, step=step)
            self.perform(change, "Move rows up" if step < 0 else "Move rows down")

    def sort(self) -> None:
        """Put rows into the order of their values, the groups kept together."""
        values = self._document.dataset[self._document.focus].values
        order = {value: place for place, value in enumerate(values)}
        self.perform(partial(editing.sort_rows, order=order), "Sort the hierarchy")

    # Results

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
            fits and self._document.dataset[name] is step.column and not self._document.locked
        ):  # else it was asked of something that is gone
            self._put(step, found)

    def _put(self, step: _Step, found: Inspection) -> None:
        rule = self.source
        low, high = step.limits
        highest = found.hierarchy.levels - 1
        limits = (min(low, highest), None if high is None or high >= highest else high)
        self._inspection = found
        text = f"{step.text} in {step.column.name}"
        source = TableBuilder.of(found.hierarchy)
        change = ChangeHierarchy(self._document, step.column.name, found.hierarchy, source, text, limits)
        change.recorded = f"{step.recorded} in {step.column.name}" if step.recorded else ""
        self._document.push(change)
        self.inspected.emit()
        self.performed.emit()
        if isinstance(rule, HierarchyBuilder) and not isinstance(rule, TableBuilder):
            self.rule_left.emit(rule.title)
        if step.reveal is not None:
            self.revealed.emit(*step.reveal)

    def _refuse(self, error: InvalidHierarchy) -> None:
        problem = error.problems[0]
        self.refused.emit(Refusal(f"{problem.found[:1].upper()}{problem.found[1:]}.", problem.remedy))

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


def _number(labels: Sequence[str]) -> str:
    return "an entry" if len(labels) == 1 else f"{count(len(labels))} entries"


def _named(labels: Sequence[str]) -> str:
    shown = [label or "the missing value" for label in labels]
    return joined(shown) if len(shown) <= _NAMED else f"{count(len(shown))} entries"


def _add_to(values: Sequence[str], into: tuple[int, str], hierarchy: Hierarchy) -> Hierarchy:
    return editing.add_values_to(hierarchy, values, *into)


def _add_in_order(values: Sequence[str], order: dict[str, int], hierarchy: Hierarchy) -> Hierarchy:
    """With a branch for each value; where the rows are in the order of their values they stay so."""
    longer = editing.add_values(hierarchy, values)
    places = [order[row[0]] for row in hierarchy.rows if row[0] in order]
    return editing.sort_rows(longer, order) if places == sorted(places) else longer


def _remove_groups(picked: GroupSelection, hierarchy: Hierarchy) -> Hierarchy:
    chosen = set(picked.labels)
    return editing.remove_values(hierarchy, {row[0] for row in hierarchy.rows if row[picked.level] in chosen})
