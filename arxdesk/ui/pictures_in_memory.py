"""Pictures under names of Qt's resources (`:/…`), held in memory: style rules read them, and no file is left anywhere.

The form is that of rcc's binary files, version 1 (qtbase, src/corelib/io/qresource.cpp): a header, a tree of nodes, the
data, and the names. Children of a folder come in the order of the hashes of their names.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping

from PySide6.QtCore import QResource

_HEADER, _VERSION = b"qres", 1
_FOLDER = 2
_C_LOCALE = 1
_kept: list[bytes] = []
"""What Qt reads from as long as the program runs."""


def register(folder: str, pictures: Mapping[str, bytes]) -> None:
    """Let Qt find each picture as `:/folder/name`. Raises ValueError where Qt does not take them."""
    data = as_resource(pictures)
    _kept.append(data)
    if not QResource.registerResourceData(data, f"/{folder}"):
        raise ValueError(f"Qt takes no pictures as :/{folder}")


def as_resource(files: Mapping[str, bytes]) -> bytes:
    """Files of one folder as rcc writes them."""
    in_order = sorted(files, key=lambda name: (_hash(name), name))
    tree = [struct.pack(">IHII", 0, _FOLDER, len(in_order), 1)]
    names, contents = bytearray(), bytearray()
    for name in in_order:
        tree.append(struct.pack(">IHHHI", len(names), 0, 0, _C_LOCALE, len(contents)))
        letters = name.encode("utf-16-be")
        names += struct.pack(">HI", len(letters) // 2, _hash(name)) + letters
        contents += struct.pack(">I", len(files[name])) + files[name]
    nodes = b"".join(tree)
    start = len(_HEADER) + 4 * 4
    places = (start, start + len(nodes), start + len(nodes) + len(contents))
    return _HEADER + struct.pack(">IIII", _VERSION, *places) + nodes + bytes(contents) + bytes(names)


def _hash(name: str) -> int:
    """The hash that Qt finds names by (qt_hash, of the basic plane)."""
    found = 0
    for letter in name:
        found = (found << 4) + ord(letter)
        found ^= (found & 0xF0000000) >> 23
        found &= 0x0FFFFFFF
    return found
