"""The self-test against refinement in a sentence."""

from __future__ import annotations

from arxdesk_engine.analysis.refinement.totals import RefinementTotals
from arxdesk_engine.foundation.words import ENGLISH, Words
from arxdesk_engine.job.search import Defence

_DEFENCES: dict[Defence | None, str] = {
    None: "",
    "none": " No defence was used.",
    "public-splits": " The defence was to divide groups only where that makes no finer value certain.",
}


def sentence(found: RefinementTotals, words: Words = ENGLISH) -> str:
    """What was tested, how many groups tell something certain, and the defence."""
    groups = words.counted(found.groups, "group", "groups")
    tested = f"Tested against attackers who know the algorithm, {groups}"
    defence = _DEFENCES[found.defence]
    if not found.breached_groups:
        return f"{tested}: none was found to tell for certain which finer values are in it.{defence}"
    records = words.counted(found.breached_records, "record", "records")
    verb, where = ("tells", "it") if found.breached_groups == 1 else ("tell", "them")
    told = f"{words.count(found.breached_groups)} ({records}) {verb} for certain which finer values are in {where}"
    exact = f", {words.count(found.exact_groups)} also how often" if found.exact_groups else ""
    return f"{tested}: {told}{exact}.{defence}"
