"""Counting combinations of items in sets: which of them occur, and in fewer sets than k.

Sets are rows of a compressed sparse row layout: those of set s are `items[offsets[s]:offsets[s + 1]]`, each once and
rising. A set may stand for several records, or hold all that one person has: `weights` says how much it counts.
"""

from __future__ import annotations

import numpy as np

from arxdesk_engine.kernels.arrays import Bools, Int32s, Int64s
from arxdesk_engine.kernels.jit import nb

_LISTED = (nb.int32[::1], nb.int64[::1], nb.int64, nb.int64, nb.int64)


@nb.njit(
    nb.int64(
        *(nb.int64[::1], nb.int32[::1], nb.int64[::1], *_LISTED),
        *(nb.int64[::1], nb.int64[::1], nb.int32[::1]),
    ),
    cache=True,
    nogil=True,
)
def _count_next(
    offsets: Int64s,
    items: Int32s,
    weights: Int64s,
    rows: Int32s,
    places: Int64s,
    low: int,
    high: int,
    until: int,
    counts: Int64s,
    sizes: Int64s,
    seen: Int32s,
) -> int:
    """Count the items below `until` from a place on in each listed set; returns how many different ones were `seen`.

    rows and places: the sets and where in `items` to begin, from `low` to `high`. counts, sizes: int64[items], all 0 at
    first, the weight and the number of the sets that have an item.
    """
    found = 0
    for entry in range(low, high):
        row = rows[entry]
        for at in range(places[entry], offsets[row + 1]):
            item = items[at]
            if item >= until:
                break
            if sizes[item] == 0:
                seen[found] = item
                found += 1
            counts[item] += weights[row]
            sizes[item] += 1
    return found


@nb.njit(
    nb.void(*(nb.int64[::1], nb.int32[::1], *_LISTED), *(nb.int64[::1], nb.int32[::1], nb.int64[::1])),
    cache=True,
    nogil=True,
)
def _list_next(
    offsets: Int64s,
    items: Int32s,
    rows: Int32s,
    places: Int64s,
    low: int,
    high: int,
    until: int,
    ends: Int64s,
    next_rows: Int32s,
    next_places: Int64s,
) -> None:
    """List the sets with each item that `_count_next` has counted, and the place behind it.

    `ends` int64[items] is where the list of each item begins, and afterwards where it ends.
    """
    for entry in range(low, high):
        row = rows[entry]
        for at in range(places[entry], offsets[row + 1]):
            item = items[at]
            if item >= until:
                break
            next_rows[ends[item]] = row
            next_places[ends[item]] = at + 1
            ends[item] += 1


@nb.njit(
    nb.int64(
        *(nb.int32[::1], nb.int64[::1], nb.int32[::1], nb.int64, nb.int64),
        *(nb.int64, nb.int32[:, ::1], nb.int64[::1]),
    ),
    cache=True,
    nogil=True,
)
def _note_rare(
    seen: Int32s, counts: Int64s, chosen: Int32s, depth: int, k: int, found: int, combinations: Int32s, supports: Int64s
) -> int:
    """Write down the rare ones among the seen items, behind the chosen ones, where there is room; returns `found`."""
    for index in range(seen.size):
        item = seen[index]
        if counts[item] >= k:
            continue
        if found < combinations.shape[0]:
            combinations[found] = -1
            combinations[found, :depth] = chosen[:depth]
            combinations[found, depth] = item
            supports[found] = counts[item]
        found += 1
    return found


@nb.njit(
    nb.void(*(nb.int64[::1], nb.int32[::1], *_LISTED), *(nb.int64[::1], nb.int64, nb.boolean[::1])),
    cache=True,
    nogil=True,
)
def _mark_sets(
    offsets: Int64s,
    items: Int32s,
    rows: Int32s,
    places: Int64s,
    low: int,
    high: int,
    until: int,
    counts: Int64s,
    k: int,
    marked: Bools,
) -> None:
    """Mark the listed sets with an item that `_count_next` has counted fewer than k times."""
    for entry in range(low, high):
        row = rows[entry]
        for at in range(places[entry], offsets[row + 1]):
            if items[at] >= until:
                break
            if counts[items[at]] < k:
                marked[row] = True
                break


