"""Statements in lines, for people to read."""

from __future__ import annotations

import re

_TOKEN = re.compile(r"""'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[(?:[^\]]|\]\])*\]|\s+|\w+|.""", re.DOTALL)
_CLAUSE = re.compile(r"\b(?:FROM|LEFT OUTER JOIN|JOIN|WHERE|GROUP BY|HAVING|ORDER BY|UNION ALL)\b")
_ITEM = " " * 7
"""The items of a selection stand below the first one, behind SELECT."""


def laid_out(statement: str) -> str:
    """The statement with a line for each clause and each selected column; names and texts stay as they are."""
    words = _words(statement)
    lines, queries = [""], [True]
    for place, word in enumerate(words):
        indent = " " * 4 * (sum(queries) - 1)
        if word == "(":
            queries.append(place + 1 < len(words) and words[place + 1] == "SELECT")
            lines[-1] += word
            if queries[-1]:
                lines.append(" " * 4 * (sum(queries) - 1))
        elif word == ")":
            if queries.pop():
                lines.append(" " * 4 * (sum(queries) - 1))
            lines[-1] += word
        elif queries[-1] and word == ",":
            lines[-1] += word
            lines.append(f"{indent}{_ITEM}")
        elif queries[-1] and (
            _CLAUSE.fullmatch(word) or (word == "SELECT" and words[place - 2 : place - 1] == ["UNION ALL"])
        ):
            lines.append(f"{indent}{word}")
        elif word != " " or (lines[-1].strip() and not lines[-1].endswith(" ")):
            lines[-1] += word
    return "\n".join(line.rstrip() for line in lines)


def _words(statement: str) -> list[str]:
    """Names, texts, keywords, signs and single blanks; clauses of several words are one."""
    words: list[str] = []
    for token in _TOKEN.findall(statement):
        word = " " if token.isspace() else token
        if word == " " and words and words[-1] == " ":
            continue
        words.append(word)
        for size in (5, 3):
            joined = "".join(words[-size:])
            if len(words) >= size and " " in joined and _CLAUSE.fullmatch(joined):
                words[-size:] = [joined]
                break
    return words
