"""A page of the help taken apart: its title, its headings, and what stands below each in plain text."""

from __future__ import annotations

import functools
import posixpath
import re
from dataclasses import dataclass
from itertools import zip_longest

from arxdesk.ui import help_text
from arxdesk_engine.foundation.language import ENGLISH, LanguageCode, language

_HEADING = re.compile(r"(#{1,6}) +(.+?)\s*")
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_RULE_OF_TABLE = re.compile(r"\|[-:| ]+\|?")
_EMPHASIS = re.compile(r"(?<![\w`*])\*([^*`\s][^*`]*)\*(?![\w`*])")
_MARKS = re.compile(r"\*\*|`|^\s*(?:[-*>]|\d+\.)\s+", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class HelpSection:
    """A heading (without marks of emphasis) and the plain text below it, up to the next heading."""

    heading: str
    level: int
    text: str


@dataclass(frozen=True, slots=True)
class HelpPage:
    """A page by the name of its file; the first section is that of its title."""

    name: str
    sections: tuple[HelpSection, ...]

    @property
    def title(self) -> str:
        """The title of the page."""
        return self.sections[0].heading


def page(name: str) -> HelpPage:
    """A page of the help in the language of the window."""
    return page_in(language(), name)


@functools.cache
def page_in(code: LanguageCode, name: str) -> HelpPage:
    """A page in a language, taken apart when somebody asks for it first."""
    return parse(name, help_text.page_in(code, name))


def parse(name: str, markdown: str) -> HelpPage:
    """Take a page apart. What looks like a heading inside a block of code is none."""
    found: list[tuple[str, int, list[str]]] = []
    in_code = False
    for line in markdown.splitlines():
        if line.lstrip().startswith("```"):
            in_code = not in_code
            continue
        heading = None if in_code else _HEADING.fullmatch(line)
        if heading is not None:
            found.append((plain(heading[2]), len(heading[1]), []))
        elif found:
            found[-1][2].append(line)
    return HelpPage(
        name, tuple(HelpSection(heading, level, plain("\n".join(below))) for heading, level, below in found)
    )


def plain(markdown: str) -> str:
    """Markdown as a text on one line, without marks: links by their words, cells of tables one after the other."""
    lines = (line for line in markdown.splitlines() if not _RULE_OF_TABLE.fullmatch(line.strip()))
    text = _MARKS.sub("", _EMPHASIS.sub(r"\1", _LINK.sub(r"\1", "\n".join(lines))))
    return " ".join(text.replace("|", " ").split())


def anchor(heading: str) -> str:
    """A heading as links name it: small letters, digits and hyphens."""
    return re.sub(r"[^\w\s-]", "", plain(heading).casefold()).strip().replace(" ", "-")


def heading_of(page_name: str, fragment: str) -> str | None:
    """The heading that a topic or a link means, written as it is or as an anchor, in the language of the page or in
    English; None where there is none."""
    wanted, sections = anchor(fragment), page(page_name).sections
    originals = page_in(ENGLISH, page_name).sections
    for each, original in zip_longest(sections, originals):
        if each is not None and wanted in (anchor(each.heading), anchor(original.heading) if original else wanted):
            return each.heading
    return None


def resolve(link: str, inside: str) -> tuple[str, str] | None:
    """The page and the heading ("" for its beginning) of a relative link on a page; None where it leads elsewhere."""
    target, _, fragment = link.partition("#")
    if "://" in target or target.startswith(("/", "mailto:")):
        return None
    if not target:
        return inside, fragment
    if not target.endswith(".md"):
        return None
    name = posixpath.normpath(posixpath.join(posixpath.dirname(inside), target)).removesuffix(".md")
    return (name, fragment) if help_text.exists(name) else None
