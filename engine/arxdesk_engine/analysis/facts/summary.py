"""The facts of an anonymization as plain values: the JSON report of the command line."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.analysis.people.limited_records import LimitedRecords
from arxdesk_engine.analysis.statistics import (
    granularity,
    granularity_of_recoding,
    mean_granularity,
    mean_granularity_of_recoding,
)
from arxdesk_engine.analysis.statistics.attribute_measures import granularity as measured_granularity
from arxdesk_engine.analysis.statistics.cells import Cells
from arxdesk_engine.analysis.statistics.measure import Aggregates, Measure, aggregates
from arxdesk_engine.analysis.statistics.quality import AttributeQuality, TableQuality, quality
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.hierarchies.hierarchy import Hierarchy, bind
from arxdesk_engine.job.job import Job
from arxdesk_engine.lattice.recoding import Recoding
from arxdesk_engine.preparation.named_subsets import named_subsets
from arxdesk_engine.quality.aggregate import RankedScore
from arxdesk_engine.release.transform.apply import Output
from arxdesk_engine.search.local_recoding import LocalRecoding
from arxdesk_engine.search.problem import SearchProblem
from arxdesk_engine.search.solution import Solution


def input_facts(
    problem: SearchProblem, attributes: tuple[str, ...], sensitive: tuple[str, ...], limit: LimitedRecords | None = None
) -> dict[str, Any]:
    """Records and attributes that went in."""
    people: dict[str, Any] = {"people": problem.grouping.people} if problem.grouping.people else {}
    if limit is not None:
        people["records_per_person"] = limit.plain()
    return {
        "records": problem.grouping.records,
        **people,
        "quasi_identifiers": list(attributes),
        "sensitive": list(sensitive),
        "distinct_records": len(problem.grouping.input_sizes[0]),
    }


def subset_facts(problem: SearchProblem, job: Job) -> dict[str, Any] | None:
    """The research subset of a job in words and numbers; None where all records count."""
    grouping, named = problem.grouping, named_subsets(job)
    if grouping.included is None or not named:
        return None
    of = int(grouping.tuples.population_counts.sum())
    return {"description": named[0].settings.description, "records": grouping.records, "of": of}


def search_facts(problem: SearchProblem, solution: Solution) -> dict[str, Any]:
    """The course of the search and its proof."""
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


def solution_facts(
    solution: Solution, attributes: tuple[str, ...], *, removes_people: bool = False
) -> dict[str, Any] | None:
    """The best transformation; None when there is none. `removes_people`: whole people are removed."""
    best = solution.best
    if best is None:
        return None
    ranked = {"ranked_losses": list(best.score.losses)} if isinstance(best.score, RankedScore) else {}
    return {
        "levels": dict(zip(attributes, best.levels, strict=True)),
        "score": best.score,
        **ranked,
        "suppressed_records": best.suppressed_records,
        **({"suppressed_people": best.suppressed_people} if removes_people else {}),
        "classes": best.classes,
        "smallest_class": best.smallest_class,
        "largest_class": best.largest_class,
    }


GENERALIZED_ITEMS = "generalize items"
"""What becomes of a column of sets that a privacy model asks about."""


PERTURBED = "perturb ("
"""The begin of what becomes of a perturbed column, behind anything else that is done to it."""


def transformations(job: Job, columns: Iterable[str]) -> dict[str, str]:
    """What becomes of each column, in a word or two."""
    recoded = {each.attribute for model in job.privacy if (each := model.item_combinations) is not None}
    return {name: GENERALIZED_ITEMS if name in recoded else _treatment(job, name) for name in columns}


def _treatment(job: Job, name: str) -> str:
    before, asked = job.settings_of(name).shown_as, job.perturbation_of(name)
    if asked is None:
        return before
    perturbed = f"{PERTURBED}{asked.method})"
    return perturbed if before == "keep" else f"{before}, {perturbed}"


def items_facts(output: Output) -> dict[str, Any]:
    """How the items of columns of sets are shown; nothing where there are none."""
    return {"items": {name: shown.plain() for name, shown in output.items.items()}} if output.items else {}


def perturbation_facts(output: Output) -> dict[str, Any]:
    """What was done to cells, with the seed and every parameter; nothing where nothing was perturbed."""
    return {"perturbation": [each.plain() for each in output.perturbations]} if output.perturbations else {}


def claims(output: Output, attributes: tuple[str, ...], local_recoding: LocalRecoding | None = None) -> dict[str, Any]:
    """The claims about an output, whatever led to it: its levels, and the figures that can be counted again."""
    sizes = output.groups[0].tolist()
    facts: dict[str, Any] = {
        "solution": {
            "levels": dict(zip(attributes, output.levels, strict=True)),
            "suppressed_records": output.suppressed_records,
            **({} if output.people is None else {"suppressed_people": output.people.removed}),
            "classes": len(sizes),
            "smallest_class": min(sizes, default=0),
            "largest_class": max(sizes, default=0),
        }
    }
    facts |= items_facts(output)
    if local_recoding is not None:
        facts["local_recoding"] = local_recoding_facts(local_recoding, output, attributes)
    return facts


def local_recoding_facts(local_recoding: LocalRecoding, output: Output, attributes: tuple[str, ...]) -> dict[str, Any]:
    """The treatment of the records that the search suppressed, and the resulting table."""
    sizes = output.class_sizes
    groupwise = {} if local_recoding.groupwise is None else _groupwise_facts(local_recoding, attributes)
    return {
        **groupwise,
        "iterations": [
            {
                "levels": dict(zip(attributes, iteration.levels, strict=True)),
                "records": iteration.records,
                "score": iteration.score,
                "status": iteration.status.value,
            }
            for iteration in local_recoding.iterations
        ],
        "begins": "anew" if local_recoding.is_fresh else "solution",
        "over_limit": local_recoding.over_limit,
        "anew_score": local_recoding.anew_score,
        "end": local_recoding.end.value,
        "score": local_recoding.score,
        "suppressed_records": local_recoding.suppressed_records,
        "classes": len(sizes),
        "smallest_class": min(sizes.tolist(), default=0),
        "largest_class": max(sizes.tolist(), default=0),
        "checks": local_recoding.checks,
        "seconds": local_recoding.seconds,
    }


def _groupwise_facts(local_recoding: LocalRecoding, attributes: tuple[str, ...]) -> dict[str, Any]:
    """What is known of a table that was recoded group by group, and the lowest and highest level of each attribute."""
    proof, recoding = local_recoding.groupwise, local_recoding.recoding
    assert proof is not None  # noqa: S101 - asked only where it is
    vectors = np.array(recoding.transformations, np.int64)
    used = np.unique(recoding.chosen[~recoding.suppressed])
    vectors = vectors[used] if len(used) else vectors[:1]
    lowest, highest = vectors.min(axis=0).tolist(), vectors.max(axis=0).tolist()
    return {
        "groupwise": {**asdict(proof), "gap": proof.gap, "transformations": len(vectors)},
        "levels": {name: list(ends) for name, *ends in zip(attributes, lowest, highest, strict=True)},
    }


def quality_facts(
    problem: SearchProblem,
    dataset: Dataset,
    output: Output,
    attributes: tuple[str, ...],
    recoding: Recoding | None = None,
) -> dict[str, Any]:
    """The detail kept: 1 as in the input, 0 none; with its components.

    `dataset` is the input. "granularity" and "granularity_per_attribute" are among the other measures as well; they are
    exact if nothing is aggregated.
    """
    cells = cells_of(problem, dataset, output, attributes, recoding)
    found = quality(cells, problem.grouping.input_sizes[0], output.class_sizes)
    mean, kept = _granularities(problem, output, cells, recoding)
    return {
        "granularity": mean,
        "granularity_per_attribute": dict(zip(attributes, kept, strict=True)),
        "attributes": {name: _measures(each) for name, each in found.attributes.items()},
        "aggregates": {name: _aggregates(each) for name, each in found.aggregates.items()},
        "table": _measures(found.table),
    }


def without_original_values(quality: dict[str, Any], attributes: Collection[str]) -> dict[str, Any]:
    """Quality facts of a table in which some attributes have no original values, but values that stand for several.

    What is measured against those is None, and has no aggregate.
    """
    if not attributes:
        return quality
    unknown = dict.fromkeys(("non_uniform_entropy", "squared_error"))
    of_table = dict.fromkeys(("record_level_squared_error", "explained_variance"))
    return {
        **quality,
        "attributes": {
            name: {**measures, **unknown} if name in attributes else measures
            for name, measures in quality["attributes"].items()
        },
        "aggregates": {name: each for name, each in quality["aggregates"].items() if name not in unknown},
        "table": {**quality["table"], **of_table},
    }


def detail_kept(
    problem: SearchProblem,
    dataset: Dataset,
    output: Output,
    attributes: tuple[str, ...],
    recoding: Recoding | None = None,
) -> tuple[float, tuple[float, ...]]:
    """The granularity of an output: of the table, and of each quasi-identifier."""
    return _granularities(problem, output, cells_of(problem, dataset, output, attributes, recoding), recoding)


def _granularities(
    problem: SearchProblem, output: Output, cells: dict[str, Cells], recoding: Recoding | None
) -> tuple[float, tuple[float, ...]]:
    grouping, levels, suppressed = problem.grouping, output.levels, output.suppressed
    flat = any(each.hierarchy is not own for each, own in zip(cells.values(), grouping.hierarchies, strict=True))
    if flat or any(each.aggregated.any() for each in cells.values()):
        measures = {name: measured_granularity(each) for name, each in cells.items()}
        mean = aggregates(list(measures.values())).arithmetic_mean.quality
        return mean, tuple(measure.quality for measure in measures.values())
    if recoding is None:
        return mean_granularity(grouping, levels, suppressed), granularity(grouping, levels, suppressed)
    return mean_granularity_of_recoding(grouping, recoding), granularity_of_recoding(grouping, recoding)


def cells_of(
    problem: SearchProblem,
    dataset: Dataset,
    output: Output,
    attributes: tuple[str, ...],
    recoding: Recoding | None = None,
    others: tuple[str, ...] = (),
    wanted: Collection[str] | None = None,
) -> dict[str, Cells]:
    """Attributes of an output beside those of its input, `dataset`, for all records that count.

    First the quasi-identifiers (only those `wanted`), then `others`, which have no hierarchy. Nor have
    quasi-identifiers that form no classes: that of the grouping does not even distinguish their values.
    """
    grouping = problem.grouping
    cells = {}

    def without_hierarchy(name: str) -> Cells:
        before = dataset[name]
        flat = bind(Hierarchy.identity(before.values), before)
        return Cells(before, output.dataset[name], flat, output.suppressed, grouping.included, weights=dataset.weights)

    for index, (name, hierarchy) in enumerate(zip(attributes, grouping.hierarchies, strict=True)):
        if wanted is not None and name not in wanted:
            continue
        if hierarchy.labels[0] != dataset[name].values:
            cells[name] = without_hierarchy(name)
            continue
        level: NDArray[np.int64] | int = output.levels[index]
        if recoding is not None:
            level = recoding.levels_of(index)[grouping.tuple_of_record]
        before, after = dataset[name], output.dataset[name]
        cells[name] = Cells(before, after, hierarchy, output.suppressed, grouping.included, level, dataset.weights)
    return cells | {name: without_hierarchy(name) for name in others}


def _measures(of: AttributeQuality | TableQuality) -> dict[str, dict[str, float] | None]:
    facts: dict[str, dict[str, float] | None] = {}
    for name in of.__slots__:
        measure: Measure | None = getattr(of, name)
        facts[name] = None if measure is None else {"quality": measure.quality, **asdict(measure)}
    return facts


def _aggregates(found: Aggregates) -> dict[str, float]:
    return {
        "arithmetic_mean": found.arithmetic_mean.quality,
        "geometric_mean": found.geometric_mean.quality,
        "maximum": found.maximum.quality,
        "arithmetic_mean_of_qualities": found.arithmetic_mean_of_qualities,
        "geometric_mean_of_qualities": found.geometric_mean_of_qualities,
    }
