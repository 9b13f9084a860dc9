"""A set of pairwise incomparable transformations in a prefix tree, after the pruning paper (section "Implementation").

The tree is four flat arrays; filled with zeros they are an empty one:

- nodes: int32[capacity, 8], a node per row, see the columns below. Node 0 is the root. The children of a node hold the
  levels of the next attribute, the highest level first.
- rows: int16[elements, attributes], the stored elements, compact, in no particular order.
- owners: int32[elements], the leaf of every row.
- state: int64[4], see the places below.

Two things differ from the paper. A path ends in a leaf as soon as it belongs to one element alone, and the rest of it
is compared in the element's row: far fewer nodes with many attributes. And nodes know the ranks of what is left below
them, not of whole elements: that excludes all that the paper's ranks exclude, and more.
No kernel recurses or allocates: a walk finds its way back by the parents.
"""

from __future__ import annotations

import numpy as np

from arxdesk_engine.kernels.arrays import Int16s, Int32s, Int64s
from arxdesk_engine.kernels.jit import nb

NODE_WIDTH = 8
"""Columns of a node: eight make it half a cache line."""
LEVEL, CHILD, NEXT, PARENT, MOST, LEAST = range(6)
"""The level; the first child (for a leaf: ~row); the next sibling, or 0; the parent; the greatest and the smallest
sum of levels that follow this one in an element below."""

STATE_WIDTH = 4
SIZE, USED, FREE, FREED = range(4)
"""The number of elements; of nodes ever used besides the root; the first free one; how many are free."""

FULL, KNOWN, ADDED = range(3)
"""Results of adding an element: no room for it, already in the set, new."""

_NODES = nb.int32[:, ::1]
_ROWS = nb.int16[:, ::1]
_OWNERS = nb.int32[::1]
_STATE = nb.int64[::1]
_LEVELS = nb.int16[::1]
_BEYOND = 1 << 40  # more than any sum of levels


@nb.njit(cache=True, nogil=True)
def rank_of(levels: Int16s) -> int:
    """The sum of the levels."""
    rank = 0
    for level in levels:
        rank += int(level)
    return rank


@nb.njit(nb.int64(_NODES, _ROWS, _LEVELS, nb.boolean), cache=True, nogil=True)
def find_generalization(nodes: Int32s, rows: Int16s, levels: Int16s, is_ranked: bool) -> int:
    """The leaf of a stored element at or above `levels`; 0 where there is none.

    is_ranked: whether subtrees are left out by their ranks. Only the paper's comparison does without.
    """
    left = rank_of(levels) if is_ranked else -_BEYOND
    # Unsigned indices save the test for negative ones, which is a fifth of the time here.
    one, width = np.uint64(1), np.uint64(levels.size)
    attribute = parent = np.uint64(0)
    node = np.uint64(nodes[0, CHILD])
    level = int(levels[0])
    while True:
        if node == 0 or nodes[node, LEVEL] < level:
            if parent == 0:
                return 0
            attribute -= one
            level = int(levels[attribute])
            left += level
            node = np.uint64(nodes[parent, NEXT])
            parent = np.uint64(nodes[parent, PARENT])
            continue
        if nodes[node, MOST] >= left - level:
            child = int(nodes[node, CHILD])
            if child > 0:
                left -= level
                attribute += one
                level = int(levels[attribute])
                parent, node = node, np.uint64(child)
                continue
            row, other = np.uint64(~child), attribute + one
            while other < width and rows[row, other] >= levels[other]:
                other += one
            if other == width:
                return int(node)
        node = np.uint64(nodes[node, NEXT])


