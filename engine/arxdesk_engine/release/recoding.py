"""Recoding as a job asks for it: group by group, or in iterations within the suppression limit of the job."""

from __future__ import annotations

import time
from dataclasses import replace
from functools import partial

from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import Problem, UserError
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.search import GroupwiseSettings, LocalRecodingSettings
from arxdesk_engine.preparation.quality_choice import quality_of
from arxdesk_engine.search.local_recoding import End, LocalRecoding, Search, recode_locally
from arxdesk_engine.search.problem import SearchProblem
from arxdesk_engine.search.solution import Check, Limits, Solution


class NoGroups(UserError):
    """A transformation satisfies the privacy models, and no recoding by groups does.

    It may remove what breaks a model; a group at the highest levels holds all records.
    """

    exit_status = 3


def recode_group_by_group(
    problem: SearchProblem,
    first: Check,
    settings: GroupwiseSettings,
    control: Control,
    seconds: float | None,
    seed: int,
) -> LocalRecoding:
    """Recode in place of `first`, with the defence of the settings.

    Raises NoGroups; UnfitForGroups where a model cannot be judged group by group.
    """
    from arxdesk_engine.search.groupwise.recoding import recode_by_groups  # noqa: PLC0415 - Numba is loaded when needed

    is_public = settings.defence == "public-splits"
    found = recode_by_groups(problem, control, seconds, seed, is_public=is_public, replaced=first.levels)
    if found is None:
        said = tr("no group satisfies the privacy models, not even at the highest levels")
        raise NoGroups(
            Problem("search.recoding", said, tr('Write recoding = "none": the transformation satisfies them.'))
        )
    return found


def goes_on(job: Job, settings: LocalRecodingSettings) -> bool:
    """Whether the search before the iterations is that of the job itself, so that it need not be searched again."""
    own = (job.suppression.limit, job.quality.generalization_suppression_factor)
    return (settings.first_limit, settings.generalization_suppression_factor) == own


def recode_as_asked(
    job: Job,
    attributes: tuple[str, ...],
    problem: SearchProblem,
    first: Check,
    settings: LocalRecodingSettings,
    search: Search,
    control: Control,
    limits: Limits,
) -> LocalRecoding:
    """Begin as the settings say, and suppress no more than the job allows.

    Where that does not succeed, as when it is stopped early, or scores worse for the whole table than `first`, the best
    of the search of the job, it is that one that is gone on from: it keeps within the limit, and nothing that is added
    suppresses more or loses detail.
    """
    started = time.perf_counter()
    recode = partial(recode_locally, problem, first, settings.iterations, search)
    go_on = partial(recode, lambda grouping: quality_of(job, attributes, grouping), control)
    if goes_on(job, settings):
        return go_on(limits)
    factor = settings.generalization_suppression_factor
    quality = job.quality.model_copy(update={"generalization_suppression_factor": factor})
    asked = job.model_copy(update={"quality": quality})
    least = settings.least_kept_first(problem.grouping.records)
    fresh = recode(lambda grouping: quality_of(asked, attributes, grouping), control, limits, least)
    is_over = fresh.suppressed_records > problem.suppressible
    if not is_over and not _is_worse(fresh, first):
        return fresh
    seconds = None if limits.seconds is None else limits.seconds - fresh.seconds
    checks = None if limits.checks is None else limits.checks - fresh.checks
    found = go_on(Limits(seconds, checks))
    return replace(
        found,
        checks=fresh.checks + found.checks,
        seconds=time.perf_counter() - started,
        over_limit=fresh.suppressed_records if is_over else None,
        anew_score=None if is_over else fresh.score,
    )


def _is_worse(fresh: LocalRecoding, first: Check) -> bool:
    """Whether a table begun anew keeps less than one transformation; without a score, whether it loses more records."""
    if fresh.score is None:
        return fresh.end in (End.LIMIT, End.STOPPED) and fresh.suppressed_records > first.suppressed_records
    return fresh.score > first.score


def limits_of_recoding(job: Job, settings: LocalRecodingSettings, solution: Solution) -> Limits:
    """The remaining seconds of the job; a search of its own gets half of them in any case."""
    whole = job.search.time_limit
    if whole is None:
        return Limits()
    left = whole - solution.seconds
    return Limits(left if goes_on(job, settings) else max(left, whole / 2))
