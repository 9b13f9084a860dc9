"""The transformations between two, one after the other, without entering what is of no interest."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from arxdesk_engine.lattice.lattice import Lattice, Levels, with_level

Closed = Callable[[Levels, Levels], bool]
"""`closed(low, high)`: whether nothing between the two is of interest."""


def transformations(
    low: Levels, high: Levels, closed: Closed, height: int | None = None, order: Sequence[int] | None = None
) -> Iterator[Levels]:
    """What lies between `low` and `high` outside closed intervals, all of it or what has one sum of levels.

    Depth first: lexicographically by the attributes in `order` (column order by default), so that a transformation
    comes before its generalizations. `closed` is asked for an interval when it would be entered; what it then
    covers costs nothing, however large. A transformation comes only when `closed` denies its own interval.
    Memory is proportional to the sum of the levels, not to their product.
    """
    attributes = range(len(low)) if order is None else order
    waiting = [(low, high)]
    while waiting:
        lower, upper = waiting.pop()
        if height is not None:
            if not sum(lower) <= height <= sum(upper):
                continue
            lower, upper = _at_height(lower, upper, height)
        if closed(lower, upper):
            continue
        split = next((index for index in attributes if lower[index] < upper[index]), None)
        if split is None:
            yield lower
            continue
        waiting.extend(
            (with_level(lower, split, level), with_level(upper, split, level))
            for level in range(upper[split], lower[split] - 1, -1)
        )


def number_before(lattice: Lattice, levels: Levels, order: Sequence[int] | None = None) -> int:
    """The number of transformations of a lattice before one of them in that order; it differs for each."""
    number = 0
    for index in range(len(levels)) if order is None else order:
        number = number * (lattice.top[index] - lattice.bottom[index] + 1) + levels[index] - lattice.bottom[index]
    return number


def _at_height(low: Levels, high: Levels, height: int) -> tuple[Levels, Levels]:
    """The smallest interval that holds everything of a height between the two."""
    spare, excess = height - sum(low), sum(high) - height
    return (
        tuple(max(a, b - excess) for a, b in zip(low, high, strict=True)),
        tuple(min(b, a + spare) for a, b in zip(low, high, strict=True)),
    )
