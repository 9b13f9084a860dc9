"""The risk of a table as plain values: every attacker, the distribution of risks, uniqueness in the population."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.analysis.class_counts import counts_of, histogram_of
from arxdesk_engine.analysis.people.known_events import known_events_facts
from arxdesk_engine.classes.people_at_risk import PeopleAtRisk
from arxdesk_engine.release.transform.apply import Output
from arxdesk_engine.risk.distribution import distribution_of
from arxdesk_engine.risk.reidentification import DEFAULT_THRESHOLD, journalist_risk, marketer_risk, prosecutor_risk
from arxdesk_engine.search.problem import SearchProblem

Sizes = NDArray[np.int64]


def risk_facts(problem: SearchProblem, output: Output | None, population: int | None) -> dict[str, Any]:
    """The risk before and, if a transformation was applied, after.

    Of the records that count, and after it of the kept ones: suppressed records are left out, in every figure.
    With a research subset the journalist and the marketer see the whole table; otherwise the table itself is
    all they can compare with. Where the table says whose records these are, people are counted, each with the risk of
    the smallest group they are in; only then "counts" stands in the facts. `population` is the number of people that
    the table is a sample of, None if unknown.
    """
    grouping = problem.grouping
    facts: dict[str, Any] = {} if grouping.input_people is None else {"counts": "people"}
    sizes, population_sizes = grouping.input_groups
    facts["input"] = _facts(sizes, population_sizes, population, grouping.input_people)
    if output is not None:
        facts["output"] = _facts(*output.groups, population, output.people)
    if known := known_events_facts(problem, output):
        facts["known_records"] = known
    return facts


def _facts(
    sizes: Sizes, population_sizes: Sizes, population: int | None, people: PeopleAtRisk | None
) -> dict[str, Any]:
    histogram, threshold, numbers = histogram_of(sizes, people), DEFAULT_THRESHOLD, None
    counts, affected, in_population = (sizes, population_sizes), None, None
    if people is not None:
        found = counts_of(sizes, population_sizes, suppressed=0, quasi_identifiers=0, people=people)
        counts, numbers = (found.sizes, found.population_sizes), found.numbers
        affected, in_population = found.people, found.people_of_population
    distribution = distribution_of(histogram)
    facts: dict[str, Any] = {
        "suppressed": "left out",
        "prosecutor": dataclasses.asdict(prosecutor_risk(counts[0], threshold, numbers, affected)),
        "journalist": dataclasses.asdict(journalist_risk(*counts, threshold, numbers, in_population)),
        "marketer": dataclasses.asdict(marketer_risk(*counts, threshold, numbers, in_population)),
        "distribution": {
            "thresholds": list(distribution.thresholds),
            "shares": distribution.shares.tolist(),
            "at_most": distribution.at_most.tolist(),
            "above": distribution.above.tolist(),
            "affected_by_lowest": distribution.affected_by_lowest,
            "affected_by_highest": distribution.affected_by_highest,
        },
    }
    if population is not None:
        from arxdesk_engine.risk.uniqueness import uniqueness  # noqa: PLC0415 - scipy is slow to import

        facts["uniqueness"] = dataclasses.asdict(uniqueness(histogram, population))
    return facts
