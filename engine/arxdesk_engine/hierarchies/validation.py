"""The rules for hierarchies, alone and for a column; every fault names file, line and value."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.foundation.errors import InvalidHierarchy, Problem, quoted
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.hierarchies.spelled import best_spelled_as

MAX_LEVELS = 127
SHOWN_VALUES = 5


def check(hierarchy: Hierarchy) -> Hierarchy:
    """The hierarchy itself, when it is rectangular, free of duplicates and each level only merges the one before.

    Raises InvalidHierarchy with all faults found.
    """
    if not hierarchy.rows:
        raise InvalidHierarchy(Problem(hierarchy.source, "there are no rows", "List every value with its labels."))
    if hierarchy.levels > MAX_LEVELS:
        raise InvalidHierarchy(
            Problem(hierarchy.source, f"{hierarchy.levels} levels", f"At most {MAX_LEVELS} levels are possible.")
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
    shown = ", ".join(_value(column.values[code]) for code in missing[:SHOWN_VALUES])
    more = f" and {len(missing) - SHOWN_VALUES} more" if len(missing) > SHOWN_VALUES else ""
    values = "1 value has" if len(missing) == 1 else f"{len(missing)} values have"
    raise InvalidHierarchy(
        Problem(
            hierarchy.source,
            f"{values} no entry for attribute {quoted(column.name)}: {shown}{more} (first in record {record})",
            "Add a row for each of them.",
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
                f"the row of {_value(row[0])} has {len(row)} cells instead of {hierarchy.levels}",
                "Give every row a label for every level.",
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
                f"{_value(row[0])} is already listed in line {hierarchy.line(earlier)}",
                "Remove one of the two rows.",
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
                    f"level {level + 1} splits the group {_value(row[level])} of level {level}: "
                    f"{_value(row[0])} goes to "
                    f"{_value(row[level + 1])}, but {_value(other[0])} in line {hierarchy.line(earlier)} goes to "
                    f"{_value(other[level + 1])}",
                    "Give both the same label at the higher level.",
                )


def _place(hierarchy: Hierarchy, row: int) -> str:
    return f"{hierarchy.source}, line {hierarchy.line(row)}"


def _value(value: str) -> str:
    return quoted(value) if value else "the empty value"
