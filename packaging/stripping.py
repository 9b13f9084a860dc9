"""Takes the names that only debuggers read out of the libraries of the built folder, by `strip` of binutils.

Only the standard library is used. A library that `strip` breaks stays as it was: some tools that make wheels move parts
of a library, and `strip` then moves them to where the loader refuses them.
"""

import os
import shutil
import struct
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

_ELF64_LITTLE = b"\x7fELF\x02\x01"
_LOADED = 1
"""The type of a part that the loader maps into memory."""


def strip_libraries(folder: Path) -> int:
    """Strip all shared libraries in a folder; return the number of bytes saved, 0 where there is no `strip`."""
    program = shutil.which("strip")
    if program is None:
        return 0
    return sum(_stripped(program, path) for path in sorted(_libraries(folder)))


def _libraries(folder: Path) -> "Iterator[Path]":
    for path in folder.rglob("*.so*"):
        if path.is_file() and not path.is_symlink():
            yield path


def _stripped(program: str, path: Path) -> int:
    """Strip one library in place; return the bytes saved."""
    number, name = tempfile.mkstemp(dir=str(path.parent))
    os.close(number)
    smaller = Path(name)
    try:
        command = [program, "--strip-unneeded", "-o", str(smaller), str(path)]
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        if done.returncode != 0:
            return 0
        saved = path.stat().st_size - smaller.stat().st_size
        if saved <= 0 or not loads(smaller.read_bytes()):
            return 0
        shutil.copymode(str(path), str(smaller))
        smaller.replace(path)
        return saved
    finally:
        if smaller.exists():
            smaller.unlink()


def loads(library: bytes) -> bool:
    """Tell whether the loader can map the parts of a library: each stands in its file where it stands in a page."""
    if not library.startswith(_ELF64_LITTLE):
        return False
    start, entry_size, entries = _program_headers(library)
    for entry in range(entries):
        kind, _flags, offset, address, _physical, in_file, _in_memory, alignment = struct.unpack_from(
            "<IIQQQQQQ", library, start + entry * entry_size
        )
        if kind == _LOADED and (offset % alignment != address % alignment or offset + in_file > len(library)):
            return False
    return True


def _program_headers(library: bytes) -> "tuple[int, int, int]":
    """Where the table of parts begins, the size of its entries, and their number."""
    (start,) = struct.unpack_from("<Q", library, 32)
    entry_size, entries = struct.unpack_from("<HH", library, 54)
    return start, entry_size, entries
