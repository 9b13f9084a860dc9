"""Plain values as a TOML document, in time that grows with their number alone.

The library that keeps the comments of a file looks through a whole table for each value that it adds, which takes
minutes for ten thousand of them. A document that has no comments yet needs none of that.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

LONG_TABLE = 20  # rows; shorter tables stand on one line
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_NOT_FINITE = {"inf": "inf", "-inf": "-inf", "nan": "nan"}

Content = Mapping[str, Any]


def toml_of(content: Content) -> str:
    """A document with these values, in their order; in each table the tables come last."""
    return "\n".join(_sections(content, ())) if content else ""


def table_text(rows: Sequence[Any]) -> str:
    """Rows of texts, one per line."""
    return "[\n" + "".join(f"    {inline(row)},\n" for row in rows) + "]"


def is_long_table(value: object) -> bool:
    """Whether a list is laid out a row per line: it has many rows, and nothing but texts in them."""
    return isinstance(value, list) and len(value) >= LONG_TABLE and all(map(_is_row, value))


def inline(value: object) -> str:
    """A value as it stands behind its key."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return _NOT_FINITE.get(str(value), repr(value))
    if isinstance(value, Mapping):
        inside = ", ".join(f"{key_text(key)} = {inline(each)}" for key, each in value.items())
        return f"{{{inside}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(inline, value))}]"
    raise TypeError(f"{type(value).__name__} cannot be written to a job file")


def _sections(table: Content, path: tuple[str, ...], *, of_list: bool = False) -> Iterator[str]:
    """The text of a table and of each one inside it, with their headings."""
    plain = {key: value for key, value in table.items() if not isinstance(value, Mapping) and not _is_list(value)}
    heading = ".".join(map(key_text, path))
    lines = [f"[[{heading}]]\n" if of_list else f"[{heading}]\n"] if path and (of_list or plain or not table) else []
    lines += (f"{key_text(key)} = {_value(value)}\n" for key, value in plain.items())
    if lines:
        yield "".join(lines)
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _sections(value, (*path, key))
        elif _is_list(value):
            for each in value:
                yield from _sections(each, (*path, key), of_list=True)


def _value(value: object) -> str:
    return table_text(value) if isinstance(value, list) and is_long_table(value) else inline(value)


def _is_list(value: object) -> bool:
    """Whether a value is a list of tables, each of which has a heading."""
    return isinstance(value, list) and bool(value) and all(isinstance(each, Mapping) for each in value)


def _is_row(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(cell, str) for cell in value)


def key_text(key: str) -> str:
    """A key as it is written: in quotes where it has to be."""
    return key if _BARE.fullmatch(key) else _text(key)


def _text(text: str) -> str:
    """A basic string, which is that of JSON but for one character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")
