"""The smallest workbook of the old binary kind (BIFF8 in a compound file) that readers take."""

import struct
from pathlib import Path

SECTOR = 512
_FREE, _END, _TABLE = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD


def write_xls(path: Path, rows: list[list[object]]) -> None:
    """A sheet of texts and numbers."""
    path.write_bytes(_compound("Workbook", _book(rows)))


def _record(kind: int, content: bytes = b"") -> bytes:
    return struct.pack("<HH", kind, len(content)) + content


def _book(rows: list[list[object]]) -> bytes:
    start = struct.pack("<HHHHII", 0x0600, 5, 0, 0, 0, 0)
    name = b"Sheet1"
    head = _record(0x809, start)
    entry = len(head)
    sheet_at = entry + 4 + 8 + len(name) + 4
    head += _record(0x85, struct.pack("<IBBBB", sheet_at, 0, 0, len(name), 0) + name) + _record(0x0A)
    body = _record(0x809, struct.pack("<HHHHII", 0x0600, 0x10, 0, 0, 0, 0))
    for row, cells in enumerate(rows):
        for column, cell in enumerate(cells):
            place = struct.pack("<HHH", row, column, 0)
            if isinstance(cell, str):
                body += _record(0x204, place + struct.pack("<HB", len(cell), 1) + cell.encode("utf-16-le"))
            else:
                body += _record(0x203, place + struct.pack("<d", cell))
    return head + body + _record(0x0A)


def _compound(name: str, content: bytes) -> bytes:
    """A compound file with one stream, long enough to stand in ordinary sectors."""
    content = content.ljust(4096, b"\0")
    content += b"\0" * (-len(content) % SECTOR)
    sectors = len(content) // SECTOR
    chain = [_TABLE, _END, *range(3, 2 + sectors), _END]
    table = struct.pack(f"<{SECTOR // 4}I", *chain, *[_FREE] * (SECTOR // 4 - len(chain)))
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 16 + struct.pack("<HHHHH", 0x3E, 3, 0xFFFE, 9, 6) + b"\0" * 6
    header += struct.pack("<IIIIIIIII", 0, 1, 1, 0, 4096, _END, 0, _END, 0)
    header += struct.pack("<109I", 0, *[_FREE] * 108)

    def entry(title: str, kind: int, first: int, size: int, child: int = _FREE) -> bytes:
        written = (title + "\0").encode("utf-16-le")
        links = struct.pack("<HBBIII", len(written), kind, 1, _FREE, _FREE, child)
        return written.ljust(64, b"\0") + links + b"\0" * 36 + struct.pack("<IQ", first, size)

    folder = entry("Root Entry", 5, _END, 0, 1) + entry(name, 2, 2, len(content))
    empty = b"\0" * 64 + struct.pack("<HBBIII", 0, 0, 0, _FREE, _FREE, _FREE) + b"\0" * 48
    return header + table + folder.ljust(128 * 2, b"\0") + empty * 2 + content
