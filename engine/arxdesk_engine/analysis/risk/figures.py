"""The figures of risk before and after, by the thresholds of a job: cheap enough to follow a slider."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.analysis.class_counts import ClassCounts
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.words import Unit
from arxdesk_engine.job.analysis import Thresholds
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.policy import policy_of
from arxdesk_engine.risk.reidentification import (
    PopulationRisk,
    ProsecutorRisk,
    journalist_risk,
    marketer_risk,
    prosecutor_risk,
)

SIDES = ("before", "after")


@dataclass(frozen=True, slots=True)
class TableRisk:
    """The risks of one table, and their accepted values; groups of one size are counted, so that they are few."""

    counts: ClassCounts
    prosecutor: ProsecutorRisk
    journalist: PopulationRisk
    marketer: PopulationRisk
    thresholds: Thresholds

    @property
    def unit(self) -> Unit:
        """What is counted as `people`: records, unless the table says whose they are."""
        return self.counts.unit

    @property
    def people(self) -> int:
        """The number of kept people."""
        return self.prosecutor.records

    @property
    def people_above(self) -> int:
        """The number of people above the threshold, for an attacker who knows that they are in the table."""
        return self._above(self.counts.sizes, self.counts.affected)

    @property
    def people_above_in_population(self) -> int:
        """The number of people above it for an attacker without that knowledge."""
        return self._above(self.counts.population_sizes, self.counts.affected_in_population)

    @property
    def smallest(self) -> int:
        """The size of the smallest group; 0 without any."""
        return int(self.counts.sizes.min(initial=np.iinfo(np.int64).max)) if self.people else 0

    @property
    def in_smallest(self) -> int:
        """The number of people in groups of the smallest size, each once."""
        return self.counts.of_sizes(self.smallest, self.smallest)[1]

    @property
    def smallest_groups(self) -> int:
        """The number of groups of the smallest size."""
        return int(self.counts.numbers[self.counts.sizes == self.smallest].sum())

    @property
    def coincide(self) -> bool:
        """Whether knowledge of the people in the table makes no difference, as no larger table is known."""
        return bool((self.counts.sizes == self.counts.population_sizes).all())

    @property
    def is_highest_above(self) -> bool:
        """Whether the highest risk exceeds its threshold."""
        return self.prosecutor.highest > self.thresholds.highest_risk

    @property
    def are_records_above(self) -> bool:
        """Whether the share of people at risk exceeds its threshold."""
        return self.prosecutor.records_at_risk > self.thresholds.records_at_risk

    @property
    def is_rate_above(self) -> bool:
        """Whether more people are found than accepted when everybody is looked for."""
        return self.prosecutor.success_rate > self.thresholds.success_rate

    @property
    def is_within(self) -> bool:
        """Whether all thresholds are met, for an attacker who knows the people in the table: the worst case."""
        return not (self.is_highest_above or self.are_records_above or self.is_rate_above)

    def _above(self, sizes: NDArray[np.int64], affected: NDArray[np.int64]) -> int:
        return int(affected[1.0 / sizes > self.thresholds.highest_risk].sum())


@dataclass(frozen=True, slots=True)
class RiskFigures:
    """The risks of the tables that are known and shown; None where a side is not."""

    before: TableRisk | None
    after: TableRisk | None
    thresholds: Thresholds

    @property
    def sides(self) -> dict[str, TableRisk]:
        """The known sides, by "before" and "after"."""
        return {side: each for side in SIDES if (each := getattr(self, side)) is not None}

    @property
    def unit(self) -> Unit:
        """What is counted on both sides."""
        return "records" if self.judged is None else self.judged.unit

    @property
    def judged(self) -> TableRisk | None:
        """The judged side: the output, or the input if it is shown alone."""
        return self.after or self.before


def risk_figures(counts: Mapping[str, ClassCounts], thresholds: Thresholds) -> RiskFigures:
    """The figures of the tables "before" and "after"; some microseconds for each size of groups."""
    made = {side: table_risk(each, thresholds) for side, each in counts.items()}
    return RiskFigures(made.get("before"), made.get("after"), thresholds)


def table_risk(counts: ClassCounts, thresholds: Thresholds) -> TableRisk:
    """The risks of one table from the sizes of its groups."""
    sizes, population, numbers = counts.sizes, counts.population_sizes, counts.numbers
    accepted = thresholds.highest_risk
    return TableRisk(
        counts,
        prosecutor_risk(sizes, accepted, numbers, counts.people),
        journalist_risk(sizes, population, accepted, numbers, counts.people_of_population),
        marketer_risk(sizes, population, accepted, numbers, counts.people_of_population),
        thresholds,
    )


def unlimited_attributes(job: Job, names: Sequence[str]) -> tuple[str, ...]:
    """The sensitive attributes among the columns `names` that stay unchanged and that no privacy model covers."""
    if not policy_of(job).shows(Role.SENSITIVE):
        return ()
    limited = {model.sensitive_attribute for model in job.privacy}
    settings = {name: job.settings_of(name) for name in names}
    return tuple(
        name
        for name, each in settings.items()
        if each.role is Role.SENSITIVE and name not in limited and each.transformation != "suppress"
    )
