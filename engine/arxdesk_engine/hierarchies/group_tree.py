"""The groups of a hierarchy as a tree: which group of a level lies at which place in the group above it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from arxdesk_engine.hierarchies.groups import Groups, Numbers


@dataclass(frozen=True, slots=True)
class _Members:
    """The groups of a level in the order of their parents: those of parent p are order[start[p]:start[p + 1]]."""

    order: Numbers
    start: Numbers
    place: Numbers


class GroupTree:
    """Finds members and parents of groups; a group is its level and its number there. Levels are sorted on demand.

    None stands for the parent of the last level's groups.
    """

    def __init__(self, groups: Groups) -> None:
        self.groups = groups
        self._members: dict[int, _Members] = {}

    def number(self, above: tuple[int, int] | None) -> int:
        """The number of members of a group."""
        if above is None:
            return self.groups.count(self.groups.levels - 1)
        level, group = above
        if level == 0:
            return 0
        start = self._of(level - 1).start
        return int(start[group + 1] - start[group])

    def member(self, above: tuple[int, int] | None, place: int) -> tuple[int, int]:
        """The member of a group at a place."""
        level, group = (self.groups.levels, 0) if above is None else above
        members = self._of(level - 1)
        return level - 1, int(members.order[members.start[group] + place])

    def place(self, level: int, group: int) -> int:
        """The place of a group among the members of the group above it."""
        return int(self._of(level).place[group])

    def above(self, level: int, group: int) -> tuple[int, int] | None:
        """The group that a group belongs to."""
        if level + 1 >= self.groups.levels:
            return None
        return level + 1, int(self.groups.codes[level + 1][self.groups.first[level][group]])

    def _of(self, level: int) -> _Members:
        known = self._members.get(level)
        if known is None:
            if level + 1 == self.groups.levels:
                number = self.groups.count(level)
                order, start = np.arange(number), np.array([0, number])
                place = order
            else:
                order, start = self.groups.members(level + 1)
                place = np.empty(len(order), np.int64)
                place[order] = np.arange(len(order)) - start[self.groups.parents(level)[order]]
            known = self._members[level] = _Members(order, start, place)
        return known
