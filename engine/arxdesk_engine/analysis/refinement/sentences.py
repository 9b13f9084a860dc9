"""The self-test against refinement in a sentence."""

from __future__ import annotations

from arxdesk_engine.analysis.refinement.totals import RefinementTotals
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.foundation.words import ENGLISH, Words
from arxdesk_engine.job.search import Defence

_DEFENCES: dict[Defence | None, str] = {
    None: "",
    "none": marked("No defence was used."),
    "public-splits": marked("The defence was to divide groups only where that makes no finer value certain."),
}


def sentence(found: RefinementTotals, words: Words = ENGLISH) -> str:
    """What was tested, how many groups tell something certain, and the defence."""
    defence = tr(_DEFENCES[found.defence])
    return f"{_found(found, words)} {defence}".rstrip()


def _found(found: RefinementTotals, words: Words) -> str:
    tested = tr_n(
        found.groups,
        "Tested against attackers who know the algorithm, {n} group",
        "Tested against attackers who know the algorithm, {n} groups",
        n=words.count(found.groups),
    )
    if not found.breached_groups:
        return tr("{tested}: none was found to tell for certain which finer values are in it.", tested=tested)
    values = {
        "tested": tested,
        "n": words.count(found.breached_groups),
        "records": words.records(found.breached_records),
        "exact": words.count(found.exact_groups),
    }
    if found.exact_groups:
        return tr_n(
            found.breached_groups,
            "{tested}: {n} ({records}) tells for certain which finer values are in it, {exact} also how often.",
            "{tested}: {n} ({records}) tell for certain which finer values are in them, {exact} also how often.",
            **values,
        )
    return tr_n(
        found.breached_groups,
        "{tested}: {n} ({records}) tells for certain which finer values are in it.",
        "{tested}: {n} ({records}) tell for certain which finer values are in them.",
        **values,
    )
