"""The arrays that recoding group by group works on, in named groups.

A unit is a distinct tuple of quasi-identifiers with all its records. Levels count from the lowest one that is allowed;
above the highest one stands a level with one label that costs `FORBIDDEN`, so that any two units share a label.
"""

from __future__ import annotations

from typing import NamedTuple

from arxdesk_engine.kernels.arrays import Float64s, Int32s, Int64s
from arxdesk_engine.kernels.jit import group_type, nb

FORBIDDEN = 1e6
"""The cost of a cell above its highest level: more than any group saves."""
EPSILON = 1e-9
"""Gains below this are rounding."""


class UnitCells(NamedTuple):
    """The units and the costs of their labels."""

    values: Int32s
    """int32[units, attributes]: the code of each value."""
    records: Int64s
    """int64[units], at least 1 each."""
    offsets: Int64s
    """int64[attributes, levels]: the place in `labels` and `costs` of an attribute's values at a level."""
    labels: Int32s
    """int32, flat: the code of the label of each value."""
    costs: Float64s
    """float64, flat: the loss of one record that reads the label of each value; rising with the level."""
    tops: Int64s
    """int64[attributes]: the highest level allowed."""


class Secrets(NamedTuple):
    """The sensitive values of the units, as `Rules` look at them."""

    starts: Int64s
    """int64[units + 1]: the entries of unit u are those from starts[u] to starts[u + 1]."""
    counts: Int64s
    """int64[entries]: records."""
    values: Int32s
    """int32[rules, entries]: the value of each entry, as each rule numbers them."""
    domain: int
    """More than any value."""


class Rules(NamedTuple):
    """The conditions on a group beside its least number of records; see `rules.holds`."""

    kinds: Int64s
    """int64[rules]."""
    limits: Float64s
    """float64[rules]."""
    ranks: Int64s
    """int64[rules]."""
    whole: Int64s
    """int64, flat: tables of whole numbers."""
    whole_starts: Int64s
    """int64[rules + 1]."""
    real: Float64s
    """float64, flat."""
    real_starts: Int64s
    """int64[rules + 1]."""
    parents: Int32s
    """int32, flat."""
    shapes: Int64s
    """int64[rules, 3]: where the parents of a rule begin, their height and their width."""


class LinkedGroups(NamedTuple):
    """A partition of units into groups, as lists that are linked in both directions; -1 ends a list."""

    heads: Int64s
    """int64[groups]: the first unit."""
    nexts: Int64s
    """int64[units]."""
    previous: Int64s
    """int64[units]."""
    of_units: Int64s
    """int64[units]: the group of each unit."""
    sizes: Int64s
    """int64[groups]: records; 0 where a place is free."""
    costs: Float64s
    """float64[groups]: the loss of one record of the group."""
    levels: Int64s
    """int64[groups, attributes]: the lowest levels at which all units of the group read alike."""
    samples: Int32s
    """int32[groups, attributes]: the values of one of its units."""


CELLS = group_type(
    UnitCells,
    nb.int32[:, ::1],
    nb.int64[::1],
    nb.int64[:, ::1],
    nb.int32[::1],
    nb.float64[::1],
    nb.int64[::1],
)
SECRETS = group_type(Secrets, nb.int64[::1], nb.int64[::1], nb.int32[:, ::1], nb.int64)
RULES = group_type(
    Rules,
    nb.int64[::1],
    nb.float64[::1],
    nb.int64[::1],
    nb.int64[::1],
    nb.int64[::1],
    nb.float64[::1],
    nb.int64[::1],
    nb.int32[::1],
    nb.int64[:, ::1],
)
GROUPS = group_type(
    LinkedGroups,
    nb.int64[::1],
    nb.int64[::1],
    nb.int64[::1],
    nb.int64[::1],
    nb.int64[::1],
    nb.float64[::1],
    nb.int64[:, ::1],
    nb.int32[:, ::1],
)
