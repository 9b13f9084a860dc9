"""The limits of a process that reads a file. A small file has no claim to all of the memory."""

from __future__ import annotations

import contextlib
import os
import sys

SWITCH = "--read-apart"
"""The switch that starts a packaged program as such a process."""

_BASE_BYTES = 2 * 1024**3
_TIMES_SIZE = 40
_MOST_OF_MEMORY = 0.9
_BASE_SECONDS = 120
_BYTES_PER_SECOND = 100_000


def seconds_for(size: int) -> int:
    """The processor seconds allowed for a file of a number of bytes."""
    return _BASE_SECONDS + size // _BYTES_PER_SECOND


def limit_this_process(size: int) -> None:
    """Bound memory and time for a file of a number of bytes, and leave no image of the memory behind.

    Windows has no such bounds; there the process is ended from outside.
    """
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415 - not on every system

    memory = _used_bytes() + min(_BASE_BYTES + _TIMES_SIZE * size, int(_MOST_OF_MEMORY * _physical_bytes()))
    seconds = seconds_for(size)
    for kind, most in ((resource.RLIMIT_CORE, 0), (resource.RLIMIT_AS, memory), (resource.RLIMIT_CPU, seconds)):
        _soft, hard = resource.getrlimit(kind)
        least = most if hard == resource.RLIM_INFINITY else min(most, hard)
        with contextlib.suppress(ValueError, OSError):  # some systems know a limit and do not take it
            resource.setrlimit(kind, (least, least))


def _used_bytes() -> int:
    """The address space of this process."""
    try:
        with open("/proc/self/statm", encoding="ascii") as stream:  # noqa: PTH123
            return int(stream.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return _BASE_BYTES


def _physical_bytes() -> int:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (OSError, ValueError):
        return 8 * 1024**3
