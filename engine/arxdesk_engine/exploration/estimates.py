"""The uniqueness in the population of the best alternatives, estimated for one after the other."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.classes.people import counting_people
from arxdesk_engine.exploration.sifting import Sifted
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.job.population import PopulationSettings
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.release.formulation import population_of

MOST_ESTIMATED = 500
"""The number of transformations with an estimate of uniqueness in the population, the best ones."""
TELLING = 0.25
"""Seconds between two reports of estimates."""

Shares = Mapping[Levels, float]
"""The estimated share of people who are unique in the population; NaN without an estimate."""


@dataclass(frozen=True, slots=True)
class EstimateProgress(Progress):
    """Estimates so far: `done` of the `wanted` ones."""

    shares: Shares = field(default_factory=dict)
    done: int = 0
    wanted: int = 0


def estimate(
    anonymizer: Anonymizer,
    population: PopulationSettings,
    sifted: Sifted,
    known: Shares | None = None,
    control: Control | None = None,
) -> EstimateProgress:
    """Estimate, for the best that pass, the share of people unique in the population.

    By the kept records and the decision rule of the reports. Known estimates are not repeated.
    Ends early if stopped. Raises InvalidJob if the population is smaller than the table.
    """
    known, control = known or {}, control or Control()
    alternatives, rows = sifted.alternatives, sifted.anonymous
    best = rows[np.argsort(alternatives.score[rows], kind="stable")[:MOST_ESTIMATED]]
    wanted = [alternatives.levels_of(int(row)) for row in best]
    job = anonymizer.job.model_copy(update={"population": population})
    size = population_of(job, alternatives.facts.records)
    found = {levels: known[levels] for levels in wanted if levels in known}
    told = time.perf_counter()
    for levels in wanted:
        if control.stopped:
            break
        if levels not in found and size is not None:
            found[levels] = _share_of_uniques(anonymizer, levels, size)
        if time.perf_counter() - told >= TELLING:
            told = time.perf_counter()
            fraction = len(found) / len(wanted)
            control.report(
                EstimateProgress(tr("Estimating uniqueness"), fraction, dict(found), len(found), len(wanted))
            )
    return EstimateProgress(tr("Estimating uniqueness"), 1.0, found, len(found), len(wanted))


def _share_of_uniques(anonymizer: Anonymizer, levels: Levels, population: int) -> float:
    from arxdesk_engine.risk.dankar import dankar_choice  # noqa: PLC0415 - scipy is slow to import
    from arxdesk_engine.risk.distribution import ClassSizeHistogram  # noqa: PLC0415
    from arxdesk_engine.risk.uniqueness import memberships_of_population  # noqa: PLC0415

    problem = anonymizer.problem
    verdict = problem.judge(problem.grouping.classes(levels))
    kept = counting_people(verdict.classes).counts[~verdict.violating]
    if problem.grouping.people:
        population = memberships_of_population(population, int(kept.sum()), problem.grouping.people)
    uniques = dankar_choice(ClassSizeHistogram.of(kept), population, zayatz_fallback=True).uniques
    return math.nan if uniques is None else uniques / population
