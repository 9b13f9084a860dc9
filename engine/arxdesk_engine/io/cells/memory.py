"""Available memory, and the error for too little of it."""

from __future__ import annotations

import os
from pathlib import Path

from arxdesk_engine.foundation.errors import InvalidData, Problem
from arxdesk_engine.foundation.language import tr

_LEAST_BYTES = 64 * 1024**2
"""With less than that left, the system ends programs."""


def out_of_memory(place: object) -> InvalidData:
    """The error for a table that needs more memory than available."""
    found = tr("the table does not fit into memory")
    remedy = tr("Read fewer columns or records (columns, row_limit), or use a machine with more memory.")
    return InvalidData(Problem(str(place), found, remedy))


def require_memory_for(file: Path, place: object) -> None:
    """Raises InvalidData where not even the bytes of a file find room; they are the least that a table takes."""
    try:
        size = file.stat().st_size
    except OSError:
        return  # opening reports the reason
    available = available_bytes()
    if available is not None and size > available:
        raise out_of_memory(place)


def require_memory_left(place: object) -> None:
    """For tables that come without end. Raises InvalidData while the system still has a little left."""
    available = available_bytes()
    if available is not None and available < _LEAST_BYTES:
        raise out_of_memory(place)


def available_bytes() -> int | None:
    """The memory available to programs; None if the system does not report it."""
    try:
        with open("/proc/meminfo", "rb") as stream:  # noqa: PTH123
            lines = dict(line.split(b":", 1) for line in stream.read().splitlines() if b":" in line)
        return sum(int(lines[name].split()[0]) * 1024 for name in (b"MemAvailable", b"SwapFree"))
    except (OSError, ValueError, KeyError, IndexError):
        pass
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_AVPHYS_PAGES") if os.name == "posix" else None
    except (OSError, ValueError):
        return None
