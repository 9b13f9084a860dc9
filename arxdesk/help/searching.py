"""Searches the help: titles rank before headings, headings before text."""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum

from arxdesk.help.pages import HelpPage, HelpSection

OF_A_PAGE = 3
"""How many places of one page are shown."""
_BEFORE, _SNIPPET = 30, 120
_ACCENTED = {letter: unicodedata.normalize("NFD", chr(letter))[0] for letter in range(0xC0, 0x180)}
_SPELLED = _ACCENTED | str.maketrans(
    {"δ": "delta", "ε": "epsilon", "β": "beta", "ℓ": "l", "œ": "oe", "\u2019": "'", "\u00a0": " ", "\u202f": " "}
)
"""Letters with accents as those without, which many people type; Greek ones by their names."""


class Rank(IntEnum):
    """The kind of match, the best first."""

    TITLE = 0
    HEADING = 1
    PHRASE = 2
    """In the text, one after the other."""
    TEXT = 3


@dataclass(frozen=True, slots=True)
class Hit:
    """A place where all words are: a page, a heading of it ("" for its beginning), and a part of the text."""

    page: str
    title: str
    heading: str
    snippet: str
    rank: Rank


def find(pages: Iterable[HelpPage], text: str) -> tuple[Hit, ...]:
    """The places with all words of a text (or parts of words), the best first; () for no words.

    A word in a title counts for every section of the page, so that "k-anonymity formula" is found where it is.
    """
    words = _folded(text).split()
    if not words:
        return ()
    hits = [hit for page in pages for hit in _best_of(page, words)]
    return tuple(sorted(hits, key=lambda hit: hit.rank))


def _best_of(page: HelpPage, words: list[str]) -> list[Hit]:
    return sorted(_hits(page, words), key=lambda hit: hit.rank)[:OF_A_PAGE]


def _hits(page: HelpPage, words: list[str]) -> Iterator[Hit]:
    title, phrase = _folded(page.title), " ".join(words)
    for place, section in enumerate(page.sections):
        heading, text = _folded(section.heading), _folded(section.text)
        if place == 0 and _all_in(words, title):
            rank = Rank.TITLE
        elif place and _all_in(words, f"{title} {heading}") and any(word in heading for word in words):
            rank = Rank.HEADING
        elif _all_in(words, f"{title} {heading} {text}") and any(word in text for word in words):
            rank = Rank.PHRASE if phrase in text else Rank.TEXT
        else:
            continue
        yield Hit(page.name, page.title, section.heading if place else "", _snippet(section, words), rank)


def _snippet(section: HelpSection, words: list[str]) -> str:
    """A part of the text around the words, or the first one that occurs in it, cut between words."""
    text = section.text
    lowered = _without_accents(text)
    together = lowered.find(" ".join(words))
    places = [place for word in words if (place := lowered.find(word)) >= 0] if together < 0 else [together]
    start = max(0, min(places) - _BEFORE) if places else 0
    if start:
        start = text.find(" ", start) + 1
    end = start + _SNIPPET
    if end < len(text):
        end = text.rfind(" ", start, end) if " " in text[start:end] else end
    return f"{'… ' if start else ''}{text[start:end].strip()}{' …' if end < len(text) else ''}"


def _all_in(words: Iterable[str], text: str) -> bool:
    return all(word in text for word in words)


@functools.lru_cache(maxsize=16_384)
def _folded(text: str) -> str:
    """A text as it is compared: kept, since every letter that is typed asks for all of them."""
    return text.casefold().translate(_SPELLED)


@functools.lru_cache(maxsize=16_384)
def _without_accents(text: str) -> str:
    return text.casefold().translate(_ACCENTED)
