"""Memory of the process, as counted by the system."""

from __future__ import annotations

import sys
from pathlib import Path

from arxdesk_engine.foundation.language import fixed, tr

_STATISTICS = Path("/proc/self/statm")
_PER_GIGABYTE = 1024

if sys.platform == "win32":
    import ctypes
    from ctypes import wintypes

    class _Counters(ctypes.Structure):
        _fields_ = (
            ("size", wintypes.DWORD),
            ("faults", wintypes.DWORD),
            ("peak", ctypes.c_size_t),
            ("taken", ctypes.c_size_t),
            ("rest", ctypes.c_size_t * 6),
        )

    def memory_taken() -> int | None:
        """Bytes in memory now; None if the system does not report it."""
        counters = _Counters()
        counters.size = ctypes.sizeof(counters)
        kernel = ctypes.windll.kernel32
        kernel.GetCurrentProcess.restype = wintypes.HANDLE
        kernel.K32GetProcessMemoryInfo.argtypes = (wintypes.HANDLE, ctypes.POINTER(_Counters), wintypes.DWORD)
        told = kernel.K32GetProcessMemoryInfo(kernel.GetCurrentProcess(), ctypes.byref(counters), counters.size)
        return int(counters.taken) if told else None

else:
    import os

    def memory_taken() -> int | None:
        """Bytes in memory now; None if the system does not report it."""
        try:
            pages = int(_STATISTICS.read_text(encoding="ascii").split()[1])
        except (OSError, ValueError, IndexError):
            return None
        return pages * os.sysconf("SC_PAGE_SIZE")


def memory_words(taken: int) -> str:
    """Such as "214 MB" or "1.4 GB"."""
    megabytes = round(taken / 2**20)
    if megabytes < _PER_GIGABYTE:
        return f"{megabytes} {tr('MB')}"
    return f"{fixed(megabytes / _PER_GIGABYTE, 1)} {tr('GB')}"
