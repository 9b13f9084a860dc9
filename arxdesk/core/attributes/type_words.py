"""Types of columns in words: their names, how well cells fit, which records to show."""

from __future__ import annotations

from collections.abc import Iterable

from arxdesk.ui.words import count, percent
from arxdesk_engine.data import type_names
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.item_sets import is_set, item_sets
from arxdesk_engine.data.schema import ValueType
from arxdesk_engine.foundation.language import tr, tr_n

MOST_VALUES = 200
"""So many values one expression names; more would hardly be read."""


def fits(column: Column) -> str:
    """How the cells of a column fit its type; all but missing ones do, or it would have another type."""
    present = [value for value in column.values if value]
    if not present:
        return tr("Every cell is missing")
    if column.type.has_scale:
        return (
            tr("All cells fit, {lowest} to {highest}", lowest=present[0], highest=present[-1])
            if len(present) > 1
            else tr("All cells fit")
        )
    if is_set(column):
        sets = item_sets(column)
        return tr_n(
            len(sets.names),
            "{n} different item, up to {most} in a cell",
            "{n} different items, up to {most} in a cell",
            n=count(len(sets.names)),
            most=count(sets.largest),
        )
    return tr_n(len(present), "Any text fits, {n} value", "Any text fits, {n} values", n=count(len(present)))


def missing_code(column: Column) -> int | None:
    """The code of missing cells: in the order of its type the empty text comes first or last."""
    if column.values and not column.values[0]:
        return 0
    return len(column.values) - 1 if column.values and not column.values[-1] else None


def missing_cells(column: Column) -> int:
    """The number of records whose cell is missing."""
    code = missing_code(column)
    return 0 if code is None else int(column.counts()[code])


def almost(share: float) -> str:
    """A share that is not all, never rounded up to it."""
    return percent(min(share, 0.9999), 3) if share < 1.0 else "100 %"


def contradicting(cells: int, kind: ValueType) -> str:
    """That cells contradict a type."""
    return tr_n(
        cells,
        "{n} cell contradicts {type}",
        "{n} cells contradict {type}",
        n=count(cells),
        type=type_names.name_of(kind),
    )


def selection_of(column: Column, values: Iterable[str]) -> str:
    """The expression that selects the records with some values of a column that is read as text."""
    listed = list(values)[:MOST_VALUES]
    quoted = ", ".join("'" + value.replace("'", "''") + "'" for value in listed)
    name = '"' + column.name.replace('"', '""') + '"'
    return f"{name} in ({quoted})"


def shown_values(number: int, different: int) -> str:
    """How many of the values a list shows, if not all."""
    return (
        tr("the {number} most frequent of {different}", number=count(number), different=count(different))
        if number < different
        else ""
    )
