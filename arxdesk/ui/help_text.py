"""The pages of the help as they are written in resources/arxdesk_resources/help: the one place that reads them."""

from __future__ import annotations

import functools
import importlib.resources
import re
from importlib.resources.abc import Traversable

from arxdesk.ui.help_models import completed

FOLDERS: list[Traversable] = [importlib.resources.files("arxdesk_resources").joinpath("help")]
"""The folders of the pages; a page in an earlier one hides its namesakes."""
_NAME = re.compile(r"[a-z0-9-]+(/[a-z0-9-]+)?")
"""A page is named by its file without the suffix, with the folder before it where it lies in one."""


@functools.cache
def page(name: str) -> str:
    """A page of the help, as Markdown, with the parts generated from descriptions of models."""
    return completed(_file(name).read_text(encoding="utf-8"))


def exists(name: str) -> bool:
    """Whether the page exists."""
    return _NAME.fullmatch(name) is not None and _file(name).is_file()


def section(name: str, heading: str) -> str:
    """The text below a heading of a page, up to the next heading of any level; "" without the heading."""
    lines = page(name).splitlines()
    starts = [place for place, line in enumerate(lines) if re.fullmatch(rf"#+ {re.escape(heading)}", line)]
    if not starts:
        return ""
    below = lines[starts[0] + 1 :]
    end = next((place for place, line in enumerate(below) if line.startswith("#")), len(below))
    return "\n".join(below[:end]).strip()


def _file(name: str) -> Traversable:
    files = [folder.joinpath(*f"{name}.md".split("/")) for folder in FOLDERS]
    return next((file for file in files if file.is_file()), files[0])
