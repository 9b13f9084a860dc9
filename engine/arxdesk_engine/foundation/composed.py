"""Texts in one form: an accented letter is one character and not a letter with an accent behind it (Unicode's NFC).

Both look the same, and programs write either: without that, one city would be two.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Mapping

PLACES = (
    "path",
    "file",
    "subset_file",
    "key_file",
    "mapping_file",
    "codebook",
    "spread",
    "hierarchy",
    "sheet",
    "table",
)
"""Keys of a job that name a file, or what a workbook or a database has: it is what is stored there."""


def composed(text: str) -> str:
    """The text in that form; ASCII alone is as it is."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def composed_texts(content: object, places: Collection[str] = (), depth: int = 64) -> object:
    """Plain values with all texts in that form, keys included.

    Texts below one of the keys `places` stay as they are: names of files are what the file system says. So does what is
    nested deeper than `depth`; no table of ours is.
    """
    if depth == 0:
        return content
    match content:
        case str():
            return composed(content)
        case Mapping():
            return {
                composed(str(key)): value
                if key in places and isinstance(value, str)
                else composed_texts(value, places, depth - 1)
                for key, value in content.items()
            }
        case list() | tuple():
            return [composed_texts(each, places, depth - 1) for each in content]
        case _:
            return content
