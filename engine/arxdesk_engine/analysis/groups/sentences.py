"""The sizes of groups of people who look the same, in a sentence."""

from __future__ import annotations

from collections.abc import Mapping

from arxdesk_engine.analysis.distribution.scale_words import significant
from arxdesk_engine.analysis.statistics.class_sizes import ClassSizes
from arxdesk_engine.foundation.words import ENGLISH, Words, of_unit

SIDES = {"before": "input", "after": "output"}


def sentence(sizes: Mapping[str, ClassSizes], words: Words = ENGLISH) -> str:
    """The number of groups and the smallest one, "before" and "after"."""
    said = [f"{_group(each, words)} in the {SIDES[side]}" for side, each in sizes.items()]
    first = f"Records that look the same in all quasi-identifiers are a group: {', '.join(said)}."
    after = sizes.get("after")
    if after is None:
        return first
    if not after.kept.classes:
        return f"{first} All records were removed."
    smallest = f"The smallest group now has {_counted(after.kept.smallest, after, words)}"
    return f"{first} {smallest}, before {words.count(sizes['before'].kept.smallest)}." if "before" in sizes else first


def _group(sizes: ClassSizes, words: Words) -> str:
    if not sizes.kept.classes:
        return "none"
    groups = words.counted(sizes.kept.classes, "group", "groups")
    return f"{groups} of {significant(sizes.kept.average, words)} {sizes.unit} on average"


def _counted(number: int, sizes: ClassSizes, words: Words) -> str:
    return of_unit(number, sizes.unit, words)
