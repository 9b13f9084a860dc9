"""A set of transformations as a plain list: what the prefix tree is measured against.

rows: int16[capacity, attributes], of which the first `size` are the elements.
"""

from __future__ import annotations

from arxdesk_engine.kernels.arrays import Int16s
from arxdesk_engine.kernels.jit import nb

_ROWS = nb.int16[:, ::1]
_LEVELS = nb.int16[::1]


@nb.njit(nb.boolean(_ROWS, nb.int64, _LEVELS), cache=True, nogil=True)
def is_at_or_below(rows: Int16s, row: int, levels: Int16s) -> bool:
    """Whether `levels` is at or below one row."""
    for attribute in range(levels.size):  # noqa: SIM110 - a generator would not compile
        if levels[attribute] > rows[row, attribute]:
            return False
    return True


@nb.njit(nb.boolean(_ROWS, nb.int64, _LEVELS), cache=True, nogil=True)
def is_at_or_above(rows: Int16s, row: int, levels: Int16s) -> bool:
    """Whether `levels` is at or above one row."""
    for attribute in range(levels.size):  # noqa: SIM110
        if levels[attribute] < rows[row, attribute]:
            return False
    return True


@nb.njit(nb.boolean(_ROWS, nb.int64, _LEVELS), cache=True, nogil=True)
def is_below_any(rows: Int16s, size: int, levels: Int16s) -> bool:
    """Whether `levels` is at or below an element."""
    for row in range(size):  # noqa: SIM110
        if is_at_or_below(rows, row, levels):
            return True
    return False


@nb.njit(nb.boolean(_ROWS, nb.int64, _LEVELS), cache=True, nogil=True)
def is_above_any(rows: Int16s, size: int, levels: Int16s) -> bool:
    """Whether `levels` is at or above an element."""
    for row in range(size):  # noqa: SIM110
        if is_at_or_above(rows, row, levels):
            return True
    return False


@nb.njit(nb.int64(_ROWS, nb.int64, _LEVELS), cache=True, nogil=True)
def append(rows: Int16s, size: int, levels: Int16s) -> int:
    """Put `levels` at the end, whatever the list holds; returns the new size, or -1 where there is no room."""
    if size == rows.shape[0]:
        return -1
    rows[size] = levels
    return size + 1


@nb.njit(nb.int64(_ROWS, nb.int64, _LEVELS), cache=True, nogil=True)
def append_maximal(rows: Int16s, size: int, levels: Int16s) -> int:
    """Keep the maximal elements only: drop what lies below `levels` and append it, unless it lies below one itself.

    Returns the new size, or -1 where there is no room.
    """
    if is_below_any(rows, size, levels):
        return size
    if size == rows.shape[0]:
        return -1
    kept = 0
    for row in range(size):
        if not is_at_or_above(rows, row, levels):
            if kept < row:
                rows[kept] = rows[row]
            kept += 1
    return int(append(rows, kept, levels))


@nb.njit(nb.int64(_ROWS, nb.int64, _LEVELS), cache=True, nogil=True)
def append_minimal(rows: Int16s, size: int, levels: Int16s) -> int:
    """As `append_maximal`, for the minimal elements."""
    if is_above_any(rows, size, levels):
        return size
    if size == rows.shape[0]:
        return -1
    kept = 0
    for row in range(size):
        if not is_at_or_below(rows, row, levels):
            if kept < row:
                rows[kept] = rows[row]
            kept += 1
    return int(append(rows, kept, levels))
