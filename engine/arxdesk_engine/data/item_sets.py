"""Cells that hold sets of items, such as "I10|E11.9|J44": their items, and the sets as arrays.

The order in a cell, blanks around an item and items named twice mean nothing. An empty cell is the empty set.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import DEFAULT_SEPARATOR, DataType, ValueType
from arxdesk_engine.foundation.errors import InvalidData, Problem, quoted
from arxdesk_engine.foundation.language import tr, whole

MOST_ITEMS_OF_A_CELL = 1_000
"""Cells with more items are no sets that somebody wrote down: a wrong separator, or a hostile file."""
MOST_ITEMS = 100_000
"""Different items of a column."""


SEPARATORS = (DEFAULT_SEPARATOR, ";", ",", "/", "+", "&")
"""What stands between items in most tables."""
_LOOKED_AT = 2_000


@dataclass(frozen=True, slots=True)
class ItemSets:
    """The sets of a column, one for each of its values: the items of value v are `items[offsets[v]:offsets[v + 1]]`.

    `names` are the different items, in the order of their texts, to which items int32[entries] point; each item of a
    set stands there once, rising. offsets int64[values + 1].
    """

    names: tuple[str, ...]
    offsets: NDArray[np.int64]
    items: NDArray[np.int32]

    @property
    def largest(self) -> int:
        """The number of items in the largest set."""
        return int(np.diff(self.offsets).max(initial=0))


def is_set(column: Column) -> bool:
    """Whether the cells of a column are read as sets of items."""
    return column.type.kind is DataType.SET


def proposed_separator(values: Sequence[str]) -> str:
    """The usual separator that most of the different cells have, of some of them; the default where none has any."""
    some = values[:: max(1, len(values) // _LOOKED_AT)]
    return max(SEPARATORS, key=lambda separator: sum(separator in value for value in some))


def items_of(cell: str, separator: str) -> list[str]:
    """The different items of a cell, in the order in which they stand there."""
    return list(dict.fromkeys(item for part in cell.split(separator) if (item := part.strip())))


_KNOWN_SETS: WeakKeyDictionary[Column, ItemSets] = WeakKeyDictionary()
_KNOWN_ITEMS: WeakKeyDictionary[Column, Column] = WeakKeyDictionary()
"""Of columns that are still there: many ask, and a large column takes a second."""


def item_sets(column: Column) -> ItemSets:
    """The sets of a column of the type set, by its values."""
    found = _KNOWN_SETS.get(column)
    if found is None:
        found = _KNOWN_SETS[column] = _item_sets(column)
    return found


def _item_sets(column: Column) -> ItemSets:
    separator = column.type.separator
    cells = [items_of(value, separator) for value in column.values]
    names = sorted({item for cell in cells for item in cell})
    number = {name: place for place, name in enumerate(names)}
    sizes = np.fromiter((len(cell) for cell in cells), np.int64, len(cells))
    offsets = np.concatenate([np.zeros(1, np.int64), np.cumsum(sizes)])
    items = np.fromiter((number[item] for cell in cells for item in cell), np.int32, int(offsets[-1]))
    value_of = np.repeat(np.arange(len(cells)), sizes)
    return ItemSets(tuple(names), offsets, items[np.lexsort((items, value_of))])


def as_items(column: Column) -> Column:
    """The items of a column of sets as a column of their own: a cell for each item of each cell.

    Hierarchies are built and read for it. It has no weights, and as many cells as there are items in all cells.
    Other columns are what they are.
    """
    if not is_set(column):
        return column
    found = _KNOWN_ITEMS.get(column)
    if found is None:
        found = _KNOWN_ITEMS[column] = _as_items(column)
    return found


def _as_items(column: Column) -> Column:
    sets = item_sets(column)
    sizes = np.diff(sets.offsets)[column.codes]
    starts = np.repeat(sets.offsets[column.codes] - np.cumsum(sizes) + sizes, sizes)
    codes = sets.items[starts + np.arange(int(sizes.sum()))]
    return Column(column.name, codes.astype(np.int32, copy=False), sets.names, ValueType())


def require_sets(column: Column) -> None:
    """Raises InvalidData where a cell, or all cells together, have more items than sets can have."""
    for problem in _too_many(column.name, column.values, column.codes, column.type.separator):
        raise InvalidData(problem)
    as_items(column)  # whoever shows the column finds its items known


def _too_many(name: str, values: Sequence[str], codes: NDArray[np.int32], separator: str) -> Iterator[Problem]:
    different: set[str] = set()
    for code, value in enumerate(values):
        parts = value.count(separator) + 1
        if parts > MOST_ITEMS_OF_A_CELL:  # told by the length, before anything is made of it
            record = int(np.flatnonzero(codes == code)[0]) + 1 if (codes == code).any() else 1
            found = tr(
                "the cell has {parts} items; at most {most_items_of_a_cell} are possible",
                parts=whole(parts),
                most_items_of_a_cell=whole(MOST_ITEMS_OF_A_CELL),
            )
            remedy = tr("Correct the cell, or choose another separator or type.")
            yield Problem(
                tr("attribute {attribute}, record {record}", attribute=quoted(name), record=record), found, remedy
            )
            return
        different.update(items_of(value, separator))
        if len(different) > MOST_ITEMS:
            found = tr("the cells have more than {n} different items", n=whole(MOST_ITEMS))
            yield Problem(
                tr("attribute {attribute}", attribute=quoted(name)), found, tr("Choose another separator or type.")
            )
            return
