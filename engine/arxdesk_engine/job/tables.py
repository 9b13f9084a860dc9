"""Long tables in a job file: laid out a row per line, and kept out of the way of what edits the rest of the text.

The library that keeps comments and spelling takes a second for ten thousand cells. Tables are therefore left out while
it works: a short text stands in for each.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from arxdesk_engine.foundation.toml_text import is_long_table, table_text

_STAND_IN = "\ue000table {}\ue000"
_FOUND = re.compile('"\ue000table ([0-9]+)\ue000"')
_LAID_OUT = re.compile(r"= \[\n(?:    \[[^\n#]*\],\n)+\]")


def folded(content: Mapping[str, Any], tables: dict[str, str]) -> dict[str, Any]:
    """The values with a stand-in for every long table; what each stands for is put into `tables`."""
    return {key: _folded(value, tables) for key, value in content.items()}


def folded_text(text: str, tables: dict[str, str]) -> str:
    """A job file with a stand-in for every long table that is laid out as here."""

    def fold(found: re.Match[str]) -> str:
        return f"= {json.dumps(_stand_in(found[0][2:], tables), ensure_ascii=False)}"

    return _LAID_OUT.sub(fold, text)


def unfolded(text: str, tables: Mapping[str, str]) -> str:
    """The text with the tables in place of what stood in for them."""
    table_of = {number: table for table, number in tables.items()}
    return _FOUND.sub(lambda found: table_of.get(found[1], found[0]), text)


def _folded(value: object, tables: dict[str, str]) -> object:
    if isinstance(value, Mapping):
        return folded(value, tables)
    if isinstance(value, list) and is_long_table(value):
        return _stand_in(table_text(value), tables)
    return value


def _stand_in(table: str, tables: dict[str, str]) -> str:
    return _STAND_IN.format(tables.setdefault(table, str(len(tables))))  # the same table, the same stand-in
