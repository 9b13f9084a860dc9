"""The table of contents: the first page of the help, which lists all others in groups."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass

from arxdesk.help.pages import resolve
from arxdesk.ui import help_text
from arxdesk_engine.foundation.language import LanguageCode, language

CONTENTS = "index"
_ENTRY = re.compile(r"( *)- \[([^\]]+)\]\(([^)]+)\)(?:\u00a0?: (.*))?")
"""A page and its hint; French has a no-break space before the colon."""


@dataclass(frozen=True, slots=True)
class ContentsEntry:
    """A page in the list. `depth` is 1 where it belongs to the page above it, else 0."""

    name: str
    title: str
    hint: str
    depth: int


@dataclass(frozen=True, slots=True)
class Group:
    """Pages that belong together."""

    title: str
    entries: tuple[ContentsEntry, ...]


def contents() -> tuple[Group, ...]:
    """The groups as they are listed: headings of the second level, and the links below them."""
    return contents_in(language())


@functools.cache
def contents_in(code: LanguageCode) -> tuple[Group, ...]:
    """The same in a language."""
    groups: list[tuple[str, list[ContentsEntry]]] = []
    for line in help_text.page_in(code, CONTENTS).splitlines():
        if line.startswith("## "):
            groups.append((line.removeprefix("## "), []))
        elif (entry := _ENTRY.fullmatch(line)) is not None and groups:
            target = resolve(entry[3], CONTENTS)
            if target is not None:
                groups[-1][1].append(ContentsEntry(target[0], entry[2], entry[4] or "", 1 if entry[1] else 0))
    return tuple(Group(title, tuple(entries)) for title, entries in groups)


def names() -> tuple[str, ...]:
    """All pages in the order in which they are listed, the table of contents first."""
    return (CONTENTS, *(entry.name for group in contents() for entry in group.entries))
