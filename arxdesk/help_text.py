"""Parts of the help pages, for places that explain themselves."""

from __future__ import annotations

import functools
import importlib.resources
import re


@functools.cache
def page(name: str) -> str:
    """A page of the help, as Markdown."""
    return importlib.resources.files("resources").joinpath("help", f"{name}.md").read_text(encoding="utf-8")


def section(name: str, heading: str) -> str:
    """What stands below a heading of a page, up to the next one of any level; "" where there is no such heading."""
    lines = page(name).splitlines()
    starts = [place for place, line in enumerate(lines) if re.fullmatch(rf"#+ {re.escape(heading)}", line)]
    if not starts:
        return ""
    below = lines[starts[0] + 1 :]
    end = next((place for place, line in enumerate(below) if line.startswith("#")), len(below))
    return "\n".join(below[:end]).strip()
