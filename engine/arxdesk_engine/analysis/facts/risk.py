"""The risk of a table as plain values: every attacker, the distribution of risks, uniqueness in the population."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.release.transform.apply import Output
from arxdesk_engine.risk.distribution import risk_distribution
from arxdesk_engine.risk.reidentification import journalist_risk, marketer_risk, prosecutor_risk
from arxdesk_engine.search.problem import SearchProblem

Sizes = NDArray[np.int64]


def risk_facts(problem: SearchProblem, output: Output | None, population: int | None) -> dict[str, Any]:
    """The risk before and, if a transformation was applied, after.

    Of the records that count, and after it of the kept ones: suppressed records are left out, in every figure.
    With a research subset the journalist and the marketer see the whole table; otherwise the table itself is
    all they can compare with. Where the table says whose records these are, people are counted, each once in every
    group; only then "counts" stands in the facts. `population` is the number of people that the table is a sample of,
    None if unknown.
    """
    sizes, population_sizes = problem.grouping.input_groups
    facts: dict[str, Any] = {"counts": "people"} if problem.grouping.people else {}
    facts["input"] = _facts(sizes, population_sizes, population)
    if output is not None:
        facts["output"] = _facts(*output.groups, population)
    return facts


def _facts(sizes: Sizes, population_sizes: Sizes, population: int | None) -> dict[str, Any]:
    distribution = risk_distribution(sizes)
    facts: dict[str, Any] = {
        "suppressed": "left out",
        "prosecutor": dataclasses.asdict(prosecutor_risk(sizes)),
        "journalist": dataclasses.asdict(journalist_risk(sizes, population_sizes)),
        "marketer": dataclasses.asdict(marketer_risk(sizes, population_sizes)),
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

        facts["uniqueness"] = dataclasses.asdict(uniqueness(sizes, population))
    return facts
