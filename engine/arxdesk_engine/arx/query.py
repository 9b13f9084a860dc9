"""ARX's queries of records as our expressions.

In ARX every name and every value stands in single quotes, a backslash takes the character after it literally, and
`and` and `or` bind alike, from the right: `a and b or c` is `a and (b or c)`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from arxdesk_engine.data.selection.parser import DEEPEST
from arxdesk_engine.data.selection.syntax import in_single_quotes, written_name
from arxdesk_engine.foundation.language import tr

_TOKEN = re.compile(r"\s*(?:(?P<text>'(?:[^'\\]|\\.)*')|(?P<sign><=|>=|<>|=|<|>|\(|\))|(?P<word>and|or)\b)", re.DOTALL)
_SIGNS = ("=", "<>", "<", "<=", ">", ">=")
MOST_TERMS = 2_000


class NoQuery(ValueError):
    """The text does not follow ARX's grammar."""


def expression_of(query: str) -> str:
    """The same condition as an expression of ours. Raises NoQuery."""
    tokens = _tokens(query)
    expression, end = _disjoined(tokens, 0, 0)
    if end != len(tokens):
        raise NoQuery(tr("text follows its end"))
    return expression


def _tokens(query: str) -> list[tuple[str, str]]:
    tokens: list[tuple[str, str]] = []
    end, text = 0, query.rstrip()
    while end < len(text):
        found = _TOKEN.match(text, end)
        if found is None or len(tokens) > 8 * MOST_TERMS:
            raise NoQuery(tr("it cannot be parsed"))
        kind = str(found.lastgroup)
        tokens.append((kind, re.sub(r"\\(.)", r"\1", found["text"][1:-1]) if kind == "text" else found[kind]))
        end = found.end()
    if not tokens:
        raise NoQuery(tr("it is empty"))
    return tokens


def _disjoined(tokens: Sequence[tuple[str, str]], start: int, depth: int) -> tuple[str, int]:
    """Terms joined from the right, with parentheses wherever `and` and `or` meet."""
    if depth > DEEPEST:
        raise NoQuery(tr("too many parentheses are open"))
    terms: list[str] = []
    words: list[str] = []
    at = start
    while True:
        term, at = _term(tokens, at, depth)
        terms.append(term)
        if len(terms) > MOST_TERMS:
            raise NoQuery(tr("it is too long"))
        if at >= len(tokens) or tokens[at][0] != "word":
            break
        words.append(tokens[at][1])
        at += 1
    result, last = terms[-1], ""
    for term, word in zip(reversed(terms[:-1]), reversed(words), strict=True):
        inner = f"({result})" if last and word != last else result
        result, last = f"{term} {word} {inner}", word
    return result, at


def _term(tokens: Sequence[tuple[str, str]], at: int, depth: int) -> tuple[str, int]:
    kinds = [kind for kind, _text in tokens[at : at + 3]]
    if kinds == ["text", "sign", "text"] and tokens[at + 1][1] in _SIGNS:
        (_text, name), (_sign, sign), (_value, value) = tokens[at : at + 3]
        return f"{written_name(name)} {'!=' if sign == '<>' else sign} {in_single_quotes(value)}", at + 3
    if at < len(tokens) and tokens[at] == ("sign", "("):
        inner, end = _disjoined(tokens, at + 1, depth + 1)
        if end >= len(tokens) or tokens[end] != ("sign", ")"):
            raise NoQuery(tr("a parenthesis is not closed"))
        return f"({inner})", end + 1
    raise NoQuery(tr("a comparison is incomplete"))
