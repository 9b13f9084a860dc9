"""Hierarchies whose values have another notation than those of their column: 40,0 or 040 for 40."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import DataType
from arxdesk_engine.data.spelling import PLAIN, Spelling, exact_value
from arxdesk_engine.foundation.errors import InvalidHierarchy, Problem, quoted
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.hierarchies.hierarchy import Hierarchy


def spelled_as(hierarchy: Hierarchy, column: Column) -> Hierarchy:
    """The hierarchy with its values in the notation of the column, each of them once; itself if they already are.

    Values of numbers and dates are matched by their meaning. Rows are read in the notation of the column, or in
    that of its source: in the one with more listed values of the column. Raises InvalidHierarchy if one
    value has two different rows.
    """
    found, faults = _spelled_as(hierarchy, column)
    if faults:
        raise InvalidHierarchy(faults)
    return found


def best_spelled_as(hierarchy: Hierarchy, column: Column) -> Hierarchy:
    """The same; of different rows of one value the first."""
    return _spelled_as(hierarchy, column)[0]


def _spelled_as(hierarchy: Hierarchy, column: Column) -> tuple[Hierarchy, list[Problem]]:
    kind = column.type
    if not (kind.kind.is_numeric or kind.kind is DataType.DATE):
        return hierarchy, []
    texts = [row[0] for row in hierarchy.rows]
    if set(texts) <= set(column.values):
        return hierarchy, []  # repeated numbers would be in the column
    value_of = {exact_value(text, kind): text for text in column.values}
    value_of.pop(None, None)
    values = _values(texts, column, PLAIN)
    if column.spelling != PLAIN:
        as_in_source = _values(texts, column, column.spelling)
        if _listed(as_in_source, value_of) > _listed(values, value_of):
            values = as_in_source
    rows: list[tuple[str, ...]] = []
    lines: list[int] = []
    faults: list[Problem] = []
    first: dict[Hashable, int] = {}
    for index, (row, value) in enumerate(zip(hierarchy.rows, values, strict=True)):
        text = row[0] if value is None else value_of.get(value, row[0])
        spelled = row if text == row[0] else tuple(text if cell == row[0] else cell for cell in row)
        earlier = len(rows) if value is None else first.setdefault(value, len(rows))
        if earlier == len(rows):
            rows.append(spelled)
            lines.append(hierarchy.line(index))
        elif rows[earlier][1:] != spelled[1:]:
            faults.append(_listed_twice(hierarchy, index, lines[earlier]))
    if rows == list(hierarchy.rows):
        return hierarchy, faults
    return Hierarchy(tuple(rows), hierarchy.source, tuple(lines)), faults


def _values(texts: Sequence[str], column: Column, spelling: Spelling) -> list[Hashable | None]:
    return [exact_value(spelling.held(text, column.type), column.type) if text else None for text in texts]


def _listed(values: Sequence[Hashable | None], of_column: dict[Hashable | None, str]) -> int:
    return len({value for value in values if value is not None and value in of_column})


def _listed_twice(hierarchy: Hierarchy, index: int, line: int) -> Problem:
    return Problem(
        tr("{place}, line {line}", place=hierarchy.source, line=hierarchy.line(index)),
        tr(
            "{value} is the value of line {line} in another spelling, with other labels",
            value=quoted(hierarchy.rows[index][0]),
            line=line,
        ),
        tr("Remove one of the two rows, or give both the same labels."),
    )
