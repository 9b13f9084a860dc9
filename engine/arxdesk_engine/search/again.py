"""A search that begins again after one that ended early, reported as one search."""

from __future__ import annotations

from dataclasses import replace

from arxdesk_engine.foundation.control import Progress
from arxdesk_engine.search.journal import SearchReport
from arxdesk_engine.search.rank import place_of
from arxdesk_engine.search.solution import Solution, Status


def reported_after(before: Solution, progress: Progress) -> Progress:
    """Progress of the second search, with the findings and the time of the first."""
    if not isinstance(progress, SearchReport):
        return progress
    best = before.best
    report = replace(
        progress,
        seconds=before.seconds + progress.seconds,
        checks=before.checks + progress.checks,
        lower_bound=max(before.lower_bound, progress.lower_bound),
        seen=None if progress.seen is None else replace(progress.seen, before=before.seconds),
    )
    if best is not None and (report.score is None or best.score <= report.score):
        report = replace(report, score=best.score, levels=best.levels, suppressed_records=best.suppressed_records)
    return report if report.score is None else replace(report, lower_bound=min(report.lower_bound, report.score))


def joined(before: Solution, found: Solution) -> Solution:
    """The solution of both searches: the better best, the higher bound, all improvements, seconds and checks."""
    first = before.best
    later = [each for each in found.improvements if first is None or place_of(each.check) < place_of(first)]
    shifted = (
        replace(each, seconds=before.seconds + each.seconds, checks=before.checks + each.checks) for each in later
    )
    best = min((each for each in (first, found.best) if each is not None), key=place_of, default=None)
    bound = max(found.lower_bound, before.lower_bound)
    return replace(
        found,
        best=best,
        status=Status.BEST_FOUND if best is not None and found.status is Status.NONE_FOUND else found.status,
        lower_bound=bound if best is None else min(bound, best.score),
        seconds=before.seconds + found.seconds,
        checks=before.checks + found.checks,
        improvements=(*before.improvements, *shifted),
    )
