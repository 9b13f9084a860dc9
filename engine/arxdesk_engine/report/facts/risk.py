"""The facts of the risks before and after."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from arxdesk_engine.analysis.class_counts import ClassCounts, counts_of
from arxdesk_engine.analysis.risk.figures import RiskFigures, TableRisk, table_risk, unlimited_attributes
from arxdesk_engine.analysis.risk.sample import SampleFigures, sides_of_sample
from arxdesk_engine.job.analysis import Thresholds
from arxdesk_engine.release.formulation import population_of
from arxdesk_engine.report.facts.rows import attributes_of_rows, job_of_rows
from arxdesk_engine.report.facts.subject import Subject
from arxdesk_engine.risk.uniqueness import Uniqueness


@dataclass(frozen=True, slots=True)
class RiskFacts:
    """The risks of both tables: of the records that count, and after it of the kept ones. `after` is None without an
    applied transformation.

    `uniqueness` has the estimates of each side, empty without a population. `unlimited` are the unchanged sensitive
    attributes that no privacy model covers. `sample` has the risk of the sample by side, empty where the job declares
    none.
    """

    before: TableRisk
    after: TableRisk | None
    population: int | None
    uniqueness: Mapping[str, Uniqueness]
    unlimited: tuple[str, ...]
    sample: Mapping[str, SampleFigures]

    @property
    def thresholds(self) -> Thresholds:
        """The risks that are accepted."""
        return self.before.thresholds

    @property
    def figures(self) -> RiskFigures:
        """Both sides together, for the sentences."""
        return RiskFigures(self.before, self.after, self.thresholds)


def risk_facts(subject: Subject) -> RiskFacts:
    """Measure both tables against the thresholds of the job."""
    anonymizer, output = subject.anonymizer, subject.output
    job, grouping, number = anonymizer.job, anonymizer.problem.grouping, len(anonymizer.quasi_identifiers)
    population = population_of(job, grouping.units)
    counts = {
        "before": counts_of(
            *grouping.input_groups, suppressed=0, quasi_identifiers=number, people=grouping.input_people
        )
    }
    if output is not None:
        removed = output.suppressed_records
        counts["after"] = counts_of(*output.groups, suppressed=removed, quasi_identifiers=number, people=output.people)
    risks = {side: table_risk(each, job.analysis.thresholds) for side, each in counts.items()}
    return RiskFacts(
        risks["before"],
        risks.get("after"),
        population,
        {} if population is None else _uniqueness(counts, population),
        unlimited_attributes(job_of_rows(anonymizer), attributes_of_rows(anonymizer)),
        sides_of_sample(job, anonymizer.dataset, anonymizer.quasi_identifiers, grouping.included, output),
    )


def _uniqueness(counts: Mapping[str, ClassCounts], population: int) -> dict[str, Uniqueness]:
    from arxdesk_engine.risk.uniqueness import uniqueness  # noqa: PLC0415 - scipy is slow to import

    return {side: uniqueness(each.histogram, population) for side, each in counts.items()}
