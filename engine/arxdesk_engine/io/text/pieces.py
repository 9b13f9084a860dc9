"""The bytes of a text file, some megabytes at a time, in an encoding in which ASCII characters are their own bytes."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from arxdesk_engine.foundation.errors import UnreadableFile

PIECE_BYTES = 8 * 1024 * 1024


def pieces_of(path: Path, encoding: str) -> Iterator[bytes]:
    """The content without a byte order mark, up to where it is not in its encoding. Raises UnreadableFile."""
    try:
        with path.open("rb") as stream:
            if _is_plain(encoding):
                if stream.read(len(codecs.BOM_UTF8)) != codecs.BOM_UTF8:
                    stream.seek(0)
                while piece := stream.read(PIECE_BYTES):
                    yield piece
                return
            decoder = codecs.getincrementaldecoder(encoding)()
            while raw := stream.read(PIECE_BYTES):
                yield decoder.decode(raw).removeprefix("\ufeff").encode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return  # the reader of the table says where
    except OSError as error:
        raise UnreadableFile.from_os_error(path, error) from error


def content_between(path: Path, encoding: str, first: int, last: int) -> bytes:
    """A part of what the pieces hold."""
    content, at = b"", 0
    for piece in pieces_of(path, encoding):
        if at + len(piece) > first:
            content += piece[max(0, first - at) : last - at]
        at += len(piece)
        if at >= last:
            break
    return content


def line_at(path: Path, encoding: str, place: int) -> int:
    """The number of the line, from 1, on which a byte of the content stands."""
    line, after_return, left = 1, False, place
    for piece in pieces_of(path, encoding):
        before = piece[:left]
        line += before.count(b"\n") + before.count(b"\r") - before.count(b"\r\n")
        line -= after_return and before.startswith(b"\n")
        after_return, left = before.endswith(b"\r"), left - len(before)
        if left <= 0:
            break
    return line


@lru_cache
def _is_plain(encoding: str) -> bool:
    """Whether each byte below 128 is that ASCII character, and never a part of another one."""
    if codecs.lookup(encoding).name in ("utf-8", "utf-8-sig", "ascii"):
        return True
    letters = bytes(range(256)).decode(encoding, errors="replace")
    return len(letters) == 256 and letters[:128] == bytes(range(128)).decode()
