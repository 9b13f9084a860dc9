"""The facts of who could be found, before and after."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.data.schema import Role
from arxdesk_engine.job.analysis import Thresholds
from arxdesk_engine.release.formulation import population_of
from arxdesk_engine.report.facts.subject import Subject
from arxdesk_engine.risk.distribution import classes_by_size, records_by_class_size, size_ranges
from arxdesk_engine.risk.reidentification import (
    PopulationRisk,
    ProsecutorRisk,
    journalist_risk,
    marketer_risk,
    prosecutor_risk,
)
from arxdesk_engine.risk.uniqueness import Uniqueness

Sizes = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class SideRisks:
    """The risks of one table: of the records that count, and after it of those that are kept.

    `at_risk` are the records whose risk is above the threshold for the highest one. `records_by_size` and
    `classes_by_size` count by the ranges of sizes of the report. `uniqueness` is None without a population.
    """

    prosecutor: ProsecutorRisk
    journalist: PopulationRisk
    marketer: PopulationRisk
    at_risk: int
    smallest_classes: int
    records_by_size: tuple[int, ...]
    classes_by_size: tuple[int, ...]
    uniqueness: Uniqueness | None

    def is_within(self, accepted: Thresholds) -> bool:
        """Whether nothing is above what is accepted, for somebody who knows who is in the table."""
        found = self.prosecutor
        return (
            found.highest <= accepted.highest_risk
            and found.records_at_risk <= accepted.records_at_risk
            and found.success_rate <= accepted.success_rate
        )


@dataclass(frozen=True, slots=True)
class RiskFacts:
    """The risks of both tables, `after` is None where nothing was applied.

    `ranges` are sizes of groups, each the smallest and the largest one, None where that is open. `coincide`: no larger
    table than this one is known, so that the journalist achieves what the prosecutor does. `unlimited` are the
    sensitive attributes that are passed on and that no privacy model looks at.
    """

    thresholds: Thresholds
    before: SideRisks
    after: SideRisks | None
    ranges: tuple[tuple[int, int | None], ...]
    coincide: bool
    population: int | None
    unlimited: tuple[str, ...]


def risk_facts(subject: Subject) -> RiskFacts:
    """Measure both tables against the thresholds of the job."""
    anonymizer, output = subject.anonymizer, subject.output
    grouping, thresholds = anonymizer.problem.grouping, anonymizer.job.analysis.thresholds
    population = population_of(anonymizer.job, grouping.records)
    sizes = grouping.input_sizes
    after = None
    if output is not None:
        after = _side(output.class_sizes, output.population_sizes, thresholds, population)
    return RiskFacts(
        thresholds,
        _side(sizes[0], sizes[1], thresholds, population),
        after,
        tuple((each.smallest, each.largest) for each in size_ranges()),
        bool((sizes[0] == sizes[1]).all()),
        population,
        _unlimited(subject),
    )


def _side(sizes: Sizes, population_sizes: Sizes, accepted: Thresholds, population: int | None) -> SideRisks:
    found = None
    if population is not None:
        from arxdesk_engine.risk.uniqueness import uniqueness  # noqa: PLC0415 - scipy is slow to import

        found = uniqueness(sizes, population)
    occurring = sizes[sizes > 0]
    return SideRisks(
        prosecutor_risk(occurring, accepted.highest_risk),
        journalist_risk(sizes, population_sizes, accepted.highest_risk),
        marketer_risk(sizes, population_sizes, accepted.highest_risk),
        int(occurring[1.0 / occurring > accepted.highest_risk].sum()),
        int((occurring == occurring.min(initial=np.iinfo(np.int64).max)).sum()),
        tuple(records_by_class_size(occurring).tolist()),
        tuple(classes_by_size(occurring).tolist()),
        found,
    )


def _unlimited(subject: Subject) -> tuple[str, ...]:
    job = subject.anonymizer.job
    if not subject.anonymizer.policy.shows(Role.SENSITIVE):
        return ()
    limited = {model.sensitive_attribute for model in job.privacy}
    return tuple(
        name
        for name, role in subject.anonymizer.roles.items()
        if role is Role.SENSITIVE and name not in limited and job.settings_of(name).transformation != "suppress"
    )
