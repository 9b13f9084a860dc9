"""Some attributes of the units alone: fewer different ones, of which bounds are known soon.

What a record loses in some attributes is a part of what it loses, and a group has as many records whichever attributes
are looked at. So a bound for some attributes is one for all, and bounds for disjoint sets of attributes add up.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.kernels.groupwise.table import UnitCells
from arxdesk_engine.search.groupwise.units import Units


@dataclass(frozen=True, slots=True)
class Projection:
    """The different units of some attributes, and which of them each unit is: `of_units` int64[units]."""

    cells: UnitCells
    of_units: NDArray[np.int64]


def projections(units: Units, most: int) -> Iterator[Projection]:
    """Cut the attributes, in their order, into as few sets as have at most so many different units each.

    An attribute with more values than that is in none.
    """
    columns = units.cells.values.T
    first, of_units = 0, np.zeros(len(units.tuples), np.int64)
    for place, column in enumerate(columns):
        joined = _numbered(of_units, column)
        if joined.max(initial=0) < most:
            of_units = joined
            continue
        if place > first:
            yield _projection(units, first, place, of_units)
        first, of_units = place, _numbered(np.zeros_like(of_units), column)
        if of_units.max(initial=0) >= most:
            first, of_units = place + 1, np.zeros_like(of_units)
    if first < len(columns):
        yield _projection(units, first, len(columns), of_units)


def _numbered(of_units: NDArray[np.int64], column: NDArray[np.int32]) -> NDArray[np.int64]:
    """Number the pairs of a number and a value from 0."""
    pairs = of_units * (int(column.max(initial=0)) + 1) + column
    _present, numbers = np.unique(pairs, return_inverse=True)
    found: NDArray[np.int64] = numbers.astype(np.int64)
    return found


def _projection(units: Units, first: int, end: int, of_units: NDArray[np.int64]) -> Projection:
    cells = units.cells
    _numbers, samples = np.unique(of_units, return_index=True)
    records = np.bincount(of_units, cells.records).astype(np.int64)
    part = cells._replace(
        values=np.ascontiguousarray(cells.values[samples, first:end]),
        records=records,
        offsets=np.ascontiguousarray(cells.offsets[first:end]),
        tops=np.ascontiguousarray(cells.tops[first:end]),
    )
    return Projection(part, of_units)
