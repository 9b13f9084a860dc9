"""Groups of a hierarchy that are dragged, and the meaning of putting them somewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QMimeData

from arxdesk_engine.hierarchies.groups import Groups

FORMAT = "application/x-arxdesk-groups"


@dataclass(frozen=True, slots=True)
class Drop:
    """Groups of a level, and where they were put: into a group, or between its members as a new group."""

    level: int
    labels: tuple[str, ...]
    into_level: int
    into: str
    between: bool


def dragged(nodes: Sequence[tuple[int, int]]) -> QMimeData:
    """The dragged groups as level and numbers; only those on the level of the first one."""
    data = QMimeData()
    if nodes:
        level = nodes[0][0]
        numbers = ",".join(str(group) for each, group in nodes if each == level)
        data.setData(FORMAT, f"{level}:{numbers}".encode())
    return data


def drop_of(groups: Groups, data: QMimeData, into_level: int, into: str, *, between: bool) -> Drop | None:
    """The meaning of putting dragged groups into a group or between its members; None where it has none."""
    if not data.hasFormat(FORMAT):
        return None
    level_text, _colon, numbers = bytes(data.data(FORMAT).data()).decode().partition(":")
    level, chosen = int(level_text), [int(number) for number in numbers.split(",")]
    if level >= groups.levels or max(chosen) >= groups.count(level):
        return None
    labels = tuple(groups.labels[level][number] for number in chosen)
    return drop(groups, level, labels, into_level, into, between=between)


def drop(
    groups: Groups, level: int, labels: tuple[str, ...], into_level: int, into: str, *, between: bool
) -> Drop | None:
    """The meaning of putting groups there; None where it has none.

    On a value they go into its group; between members that are as coarse as they are, into the group around.
    """
    if into_level == level and into in labels:
        return None
    if into_level == 0:
        if level > 0 or groups.levels < 2:
            return None
        into_level, into = 1, groups.labels[1][int(groups.parents(0)[groups.labels[0].index(into)])]
    if into_level < level:
        return None
    return Drop(level, labels, into_level, into, between and into_level - level >= 2)