@nb.njit(nb.int64(_NODES, _ROWS, _LEVELS, nb.boolean), cache=True, nogil=True)
def find_specialization(nodes: Int32s, rows: Int16s, levels: Int16s, is_ranked: bool) -> int:
    """The leaf of a stored element at or below `levels`; 0 where there is none. `is_ranked` as above."""
    left = rank_of(levels) if is_ranked else _BEYOND
    # Unsigned indices save the test for negative ones, which is a fifth of the time here.
    one, width = np.uint64(1), np.uint64(levels.size)
    attribute = parent = np.uint64(0)
    node = np.uint64(nodes[0, CHILD])
    level = int(levels[0])
    while True:
        if node == 0:
            if parent == 0:
                return 0
            attribute -= one
            level = int(levels[attribute])
            left += level
            node = np.uint64(nodes[parent, NEXT])
            parent = np.uint64(nodes[parent, PARENT])
            continue
        if nodes[node, LEVEL] <= level and nodes[node, LEAST] <= left - level:
            child = int(nodes[node, CHILD])
            if child > 0:
                left -= level
                attribute += one
                level = int(levels[attribute])
                parent, node = node, np.uint64(child)
                continue
            row, other = np.uint64(~child), attribute + one
            while other < width and rows[row, other] <= levels[other]:
                other += one
            if other == width:
                return int(node)
        node = np.uint64(nodes[node, NEXT])


@nb.njit(cache=True, nogil=True)
def has_room(nodes: Int32s, rows: Int16s, state: Int64s) -> bool:
    """Whether any one more element fits: it needs a row, and at most a node for each attribute."""
    free = nodes.shape[0] - 1 - state[USED] + state[FREED]
    return bool(state[SIZE] < rows.shape[0] and free >= rows.shape[1])


@nb.njit(cache=True, nogil=True)
def _take_node(nodes: Int32s, state: Int64s) -> int:
    node = state[FREE]
    if node != 0:
        state[FREE] = nodes[node, NEXT]
        state[FREED] -= 1
        return int(node)
    state[USED] += 1
    return int(state[USED])


@nb.njit(cache=True, nogil=True)
def _free_node(nodes: Int32s, state: Int64s, node: int) -> None:
    nodes[node, NEXT] = state[FREE]
    state[FREE] = node
    state[FREED] += 1


@nb.njit(cache=True, nogil=True)
def _link_leaf(
    nodes: Int32s, owners: Int32s, state: Int64s, parent: int, previous: int, level: int, left: int, row: int
) -> None:
    """A new leaf for `row` behind the sibling `previous` (0: as first child); `left` is the sum of what follows."""
    leaf = _take_node(nodes, state)
    nodes[leaf, LEVEL] = level
    nodes[leaf, CHILD] = ~row
    nodes[leaf, PARENT] = parent
    nodes[leaf, MOST] = left
    nodes[leaf, LEAST] = left
    if previous == 0:
        nodes[leaf, NEXT] = nodes[parent, CHILD]
        nodes[parent, CHILD] = leaf
    else:
        nodes[leaf, NEXT] = nodes[previous, NEXT]
        nodes[previous, NEXT] = leaf
    owners[row] = leaf


@nb.njit(cache=True, nogil=True)
def insert(nodes: Int32s, rows: Int16s, owners: Int32s, state: Int64s, levels: Int16s) -> None:
    """Store an element, which must not be stored yet and must have room. What it dominates stays: see `add_maximal`."""
    row = state[SIZE]
    rows[row] = levels
    state[SIZE] += 1
    left = rank_of(levels)
    node = 0
    for attribute in range(levels.size):
        nodes[node, MOST] = max(nodes[node, MOST], left)
        nodes[node, LEAST] = min(nodes[node, LEAST], left)
        level = int(levels[attribute])
        left -= level
        previous = 0
        child = int(nodes[node, CHILD])
        while child != 0 and nodes[child, LEVEL] > level:
            previous = child
            child = int(nodes[child, NEXT])
        if child == 0 or nodes[child, LEVEL] != level:
            _link_leaf(nodes, owners, state, node, previous, level, left, row)
            return
        if nodes[child, CHILD] < 0:
            # Two elements share this leaf's path now: the one that was here moves a level down.
            other = ~int(nodes[child, CHILD])
            below = int(rows[other, attribute + 1])
            nodes[child, CHILD] = 0
            _link_leaf(nodes, owners, state, child, 0, below, nodes[child, MOST] - below, other)
        node = child


