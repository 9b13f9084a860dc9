"""Completions at a place of an expression: attributes, operators, values of an attribute, keywords."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from arxdesk_engine.data.dataset import Column, Dataset
from arxdesk_engine.data.selection.parser import acceptable
from arxdesk_engine.data.selection.syntax import BARE_NAME, KEYWORDS, in_single_quotes, written_name

MOST = 50
"""How many candidates are offered at once."""
LOOKED_AT = 1000
"""How many values that match are looked at to find the frequent ones."""

_TOKEN = re.compile(
    rf"""(?P<blank>\s+)|(?P<quoted>"(?:[^"]|"")*+(?P<end1>"?)|`(?:[^`]|``)*+(?P<end2>`?))|(?P<text>'(?:[^']|'')*+(?P<end3>'?))"""
    rf"""|(?P<word>{BARE_NAME}-?)|(?P<plain>[+-]?\.?\d[\w.:+/-]*)|(?P<sign><=|>=|<>|!=|==|[=<>])|(?P<mark>[(),])|(?P<other>.)""",
    re.DOTALL,
)
_OPERATORS = ("=", "!=", "<", "<=", ">", ">=", "in (", "not in (", "between", "like", "is missing", "is not missing")
_WORDS = {"AND": "and", "OR": "or", "RPAR": ")", "COMMA": ",", "IN": "in (", "BETWEEN": "between", "LIKE": "like"}
_WORDS |= {"IS": "is", "MISSING": "missing"}


class TokenKind(StrEnum):
    """The kind of a token of an expression."""

    ATTRIBUTE = "attribute"
    OPERATOR = "operator"
    VALUE = "value"
    WORD = "word"


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of an expression: the characters from `begin` to before `end`, counted from 0."""

    begin: int
    end: int
    kind: TokenKind
    text: str
    """What stands there, without quotes."""
    is_open: bool = False
    """Whether its quote is not closed."""


@dataclass(frozen=True, slots=True)
class Completion:
    """Replacements for the characters from `begin` to before `end` of an expression, the likeliest first."""

    begin: int
    end: int
    kind: TokenKind
    candidates: tuple[str, ...]


def tokens(expression: str) -> tuple[Token, ...]:
    """The pieces of an expression as far as they can be told apart, for colours; it may be unfinished or wrong."""
    found: list[Token] = []
    for match in _TOKEN.finditer(expression):
        kind, text = match.lastgroup or "", match[0]
        if kind == "blank":
            continue
        after_sign = bool(found) and (
            found[-1].kind is TokenKind.OPERATOR or found[-1].text in ("(", ",", "between", "and")
        )
        if match["quoted"] is not None or match["text"] is not None:
            is_text = match["text"] is not None
            is_open = not (match["end1"] or match["end2"] or match["end3"]) or len(text) == 1
            inside = text[1:] if is_open else text[1:-1]
            of = TokenKind.VALUE if is_text and (after_sign or _compares(found)) else TokenKind.ATTRIBUTE
            found.append(Token(match.start(), match.end(), of, inside.replace(text[0] * 2, text[0]), is_open))
        elif match["word"] is not None:
            of = TokenKind.WORD if text.lower() in KEYWORDS else TokenKind.ATTRIBUTE
            found.append(Token(match.start(), match.end(), of, text.lower() if of is TokenKind.WORD else text))
        elif match["plain"] is not None:
            found.append(Token(match.start(), match.end(), TokenKind.VALUE, text))
        else:
            of = TokenKind.OPERATOR if match["sign"] is not None else TokenKind.WORD
            found.append(Token(match.start(), match.end(), of, text))
    return tuple(found)


def complete(expression: str, place: int, dataset: Dataset) -> Completion | None:
    """The completions at the cursor, which is behind `place` characters; None where there are none.

    What is being written there, a word or an open quote, is replaced. Values are those of the attribute that is
    compared: those that begin with what is written, then those that have it somewhere, the more frequent ones first.
    """
    before = tokens(expression[:place])
    last = before[-1] if before else None
    is_written = last is not None and last.end == place and (last.is_open or _is_word(expression, last))
    begin = last.begin if last is not None and is_written else place
    written = last.text if last is not None and is_written else ""
    accepted = acceptable(expression[:begin])
    earlier = before[:-1] if is_written else before
    if "NAME" in accepted:
        return _offered(begin, place, TokenKind.ATTRIBUTE, _attributes(written, dataset, accepted))
    if "PLAIN" in accepted:
        column = _compared_column(earlier, dataset)
        return None if column is None else _offered(begin, place, TokenKind.VALUE, _values(written, column))
    if "OPERATOR" in accepted:
        return _offered(
            begin, place, TokenKind.OPERATOR, (each for each in _OPERATORS if each.startswith(written.lower()))
        )
    words = (word for kind, word in _WORDS.items() if kind in accepted and word.startswith(written.lower()))
    return _offered(begin, place, TokenKind.WORD, words)


def _is_word(expression: str, token: Token) -> bool:
    return expression[token.begin].isalnum() or expression[token.begin] in "_+-."


def _compares(found: list[Token]) -> bool:
    return bool(found) and found[-1].text in ("in", "like")


def _offered(begin: int, end: int, kind: TokenKind, candidates: Iterable[str]) -> Completion | None:
    shown = tuple(itertools.islice(candidates, MOST))
    return Completion(begin, end, kind, shown) if shown else None


def _attributes(written: str, dataset: Dataset, accepted: frozenset[str]) -> Iterator[str]:
    yield from (written_name(name) for name in _matching(written, dataset.names))
    if "NOT" in accepted and "not".startswith(written.lower()):
        yield "not"


def _compared_column(before: tuple[Token, ...], dataset: Dataset) -> Column | None:
    name = next((token.text for token in reversed(before) if token.kind is TokenKind.ATTRIBUTE), None)
    return dataset[name] if name is not None and name in dataset else None


def _values(written: str, column: Column) -> Iterator[str]:
    counts, wanted = column.counts(), written.casefold()
    code_of = {value: code for code, value in _few_matching(written, column.values)}
    found = sorted(code_of, key=lambda value: (not value.casefold().startswith(wanted), -int(counts[code_of[value]])))
    for value in found:
        yield value if column.type.kind.is_numeric and column.type.parse(value) is not None else in_single_quotes(value)


def _few_matching(written: str, values: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Some values that begin with what is written, and some that have it somewhere, each with its code."""
    wanted, first, inside = written.casefold(), 0, 0
    for code, value in enumerate(values):
        text = value.casefold()
        if not value or wanted not in text:
            continue
        if text.startswith(wanted):
            first += 1
            yield code, value
            if first == LOOKED_AT:
                return
        elif inside < LOOKED_AT:
            inside += 1
            yield code, value


def _matching(written: str, names: Sequence[str]) -> list[str]:
    """The names that begin with what is written, then those that have it inside."""
    wanted = written.casefold()
    found = [name for name in names if name and wanted in name.casefold()]
    return sorted(found, key=lambda name: not name.casefold().startswith(wanted))
