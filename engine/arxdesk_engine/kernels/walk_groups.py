"""The arrays of a walk through all transformations, as the named groups in which its kernels take them.

Attributes are in the order outer (in the walk, one after the other), inner (completed all at once), fixed (one level).
Making a group in Python and taking it apart in a kernel costs some microseconds a call: kernels that are called for
every single look (`kernels.refine`, `kernels.bound`) therefore take plain arrays.
"""

from __future__ import annotations

from typing import NamedTuple

from arxdesk_engine.kernels.arrays import Int32s, Int64s

ROW, COUNT, REST, CODE = 0, 1, 2, 3
"""Columns of the rows of a walk: the row of the table, its records, what comes later (rest), the code in turn."""
GROUPS, SUPPRESSED, CLASSES, SMALLEST = 0, 1, 2, 3
"""Columns of a tally."""
SOURCE, FIRST_CELL, FIRST_TARGET, PLACE = 0, 1, 2, 3
"""Columns of the combinations."""


class TupleArrays(NamedTuple):
    """The distinct tuples of a table, which no walk changes."""

    following: Int32s
    """int32[outer + 1, rows, 2]: rest and code of each row for the attribute that comes next."""
    codes: Int32s
    """int32[attributes, rows]."""
    steps: Int32s
    """int32, flat: code to code of the next level, for each level of each outer attribute."""
    step_at: Int64s
    """int64[outer, levels + 1]: where the steps of each level begin."""
    weights: Int64s
    """int64, flat: of each attribute by code, then level."""
    layout: Int64s
    """int64[attributes, 3]: how many levels, where its weights begin and where its sums."""


class CompletionArrays(NamedTuple):
    """All combinations of levels of the inner attributes."""

    strides: Int64s
    """int64[attributes]: how many rows of the figures one more level is."""
    cell_of_row: Int32s
    """int32[rows of the table]: the place of a row among all codes of the inner attributes at their lowest levels."""
    combinations: Int64s
    """int64[n + 1, 4], one for each combination and an end: the combination it is summed up from, its first cell, its
    first place in `targets`, its row in the figures."""
    targets: Int32s
    """int32: for each cell of the combination that one is summed up from, a cell of that one."""
    levels: Int64s
    """int64[n, inner]."""
    cell_weights: Int64s
    """int64[inner, cells]: the weight of each cell's code."""


class WalkDepth(NamedTuple):
    """A walk at one depth: rows in groups, each a class of the attributes that have their level."""

    rows: Int32s
    """int32[n, 4]: row of the table, count, rest, code."""
    starts: Int32s
    """int32[> groups]: where each group begins, and the end."""
    tally: Int64s
    """int64[4]: groups; of those that left: suppressed records, classes, smallest class."""
    sums: Int64s
    """int64[sums]: the weight of the suppressed records in each attribute at each level."""


class WalkPath(NamedTuple):
    """A walk at all its depths: the arrays of `WalkDepth` with one dimension more, and where it stands."""

    rows: Int32s
    starts: Int32s
    tallies: Int64s
    sums: Int64s
    levels: Int64s
    """int64[outer]: the level of each outer attribute."""
    completed: Int64s
    """int64[1]: how many groups of the last depth are completed."""


class WalkScratch(NamedTuple):
    """Memory of one walker; for blocks of any b groups."""

    parts: Int64s
    """int64[codes, 3]; its first two columns are zero before and after a step."""
    dropped: Int32s
    """int32[n]: places of the rows that are suppressed in a step."""
    cells: Int32s
    """int32[all cells, b]."""
    found: Int32s
    """int32[3, b]: suppressed records, classes and smallest class of each group."""
    group_weights: Int32s
    """int32[attributes without the inner ones, b]."""


class FigureArrays(NamedTuple):
    """The findings of a walk, a row for each transformation."""

    sizes: Int64s
    """int64[.., 3]: suppressed records, classes, smallest class (0 without classes)."""
    removed: Int64s
    """int64[.., attributes]: the weight of the suppressed records, right where no more than the limit are."""
