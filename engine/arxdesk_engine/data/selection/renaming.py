"""Another name for an attribute in an expression; everything else of it stays as it was written."""

from __future__ import annotations

import re

from arxdesk_engine.data.selection.parser import parse
from arxdesk_engine.data.selection.syntax import BARE_NAME, written_name
from arxdesk_engine.foundation.composed import composed

_NAME = re.compile(rf"""{BARE_NAME}|"(?:[^"]|"")*+"|`(?:[^`]|``)*+`|'(?:[^']|'')*+'""")


def renamed_in(expression: str, old: str, new: str) -> str:
    """The expression with `new` wherever it names the attribute `old`. Raises InvalidSelection."""
    places = [each.position - 1 for each in parse(expression).comparisons if each.attribute == old]
    text = composed(expression)
    for place in sorted(places, reverse=True):
        found = _NAME.match(text, place)
        assert found is not None  # noqa: S101 - the parser has just read a name there
        text = f"{text[:place]}{written_name(new)}{text[found.end() :]}"
    return text


def names_attribute(expression: str, name: str) -> bool:
    """Whether the expression compares the attribute. Raises InvalidSelection."""
    return name in parse(expression).attributes
