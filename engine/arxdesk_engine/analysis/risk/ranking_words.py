"""A ranking of attributes in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from arxdesk_engine.analysis.risk.ranking import AttributeRanking
from arxdesk_engine.foundation.words import ENGLISH, Words

_NAMED = 3
_LONGEST_NAME = 24
"""Letters of a name in a sentence; the table has all of them."""


def ranking_sentence(found: AttributeRanking, side: str, words: Words = ENGLISH) -> str:
    """The separation of the best set, and the set that singles out most people."""
    if not found.sets:
        return "No attributes were compared."
    best = int(found.by_separation[0])
    if not found.counted[best]:
        return f"The {side} shows nothing of these attributes."
    together = " together" if len(found.sets[best]) > 1 else ""
    cases = _of_hundred(float(found.separation[best]), words)
    said = f"Two records picked at random differ in {_named(found, best, words)}{together} in {cases} of 100 cases."
    most = int(found.by_alone[0])
    alone = int(found.alone[most])
    if not alone:
        return f"{said} No record is alone."
    are = "is" if alone == 1 else "are"
    if most == best and together:
        return f"{said} {words.capitalized(words.records(alone))} {are} alone in them."
    return f"{said} Most are singled out by {_named(found, most, words)}: {words.records(alone)} {are} alone."


def _of_hundred(share: float, words: Words) -> str:
    number = round(100 * share)
    if number == 100 and share < 1.0:
        return "more than 99"
    return "fewer than 1" if number == 0 and share > 0.0 else words.count(number)


def _named(found: AttributeRanking, place: int, words: Words) -> str:
    return short_names(found.names(place), words)


def short_names(names: Sequence[str], words: Words = ENGLISH) -> str:
    """The first names of some, long ones shortened."""
    return words.joined(list(map(_short, names)), _NAMED)


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"
