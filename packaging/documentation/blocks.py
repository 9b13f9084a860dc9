"""The blocks of code on pages: where each stands, in which language, and the file that it makes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_BLOCK = re.compile(r'^```(\w*)(?: title="([^"]+)")?\n(.*?)^```', re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Block:
    """A block of code. `title` is the file that a reader makes of it; "" for none. `line` is that of its text."""

    page: str
    line: int
    language: str
    title: str
    text: str


def blocks(page: str, markdown: str) -> Iterator[Block]:
    """Every block of a page, in order."""
    for found in _BLOCK.finditer(markdown):
        line = markdown.count("\n", 0, found.start()) + 2
        yield Block(page, line, found[1], found[2] or "", found[3])
