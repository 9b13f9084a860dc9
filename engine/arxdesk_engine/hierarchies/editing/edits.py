"""Edits of a hierarchy. Each takes a valid hierarchy and returns another valid one.

A group is named by its level and its label. Edits keep levels nested: rows that join a group share its labels on
all levels above. Impossible edits are refused with an alternative.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import pairwise

from arxdesk_engine.data.schema import SUPPRESSED
from arxdesk_engine.foundation.errors import InvalidHierarchy, Problem, quoted
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.hierarchies.validation import MAX_LEVELS

Row = tuple[str, ...]
SOURCE = marked("edited table")


def rename(hierarchy: Hierarchy, level: int, label: str, new: str) -> Hierarchy:
    """Give a group another label on its level, or a row another value. Raises InvalidHierarchy where it is taken.

    Coarser levels that hold the very same group under the same label follow: they would go on telling the old name.
    """
    _require_group(hierarchy, level, label)
    if new == label:
        return hierarchy
    if any(row[level] == new for row in hierarchy.rows):
        if level == 0:
            raise _refused(
                tr("{value} is already listed", value=_shown(new)),
                tr("Choose another value, or remove one of the two rows."),
            )
        raise _refused(
            tr("level {level} already has a group {group}", level=level, group=_shown(new)),
            tr("Choose another label, or merge the two groups."),
        )
    renamed = {place for place, row in enumerate(hierarchy.rows) if row[level] == label}
    last = level + 1
    if level > 0:
        _require_own_name(hierarchy, renamed, new)
        while last < hierarchy.levels and _places_of(hierarchy, last, label) == renamed:
            last += 1
    rows = list(hierarchy.rows)
    for place in renamed:
        rows[place] = (*rows[place][:level], *[new] * (last - level), *rows[place][last:])
    return _edited(rows)


def move(hierarchy: Hierarchy, level: int, labels: Collection[str], into_level: int, into: str) -> Hierarchy:
    """Put groups of a level (values, at level 0) into a group of the same or a coarser level.

    On the same level they merge into it. Levels between the two keep groups that move as a whole; the labels of others
    are made distinct by the label below. The rows are placed behind those of the group. Raises InvalidHierarchy.
    """
    if into_level < 1 or not level <= into_level < hierarchy.levels:
        raise _refused(
            tr("level {coarser} has no groups that level {level} could go into", coarser=into_level, level=level),
            tr("Choose a coarser level."),
        )
    target = _require_group(hierarchy, into_level, into)
    moving = _rows_of(hierarchy, level, labels)
    return _placed(hierarchy, moving, _joined(hierarchy, moving, level, into_level, target[into_level:]))


def group(
    hierarchy: Hierarchy, level: int, labels: Sequence[str], label: str, under: tuple[int, str] | None = None
) -> Hierarchy:
    """Make a new group of the next level out of groups of a level; above, it belongs to their common group, if any.

    In different groups of a coarser level it has its own label there, too: the name of one of them would
    describe the others wrongly. `under` (a level and a label) makes it a group of the level before that one,
    and a part of it. This also takes values or groups out of their group. Raises
    InvalidHierarchy if the label is in use, or if there is no next level.
    """
    at = level + 1 if under is None else under[0] - 1
    if not level < at < hierarchy.levels:
        raise _refused(tr("there is no level above level {level} to hold it", level=level), tr("Insert a level first."))
    moving = _rows_of(hierarchy, level, labels)
    _require_free(hierarchy, moving, at, label)
    beside = None if under is None else _require_group(hierarchy, *under)
    above = _above(hierarchy, moving, at, label) if beside is None else beside[at + 1 :]
    return _placed(hierarchy, moving, _joined(hierarchy, moving, level, at, (label, *above)))


def merge(hierarchy: Hierarchy, level: int, labels: Sequence[str], label: str) -> Hierarchy:
    """Merge groups of a level, with one label for all of them; above, the result belongs where a new group would.

    Raises InvalidHierarchy if the label is in use, or for the values themselves.
    """
    if not 1 <= level < hierarchy.levels:
        raise _refused(tr("level {level} has no groups", level=level), tr("Choose a coarser level."))
    moving = _rows_of(hierarchy, level, labels)
    _require_free(hierarchy, moving, level, label)
    above = _above(hierarchy, moving, level, label)
    return _placed(hierarchy, moving, _joined(hierarchy, moving, level, level, (label, *above)))


def free_label(hierarchy: Hierarchy, level: int, wanted: str) -> str:
    """A label that no group of a level has: the wanted one, or with -2, -3, ... behind it."""
    taken = {row[level] for row in hierarchy.rows}
    return _free(wanted, taken)


def insert_level(hierarchy: Hierarchy, level: int) -> Hierarchy:
    """Insert a level before a level, with the groups of the one before; behind the last with `level` of that count.

    Raises InvalidHierarchy if there are too many levels, or before the values.
    """
    if hierarchy.levels >= MAX_LEVELS:
        raise _refused(
            tr("there are {n} levels", n=hierarchy.levels),
            tr("At most {n} levels are possible.", n=MAX_LEVELS),
        )
    if not 1 <= level <= hierarchy.levels:
        raise _refused(tr("nothing can stand in front of the values"), tr("Insert a level behind them."))
    return _edited((*row[:level], row[level - 1], *row[level:]) for row in hierarchy.rows)


def remove_level(hierarchy: Hierarchy, level: int) -> Hierarchy:
    """Without one level. Raises InvalidHierarchy for the values themselves."""
    if not 1 <= level < hierarchy.levels:
        raise _refused(tr("level 0 holds the values themselves"), tr("Remove one of the levels behind it."))
    return _edited((*row[:level], *row[level + 1 :]) for row in hierarchy.rows)


def add_root(hierarchy: Hierarchy, label: str = SUPPRESSED) -> Hierarchy:
    """Add a level in which everything is one group. Raises InvalidHierarchy if there are too many."""
    longer = insert_level(hierarchy, hierarchy.levels)
    return _edited((*row[:-1], label) for row in longer.rows)


def add_values(hierarchy: Hierarchy, values: Iterable[str], place: int | None = None) -> Hierarchy:
    """Rows for values, each with a branch of its own up to the last level, at a place among the rows or at the end.

    A missing value stays one. Raises InvalidHierarchy for values that are listed.
    """
    root = _root(hierarchy)
    taken = [{row[level] for row in hierarchy.rows} for level in range(hierarchy.levels)]
    rows = []
    for value in _unlisted(hierarchy, values):
        row = [value]
        for level in range(1, hierarchy.levels):
            last = level == hierarchy.levels - 1 and root is not None
            row.append(root if last and root is not None else _free(row[-1], taken[level]))
            taken[level].add(row[-1])
        rows.append(tuple(row))
    return _inserted(hierarchy, rows, place)


def add_values_to(
    hierarchy: Hierarchy, values: Iterable[str], level: int, label: str, place: int | None = None
) -> Hierarchy:
    """Rows for values that belong to a group; below it each is on its own. Raises InvalidHierarchy."""
    if level < 1:
        raise _refused(tr("a value cannot belong to another value"), tr("Choose a group of a coarser level."))
    _require_group(hierarchy, level, label)
    new = _unlisted(hierarchy, values)
    longer = add_values(hierarchy, new, place)
    moved = move(longer, 0, new, level, label)
    return moved if place is None else _in_order(moved, longer)


def add_values_suppressed(hierarchy: Hierarchy, values: Iterable[str], place: int | None = None) -> Hierarchy:
    """Rows for values that become "*" at once. Raises InvalidHierarchy for values that are listed."""
    ancestors: list[str] = []
    for level in range(1, hierarchy.levels):
        above = next((row for row in hierarchy.rows if row[level] == SUPPRESSED), None)
        if above is not None:  # members of a group share its labels on all levels above
            ancestors += above[level:]
            break
        is_last = level == hierarchy.levels - 1
        ancestors.append((_root(hierarchy) or SUPPRESSED) if is_last else SUPPRESSED)
    return _inserted(hierarchy, [(value, *ancestors) for value in _unlisted(hierarchy, values)], place)


def remove_values(hierarchy: Hierarchy, values: Collection[str]) -> Hierarchy:
    """Without the rows of some values. Raises InvalidHierarchy where none would be left."""
    gone = set(values)
    rows = [row for row in hierarchy.rows if row[0] not in gone]
    if not rows:
        raise _refused(tr("no row would be left"), tr("Remove the hierarchy instead."))
    return _edited(rows)


def keep_values(hierarchy: Hierarchy, values: Collection[str]) -> Hierarchy:
    """Without the entries that are not among some values. Raises InvalidHierarchy where none would be left."""
    known = set(values)
    return remove_values(hierarchy, [row[0] for row in hierarchy.rows if row[0] not in known])


def shift_rows(hierarchy: Hierarchy, places: Collection[int], step: int) -> Hierarchy:
    """Move rows up (-1) or down (1) by one place, as far as there is room; the order of rows has no other meaning."""
    rows = list(hierarchy.rows)
    chosen = set(places)
    order = sorted(chosen, reverse=step > 0)
    blocked = len(rows) if step > 0 else -1
    for place in order:
        if place + step == blocked:
            blocked = place
            continue
        rows[place], rows[place + step] = rows[place + step], rows[place]
    return _edited(rows)


def sort_rows(hierarchy: Hierarchy, order: Mapping[str, int]) -> Hierarchy:
    """Rows in the order of their values, the groups of every level kept together, values without a place last."""
    columns = list(zip(*hierarchy.rows, strict=True))
    places = [order.get(value, len(order)) for value in columns[0]]
    keys: list[list[int]] = []
    for labels in reversed(columns):
        lowest: dict[str, int] = {}
        for label, place in zip(labels, places, strict=True):
            lowest[label] = min(place, lowest.get(label, place))
        ranked = {label: rank for rank, label in enumerate(sorted(lowest, key=lowest.__getitem__))}
        keys.append([ranked[label] for label in labels])
    by_groups = sorted(range(len(places)), key=list(zip(*keys, strict=True)).__getitem__)
    return _edited(hierarchy.rows[place] for place in by_groups)


def nested(rows: Sequence[Row]) -> tuple[Row, ...]:
    """Rows of equal length in which every group stays together: where it fell apart, the larger part decides."""
    columns = [list(column) for column in zip(*rows, strict=True)]
    for finer, coarser in pairwise(columns[1:]):
        if len(set(finer)) == len(set(zip(finer, coarser, strict=True))):
            continue
        votes: dict[str, Counter[str]] = {}
        for label, above in zip(finer, coarser, strict=True):
            votes.setdefault(label, Counter())[above] += 1
        chosen = {label: counter.most_common(1)[0][0] for label, counter in votes.items()}
        coarser[:] = [chosen[label] for label in finer]
    return tuple(zip(*columns, strict=True))


def _joined(hierarchy: Hierarchy, moving: set[int], level: int, into_level: int, above: Row) -> list[Row]:
    """The rows, the moving ones with the labels `above` from `into_level` on."""
    rows = list(hierarchy.rows)
    if into_level == level:
        changed = {place: (*rows[place][:level], *above) for place in moving}
    else:
        between = _between(hierarchy, moving, level, into_level)
        changed = {place: (*rows[place][: level + 1], *between[rows[place][level]], *above) for place in moving}
    for place, row in changed.items():
        rows[place] = row
    return rows


def _above(hierarchy: Hierarchy, moving: set[int], at: int, label: str) -> Row:
    """The labels of a new group on the levels above: its own, from the first level on that all of it shares, theirs."""
    found: list[str] = []
    for level in range(at + 1, hierarchy.levels):
        shared = {hierarchy.rows[place][level:] for place in moving}
        if len(shared) == 1:
            return (*found, *shared.pop())
        taken = {row[level] for place, row in enumerate(hierarchy.rows) if place not in moving}
        found.append(_free(label, taken))
    return tuple(found)


def _between(hierarchy: Hierarchy, moving: set[int], level: int, into_level: int) -> dict[str, Row]:
    """For every label that moves, its labels on the levels between its own and the one it goes to."""
    below = {hierarchy.rows[place][level]: hierarchy.rows[place] for place in sorted(moving)}
    found: dict[str, list[str]] = {label: [] for label in below}
    for each in range(level + 1, into_level):
        staying = {row[each] for place, row in enumerate(hierarchy.rows) if place not in moving}
        taken = staying | {row[each] for row in below.values()}
        told_apart: dict[str, str] = {}
        for label, row in below.items():
            if row[each] not in staying:
                found[label].append(row[each])
                continue
            under = found[label][-1] if found[label] else label
            if under not in told_apart:
                told_apart[under] = _free(under, taken)
                taken.add(told_apart[under])
            found[label].append(told_apart[under])
    return {label: tuple(labels) for label, labels in found.items()}


def _placed(hierarchy: Hierarchy, moving: set[int], rows: list[Row]) -> Hierarchy:
    """The rows, the moved ones behind the last one of their present group, if others were in it before."""
    levels = range(1, hierarchy.levels)
    sample = min(moving)
    for level in levels:
        stay = [place for place, row in enumerate(rows) if place not in moving and row[level] == rows[sample][level]]
        if stay:
            last = stay[-1]
            break
    else:
        last = sample
    moved = [rows[place] for place in sorted(moving)]
    before = [row for place, row in enumerate(rows[: last + 1]) if place not in moving]
    behind = [row for place, row in enumerate(rows[last + 1 :], last + 1) if place not in moving]
    return _edited([*before, *moved, *behind])


def _in_order(hierarchy: Hierarchy, like: Hierarchy) -> Hierarchy:
    row_of = {row[0]: row for row in hierarchy.rows}
    return _edited(row_of[row[0]] for row in like.rows)


def _inserted(hierarchy: Hierarchy, rows: Sequence[Row], place: int | None) -> Hierarchy:
    at = len(hierarchy.rows) if place is None else place
    return _edited((*hierarchy.rows[:at], *rows, *hierarchy.rows[at:]))


def _unlisted(hierarchy: Hierarchy, values: Iterable[str]) -> list[str]:
    listed = {row[0] for row in hierarchy.rows}
    new = list(dict.fromkeys(values))
    twice = next((value for value in new if value in listed), None)
    if twice is not None:
        raise _refused(tr("{value} is already listed", value=_shown(twice)), tr("Choose another value."))
    return new


def _rows_of(hierarchy: Hierarchy, level: int, labels: Collection[str]) -> set[int]:
    chosen = set(labels)
    found = {place for place, row in enumerate(hierarchy.rows) if row[level] in chosen}
    if not found:
        raise _refused(tr("level {level} has none of these groups", level=level), tr("Select existing groups."))
    return found


def _places_of(hierarchy: Hierarchy, level: int, label: str) -> set[int]:
    return {place for place, row in enumerate(hierarchy.rows) if row[level] == label}


def _require_free(hierarchy: Hierarchy, members: set[int], level: int, label: str) -> None:
    if not _places_of(hierarchy, level, label) <= members:
        raise _refused(
            tr("level {level} already has a group {group}", level=level, group=_shown(label)),
            tr("Choose another label, or move into that group."),
        )
    _require_own_name(hierarchy, members, label)


def _require_own_name(hierarchy: Hierarchy, members: set[int], label: str) -> None:
    """Refuse labels of other groups on any level: the group would be released under a wrong name."""
    if label in ("", SUPPRESSED):
        return
    for level in range(hierarchy.levels):
        if (named := _places_of(hierarchy, level, label)) and not named & members:
            told = marked("{label} is a group of level {level} that does not belong to this group")
            if level == 0:
                told = marked("{label} is a value that does not belong to this group")
            raise _refused(
                tr(told, label=_shown(label), level=level),
                tr("Choose a label that describes the group."),
            )


def _require_group(hierarchy: Hierarchy, level: int, label: str) -> Row:
    row = next((row for row in hierarchy.rows if row[level] == label), None)
    if row is None:
        raise _refused(
            tr("level {level} has no group {group}", level=level, group=_shown(label)), tr("Choose an existing one.")
        )
    return row


def _root(hierarchy: Hierarchy) -> str | None:
    labels = {row[-1] for row in hierarchy.rows}
    return labels.pop() if len(labels) == 1 and hierarchy.levels > 1 else None


def _free(wanted: str, taken: Collection[str]) -> str:
    candidate, number = wanted, 2
    while candidate in taken:
        candidate, number = f"{wanted}-{number}", number + 1
    return candidate


def _edited(rows: Iterable[Row]) -> Hierarchy:
    return Hierarchy(tuple(rows), tr(SOURCE))


def _shown(value: str) -> str:
    return quoted(value) if value else tr("the missing value")


def _refused(found: str, remedy: str) -> InvalidHierarchy:
    return InvalidHierarchy(Problem("hierarchy", found, remedy))


Edit = Callable[[Hierarchy], Hierarchy]
"""A change with everything but the hierarchy settled."""
