"""Local recoding in words: its outcome, the reason of its end, and differences of `arxdesk run`."""

from __future__ import annotations

from collections.abc import Sequence

from arxdesk_engine.analysis.applied import Applied, Recoded
from arxdesk_engine.foundation.words import ENGLISH, Words
from arxdesk_engine.job.search import SearchSettings
from arxdesk_engine.search.local_recoding import End, GroupwiseProof, LocalRecoding
from arxdesk_engine.search.solution import Solution

_ENDS = {
    End.NOTHING_KEPT: "no transformation keeps any of them",
    End.ITERATIONS: "all iterations are used up",
    End.LIMIT: "the time was up",
    End.STOPPED: "it was stopped",
}


def sentence(recoded: Recoded, words: Words = ENGLISH) -> str:
    """The people recovered, and the reason for the others."""
    found, gone = recoded.found, recoded.first.suppressed_records
    if found.groupwise is not None:
        return _by_groups(found, found.groupwise, words)
    if found.is_fresh:
        return _fresh(found, words)
    if found.over_limit is not None and found.end not in (End.STOPPED, End.LIMIT):
        removed = words.records(found.over_limit)
        anew = f"Starting over would have removed {removed}, more than the suppression limit allows."
        if not gone:
            return f"{anew} The table stays as it was: no records were removed from it."
        return f"{anew} {_gone_on(recoded, words)}"
    if found.anew_score is not None:
        return f"Starting over would have kept less detail. {_gone_on(recoded, words)}"
    return _gone_on(recoded, words)


def _by_groups(found: LocalRecoding, proof: GroupwiseProof, words: Words) -> str:
    """The sentence where every group has levels of its own."""
    groups = words.counted(proof.groups, "group", "groups")
    removed = (
        "no record removed" if not found.suppressed_records else f"{words.records(found.suppressed_records)} removed"
    )
    loss, gap = words.percent_fixed(proof.loss), words.percent(proof.gap)
    lost = f"{loss} of the detail is lost, at most {gap} from the best possible"
    return f"{groups} with levels of their own, {removed}. {lost}."


def groups_read(applied: Applied, words: Words = ENGLISH) -> str:
    """Why readers see fewer groups than recoding by groups has formed; "" where they see all."""
    proof = None if applied.recoded is None else applied.recoded.found.groupwise
    if proof is None or proof.groups == applied.check.classes:
        return ""
    return f"{words.counted(proof.groups, 'group was', 'groups were')} formed; equal labels read as one."


def _fresh(found: LocalRecoding, words: Words) -> str:
    """The sentence where recoding began with all records."""
    steps = words.counted(len(found.iterations), "step", "steps")
    if not found.suppressed_records:
        return f"{steps} keep all records, most of them with finer values than one transformation for all could."
    removed = words.records(found.suppressed_records)
    return f"{steps}; {removed} removed, which the suppression limit allows: {_ENDS[found.end]}."


def _gone_on(recoded: Recoded, words: Words) -> str:
    found, gone = recoded.found, recoded.first.suppressed_records
    steps = words.counted(len(found.iterations), "iteration", "iterations")
    if not found.iterations:
        return f"None of the {words.records(gone)} could be kept: {_ENDS[found.end]}."
    if found.end is End.COMPLETE:
        return f"{steps} kept all {words.records(gone)} that were removed, with coarser values."
    left = words.records(found.suppressed_records)
    verb = "is" if found.suppressed_records == 1 else "are"
    kept = f"{words.count(recoded.people_kept)} of the {words.records(gone)} that were removed"
    return f"{steps} kept {kept}, with coarser values; {left} {verb} still removed: {_ENDS[found.end]}."


def note_on_running(recoded: Recoded, solution: Solution, search: SearchSettings, *, cut_short: bool) -> str:
    """Why `arxdesk run` may make another table than this one; "" where it makes the same."""
    begins_alike = recoded.found.is_fresh and solution.best is not None
    if not begins_alike and (solution.best is None or solution.best.levels != recoded.first.levels):
        return "arxdesk run begins with the best transformation, not with the one that is applied here."
    if is_cut_short(recoded.found) or cut_short:
        return "arxdesk run does not end early as it did here, so that its table may differ."
    if (proof := recoded.found.groupwise) is not None:
        note = "arxdesk run improves for as many seconds; how far it comes in them depends on the machine."
        return "" if proof.is_improved else note
    if search.time_limit is not None or search.check_limit is not None:
        return "In arxdesk run the limits of the search hold for the iterations, too: its table may differ."
    return ""


def is_cut_short(found: LocalRecoding) -> bool:
    """Whether a person or a limit ended it early."""
    return found.end in (End.STOPPED, End.LIMIT)


def unfit(titles: Sequence[str], words: Words = ENGLISH) -> str:
    """Why models forbid local recoding."""
    verb = "does" if len(titles) == 1 else "do"
    return (
        f"{words.joined(titles)} {verb} not allow local recoding: it anonymizes the table in parts, and what holds for "
        "each part need not hold for all of them together."
    )
