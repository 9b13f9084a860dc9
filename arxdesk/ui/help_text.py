"""The pages of the help as they are written in resources/arxdesk_resources/help: the one place that reads them.

A page in another language lies in the folder of the language there (`de/exporting.md`), with the headings of the
English page in their order. Where there is none, the English one is shown, which says so.
"""

from __future__ import annotations

import functools
import importlib.resources
import re
from importlib.resources.abc import Traversable

from arxdesk.ui.help_models import completed
from arxdesk_engine.foundation.language import ENGLISH, LANGUAGES, LanguageCode, in_language, language, tr

FOLDERS: list[Traversable] = [importlib.resources.files("arxdesk_resources").joinpath("help")]
"""The folders of the pages; a page in an earlier one hides its namesakes."""
_HEADING = re.compile(r"#{1,6} +(.+?)\s*")
_NAME = re.compile(r"[a-z0-9-]+(/[a-z0-9-]+)?")
"""A page is named by its file without the suffix, with the folder before it where it lies in one."""


def page(name: str) -> str:
    """A page of the help, as Markdown, with the parts generated from descriptions of models."""
    return page_in(language(), name)


@functools.cache
def page_in(code: LanguageCode, name: str) -> str:
    """The page in a language; the English one, which says that, where it is not translated."""
    with in_language(code):
        if (translated := _translated(code, name)) is not None:
            return completed(translated.read_text(encoding="utf-8"))
        if code == ENGLISH:
            return completed(_file(name).read_text(encoding="utf-8"))
        title, _end, rest = page_in(ENGLISH, name).partition("\n")
        return f"{title}\n\n*{tr('This page is not translated yet.')}*\n{rest}"


def exists(name: str) -> bool:
    """Whether the page exists."""
    return _NAME.fullmatch(name) is not None and name.partition("/")[0] not in LANGUAGES and _file(name).is_file()


def headings(markdown: str) -> list[str]:
    """The headings of a page; what looks like one inside a block of code is none."""
    found, in_code = [], False
    for line in markdown.splitlines():
        in_code ^= line.lstrip().startswith("```")
        if not in_code and (heading := _HEADING.fullmatch(line)) is not None:
            found.append(heading[1])
    return found


def section(name: str, heading: str) -> str:
    """The text below a heading of a page, which is named in English, up to the next heading of any level; "" without
    the heading."""
    lines = page(name).splitlines()
    named = dict(zip(headings(page_in(ENGLISH, name)), headings(page(name)), strict=False))
    starts = [
        place for place, line in enumerate(lines) if re.fullmatch(rf"#+ {re.escape(named.get(heading, heading))}", line)
    ]
    if not starts:
        return ""
    below = lines[starts[0] + 1 :]
    end = next((place for place, line in enumerate(below) if line.startswith("#")), len(below))
    return "\n".join(below[:end]).strip()


def _file(name: str) -> Traversable:
    files = [folder.joinpath(*f"{name}.md".split("/")) for folder in FOLDERS]
    return next((file for file in files if file.is_file()), files[0])


def _translated(code: LanguageCode, name: str) -> Traversable | None:
    if code == ENGLISH:
        return None
    files = (folder.joinpath(code, *f"{name}.md".split("/")) for folder in FOLDERS)
    return next((file for file in files if file.is_file()), None)
