"""The sizes of groups of people who look the same, in a sentence."""

from __future__ import annotations

from collections.abc import Mapping

from arxdesk_engine.analysis.distribution.scale_words import significant
from arxdesk_engine.analysis.statistics.class_sizes import ClassSizes
from arxdesk_engine.foundation.language import marked, tr, tr_n, tr_of
from arxdesk_engine.foundation.words import ENGLISH, Words, of_unit

SIDES = {"before": marked("input"), "after": marked("output")}
_ON_SIDES = {"before": marked("{groups} in the input"), "after": marked("{groups} in the output")}


def sentence(sizes: Mapping[str, ClassSizes], words: Words = ENGLISH) -> str:
    """The number of groups and the smallest one, "before" and "after"."""
    said = [tr(_ON_SIDES[side], groups=_group(each, words)) for side, each in sizes.items()]
    first = tr("Records that look the same in all quasi-identifiers are a group: {groups}.", groups=", ".join(said))
    after = sizes.get("after")
    if after is None:
        return first
    if not after.kept.classes:
        return f"{first} {tr('All records were removed.')}"
    if "before" not in sizes:
        return first
    smallest = tr(
        "The smallest group now has {records}, before {before}.",
        records=_counted(after.kept.smallest, after, words),
        before=words.count(sizes["before"].kept.smallest),
    )
    return f"{first} {smallest}"


def _group(sizes: ClassSizes, words: Words) -> str:
    if not sizes.kept.classes:
        return tr_of("groups", "none")
    number, size = sizes.kept.classes, significant(sizes.kept.average, words)
    if sizes.unit == "people":
        return tr_n(
            number,
            "{n} group of {size} people on average",
            "{n} groups of {size} people on average",
            n=words.count(number),
            size=size,
        )
    return tr_n(
        number,
        "{n} group of {size} records on average",
        "{n} groups of {size} records on average",
        n=words.count(number),
        size=size,
    )


def _counted(number: int, sizes: ClassSizes, words: Words) -> str:
    return of_unit(number, sizes.unit, words)
