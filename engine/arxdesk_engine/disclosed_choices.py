"""What the reports of a result disclose of how it was made, as an attacker takes it."""

from __future__ import annotations

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.attacks.refinement.choices import AppliedLevels, Choices, LevelLoss, Way
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.policy import policy_of
from arxdesk_engine.job.search import GroupwiseSettings, LocalRecodingSettings
from arxdesk_engine.kernels.aggregates import MAXIMUM
from arxdesk_engine.quality.aggregate import AGGREGATES
from arxdesk_engine.quality.loss import Loss
from arxdesk_engine.release.transform.apply import Output
from arxdesk_engine.search.local_recoding import End, LocalRecoding
from arxdesk_engine.search.problem import SearchProblem
from arxdesk_engine.search.solution import Solution, Status

_NAMES = {kind: name for name, kind in AGGREGATES.items()}


def choices_of(
    anonymizer: Anonymizer, solution: Solution, output: Output, recoding: LocalRecoding | None = None
) -> Choices | None:
    """Of an output: the best transformation of a search, another one that a person chose, or a recoding in its place.

    None where what the algorithm did says nothing that could be counted: where chance chose, or drew the records,
    classes are judged by more than their records, people or rows with counts are counted, or attributes are aggregated.
    """
    problem, best = anonymizer.problem, solution.best
    grouping = problem.grouping
    is_groupwise = recoding is not None and recoding.groupwise is not None
    is_by_size = problem.only_class_size and not problem.table_criteria
    if best is None or solution.is_drawn or grouping.people or grouping.aggregated or grouping.clustered:
        return None
    if policy_of(anonymizer.job).draws_sample:
        return None
    if anonymizer.job.data.count is not None or not (is_by_size or (is_groupwise and not problem.table_criteria)):
        return None
    way: Way = "one transformation"
    levels = output.levels if recoding is None else best.levels
    is_proven = solution.status is Status.OPTIMAL and levels == best.levels
    steps: tuple[AppliedLevels, ...] = (AppliedLevels(levels, is_proven),)
    removed, defence, loss, is_improved = output.suppressed_records, None, None, False
    if recoding is not None:
        removed, way = recoding.suppressed_records, "groups" if is_groupwise else "iterations"
        steps = () if is_groupwise else _steps(recoding, steps)
    if recoding is not None and recoding.groupwise is not None:
        settings = anonymizer.job.search.recoding_settings
        defence = settings.defence if isinstance(settings, GroupwiseSettings) else "none"
        loss, is_improved = recoding.groupwise.loss, recoding.groupwise.rounds > 0
    return Choices(
        way,
        tuple(anonymizer.quasi_identifiers),
        problem.lattice.bottom,
        problem.lattice.top,
        problem.minimal_class_size,
        removed,
        problem.suppressible,
        _measure(problem, _factor(anonymizer.job, way)),
        steps,
        defence,
        loss,
        is_improved,
        is_by_size,
        recoding is not None and recoding.end is End.NOTHING_KEPT,
    )


def _steps(recoding: LocalRecoding, first: tuple[AppliedLevels, ...]) -> tuple[AppliedLevels, ...]:
    """The transformations through which records went, in their order."""
    iterations = tuple(AppliedLevels(each.levels, each.status is Status.OPTIMAL) for each in recoding.iterations)
    return iterations if recoding.is_fresh else (*first, *iterations)


def _factor(job: Job, way: Way) -> float:
    """How much removed records count beside labels; iterations have a factor of their own, and may go on from another.

    Of two it is the larger one, by which labels count less.
    """
    factor, settings = job.quality.generalization_suppression_factor, job.search.recoding_settings
    if way != "iterations":
        return factor
    iterations = settings if isinstance(settings, LocalRecodingSettings) else LocalRecodingSettings()
    return max(factor, iterations.generalization_suppression_factor)


def _measure(problem: SearchProblem, factor: float) -> LevelLoss:
    """How transformations are compared: where it is not by loss, no label is known to cost more than a finer one."""
    quality, attributes = problem.quality, len(problem.grouping.hierarchies)
    if not isinstance(quality, Loss):
        return LevelLoss((1.0,) * attributes, "", (False,) * attributes)
    weighs = factor < 1.0 and quality.aggregate_kind != MAXIMUM
    rises = tuple(weighs and weight > 0.0 for weight in quality.weights.tolist())
    return LevelLoss(tuple(quality.weights.tolist()), _NAMES[quality.aggregate_kind], rises)
