"""One look at a transformation: its classes by splitting those of a generalization, verdict, score, and bounds."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.partition import Partition
from engine.quality.aggregate import aggregated_at
from engine.quality.model import AttributeWiseModel
from engine.search.problem import Problem
from engine.search.solution import Check

Ends = NDArray[np.int16]
Table = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a look tells, the partition it was taken at, and bounds for everything below (None where there are none).

    `table` float64[attributes, levels]: losses of generalizing to each level and suppressing what is suppressed here
    and in every specialization (fact 8 of the search design).
    """

    check: Check
    partition: Partition
    table: Table | None


def evaluate(
    problem: Problem,
    quality: AttributeWiseModel,
    source: Partition,
    levels: Ends,
    *,
    keep_rows: bool,
    scores_all: bool,
) -> Evaluation:
    """Look at a specialization of `source`, levels int16[attributes].

    Without `scores_all` the score of what is not anonymous is left out (infinite), and the weights in its partition
    are not whole: nothing may start from it.
    """
    most = problem.grouping.records if scores_all else problem.suppressible_records
    place = levels.astype(np.int64)
    keep_rows = keep_rows or not problem.only_class_size
    partition = problem.partitioner.refine(source, place, keep_rows=keep_rows, most_weighed=most)
    judge = _judge_by_size if problem.only_class_size else _judge
    return judge(problem, quality, levels, partition, scores_all)


def _judge_by_size(
    problem: Problem, quality: AttributeWiseModel, levels: Ends, partition: Partition, scores_all: bool
) -> Evaluation:
    """Where a class violates exactly when it is too small, the partition has dropped all that do."""
    dropped = partition.dropped_records
    anonymous = dropped <= problem.suppressible_records
    table = None
    score = math.inf
    if anonymous or scores_all:
        table = quality.table_without(problem.partitioner.by_level(partition.dropped_weights), dropped)
        score = aggregated_at(table, levels, quality.aggregate_kind)
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
    )
    return Evaluation(check, partition, table if anonymous else None)


def _judge(
    problem: Problem, quality: AttributeWiseModel, levels: Ends, partition: Partition, scores_all: bool
) -> Evaluation:
    partitioner = problem.partitioner
    classes = partitioner.classes(partition)
    counts = classes.counts
    verdict = problem.judge(classes, partition.dropped_records, chooses=scores_all)
    table = below = None
    score = math.inf
    if verdict.anonymous or scores_all:
        weights, records = partition.dropped_weights, partition.dropped_records
        if verdict.inherited.any():
            weights = weights + partitioner.weigh(partition, verdict.inherited)
            records += int(counts[verdict.inherited].sum())
        table = below = quality.table_without(partitioner.by_level(weights), records)
        if verdict.suppressed_records > records:
            removed = partitioner.by_level(weights)
            attributes = np.arange(len(levels))
            removed[attributes, levels] += partitioner.weigh_at(classes, verdict.violating & ~verdict.inherited)
            table = quality.table_without(removed, verdict.suppressed_records)
        score = aggregated_at(table, levels, quality.aggregate_kind)
    kept = counts[~verdict.violating & (counts > 0)]
    check = Check(
        tuple(levels.tolist()),
        verdict.anonymous,
        score,
        aggregated_at(quality.bound_table, levels, quality.aggregate_kind),
        verdict.suppressed_records,
        len(kept),
        int(kept.min(initial=problem.grouping.records)) if len(kept) else 0,
        int(kept.max(initial=0)),
        verdict.specializations_fail,
        verdict.generalizations_hold,
    )
    return Evaluation(check, partition, below if verdict.anonymous else None)
