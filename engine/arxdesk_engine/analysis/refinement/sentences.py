"""The self-test against refinement in a sentence."""

from __future__ import annotations

from arxdesk_engine.analysis.refinement.result import Refinement
from arxdesk_engine.foundation.words import ENGLISH, Words
from arxdesk_engine.job.search import Defence

_DEFENCES: dict[Defence, str] = {
    "none": "No defence was used.",
    "public-splits": "The defence was to divide groups only into parts of twice the records needed.",
}


def sentence(found: Refinement, defence: Defence, words: Words = ENGLISH) -> str:
    """What was tested, how many groups tell something certain, and the defence."""
    groups = words.counted(len(found.groups), "group", "groups")
    tested = f"Tested against attackers who know the algorithm, {groups}"
    if not found.breached_groups:
        return f"{tested}: none tells for certain that a finer value is in it. {_DEFENCES[defence]}"
    records = words.counted(found.breached_records, "record", "records")
    verb, where = ("tells", "it") if found.breached_groups == 1 else ("tell", "them")
    told = f"{words.count(found.breached_groups)} ({records}) {verb} for certain which finer values are in {where}"
    exact = f", {words.count(found.exact_groups)} also how often" if found.exact_groups else ""
    return f"{tested}: {told}{exact}. {_DEFENCES[defence]}"
