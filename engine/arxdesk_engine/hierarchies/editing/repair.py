"""Faulty tables of hierarchies, such as files: the faults and their repair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from arxdesk_engine.data.schema import SUPPRESSED
from arxdesk_engine.foundation.errors import quoted
from arxdesk_engine.foundation.language import tr, whole
from arxdesk_engine.hierarchies.editing.edits import nested
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.hierarchies.validation import MAX_LEVELS

Row = tuple[str, ...]
Kind = Literal["uneven", "duplicate", "split", "levels"]


@dataclass(frozen=True, slots=True)
class HierarchyFault:
    """One kind of fault: the number of rows or groups, the first of them in words, and the repair."""

    kind: Kind
    number: int
    found: str
    repair: str


@dataclass(frozen=True, slots=True)
class Repaired:
    """A hierarchy made from any table with at least one cell, and the repaired faults."""

    hierarchy: Hierarchy
    faults: tuple[HierarchyFault, ...]


def repaired(rows: Sequence[Row], source: str, lines: Sequence[int] = ()) -> Repaired | None:
    """The nearest hierarchy of a table, with its faults; None without a cell.

    Rows are brought to the usual length, repeated values are dropped, and groups that a coarser level would split stay
    together with the larger part of them.
    """
    numbered = [(row, lines[place] if lines else place + 1) for place, row in enumerate(rows) if row]
    if not numbered:
        return None
    faults: list[HierarchyFault] = []
    numbered = _evened(numbered, faults)
    numbered = _without_duplicates(numbered, faults)
    table = tuple(row for row, _line in numbered)
    mended = nested(table)
    _note_splits(table, mended, faults)
    return Repaired(Hierarchy(mended, source, tuple(line for _row, line in numbered)), tuple(faults))


def _evened(numbered: list[tuple[Row, int]], faults: list[HierarchyFault]) -> list[tuple[Row, int]]:
    lengths = Counter(len(row) for row, _line in numbered)
    usual = max(length for length, number in lengths.items() if number == max(lengths.values()))
    if usual > MAX_LEVELS:
        faults.append(
            HierarchyFault(
                "levels",
                usual,
                tr("there are {n} levels", n=whole(usual)),
                tr("Only the first {n} are kept.", n=MAX_LEVELS),
            )
        )
        usual = MAX_LEVELS
    uneven = [(row, line) for row, line in numbered if len(row) != usual]
    if uneven and (len(lengths) > 1):
        roots = {row[-1] for row, _line in numbered if len(row) == usual}
        root = roots.pop() if len(roots) == 1 else SUPPRESSED
        row, line = uneven[0]
        found = tr(
            "line {line}, {value}, has {number} cells instead of {expected}",
            line=line,
            value=_shown(row[0]),
            number=whole(len(row)),
            expected=usual,
        )
        repair = tr("Missing cells repeat the last one, and the last level becomes one group.")
        faults.append(HierarchyFault("uneven", len(uneven), found, f"{repair} {tr('Surplus cells are dropped.')}"))
        numbered = [(_stretched(row, usual, root), line) for row, line in numbered]
    return [(row[:usual], line) for row, line in numbered]


def _stretched(row: Row, length: int, root: str) -> Row:
    if len(row) >= length:
        return row
    return (*row, *(row[-1:] * (length - len(row) - 1)), root)


def _without_duplicates(numbered: list[tuple[Row, int]], faults: list[HierarchyFault]) -> list[tuple[Row, int]]:
    first: dict[str, tuple[Row, int]] = {}
    later: list[tuple[Row, int]] = []
    for row, line in numbered:
        if first.setdefault(row[0], (row, line))[1] != line:
            later.append((row, line))
    if later:
        row, line = later[0]
        found = tr(
            "line {line}, {value}, is already listed in line {first}",
            line=line,
            value=_shown(row[0]),
            first=first[row[0]][1],
        )
        faults.append(HierarchyFault("duplicate", len(later), found, tr("The first row of each value is kept.")))
    return list(first.values())


def _note_splits(before: Sequence[Row], after: Sequence[Row], faults: list[HierarchyFault]) -> None:
    names: dict[tuple[int, str], str] = {}
    for old, new in zip(before, after, strict=True):
        for level in range(2, len(old)):
            if old[level] != new[level]:
                names.setdefault((level, new[level - 1]), old[0])
    if not names:
        return
    (level, label), value = next(iter(names.items()))
    found = tr(
        "level {level} splits the group {group} of level {below} (at {value})",
        level=level,
        group=_shown(label),
        below=level - 1,
        value=_shown(value),
    )
    if len(names) > 1:
        found = tr("{fault}, and {n} more", fault=found, n=whole(len(names) - 1))
    faults.append(
        HierarchyFault("split", len(names), found, tr("Each group stays together, with the larger part of it."))
    )


def _shown(value: str) -> str:
    return quoted(value) if value else tr("the missing value")
