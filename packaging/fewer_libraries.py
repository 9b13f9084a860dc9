"""Makes the libraries of the built folder fewer: what nothing asks for goes, and what is there twice is there once.

Wheels bring libraries that others are linked with, though they ask for nothing that is in them. In each of the others
the entry that names the library is made to name another one that it needs as well; the loader loads that once. And two
wheels bring the same library, each for itself. Only the standard library is used, and `nm` of binutils.
"""

import hashlib
import os
import shutil
import struct
import subprocess
from pathlib import Path

import stripping

_LOADED, _DYNAMIC = 1, 2
"""Types of parts: what is mapped into memory, and the table that the loader reads."""
_END, _NEEDED, _STRINGS = 0, 1, 5
"""Types of entries of that table."""


def take_out(folder: Path, name: str) -> int:
    """Take the libraries out whose names begin so; return the bytes saved, 0 where something of them is asked for."""
    gone = [path for path in sorted(folder.rglob(name + "*")) if ".so" in path.name]
    others = [path for path in sorted(folder.rglob("*.so*")) if path not in gone and not path.is_symlink()]
    linked = [path for path in others if any(needed.startswith(name) for needed in _needed(path.read_bytes()))]
    if not gone or shutil.which("nm") is None:
        return 0
    offered = set().union(*(_names(path, "--defined-only") for path in gone))
    if any(offered & _names(path, "--undefined-only") for path in linked):
        return 0
    for path in linked:
        path.write_bytes(without(path.read_bytes(), name))
    saved = sum(path.stat().st_size for path in gone if not path.is_symlink())
    for path in gone:
        path.unlink()
    return saved


def link_same(folder: Path) -> int:
    """Make every library that has the name and content of another one a link to it; return the bytes saved."""
    first = {}  # type: dict[tuple[str, str], Path]
    saved = 0
    for path in sorted(folder.rglob("*.so*")):
        if path.is_symlink() or not path.is_file():
            continue
        same = first.setdefault((path.name, hashlib.sha256(path.read_bytes()).hexdigest()), path)
        if same != path:
            saved += path.stat().st_size
            path.unlink()
            path.symlink_to(os.path.relpath(str(same), str(path.parent)))
    return saved


def _names(path: Path, which: str) -> "set[str]":
    command = ["nm", "--dynamic", "--format=posix", which, str(path)]
    told = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False).stdout
    return {line.split()[0].partition("@")[0] for line in told.decode(errors="replace").splitlines() if line.strip()}


def without(library: bytes, name: str) -> bytes:
    """A library that no longer needs those whose names begin so. It stays as it is where it needs no others."""
    needed = _needed(library)
    kept = [place for other, place in needed.items() if not other.startswith(name)]
    changed = bytearray(library)
    for other, place in needed.items():
        if other.startswith(name) and kept:
            changed[place + 8 : place + 16] = library[kept[-1] + 8 : kept[-1] + 16]
    return bytes(changed)


def _needed(library: bytes) -> "dict[str, int]":
    """The libraries that one needs, and where their entries are in its file."""
    parts = stripping.program_parts(library)
    tables = [(offset, size) for kind, offset, _address, size in parts if kind == _DYNAMIC]
    if not tables:
        return {}
    [(start, size)] = tables
    places = {}  # type: dict[int, int]
    strings = 0
    for place in range(start, start + size, 16):
        kind, value = struct.unpack_from("<QQ", library, place)
        if kind == _END:
            break
        if kind == _NEEDED:
            places[value] = place
        elif kind == _STRINGS:
            strings = _offset(parts, value)
    return {_text(library, strings + value): place for value, place in places.items()}


def _offset(parts: "list[tuple[int, int, int, int]]", wanted: int) -> int:
    """Where in the file an address lies."""
    return next(
        wanted - address + offset
        for kind, offset, address, size in parts
        if kind == _LOADED and address <= wanted < address + size
    )


def _text(library: bytes, start: int) -> str:
    return library[start : library.index(b"\0", start)].decode()
