"""Whether a transport file of SAS is complete: its reader takes a truncated one for a shorter table.

Records of headers have 80 bytes, and the file is padded to such with blanks (SAS, TS-140). Version 8 has the number
of observations; in version 5 the rest behind the last whole one is blank.
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import BinaryIO

_RECORD = 80
_HEADER = b"HEADER RECORD*******"
_MOST_VARIABLES = 100_000


def is_cut_off(path: Path) -> bool:
    """Whether the end of a file is missing; False for other files, which are left to the reader. Raises OSError."""
    size = path.stat().st_size
    with path.open("rb") as stream:
        if not stream.read(_RECORD).startswith(_HEADER):
            return False
        width, count = _observations(stream)
        if width is None:
            return False
        start = stream.tell()
        end = _end_of_member(stream, start, size)
        if size % _RECORD:
            return True
        if count is not None:
            return end - start < count * width
        stream.seek(end - (end - start) % width)
        return bool(stream.read((end - start) % width).strip(b" "))


def _observations(stream: BinaryIO) -> tuple[int | None, int | None]:
    """The bytes of an observation, and the number of observations where it is declared; the stream is then at
    the first one. None where no observations are announced."""
    length, width = 140, 0
    while len(record := stream.read(_RECORD)) == _RECORD:
        kind = record[len(_HEADER) :]
        if not record.startswith(_HEADER):
            continue
        if kind.startswith(b"MEMB"):
            length = _number(record[74:78]) or length
        elif kind.startswith((b"NAMESTR", b"NAMSTV8")):
            number = min(_number(record[54:58]) or 0, _MOST_VARIABLES)
            variables = stream.read(-(-number * length // _RECORD) * _RECORD)
            places = range(4, len(variables) - 1, length)
            width = sum(struct.unpack_from(">h", variables, place)[0] for place in places[:number])
        elif kind.startswith(b"OBS"):
            said = _number(record[48:].strip()) if kind.startswith(b"OBSV8") else None
            return (width, said) if width > 0 else (None, None)
    return None, None


def _number(digits: bytes) -> int | None:
    return int(digits) if digits.isdigit() else None


def _end_of_member(stream: BinaryIO, start: int, size: int) -> int:
    """The place where the next table of the file begins, or the file ends."""
    at, rest = start, b""
    while piece := stream.read(_RECORD * 100_000):
        found = (rest + piece).find(_HEADER + b"MEMB")
        if found >= 0:
            return at - len(rest) + found
        at, rest = at + len(piece), piece[-len(_HEADER) - 4 :]
    return size
