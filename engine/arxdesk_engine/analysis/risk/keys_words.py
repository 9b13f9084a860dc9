"""The smallest keys of a table in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from arxdesk_engine.analysis.risk.keys import SmallestKeys
from arxdesk_engine.analysis.risk.uniqueness_words import small_percent
from arxdesk_engine.foundation.words import ENGLISH, Words

_SIDES = {"before": "input", "after": "output"}


def keys_sentence(found: Mapping[str, SmallestKeys], words: Words = ENGLISH) -> str:
    """The number of people who can be singled out, before and after."""
    parts = [_named(side, known, is_first=place == 0, words=words) for place, (side, known) in enumerate(found.items())]
    return " ".join(parts)


def _named(side: str, found: SmallestKeys, *, is_first: bool, words: Words) -> str:
    table, largest = _SIDES[side], found.keys.largest
    if not is_first:
        who = "none" if not found.named else _people(found, words)
        return f"In the {table}, {who}."
    if not found.named:
        return f"No record of the {table} can be named by {fewer(largest, words)}."
    said = f"{words.capitalized(_people(found, words))} can be named by {fewer(largest, words)}"
    single = int(found.people[0])
    return f"{said}; {words.count(single)} of them by a single value." if single and largest > 1 else f"{said}."


def fewer(largest: int, words: Words = ENGLISH) -> str:
    """Of how many values a key is: "3 values or fewer"."""
    return "a single value" if largest == 1 else f"{words.count(largest)} values or fewer"


def _people(found: SmallestKeys, words: Words) -> str:
    share = found.named / max(1, found.coded_cells.records)
    return f"{words.records(found.named)} ({words.percent(share)})"


def scores_sentence(found: Mapping[str, SmallestKeys], *, is_dis: bool, words: Words = ENGLISH) -> str:
    """The meaning of the bars of the scores."""
    side, first = next(iter(found.items()))
    if not first.named:
        return keys_sentence({side: first}, words)
    if not is_dis or first.dis is None or first.sampling_fraction is None:
        highest = words.decimal(first.highest_score, 0)
        return f"Scores of the records with a key in the {_SIDES[side]}, of the highest, which is {highest}."
    highest = words.percent(float(first.dis.max(initial=0.0)))
    return (
        f"Where the table is {small_percent(first.sampling_fraction, words)} of the population, a match with somebody "
        f"of the {_SIDES[side]} is likely right in at most {highest} of the cases."
    )
