"""The facts of an anonymization as plain values: the JSON report of the command line."""

from __future__ import annotations

import math
from typing import Any

from engine.lattice.recoding import Recoding
from engine.quality.statistics import (
    granularity,
    granularity_of_recoding,
    mean_granularity,
    mean_granularity_of_recoding,
)
from engine.search.local_recoding import LocalRecoding
from engine.search.problem import Problem
from engine.search.solution import Solution
from engine.transform.apply import Output


def input_facts(problem: Problem, attributes: tuple[str, ...], sensitive: tuple[str, ...]) -> dict[str, Any]:
    """Records and attributes that went in."""
    return {
        "records": problem.grouping.records,
        "quasi_identifiers": list(attributes),
        "sensitive": list(sensitive),
        "distinct_records": len(problem.grouping.sample_sizes),
    }


def search_facts(problem: Problem, solution: Solution) -> dict[str, Any]:
    """What the search did and has proven."""
    return {
        "algorithm": solution.algorithm,
        "status": solution.status.value,
        "lattice_size": problem.lattice.size,
        "checks": solution.checks,
        "lower_bound": solution.lower_bound if math.isfinite(solution.lower_bound) else None,
        "gap": solution.gap,
        "seconds": solution.seconds,
        "threads": solution.threads,
    }


def solution_facts(solution: Solution, attributes: tuple[str, ...]) -> dict[str, Any] | None:
    """The best transformation; None when there is none."""
    best = solution.best
    if best is None:
        return None
    return {
        "levels": dict(zip(attributes, best.levels, strict=True)),
        "score": best.score,
        "suppressed_records": best.suppressed_records,
        "classes": best.classes,
        "smallest_class": best.smallest_class,
        "largest_class": best.largest_class,
    }


def local_recoding_facts(local_recoding: LocalRecoding, output: Output, attributes: tuple[str, ...]) -> dict[str, Any]:
    """What was done with the records that the search suppressed, and the table that came of it."""
    sizes = output.class_sizes
    return {
        "iterations": [
            {
                "levels": dict(zip(attributes, iteration.levels, strict=True)),
                "records": iteration.records,
                "score": iteration.score,
                "status": iteration.status.value,
            }
            for iteration in local_recoding.iterations
        ],
        "end": local_recoding.end.value,
        "score": local_recoding.score,
        "suppressed_records": local_recoding.suppressed_records,
        "classes": len(sizes),
        "smallest_class": min(sizes.tolist(), default=0),
        "largest_class": max(sizes.tolist(), default=0),
        "checks": local_recoding.checks,
        "seconds": local_recoding.seconds,
    }


def quality_facts(
    problem: Problem, output: Output, attributes: tuple[str, ...], recoding: Recoding | None = None
) -> dict[str, Any]:
    """How much detail is left: 1 as in the input, 0 none."""
    grouping, levels, suppressed = problem.grouping, output.levels, output.suppressed
    if recoding is None:
        mean, kept = mean_granularity(grouping, levels, suppressed), granularity(grouping, levels, suppressed)
    else:
        mean, kept = mean_granularity_of_recoding(grouping, recoding), granularity_of_recoding(grouping, recoding)
    return {"granularity": mean, "granularity_per_attribute": dict(zip(attributes, kept, strict=True))}