@nb.njit(
    nb.int64(
        *(nb.int64[::1], nb.int32[::1], nb.int64[::1], nb.int64, nb.int64, nb.int64, nb.int64),
        *(nb.boolean, nb.int32[:, ::1], nb.int64[::1], nb.boolean[::1]),
    ),
    cache=True,
    nogil=True,
)
def rare_combinations(
    offsets: Int64s,
    items: Int32s,
    weights: Int64s,
    number: int,
    first: int,
    k: int,
    m: int,
    stops: bool,
    combinations: Int32s,
    supports: Int64s,
    marked: Bools,
) -> int:
    """Find the combinations of at most m items that occur, but in sets of less weight than k; returns their number.

    Items are below `number`, and only combinations whose smallest item is below `first` are looked at. Nothing is added
    to a combination that is rare itself: all that contain it are rare or do not occur. So every rare combination
    without a rare part is found, and others only where the part does not begin them. The first of them, as many as
    there is room for, stand in combinations int32[room, m], filled up with -1, and supports int64[room]. `stops`: leave
    it at those for which there is room; there may be some more in the number then. `marked` bool[sets], or [0] where
    nobody asks, becomes true for the sets with a rare combination.

    A depth-first search: the sets with the items chosen so far are listed for each item that may come next, so that a
    look costs as many steps as these sets have items behind the last one, and memory grows with m alone.
    """
    sets = offsets.size - 1
    rows, places = np.empty((m, max(sets, items.size)), np.int32), np.empty((m, max(sets, items.size)), np.int64)
    rows[0, :sets] = np.arange(sets)
    places[0, :sets] = offsets[:-1]
    counts, sizes, ends = (
        np.zeros((m, number), np.int64),
        np.zeros((m, number), np.int64),
        np.zeros((m, number), np.int64),
    )
    seen, known, cursor = np.empty((m, number), np.int32), np.zeros(m, np.int64), np.zeros(m, np.int64)
    chosen = np.full(m, -1, np.int32)
    found, depth, low, high = 0, 0, 0, sets
    while depth >= 0:
        if low < high:  # sets that are new here: count what stands behind the chosen items
            until = first if depth == 0 else number
            args = (rows[depth], places[depth], low, high, until)
            known[depth] = _count_next(offsets, items, weights, *args, counts[depth], sizes[depth], seen[depth])
            listed = seen[depth, : known[depth]]
            found = _note_rare(listed, counts[depth], chosen, depth, k, found, combinations, supports)
            if stops and found >= combinations.shape[0]:
                return found
            if marked.size > 0:
                _mark_sets(offsets, items, *args, counts[depth], k, marked)
            begin = 0
            for item in listed:
                ends[depth, item] = begin
                begin += sizes[depth, item]
            if depth < m - 1:
                _list_next(offsets, items, *args, ends[depth], rows[depth + 1], places[depth + 1])
            cursor[depth] = 0 if depth < m - 1 else known[depth]
            low = high
        if cursor[depth] == known[depth]:
            for item in seen[depth, : known[depth]]:
                counts[depth, item] = 0
                sizes[depth, item] = 0
            known[depth] = 0
            cursor[depth] = 0
            depth -= 1
            continue
        item = seen[depth, cursor[depth]]
        cursor[depth] += 1
        if counts[depth, item] >= k:
            chosen[depth] = item
            high = ends[depth, item]
            low = high - sizes[depth, item]
            depth += 1
    return found


@nb.njit(
    nb.void(nb.int64[::1], nb.int32[::1], nb.int32[::1], nb.int64[::1], nb.int32[::1]),
    cache=True,
    nogil=True,
)
def shown_sets(offsets: Int64s, items: Int32s, shown: Int32s, new_offsets: Int64s, new_items: Int32s) -> None:
    """Show each item of every set as the number it has in `shown` int32[items], each number once.

    -1: the item is left out. `shown` rises with the items, apart from -1, so that what is equal stands side by side.
    Out: new_offsets int64[sets + 1], new_items int32[>= entries], of which the last offset says how many are used.
    """
    used = 0
    new_offsets[0] = 0
    for row in range(offsets.size - 1):
        last = np.int32(-1)
        for at in range(offsets[row], offsets[row + 1]):
            number = shown[items[at]]
            if number >= 0 and number != last:
                new_items[used] = number
                used += 1
                last = number
        new_offsets[row + 1] = used


@nb.njit(
    nb.void(
        *(nb.int64[::1], nb.int32[::1], nb.int32[::1], nb.int64, nb.int64),
        *(nb.int32[::1], nb.int64[::1], nb.int32[::1]),
    ),
    cache=True,
    nogil=True,
)
def shown_sets_in_front(
    offsets: Int64s,
    items: Int32s,
    rows: Int32s,
    low: int,
    high: int,
    shown: Int32s,
    new_offsets: Int64s,
    new_items: Int32s,
) -> None:
    """As `shown_sets` for the sets in `rows` alone, with what stands for the items from `low` to `high` in front.

    Among the items of that range, and among all others, `shown` rises. Out: new_offsets int64[rows + 1], new_items.
    """
    used = 0
    new_offsets[0] = 0
    for index in range(rows.size):
        row = rows[index]
        for is_front in (True, False):
            last = np.int32(-1)
            for at in range(offsets[row], offsets[row + 1]):
                if (low <= items[at] < high) != is_front:
                    continue
                number = shown[items[at]]
                if number >= 0 and number != last:
                    new_items[used] = number
                    used += 1
                    last = number
        new_offsets[index + 1] = used


@nb.njit(nb.int64(nb.int32[:, ::1], nb.int64, nb.boolean[::1]), cache=True, nogil=True)
def next_unchanged(combinations: Int32s, start: int, changed: Bools) -> int:
    """The first row from `start` on of combinations int32[rows, m] without an item in `changed`; their number: none."""
    for row in range(start, combinations.shape[0]):
        is_unchanged = True
        for place in range(combinations.shape[1]):
            item = combinations[row, place]
            if item >= 0 and changed[item]:
                is_unchanged = False
        if is_unchanged:
            return row
    return int(combinations.shape[0])


@nb.njit(nb.int64(nb.int32[::1], nb.int32[::1], nb.int32[::1]), cache=True, nogil=True)
def intersection(left: Int32s, right: Int32s, both: Int32s) -> int:
    """What two rising lists have in common, written to `both` int32[>= the shorter list]; returns how much that is."""
    used, i, j = 0, 0, 0
    while i < left.size and j < right.size:
        if left[i] < right[j]:
            i += 1
        elif right[j] < left[i]:
            j += 1
        else:
            both[used] = left[i]
            used += 1
            i += 1
            j += 1
    return used
