"""The patterns of `like` as regular expressions whose time grows with the text and not with its combinations."""

from __future__ import annotations

import re

ESCAPE = "\\"
ANY_TEXT = "%"
ANY_CHARACTER = "_"


def compiled(pattern: str) -> re.Pattern[str] | None:
    """The regular expression that whole texts have to match; None where a backslash is before another character.

    Between two percent signs the first place that fits is as good as any later one. So each piece is an atomic
    group, which is never tried again elsewhere: a pattern of many percent signs cannot take forever.
    """
    pieces = [""]
    characters = iter(pattern)
    for character in characters:
        if character == ANY_TEXT:
            pieces.append("")
        elif character == ANY_CHARACTER:
            pieces[-1] += "."
        elif character == ESCAPE:
            literal = next(characters, "")
            if literal not in (ESCAPE, ANY_TEXT, ANY_CHARACTER):
                return None
            pieces[-1] += re.escape(literal)
        else:
            pieces[-1] += re.escape(character)
    first, *others = pieces
    if not others:
        return re.compile(first, re.DOTALL)
    middle = "".join(f"(?>.*?{piece})" for piece in others[:-1] if piece)
    return re.compile(f"{first}{middle}.*{others[-1]}", re.DOTALL)
