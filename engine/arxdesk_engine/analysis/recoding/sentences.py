"""Local recoding in words: its outcome, the reason of its end, and differences of `arxdesk run`."""

from __future__ import annotations

from collections.abc import Sequence

from arxdesk_engine.analysis.applied import Applied, Recoded
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.foundation.translated import Texts
from arxdesk_engine.foundation.words import ENGLISH, Words
from arxdesk_engine.job.search import SearchSettings
from arxdesk_engine.search.local_recoding import End, GroupwiseProof, LocalRecoding
from arxdesk_engine.search.solution import Solution

_ENDS = Texts(
    {
        End.NOTHING_KEPT: marked("no transformation keeps any of them"),
        End.ITERATIONS: marked("all iterations are used up"),
        End.LIMIT: marked("the time was up"),
        End.STOPPED: marked("it was stopped"),
    }
)


def sentence(recoded: Recoded, words: Words = ENGLISH) -> str:
    """The people recovered, and the reason for the others."""
    found, gone = recoded.found, recoded.first.suppressed_records
    if found.groupwise is not None:
        return _by_groups(found, found.groupwise, words)
    if found.is_fresh:
        return _fresh(found, words)
    if found.over_limit is not None and found.end not in (End.STOPPED, End.LIMIT):
        removed = words.records(found.over_limit)
        anew = tr(
            "Starting over would have removed {records}, more than the suppression limit allows.", records=removed
        )
        if not gone:
            return f"{anew} {tr('The table stays as it was: no records were removed from it.')}"
        return f"{anew} {_gone_on(recoded, words)}"
    if found.anew_score is not None:
        return f"{tr('Starting over would have kept less detail.')} {_gone_on(recoded, words)}"
    return _gone_on(recoded, words)


def _by_groups(found: LocalRecoding, proof: GroupwiseProof, words: Words) -> str:
    """The sentence where every group has levels of its own."""
    removed = tr("no record removed")
    if found.suppressed_records:
        removed = tr("{records} removed", records=words.records(found.suppressed_records))
    groups = tr_n(
        proof.groups,
        "{n} group with levels of their own, {removed}.",
        "{n} groups with levels of their own, {removed}.",
        n=words.count(proof.groups),
        removed=removed,
    )
    lost = tr(
        "{loss} of the detail is lost, at most {gap} from the best possible.",
        loss=words.percent_fixed(proof.loss),
        gap=words.percent(proof.gap),
    )
    return f"{groups} {lost}"


def groups_read(applied: Applied, words: Words = ENGLISH) -> str:
    """Why readers see fewer groups than recoding by groups has formed; "" where they see all."""
    proof = None if applied.recoded is None else applied.recoded.found.groupwise
    if proof is None or proof.groups == applied.check.classes:
        return ""
    return tr_n(
        proof.groups,
        "{n} group was formed; equal labels read as one.",
        "{n} groups were formed; equal labels read as one.",
        n=words.count(proof.groups),
    )


def _fresh(found: LocalRecoding, words: Words) -> str:
    """The sentence where recoding began with all records."""
    number = len(found.iterations)
    if not found.suppressed_records:
        return tr_n(
            number,
            "{n} step keep all records, most of them with finer values than one transformation for all could.",
            "{n} steps keep all records, most of them with finer values than one transformation for all could.",
            n=words.count(number),
        )
    return tr_n(
        number,
        "{n} step; {records} removed, which the suppression limit allows: {reason}.",
        "{n} steps; {records} removed, which the suppression limit allows: {reason}.",
        n=words.count(number),
        records=words.records(found.suppressed_records),
        reason=_ENDS[found.end],
    )


def _gone_on(recoded: Recoded, words: Words) -> str:
    found, gone = recoded.found, recoded.first.suppressed_records
    number = len(found.iterations)
    if not number:
        return tr(
            "None of the {records} could be kept: {reason}.", records=words.records(gone), reason=_ENDS[found.end]
        )
    if found.end is End.COMPLETE:
        return tr_n(
            number,
            "{n} iteration kept all {records} that were removed, with coarser values.",
            "{n} iterations kept all {records} that were removed, with coarser values.",
            n=words.count(number),
            records=words.records(gone),
        )
    left = tr_n(
        found.suppressed_records,
        "{n} record is still removed",
        "{n} records are still removed",
        n=words.count(found.suppressed_records),
    )
    return tr_n(
        number,
        "{n} iteration kept {kept} of the {records} that were removed, with coarser values; {left}: {reason}.",
        "{n} iterations kept {kept} of the {records} that were removed, with coarser values; {left}: {reason}.",
        n=words.count(number),
        kept=words.count(recoded.people_kept),
        records=words.records(gone),
        left=left,
        reason=_ENDS[found.end],
    )


def note_on_running(recoded: Recoded, solution: Solution, search: SearchSettings, *, cut_short: bool) -> str:
    """Why `arxdesk run` may make another table than this one; "" where it makes the same."""
    begins_alike = recoded.found.is_fresh and solution.best is not None
    if not begins_alike and (solution.best is None or solution.best.levels != recoded.first.levels):
        return tr("arxdesk run begins with the best transformation, not with the one that is applied here.")
    if is_cut_short(recoded.found) or cut_short:
        return tr("arxdesk run does not end early as it did here, so that its table may differ.")
    if (proof := recoded.found.groupwise) is not None:
        note = tr("arxdesk run improves for as many seconds; how far it comes in them depends on the machine.")
        return "" if proof.is_improved else note
    if search.time_limit is not None or search.check_limit is not None:
        return tr("In arxdesk run the limits of the search hold for the iterations, too: its table may differ.")
    return ""


def is_cut_short(found: LocalRecoding) -> bool:
    """Whether a person or a limit ended it early."""
    return found.end in (End.STOPPED, End.LIMIT)


def unfit(titles: Sequence[str], words: Words = ENGLISH) -> str:
    """Why models forbid local recoding."""
    return tr_n(
        len(titles),
        "{models} does not allow local recoding: it anonymizes the table in parts, and what holds for each part need "
        "not "
        "hold for all of them together.",
        "{models} do not allow local recoding: it anonymizes the table in parts, and what holds for each part need not "
        "hold for all of them together.",
        models=words.joined(titles),
    )
