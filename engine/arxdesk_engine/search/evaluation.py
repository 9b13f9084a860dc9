"""The check of a transformation: its classes by splitting those of a generalization, verdict, score, and bounds."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.classes.classes import Classes
from arxdesk_engine.classes.partition import Partition
from arxdesk_engine.classes.people import counting_people
from arxdesk_engine.quality.aggregate import aggregated_at
from arxdesk_engine.quality.model import AttributeWiseModel, ClassWiseModel, WeighedModel
from arxdesk_engine.search.problem import SearchProblem
from arxdesk_engine.search.solution import Check
from arxdesk_engine.search.verdict import Dropped, Verdict

Ends = NDArray[np.int16]
Table = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Listed:
    """The classes that a look has listed, and which of them are suppressed in every specialization: bool[classes]."""

    classes: Classes
    hidden: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The result of a check: check, partition, and bounds for all transformations below (None without any).

    `table` float64[attributes, levels]: losses of generalizing to each level and suppressing what is suppressed here
    and in every specialization (fact 8 of the search design). `listed` is there for class-wise quality models.
    """

    check: Check
    partition: Partition
    table: Table | None
    listed: Listed | None = None


def evaluate(
    problem: SearchProblem, source: Partition, levels: Ends, *, keep_rows: bool, scores_all: bool
) -> Evaluation:
    """Check a specialization of `source`, levels int16[attributes].

    Without `scores_all` the score of what is not anonymous is left out (infinite), and the weights in its partition
    are not whole: nothing may start from it.
    """
    most = problem.number if scores_all else problem.suppressible
    place = levels.astype(np.int64)
    weighed = problem.weighed
    only_sizes = problem.only_class_size and weighed is not None
    partition = problem.partitioner.refine(source, place, keep_rows=keep_rows or not only_sizes, most_weighed=most)
    if not scores_all and problem.removes_people and partition.dropped_people > problem.suppressible:
        return _failed(problem, levels, partition)
    if weighed is None:
        return _judge_by_classes(problem, levels, partition, scores_all)
    judge = _judge_by_size if only_sizes else _judge
    return judge(problem, weighed, levels, partition, scores_all)


def _failed(problem: SearchProblem, levels: Ends, partition: Partition) -> Evaluation:
    """Classes of too few people alone rule a transformation out, and all of its specializations."""
    check = Check(
        tuple(levels.tolist()),
        anonymous=False,
        score=math.inf,
        lower_bound=problem.lower_bound(tuple(levels.tolist())),
        suppressed_records=partition.dropped_records,
        classes=partition.classes,
        smallest_class=partition.smallest,
        largest_class=partition.largest,
        specializations_fail=True,
        generalizations_hold=False,
        suppressed_people=partition.dropped_people,
    )
    return Evaluation(check, partition, None)


def _judge_by_size(
    problem: SearchProblem, quality: WeighedModel, levels: Ends, partition: Partition, scores_all: bool
) -> Evaluation:
    """If a class violates exactly when it is too small, the partition has dropped all violating ones."""
    dropped = partition.dropped_records
    anonymous = problem.suppressed(dropped, partition.dropped_people) <= problem.suppressible
    table = None
    score = math.inf
    if anonymous or scores_all:
        removed = problem.partitioner.by_level(partition.dropped_weights)
        losses = quality.table_without(removed, dropped)
        score = aggregated_at(losses, levels, quality.aggregate_kind)
        table = quality.bounds_of(losses, dropped) if anonymous else None
    check = Check(
        tuple(levels.tolist()),
        anonymous,
        score,
        aggregated_at(quality.bound_table, levels, quality.aggregate_kind),
        dropped,
        partition.classes,
        partition.smallest,
        partition.largest,
        not anonymous,
        anonymous,
        partition.dropped_people,
    )
    return Evaluation(check, partition, table)


def _judge(
    problem: SearchProblem, quality: WeighedModel, levels: Ends, partition: Partition, scores_all: bool
) -> Evaluation:
    from arxdesk_engine.kernels.verdicts import records_of  # noqa: PLC0415 - Numba is loaded where it is first needed

    partitioner = problem.partitioner
    verdict = problem.judge(partitioner.classes(partition), _dropped(partition), chooses=scores_all)
    classes = verdict.classes
    below = None
    score = math.inf
    if verdict.anonymous or scores_all:
        weights, records = partition.dropped_weights, partition.dropped_records
        inherited = records_of(classes.counts, verdict.inherited)
        if inherited:
            weights = weights + partitioner.weigh(classes, verdict.inherited)
            records += inherited
        removed = partitioner.by_level(weights)
        table = quality.table_without(removed, records)
        below = quality.bounds_of(table, records)
        if verdict.suppressed_records > records:
            attributes = np.arange(len(levels))
            removed[attributes, levels] += partitioner.weigh_at(classes, verdict.violating & ~verdict.inherited)
            table = quality.table_without(removed, verdict.suppressed_records)
        score = aggregated_at(table, levels, quality.aggregate_kind)
    least = aggregated_at(quality.bound_table, levels, quality.aggregate_kind)
    check = _check_of(levels, verdict, score, least)
    return Evaluation(check, partition, below if verdict.anonymous else None)


def _judge_by_classes(problem: SearchProblem, levels: Ends, partition: Partition, scores_all: bool) -> Evaluation:
    """Any quality model, from the classes that are left."""
    quality = problem.quality
    verdict = problem.judge(problem.partitioner.classes(partition), _dropped(partition), chooses=scores_all)
    classes = verdict.classes
    score = quality.score(classes, verdict.violating) if verdict.anonymous or scores_all else math.inf
    check = _check_of(levels, verdict, score, least_score(problem, classes))
    table = None
    if verdict.anonymous and isinstance(quality, AttributeWiseModel):
        table = quality.table_below(classes, verdict.inherited)
    listed = Listed(classes, verdict.inherited) if isinstance(quality, ClassWiseModel) else None
    return Evaluation(check, partition, table, listed)


def least_score(problem: SearchProblem, classes: Classes) -> float:
    """A score that neither the transformation of these classes, all of which are listed, nor any generalization of it
    falls below: that of generalization alone, where the quality model is monotonic without suppression."""
    quality = problem.quality
    if isinstance(quality, ClassWiseModel) and not problem.has_no_bounds:
        return quality.bound(classes, np.zeros(len(classes), np.bool_))
    return problem.lower_bound(classes.levels)


def _dropped(partition: Partition) -> Dropped:
    return Dropped(partition.dropped_records, partition.dropped_people)


def _check_of(levels: Ends, verdict: Verdict, score: float, lower_bound: float) -> Check:
    from arxdesk_engine.kernels.verdicts import KEPT_FACTS, describe_kept  # noqa: PLC0415 - Numba is loaded by need

    facts = np.empty(KEPT_FACTS, np.int64)
    describe_kept(counting_people(verdict.classes).counts, verdict.violating, facts)
    kept, smallest, largest = facts.tolist()
    return Check(
        tuple(levels.tolist()),
        verdict.anonymous,
        score,
        lower_bound,
        verdict.suppressed_records,
        kept,
        smallest,
        largest,
        verdict.specializations_fail,
        verdict.generalizations_hold,
        verdict.suppressed_people,
    )
