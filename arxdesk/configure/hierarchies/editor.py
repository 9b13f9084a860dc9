"""Manual changes of the hierarchy in focus, each with its words in the list of undoable steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject

from arxdesk.configure.hierarchies.drops import Drop
from arxdesk.configure.hierarchies.steps import HierarchySteps, Refusal
from arxdesk.core.document import Document
from arxdesk.ui.words import joined
from arxdesk_engine.foundation.language import tr, tr_n
from arxdesk_engine.foundation.messages import told
from arxdesk_engine.hierarchies.editing import edits as editing
from arxdesk_engine.hierarchies.hierarchy import Hierarchy

_NAMED = 3


@dataclass(frozen=True, slots=True)
class GroupSelection:
    """The selection: groups of one level by their labels, and the rows (empty in the tree)."""

    level: int
    labels: tuple[str, ...]
    rows: tuple[int, ...] = ()


class HierarchyEditor(QObject):
    """The changes that a user can make to the hierarchy in focus; what is refused is refused by its steps."""

    def __init__(self, document: Document, steps: HierarchySteps, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document, self._steps = document, steps

    def rename(self, level: int, label: str, new: str) -> None:
        """Give a group another label; where another group has it, merging the two is offered instead."""
        groups = None if self._steps.inspection is None else self._steps.inspection.groups
        if level > 0 and groups is not None and new in groups.labels[level] and new != label:
            merge = partial(self.move, GroupSelection(level, (label,)), level, new)
            found = tr(
                "Level {level} already has a group {label}."
                if new
                else "Level {level} already has a group of missing values.",
                level=level,
                label=new,
            )
            self._steps.refuse(Refusal(found, tr("Choose another label."), merge, tr("Merge the two groups")))
            return
        text = tr("Rename {label} to {new}", label=_shown(label), new=new)
        change = partial(editing.rename, level=level, label=label, new=new)
        self._steps.perform(change, text, reveal=(level, new), recorded=told("Rename an entry"))

    def move(self, picked: GroupSelection, into_level: int, into: str) -> None:
        """Move the selection into a group; into one of the same level it is merged."""
        is_merged, number = picked.level == into_level, len(picked.labels)
        text = tr(
            "Merge {labels} into {group}" if is_merged else "Move {labels} to {group}",
            labels=_named(picked.labels),
            group=into,
        )
        change = partial(editing.move, level=picked.level, labels=picked.labels, into_level=into_level, into=into)
        recorded = _merge_number(number) if is_merged else tr_n(number, "Move an entry", "Move {n} entries")
        self._steps.perform(change, text, reveal=(into_level, into), recorded=recorded)

    def merge(self, picked: GroupSelection) -> None:
        """Merge the selected groups into one with all labels; values become a group of the next level."""
        hierarchy = self._steps.hierarchy
        if picked.level == 0 or hierarchy is None:
            self.group(picked)
            return
        label = editing.free_label(hierarchy, picked.level, self._label_for(picked))
        change = partial(editing.merge, level=picked.level, labels=picked.labels, label=label)
        recorded = _merge_number(len(picked.labels))
        self._steps.perform(
            change,
            told("Merge {labels}", labels=_named(picked.labels)),
            reveal=(picked.level, label),
            recorded=recorded,
        )

    def group(self, picked: GroupSelection, under: tuple[int, str] | None = None) -> None:
        """Create a group from the selection, as a part of `under` if given."""
        hierarchy = self._steps.hierarchy
        if hierarchy is None:
            return
        at = picked.level + 1 if under is None else under[0] - 1
        if at >= hierarchy.levels:
            found, remedy = tr("There is no coarser level."), tr("Insert one, and make the group there.")
            add = partial(self.insert_level, hierarchy.levels)
            self._steps.refuse(Refusal(found, remedy, add, tr("Insert a level")))
            return
        label = editing.free_label(hierarchy, at, self._label_for(picked))
        change = partial(editing.group, level=picked.level, labels=picked.labels, label=label, under=under)
        recorded = tr_n(len(picked.labels), "Group an entry", "Group {n} entries")
        self._steps.perform(
            change, told("Group {labels}", labels=_named(picked.labels)), reveal=(at, label), recorded=recorded
        )

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
        self._steps.perform(
            change, tr("Insert level {level}", level=level), level_of=lambda each: each + (each >= level)
        )

    def remove_level(self, level: int) -> None:
        """Remove a level."""
        change = partial(editing.remove_level, level=level)
        self._steps.perform(
            change, tr("Remove level {level}", level=level), level_of=lambda each: each - (each >= level > 0)
        )

    def add_root(self) -> None:
        """Add a level in which everything is one group."""
        self._steps.perform(editing.add_root, told("Add a level *"))

    def add_value(self, value: str, row: int | None) -> None:
        """Insert a value with a branch of its own in front of a row, or at the end."""
        change = partial(editing.add_values, values=(value,), place=row)
        text = tr("Insert {label}", label=_shown(value))
        self._steps.perform(change, text, reveal=(0, value), recorded=told("Insert an entry"))

    def add_missing(self, values: Sequence[str], into: tuple[int, str] | None = None, *, hide: bool = False) -> None:
        """Add values without an entry: as they are, into a group, or hidden at once."""
        text = tr("Add {labels}", labels=_named(values))
        recorded = tr_n(len(values), "Add an entry", "Add {n} entries")
        if into is not None:
            self._steps.perform(partial(_add_to, values, into), text, recorded=recorded)
        elif hide:
            self._steps.perform(partial(editing.add_values_suppressed, values=values), text, recorded=recorded)
        else:
            order = {
                value: place for place, value in enumerate(self._document.hierarchy_column(self._document.focus).values)
            }
            self._steps.perform(partial(_add_in_order, values, order), text, recorded=recorded)

    def remove(self, picked: GroupSelection) -> None:
        """Remove the entries of the selection."""
        recorded = tr_n(len(picked.labels), "Remove an entry", "Remove {n} entries")
        self._steps.perform(
            partial(_remove_groups, picked), told("Remove {labels}", labels=_named(picked.labels)), recorded=recorded
        )

    def remove_unused(self) -> None:
        """Remove the entries of values that do not occur."""
        values = self._document.hierarchy_column(self._document.focus).values
        self._steps.perform(partial(editing.keep_values, values=values), told("Remove unused entries"))

    def shift(self, picked: GroupSelection, step: int) -> None:
        """Move rows up or down by one."""
        if picked.rows:
            change = partial(editing.shift_rows, places=picked.rows, step=step)
            self._steps.perform(change, told("Move rows up") if step < 0 else told("Move rows down"))

    def sort(self) -> None:
        """Put rows into the order of their values, the groups kept together."""
        values = self._document.hierarchy_column(self._document.focus).values
        order = {value: place for place, value in enumerate(values)}
        self._steps.perform(partial(editing.sort_rows, order=order), told("Sort the hierarchy"))

    def _label_for(self, picked: GroupSelection) -> str:
        """The initial label of a merged group: the labels of its parts, or their number."""
        first, last = picked.labels[0], picked.labels[-1]
        if len(picked.labels) <= _NAMED:
            return ", ".join(picked.labels)
        if self._document.hierarchy_column(self._document.focus).type.has_scale:
            return tr("{first} to {last}", first=first, last=last)
        return tr_n(len(picked.labels) - 1, "{first} and {n} more", "{first} and {n} more", first=first)


def _merge_number(labels: int) -> str:
    return tr_n(labels, "Merge an entry", "Merge {n} entries")


def _shown(label: str) -> str:
    return label or tr("the missing value")


def _named(labels: Sequence[str]) -> str:
    if len(labels) <= _NAMED:
        return joined([_shown(label) for label in labels])
    return tr_n(len(labels), "{n} entry", "{n} entries")


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