@nb.njit(cache=True, nogil=True)
def _shorten(nodes: Int32s, owners: Int32s, state: Int64s, node: int) -> None:
    """Where `node` has lost a child: end the path at the highest node with one element; tighten the ranks above."""
    while node != 0:
        child = int(nodes[node, CHILD])
        if nodes[child, NEXT] != 0 or nodes[child, CHILD] > 0:
            break
        nodes[node, CHILD] = nodes[child, CHILD]
        left = nodes[child, LEVEL] + nodes[child, MOST]
        nodes[node, MOST] = left
        nodes[node, LEAST] = left
        owners[~int(nodes[child, CHILD])] = node
        _free_node(nodes, state, child)
        node = int(nodes[node, PARENT])
    while node != 0:
        most, least = -_BEYOND, _BEYOND
        child = int(nodes[node, CHILD])
        while child != 0:
            most = max(most, nodes[child, LEVEL] + nodes[child, MOST])
            least = min(least, nodes[child, LEVEL] + nodes[child, LEAST])
            child = int(nodes[child, NEXT])
        if nodes[node, MOST] == most and nodes[node, LEAST] == least:
            return
        nodes[node, MOST] = most
        nodes[node, LEAST] = least
        node = int(nodes[node, PARENT])


@nb.njit(cache=True, nogil=True)
def remove(nodes: Int32s, rows: Int16s, owners: Int32s, state: Int64s, leaf: int) -> None:
    """Drop the element of a leaf; its node is used again, the last row takes the place of its row."""
    row = ~int(nodes[leaf, CHILD])
    parent = int(nodes[leaf, PARENT])
    if nodes[parent, CHILD] == leaf:
        nodes[parent, CHILD] = nodes[leaf, NEXT]
    else:
        previous = int(nodes[parent, CHILD])
        while nodes[previous, NEXT] != leaf:
            previous = int(nodes[previous, NEXT])
        nodes[previous, NEXT] = nodes[leaf, NEXT]
    _free_node(nodes, state, leaf)
    _shorten(nodes, owners, state, parent)
    state[SIZE] -= 1
    last = state[SIZE]
    if row != last:
        rows[row] = rows[last]
        owners[row] = owners[last]
        nodes[owners[row], CHILD] = ~row


@nb.njit(nb.int64(_NODES, _ROWS, _OWNERS, _STATE, _LEVELS, nb.boolean), cache=True, nogil=True)
def add_maximal(nodes: Int32s, rows: Int16s, owners: Int32s, state: Int64s, levels: Int16s, is_ranked: bool) -> int:
    """Put `levels` and everything below into the set that the stored elements are the maximal ones of.

    Returns ADDED, KNOWN, or FULL where nothing was done: then the arrays must grow (copied into larger ones, the new
    nodes zero). `is_ranked` as for `find_generalization`.
    """
    if find_generalization(nodes, rows, levels, is_ranked) != 0:
        return KNOWN
    if not has_room(nodes, rows, state):
        return FULL
    leaf = find_specialization(nodes, rows, levels, is_ranked)
    while leaf != 0:
        remove(nodes, rows, owners, state, leaf)
        leaf = find_specialization(nodes, rows, levels, is_ranked)
    insert(nodes, rows, owners, state, levels)
    return ADDED


@nb.njit(nb.int64(_NODES, _ROWS, _OWNERS, _STATE, _LEVELS, nb.boolean), cache=True, nogil=True)
def add_minimal(nodes: Int32s, rows: Int16s, owners: Int32s, state: Int64s, levels: Int16s, is_ranked: bool) -> int:
    """As `add_maximal`, for a set with everything above its elements."""
    if find_specialization(nodes, rows, levels, is_ranked) != 0:
        return KNOWN
    if not has_room(nodes, rows, state):
        return FULL
    leaf = find_generalization(nodes, rows, levels, is_ranked)
    while leaf != 0:
        remove(nodes, rows, owners, state, leaf)
        leaf = find_generalization(nodes, rows, levels, is_ranked)
    insert(nodes, rows, owners, state, levels)
    return ADDED
