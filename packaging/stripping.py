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
    for kind, offset, address, in_file, alignment in _parts(library):
        if kind == _LOADED and (offset % alignment != address % alignment or offset + in_file > len(library)):
            return False
    return True


def program_parts(library: bytes) -> "list[tuple[int, int, int, int]]":
    """The parts of a library: type, place in the file, address, and size in the file. None where it is no library."""
    if not library.startswith(_ELF64_LITTLE):
        return []
    return [part[:4] for part in _parts(library)]


def _parts(library: bytes) -> "Iterator[tuple[int, int, int, int, int]]":
    (start,) = struct.unpack_from("<Q", library, 32)
    entry_size, entries = struct.unpack_from("<HH", library, 54)
    for entry in range(entries):
        kind, _flags, offset, address, _physical, in_file, _in_memory, alignment = struct.unpack_from(
            "<IIQQQQQQ", library, start + entry * entry_size
        )
        yield kind, offset, address, in_file, alignment
