"""Replacements in the texts of a column before its type is applied: of whole cells, then by rules one by one."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arxdesk_engine.job.attributes import AttributeSettings, ReplacementSettings

Change = Callable[[str], str]


def replaced_texts(texts: Sequence[str], settings: AttributeSettings) -> Sequence[str]:
    """The distinct texts of a column as they are after `replace` and `replacements`."""
    if settings.replace:
        texts = [settings.replace.get(text, text).strip() for text in texts]
    for change in _changes(settings.replacements):
        texts = [change(text) for text in texts]
    return texts


def change_of(rule: ReplacementSettings) -> Change:
    """The text that a single rule gives."""
    return next(_changes((rule,)))


def _changes(rules: Sequence[ReplacementSettings]) -> Iterator[Change]:
    """A change for each run of rules for whole cells, which may be thousands, and for each other rule."""
    for is_whole, run in groupby(rules, key=lambda rule: rule.whole):
        if is_whole:
            yield _of_cells(tuple(run))
        else:
            yield from map(_of_parts, run)


def _of_cells(rules: tuple[ReplacementSettings, ...]) -> Change:
    """Rules for whole cells, one after the other; each text is looked up in place of asking every rule."""
    exact: dict[str, list[int]] = defaultdict(list)
    folded: dict[str, list[int]] = defaultdict(list)
    for place, rule in enumerate(rules):
        (exact if rule.case else folded)[rule.find if rule.case else rule.find.casefold()].append(place)

    def change(text: str) -> str:
        place = 0
        while (found := min(_next(exact, text, place), _next(folded, text.casefold(), place))) < _NONE:
            text, place = rules[found].by.strip(), found + 1
        return text

    return change


_NONE = 1 << 62


def _next(places: Mapping[str, Sequence[int]], text: str, place: int) -> int:
    """The first rule for a text from a place on."""
    there = places.get(text, ())
    index = bisect_left(there, place)
    return there[index] if index < len(there) else _NONE


def _of_parts(rule: ReplacementSettings) -> Change:
    pattern = re.compile(re.escape(rule.find), re.NOFLAG if rule.case else re.IGNORECASE)
    return lambda text: pattern.sub(lambda _match: rule.by, text).strip() if text else text
