"""The Markdown of the help, which Qt reads as GitHub does, as Python-Markdown has to find it.

Python-Markdown wants an empty line before a list, and four blanks where GitHub takes two or three for a nested part.
"""

from __future__ import annotations

import re

_ITEM = re.compile(r"( *)(?:[-*+]|\d+\.) +")
_FENCE = re.compile(r" *(```|~~~)")
_COMMENT = re.compile(r" *<!--.*-->")
_NESTED = 4


def for_site(markdown: str) -> str:
    """The same page with lists as Python-Markdown reads them; blocks of code stay as they are."""
    lines: list[str] = []
    in_code, in_list = False, False
    for line in markdown.splitlines():
        if _FENCE.match(line):
            in_code = not in_code
        if in_code or _COMMENT.fullmatch(line):
            lines.append(line)
            continue
        item = _ITEM.match(line)
        if item is not None:
            if not in_list and lines and lines[-1].strip():
                lines.append("")
            in_list = True
        elif line.strip() and not line.startswith(" "):
            in_list = in_list and bool(lines) and bool(lines[-1].strip())
        lines.append(_indented(line) if in_list else line)
    return "\n".join(lines) + "\n"


def _indented(line: str) -> str:
    blanks = len(line) - len(line.lstrip(" "))
    return " " * (_NESTED * -(-blanks // _NESTED)) + line[blanks:] if blanks else line
