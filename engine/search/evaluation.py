"""One look at a transformation: its classes by splitting those of a generalization, verdict, score, and bounds."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.lattice.lattice import Levels
from engine.partition import Partition
from engine.quality.aggregate import aggregated_at
from engine.quality.model import AttributeWiseModel
from engine.search.problem import Problem, Verdict
from engine.search.solution import Check

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
    levels: Levels,
    *,
    keep_rows: bool,
    scores_all: bool,
) -> Evaluation:
    """Look at a specialization of `source`.

    Without `scores_all` the score of what is not anonymous is left out (infinite).
    """
    partitioner = problem.partitioner
    most = problem.grouping.records if scores_all else problem.suppressible_records
    keep_rows = keep_rows or not problem.only_class_size
    place = np.array(levels, np.int64)
    partition = partitioner.refine(source, place, keep_rows=keep_rows, most_weighed=most)
    verdict = problem.judge(partition, partition.dropped_records)
    if not (verdict.anonymous or scores_all):
        return Evaluation(_check(quality, partition, levels, verdict, math.inf), partition, None)
    weights, records = partition.dropped_weights, partition.dropped_records
    if verdict.inherited.any():
        weights = weights + partitioner.weigh(partition, verdict.inherited)
        records += int(partition.counts[verdict.inherited].sum())
    table = below = quality.table_without(partitioner.by_level(weights), records)
    if verdict.suppressed_records > records:
        others = verdict.violating & ~verdict.inherited
        weights = weights + partitioner.weigh(partition, others)
        table = quality.table_without(partitioner.by_level(weights), verdict.suppressed_records)
    score = aggregated_at(table, place.astype(np.int16), quality.aggregate_kind)
    check = _check(quality, partition, levels, verdict, score)
    return Evaluation(check, partition, below if verdict.anonymous else None)


def _check(quality: AttributeWiseModel, partition: Partition, levels: Levels, verdict: Verdict, score: float) -> Check:
    classes, smallest, largest = len(partition), partition.smallest, partition.largest
    if verdict.suppressed_records > partition.dropped_records:
        kept = partition.counts[~verdict.violating]
        classes = len(kept)
        smallest, largest = (int(kept.min()), int(kept.max())) if classes else (0, 0)
    return Check(
        levels=levels,
        anonymous=verdict.anonymous,
        score=score,
        lower_bound=quality.lower_bound(levels),
        suppressed_records=verdict.suppressed_records,
        classes=classes,
        smallest_class=smallest,
        largest_class=largest,
        specializations_fail=verdict.specializations_fail,
        generalizations_hold=verdict.generalizations_hold,
    )
