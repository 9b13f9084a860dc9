"""The release policy of a job: which records count, what the output shows, how it is chosen, and what may be told.

It is decided here once. Who needs to know asks for the consequence by its name, not for the privacy model behind it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.language import marked
from arxdesk_engine.job.job import Job
from arxdesk_engine.privacy.mechanism import RandomMechanism


class CountedRecords(StrEnum):
    """Which records of a table count."""

    ALL = "all"
    SUBSET = "research subset"
    SAMPLE = "random sample"
    """A share of the table, drawn once with the seed of the job."""
    DRAW = "drawn sample"
    """Drawn anew by the mechanism of a privacy model, for every search."""


@dataclass(frozen=True, slots=True)
class ReleasePolicy:
    """The decisions of a job that hold for its whole release."""

    mechanism: RandomMechanism | None
    """The random mechanism that a privacy model makes of the release; None where classes are judged."""
    counts: CountedRecords
    """Which records are anonymized and shared."""
    suppression_limit: float | None
    """The share of them that may be removed; None: any number."""
    counts_people: bool
    """Whether a column says whose record each is, so that privacy models count people."""
    removes_people: bool
    """Whether a person is removed with all of their records; the limit is a share of the people, then."""
    limits_records: bool
    """Whether records of people with very many of them are left out."""
    keeps_suppressed: bool
    """Whether removed records stay in the file, as rows of "*"."""
    allows_hierarchies_from_data: bool
    """Whether builders may form hierarchies by the values of the table."""
    models_against_recoding: tuple[str, ...]
    """The titles of the privacy models that need not hold for a table which is anonymized in parts."""
    models_against_groups: tuple[str, ...]
    """The titles of those, and of models that cannot judge a group by its records alone."""
    place: str
    """The place of the mechanism in the job, "" without one."""
    _exclusive: tuple[tuple[str, ...], ...]
    """The models, by name, beside which each model that bears no others holds."""

    @property
    def counts_all(self) -> bool:
        """Whether every record counts; how many else only a search finds."""
        return self.counts is CountedRecords.ALL

    @property
    def draws_sample(self) -> bool:
        """Whether the records that count are drawn for each search anew."""
        return self.counts is CountedRecords.DRAW

    @property
    def part(self) -> str:
        """The name of the records that count where they are not the whole table, else ""; `tr` says it."""
        if self.counts_all:
            return marked("limited table") if self.limits_records else ""
        return marked("research subset") if self.counts is CountedRecords.SUBSET else marked("random sample")

    @property
    def searches(self) -> bool:
        """Whether the best transformation is searched; otherwise it is drawn at random or fixed beforehand."""
        return self.mechanism is None

    @property
    def draws_transformation(self) -> bool:
        """Whether chance chooses the transformation, the better ones more likely."""
        return self.mechanism is not None and self.mechanism.search_budget is not None

    @property
    def fixes_transformation(self) -> bool:
        """Whether the transformation is fixed before any data are looked at."""
        return self.mechanism is not None and self.mechanism.search_budget is None

    @property
    def is_repeatable(self) -> bool:
        """Whether the same job gives the same result again."""
        return self.mechanism is None or self.mechanism.seed is not None

    @property
    def tells_alternatives(self) -> bool:
        """Whether other transformations and settings may be looked at; a mechanism would spend its budget on each."""
        return self.mechanism is None

    @property
    def shows_every_role(self) -> bool:
        """Whether more than generalized quasi-identifiers may be shown, aggregates and masked values among it."""
        return self.mechanism is None

    def shows(self, role: Role) -> bool:
        """Whether anything of attributes with a role may be shown."""
        return self.shows_every_role or role is Role.QUASI_IDENTIFYING

    def shown_as(self, role: Role) -> Role:
        """The role by which the output treats an attribute; those that may not be shown are treated as identifying."""
        return role if self.shows(role) else Role.IDENTIFYING

    def excludes(self, model: str) -> bool:
        """Whether a model of the job would not hold beside a privacy model of this name."""
        return any(model not in beside for beside in self._exclusive)


def policy_of(job: Job) -> ReleasePolicy:
    """The release policy of a job, from its sections and from what its privacy models declare."""
    numbers = (number for number, model in enumerate(job.privacy, 1) if model.mechanism is not None)
    number = next(numbers, None)
    mechanism = None if number is None else job.privacy[number - 1].mechanism
    return ReleasePolicy(
        mechanism,
        _counted(job, mechanism),
        job.suppression.limit if mechanism is None else None,
        counts_people=job.data.person is not None,
        removes_people=job.data.person is not None and job.suppression.removes != "records",
        limits_records=job.data.person is not None and job.data.per_person is not None,
        keeps_suppressed=job.output.suppressed == "keep" and mechanism is None and not job.tables,
        allows_hierarchies_from_data=not any(model.needs_fixed_hierarchies for model in job.privacy),
        models_against_recoding=tuple(model.title for model in job.privacy if not model.holds_for_union_of_parts),
        models_against_groups=tuple(model.title for model in job.privacy if not model.is_judged_by_group),
        place="" if number is None else f"{job.source}, privacy.{number}",
        _exclusive=tuple(model.holds_beside for model in job.privacy if model.holds_beside is not None),
    )


def _counted(job: Job, mechanism: RandomMechanism | None) -> CountedRecords:
    if mechanism is not None:
        return CountedRecords.DRAW
    if job.sampling is not None:
        return CountedRecords.SAMPLE
    names_subset = job.subset is not None or any(model.names_subset for model in job.privacy)
    return CountedRecords.SUBSET if names_subset else CountedRecords.ALL
