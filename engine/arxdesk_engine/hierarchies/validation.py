"""The rules for hierarchies, alone and for a column; every fault names file, line and value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.foundation.errors import InvalidHierarchy, Problem, quoted
from arxdesk_engine.foundation.language import tr, tr_n, whole
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.hierarchies.spelled import best_spelled_as

MAX_LEVELS = 127
SHOWN_VALUES = 5


def check(hierarchy: Hierarchy) -> Hierarchy:
    """The hierarchy itself, when it is rectangular, free of duplicates and each level only merges the one before.

    Raises InvalidHierarchy with all faults found.
    """
    if not hierarchy.rows:
        raise InvalidHierarchy(
            Problem(hierarchy.source, tr("there are no rows"), tr("List every value with its labels."))
        )
    if hierarchy.levels > MAX_LEVELS:
        raise InvalidHierarchy(
            Problem(
                hierarchy.source,
                tr("{n} levels", n=hierarchy.levels),
                tr("At most {n} levels are possible.", n=MAX_LEVELS),
            )
        )
    problems = list(_ragged(hierarchy)) or [*_duplicates(hierarchy), *_splits(hierarchy)]
    if problems:
        raise InvalidHierarchy(problems)
    return hierarchy


def check_complete(hierarchy: Hierarchy, column: Column) -> None:
    """Raises InvalidHierarchy when values of the column have no row in the hierarchy."""
    missing = missing_values(hierarchy, column)
    if not missing:
        return
    record = int(np.flatnonzero(column.codes == missing[0])[0]) + 1
    shown = and_more([_value(column.values[code]) for code in missing[:SHOWN_VALUES]], len(missing))
    raise InvalidHierarchy(
        Problem(
            hierarchy.source,
            tr_n(
                len(missing),
                "1 value has no entry for attribute {column}: {values} (first in record {record})",
                "{n} values have no entry for attribute {column}: {values} (first in record {record})",
                column=quoted(column.name),
                values=shown,
                record=record,
            ),
            tr("Add a row for each of them."),
        )
    )


def missing_values(hierarchy: Hierarchy, column: Column) -> list[int]:
    """The codes of the values of a column that have no row in the hierarchy."""
    listed = {row[0] for row in best_spelled_as(hierarchy, column).rows}
    return [code for code, value in enumerate(column.values) if value not in listed]


def _ragged(hierarchy: Hierarchy) -> Iterator[Problem]:
    for index, row in enumerate(hierarchy.rows):
        if len(row) != hierarchy.levels:
            yield Problem(
                _place(hierarchy, index),
                tr(
                    "the row of {value} has {number} cells instead of {levels}",
                    value=_value(row[0]),
                    number=len(row),
                    levels=hierarchy.levels,
                ),
                tr("Give every row a label for every level."),
            )


def _duplicates(hierarchy: Hierarchy) -> Iterator[Problem]:
    if len({row[0] for row in hierarchy.rows}) == len(hierarchy.rows):
        return
    first: dict[str, int] = {}
    for index, row in enumerate(hierarchy.rows):
        earlier = first.setdefault(row[0], index)
        if earlier != index:
            yield Problem(
                _place(hierarchy, index),
                tr("{value} is already listed in line {line}", value=_value(row[0]), line=hierarchy.line(earlier)),
                tr("Remove one of the two rows."),
            )


def _splits(hierarchy: Hierarchy) -> Iterator[Problem]:
    """Rows that agree at one level must agree at all higher ones; otherwise a group would be split."""
    columns = list(zip(*hierarchy.rows, strict=True))
    for level in range(1, hierarchy.levels - 1):
        if len(set(columns[level])) == len(set(zip(columns[level], columns[level + 1], strict=True))):
            continue
        first: dict[str, int] = {}
        for index, row in enumerate(hierarchy.rows):
            earlier = first.setdefault(row[level], index)
            other = hierarchy.rows[earlier]
            if other[level + 1] != row[level + 1]:
                yield Problem(
                    _place(hierarchy, index),
                    tr(
                        "level {level} splits the group {group} of level {below}: {value} goes to {label}, but "
                        "{other} in "
                        "line {line} goes to {other_label}",
                        level=level + 1,
                        group=_value(row[level]),
                        below=level,
                        value=_value(row[0]),
                        label=_value(row[level + 1]),
                        other=_value(other[0]),
                        line=hierarchy.line(earlier),
                        other_label=_value(other[level + 1]),
                    ),
                    tr("Give both the same label at the higher level."),
                )


def and_more(shown: Sequence[str], number: int) -> str:
    """The first of a number of things, "a, b and 7 more"."""
    listed, more = ", ".join(shown), number - len(shown)
    return tr("{items} and {n} more", items=listed, n=whole(more)) if more > 0 else listed


def _place(hierarchy: Hierarchy, row: int) -> str:
    return tr("{place}, line {line}", place=hierarchy.source, line=hierarchy.line(row))


def _value(value: str) -> str:
    return quoted(value) if value else tr("the empty value")
