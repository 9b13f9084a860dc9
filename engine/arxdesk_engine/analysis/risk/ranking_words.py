"""A ranking of attributes in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from arxdesk_engine.analysis.risk.ranking import AttributeRanking
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.foundation.words import ENGLISH, Words

_NAMED = 3
_LONGEST_NAME = 24
"""Letters of a name in a sentence; the table has all of them."""


def ranking_sentence(found: AttributeRanking, side: str, words: Words = ENGLISH) -> str:
    """The separation of the best set, and the set that singles out most people."""
    if not found.sets:
        return tr("No attributes were compared.")
    best = int(found.by_separation[0])
    if not found.counted[best]:
        return tr("The {side} shows nothing of these attributes.", side=side)
    are_several = len(found.sets[best]) > 1
    told = marked("Two records picked at random differ in {columns} in {cases} of 100 cases.")
    if are_several:
        told = marked("Two records picked at random differ in {columns} together in {cases} of 100 cases.")
    cases = _of_hundred(float(found.separation[best]), words)
    said = tr(told, columns=_named(found, best, words), cases=cases)
    most = int(found.by_alone[0])
    alone = int(found.alone[most])
    if not alone:
        return f"{said} {tr('No record is alone.')}"
    if most == best and are_several:
        more = tr_n(alone, "{n} record is alone in them.", "{n} records are alone in them.", n=words.count(alone))
    else:
        more = tr_n(
            alone,
            "Most are singled out by {columns}: {n} record is alone.",
            "Most are singled out by {columns}: {n} records are alone.",
            n=words.count(alone),
            columns=_named(found, most, words),
        )
    return f"{said} {more}"


def _of_hundred(share: float, words: Words) -> str:
    number = round(100 * share)
    if number == 100 and share < 1.0:
        return tr("more than 99")
    return tr("fewer than 1") if number == 0 and share > 0.0 else words.count(number)


def _named(found: AttributeRanking, place: int, words: Words) -> str:
    return short_names(found.names(place), words)


def short_names(names: Sequence[str], words: Words = ENGLISH) -> str:
    """The first names of some, long ones shortened."""
    return words.joined(list(map(_short, names)), _NAMED)


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}…"
