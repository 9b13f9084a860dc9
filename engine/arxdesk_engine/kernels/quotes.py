"""Following quotation marks through the bytes of delimited text, as its readers do."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.kernels.arrays import Int64s
from arxdesk_engine.kernels.jit import nb

Bytes = NDArray[np.uint8]

CELL_START, IN_CELL, IN_QUOTES, AFTER_QUOTE = 0, 1, 2, 3
STATE, QUOTED_AT, SPANNING_AT, LINES, ALIKE, FIRST_ALIKE, IS_CLOSED = range(7)
DELIMITERS, ROWS, SKIP, WAS_RETURN, IS_EMPTY, AT = range(7, 13)
"""Positions in the state of `follow`: kind of the last byte; where the last cell in quotes began; where the cell began
that spans lines, how many line ends it has so far, how many of its lines after the first one look like records, whether
the first one does, and whether it is closed and judged at the end of the line; the delimiters of the line so far; the
rows that have ended; the lines at the beginning still to be skipped; whether the last byte was a carriage return;
whether nothing stands on the line so far; how far in the data it came."""
FIELDS = 13

_NEW_LINE, _RETURN = 10, 13


@nb.njit(
    nb.int64(
        nb.types.Array(nb.uint8, 1, "C", readonly=True),
        nb.int64,
        nb.int64,
        nb.int64[::1],
        nb.int64[::1],
        nb.int64[:, ::1],
    ),
    cache=True,
    nogil=True,
)
def follow(data: Bytes, first: int, offset: int, settings: Int64s, state: Int64s, found: Int64s) -> int:  # noqa: C901, PLR0915
    """Go on from data[first] and return how many cells were found that look like records.

    A cell looks like records where it spans lines, and more than half of its lines after the first one have as many
    delimiters as a record, give or take `tolerance`; a cell of two lines only where the first one has so many, too.
    `offset` is the place of data[0] in the whole text. settings: delimiter, quote, delimiters of a record (0: no cell
    looks like records), tolerance, rows after which it ends. state: int64[FIELDS]. Out: found int64[n, 2], where cells
    begin and where their rows end; it comes no further when that is full.
    """
    delimiter, quote, expected, tolerance, most_rows = settings[0], settings[1], settings[2], settings[3], settings[4]
    now, quoted_at, spanning_at = state[STATE], state[QUOTED_AT], state[SPANNING_AT]
    lines, alike, first_alike, is_closed = state[LINES], state[ALIKE], state[FIRST_ALIKE], state[IS_CLOSED]
    delimiters, rows, skip = state[DELIMITERS], state[ROWS], state[SKIP]
    was_return, is_empty = state[WAS_RETURN], state[IS_EMPTY]
    number, at = 0, first
    while at < data.size and number < found.shape[0] and rows < most_rows:
        byte = np.int64(data[at])
        at += 1
        if byte == _NEW_LINE and was_return:
            was_return = 0
            continue  # the return has ended the line
        was_return = 1 if byte == _RETURN else 0
        is_end = byte in (_NEW_LINE, _RETURN)
        if skip > 0:
            skip -= 1 if is_end else 0
            continue
        if byte == delimiter:
            delimiters += 1
        if now == IN_QUOTES:
            if byte == quote:
                now = AFTER_QUOTE
        elif byte == quote and now == AFTER_QUOTE:
            now = IN_QUOTES
        elif byte == quote and now == CELL_START:
            now = IN_QUOTES
            quoted_at = offset + at - 1
            if not is_closed:  # otherwise two cells that span lines share one, and are judged together
                spanning_at, lines, alike, first_alike = quoted_at, 0, 0, 0
        else:
            if now == AFTER_QUOTE and lines > 0:
                is_closed = 1
            now = CELL_START if is_end or byte == delimiter else IN_CELL
        if not is_end:
            is_empty = 0
            continue
        is_alike = expected > 0 and abs(delimiters - expected) <= tolerance
        delimiters = 0
        if now == IN_QUOTES:
            if lines == 0:
                first_alike = 1 if is_alike else 0
            elif is_alike:
                alike += 1
            lines += 1
            is_closed = 0
            continue
        if is_closed:
            alike += 1 if is_alike else 0
            if 2 * alike > lines and (lines > 1 or first_alike):
                found[number, 0], found[number, 1] = spanning_at, offset + at
                number += 1
        rows += 1 - is_empty
        is_empty, is_closed, lines = 1, 0, 0
    state[STATE], state[QUOTED_AT], state[SPANNING_AT] = now, quoted_at, spanning_at
    state[LINES], state[ALIKE], state[FIRST_ALIKE], state[IS_CLOSED] = lines, alike, first_alike, is_closed
    state[DELIMITERS], state[ROWS], state[SKIP] = delimiters, rows, skip
    state[WAS_RETURN], state[IS_EMPTY], state[AT] = was_return, is_empty, at
    return number
