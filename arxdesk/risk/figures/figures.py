"""The figures of risk of both tables, for the thresholds of the project: cheap enough to follow a slider."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from arxdesk.analysis.analysis import Analysis
from arxdesk_engine.analysis.class_counts import ClassCounts
from arxdesk_engine.analysis.tables import AnalyzedTable
from arxdesk_engine.data.schema import Role
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
IN_TABLE = {"before": "in the input", "after": "in the output"}


@dataclass(frozen=True, slots=True)
class SideFigures:
    """The risks of one table; its classes are given once with their number, so that they are few."""

    found: ClassCounts
    prosecutor: ProsecutorRisk
    journalist: PopulationRisk
    marketer: PopulationRisk
    thresholds: Thresholds

    @property
    def people(self) -> int:
        """How many people are kept."""
        return self.prosecutor.records

    @property
    def people_above(self) -> int:
        """How many people have a risk above the threshold, for somebody who knows that they are in the table."""
        return self._above(self.found.sizes)

    @property
    def people_above_in_population(self) -> int:
        """How many people have one for somebody who does not know that."""
        return self._above(self.found.population_sizes)

    @property
    def smallest(self) -> int:
        """The size of the smallest group; 0 without any."""
        return int(self.found.sizes.min(initial=np.iinfo(np.int64).max)) if self.people else 0

    @property
    def smallest_groups(self) -> int:
        """How many groups are as small as that."""
        return int(self.found.numbers[self.found.sizes == self.smallest].sum())

    @property
    def coincide(self) -> bool:
        """Whether it makes no difference to know who is in the table, as no larger one is known."""
        return bool((self.found.sizes == self.found.population_sizes).all())

    @property
    def is_highest_above(self) -> bool:
        """Whether the risk of somebody is higher than accepted."""
        return self.prosecutor.highest > self.thresholds.highest_risk

    @property
    def are_records_above(self) -> bool:
        """Whether more people than accepted have such a risk."""
        return self.prosecutor.records_at_risk > self.thresholds.records_at_risk

    @property
    def is_rate_above(self) -> bool:
        """Whether more people are found than accepted when everybody is looked for."""
        return self.prosecutor.success_rate > self.thresholds.success_rate

    @property
    def is_within(self) -> bool:
        """Whether nothing is above what is accepted, for somebody who knows who is in the table: the worst case."""
        return not (self.is_highest_above or self.are_records_above or self.is_rate_above)

    def _above(self, sizes: np.ndarray[tuple[int, ...], np.dtype[np.int64]]) -> int:
        found = self.found
        return int((found.sizes * found.numbers)[1.0 / sizes > self.thresholds.highest_risk].sum())


@dataclass(frozen=True, slots=True)
class Figures:
    """The risks of the tables that are known and shown; None where a side is not."""

    before: SideFigures | None
    after: SideFigures | None
    thresholds: Thresholds

    @property
    def sides(self) -> dict[str, SideFigures]:
        """Those that are known, by "before" and "after"."""
        return {side: each for side in SIDES if (each := getattr(self, side)) is not None}


def figures(found: Mapping[str, ClassCounts], thresholds: Thresholds) -> Figures:
    """Compute the figures of what was found so far; some microseconds for each size of classes that there is."""
    made = {side: _side(classes, thresholds) for side, classes in found.items()}
    return Figures(made.get("before"), made.get("after"), thresholds)


def _side(found: ClassCounts, thresholds: Thresholds) -> SideFigures:
    accepted, sizes, population, numbers = thresholds.highest_risk, found.sizes, found.population_sizes, found.numbers
    return SideFigures(
        found,
        prosecutor_risk(sizes, accepted, numbers),
        journalist_risk(sizes, population, accepted, numbers),
        marketer_risk(sizes, population, accepted, numbers),
        thresholds,
    )


def shown_tables(analysis: Analysis) -> dict[str, AnalyzedTable]:
    """The tables whose risks are shown, by "before" and "after"."""
    sides = analysis.sides
    return {side: table for side, table in analysis.tables.items() if sides in ("both", side)}


def unlimited_attributes(job: Job) -> tuple[str, ...]:
    """The sensitive attributes whose values no privacy model looks at and that are passed on."""
    if not policy_of(job).shows(Role.SENSITIVE):
        return ()
    limited = {model.sensitive_attribute for model in job.privacy}
    names = (name for name, settings in job.attributes.items() if settings.role is Role.SENSITIVE)
    return tuple(name for name in names if name not in limited)
