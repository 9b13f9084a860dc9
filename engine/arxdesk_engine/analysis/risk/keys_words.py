"""The smallest keys of a table in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from arxdesk_engine.analysis.risk.keys import SmallestKeys
from arxdesk_engine.analysis.risk.uniqueness_words import small_percent
from arxdesk_engine.foundation.language import marked, tr, tr_of
from arxdesk_engine.foundation.words import ENGLISH, Words

_NOBODY = {
    "before": marked("No record of the input can be named by {values}."),
    "after": marked("No record of the output can be named by {values}."),
}
_IN = {"before": marked("In the input, {records}."), "after": marked("In the output, {records}.")}
_SCORES = {
    "before": marked("Scores of the records with a key in the input, of the highest, which is {highest}."),
    "after": marked("Scores of the records with a key in the output, of the highest, which is {highest}."),
}
_MATCHES = {
    "before": marked(
        "Where the table is {share} of the population, a match with somebody of the input is likely right in at most "
        "{highest} of the cases."
    ),
    "after": marked(
        "Where the table is {share} of the population, a match with somebody of the output is likely right in at most "
        "{highest} of the cases."
    ),
}


def keys_sentence(found: Mapping[str, SmallestKeys], words: Words = ENGLISH) -> str:
    """The number of people who can be singled out, before and after."""
    parts = [_named(side, known, is_first=place == 0, words=words) for place, (side, known) in enumerate(found.items())]
    return " ".join(parts)


def _named(side: str, found: SmallestKeys, *, is_first: bool, words: Words) -> str:
    largest = found.keys.largest
    if not is_first:
        who = _people(found, words) if found.named else tr_of("records or people", "none")
        return tr(_IN[side], records=who)
    values = fewer(largest, words)
    if not found.named:
        return tr(_NOBODY[side], values=values)
    single = int(found.people[0])
    told = marked("{records} can be named by {values}.")
    if single and largest > 1:
        told = marked("{records} can be named by {values}; {single} of them by a single value.")
    return tr(told, records=_people(found, words), values=values, single=words.count(single))


def fewer(largest: int, words: Words = ENGLISH) -> str:
    """Of how many values a key is: "3 values or fewer"."""
    return tr("a single value") if largest == 1 else tr("{n} values or fewer", n=words.count(largest))


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
        return tr(_SCORES[side], highest=highest)
    highest = words.percent(float(first.dis.max(initial=0.0)))
    return tr(_MATCHES[side], share=small_percent(first.sampling_fraction, words), highest=highest)
