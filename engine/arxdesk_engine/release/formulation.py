"""From a job and its table to the search problem: grouping, lattice, criteria, quality."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.classes.classes import AggregatedColumns, Grouping
from arxdesk_engine.classes.nested_rows import nested_rows
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.item_sets import is_set
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.errors import InvalidData, InvalidHierarchy, InvalidJob, Problem
from arxdesk_engine.foundation.language import tr, whole
from arxdesk_engine.hierarchies.hierarchy import BoundHierarchy, Hierarchy, bind
from arxdesk_engine.hierarchies.spelled import spelled_as
from arxdesk_engine.hierarchies.validation import check, check_complete
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.policy import ReleasePolicy, policy_of
from arxdesk_engine.lattice.lattice import Lattice
from arxdesk_engine.preparation.people import people_of, surplus_records
from arxdesk_engine.preparation.quality_choice import columns_to_predict, quality_of
from arxdesk_engine.preparation.sampling import sampled_records
from arxdesk_engine.preparation.subset import subset_records
from arxdesk_engine.privacy.criterion import Criterion
from arxdesk_engine.privacy.mechanism import RandomMechanism
from arxdesk_engine.privacy.model import UnfitModel
from arxdesk_engine.privacy.table import WholeTable
from arxdesk_engine.release.job_faults import faults_beside, unknown_attributes
from arxdesk_engine.release.person_faults import faults_of_person, require_countable_events
from arxdesk_engine.release.perturbations import require_perturbable
from arxdesk_engine.release.treatments.treatments import as_judged, merging
from arxdesk_engine.risk.population import Population
from arxdesk_engine.search.problem import SearchProblem

Included = NDArray[np.bool_]


def formulate(
    job: Job, dataset: Dataset, hierarchies: Mapping[str, Hierarchy]
) -> tuple[dict[str, BoundHierarchy], SearchProblem]:
    """The hierarchies of the quasi-identifiers, bound to the table, and the problem that a job poses for it.

    Raises InvalidJob, InvalidData (no records) or InvalidHierarchy; UnreadableFile for the file of a subset.
    """
    if dataset.records == 0:
        raise InvalidData(Problem(dataset.source, tr("the table has no records"), tr("Choose a table with records.")))
    if faults := faults_beside(job, dataset):
        raise InvalidJob(faults)
    require_perturbable(job, dataset)
    bound = _bind_all(job, dataset, hierarchies, [Role.QUASI_IDENTIFYING])
    policy = policy_of(job)
    lattice, included, surplus = _lattice(job, bound), subset_records(job, dataset), surplus_records(job, dataset)
    if policy.mechanism is not None:
        lattice = _fixed(lattice, bound, policy, policy.mechanism)
        included = _sample(dataset.records, policy, policy.mechanism)
    judged = as_judged(job, dataset)
    sensitive = [model.sensitive_attribute for model in job.privacy if model.sensitive_attribute is not None]
    grouping = _grouping(job, judged, bound, sensitive, included, surplus)
    criteria = _criteria(job, _table(job, judged, hierarchies, grouping, sensitive))
    require_countable_events(job, grouping, lattice.bottom)
    quality = quality_of(job, tuple(bound), grouping)
    limit = 1.0 if policy.suppression_limit is None else policy.suppression_limit
    return bound, SearchProblem(grouping, lattice, criteria, quality, limit, policy.removes_people)


def unprotected(job: Job, dataset: Dataset) -> SearchProblem:
    """The records of a table as they are, whatever privacy models a job has: for figures of the input.

    Quasi-identifiers have no hierarchies. Raises InvalidJob, InvalidData (no records).
    """
    if dataset.records == 0:
        raise InvalidData(Problem(dataset.source, tr("the table has no records"), tr("Choose a table with records.")))
    if faults := [*unknown_attributes(job, dataset), *faults_of_person(job, dataset)]:
        raise InvalidJob(faults)
    bound = _bind_all(job, dataset, {}, [Role.QUASI_IDENTIFYING])
    if not bound:
        found = tr("no attribute is quasi-identifying")
        raise InvalidJob(Problem(f"{job.source}, attributes", found, tr("Give one attribute that role.")))
    grouping = _grouping(job, dataset, bound, [], subset_records(job, dataset), surplus_records(job, dataset))
    bottom = (0,) * len(bound)
    return SearchProblem(grouping, Lattice(bottom, bottom), (), quality_of(job, tuple(bound), grouping), 1.0)


def _grouping(
    job: Job,
    dataset: Dataset,
    hierarchies: Mapping[str, BoundHierarchy],
    sensitive: Sequence[str],
    included: Included | None,
    surplus: Included | None,
) -> Grouping:
    """The grouping of the records. Values to be aggregated are counted in each class, as sensitive ones are.

    Records in `surplus` are left out, of the population as well.
    """
    shown = {place: name for place, name in enumerate(hierarchies) if job.settings_of(name).is_aggregated}
    clustered = {place: name for place, name in shown.items() if job.settings_of(name).is_grouped}
    counted, weights = included, dataset.weights
    if surplus is not None:
        counted = ~surplus if included is None else included & ~surplus
        weights = np.where(surplus, 0, 1).astype(np.int64)
    grouping = Grouping(
        [hierarchy.codes[0][dataset[name].codes] for name, hierarchy in hierarchies.items()],
        list(hierarchies.values()),
        {name: dataset[name].codes for name in (*sensitive, *shown.values(), *columns_to_predict(job))},
        counted,
        weights=weights,
        aggregates=AggregatedColumns(
            {place: name for place, name in shown.items() if place not in clustered}, clustered
        ),
        ungrouped=[dataset[name].codes for name in hierarchies if not job.settings_of(name).is_grouped],
        people=None if job.data.person is None else people_of(dataset, job.data.person),
    )
    grouping.chosen = included
    return grouping


def _sample(records: int, policy: ReleasePolicy, mechanism: RandomMechanism) -> Included:
    included = sampled_records(records, mechanism.probability, mechanism.seed)
    if not included.any():
        found = tr(
            "none of the {n} records was drawn into the sample of {mechanism}",
            n=whole(records),
            mechanism=mechanism.title,
        )
        raise InvalidJob(Problem(policy.place, found, tr("Choose a larger epsilon, or a table of more records.")))
    return included


def _fixed(
    lattice: Lattice, hierarchies: Mapping[str, BoundHierarchy], policy: ReleasePolicy, mechanism: RandomMechanism
) -> Lattice:
    """The one transformation that is fixed independently of the data; the whole lattice if one is drawn."""
    if not policy.fixes_transformation:
        return lattice
    try:
        levels = mechanism.levels_of({name: each.maximum_level for name, each in hierarchies.items()})
    except UnfitModel as error:
        raise InvalidJob(Problem(policy.place, error.found, error.remedy)) from error
    limits = zip(levels.values(), lattice.bottom, lattice.top, strict=True)
    place = tuple(min(max(level, low), high) for level, low, high in limits)
    return Lattice(place, place)


def _table(
    job: Job, dataset: Dataset, hierarchies: Mapping[str, Hierarchy], grouping: Grouping, sensitive: list[str]
) -> WholeTable:
    """The facts of the table that privacy models are bound to."""
    counted: Included | slice = slice(None) if grouping.included is None else grouping.included
    weights = None if dataset.weights is None else dataset.weights[counted]
    counts = {
        name: np.bincount(dataset[name].codes[counted], weights, len(dataset[name].values)).astype(np.int64)
        for name in sensitive
    }
    single = [name for name in sensitive if not is_set(dataset[name])]  # hierarchies of sets are those of items
    with_hierarchy = {name: hierarchies[name] for name in single if name in hierarchies}
    return WholeTable(
        records=grouping.records,
        value_counts=counts,
        hierarchies=_bind_all(job, dataset, with_hierarchy, [Role.SENSITIVE]),
        domain_sizes=np.array([hierarchy.domain_size for hierarchy in grouping.hierarchies]),
        population=population_of(job, grouping.units),
        costs=job.costs,
        people=grouping.people,
        nested=nested_rows(grouping.people_of_records, [each.rows for each in dataset.linked]),
    )


def population_of(job: Job, records: int) -> int | None:
    """The size of the population of a job for a table of a number of records. Raises InvalidJob."""
    settings = job.population
    if settings is None:
        return None
    try:
        return Population(settings.region, settings.size, settings.sampling_fraction).size_for(records)
    except ValueError as error:
        remedy = tr("Correct the size of the population.")
        raise InvalidJob(Problem(f"{job.source}, population", str(error), remedy)) from error


def _criteria(job: Job, table: WholeTable) -> tuple[Criterion, ...]:
    criteria: list[Criterion] = []
    faults = []
    for number, model in enumerate(job.privacy, 1):
        try:
            criteria.append(model.bind(table))
        except UnfitModel as error:
            faults.append(Problem(f"{job.source}, privacy.{number}", error.found, error.remedy))
    if faults:
        raise InvalidJob(faults)
    return tuple(criteria)


def require_fitting(job: Job, dataset: Dataset, hierarchies: Mapping[str, Hierarchy]) -> None:
    """Raises InvalidJob where a job names attributes or levels that are not there; it may still be incomplete."""
    faults = unknown_attributes(job, dataset)
    for name in dataset.names:
        settings, hierarchy = job.settings_of(name), hierarchies.get(name)
        if settings.role is Role.QUASI_IDENTIFYING:
            faults.extend(_unknown_levels(job, name, hierarchy.levels - 1 if hierarchy and settings.is_grouped else 0))
    if faults:
        raise InvalidJob(faults)


def _unknown_levels(job: Job, name: str, maximum_level: int) -> list[Problem]:
    low, high = _level_limits(job.settings_of(name), maximum_level)
    if low <= high <= maximum_level:
        return []
    found = tr("the levels {low} to {high} do not exist", low=low, high=high)
    return [
        Problem(
            f"{job.source}, attributes.{name}",
            found,
            tr("Its hierarchy has the levels 0 to {highest}.", highest=maximum_level),
        )
    ]


def _bind_all(
    job: Job, dataset: Dataset, hierarchies: Mapping[str, Hierarchy], roles: Sequence[Role]
) -> dict[str, BoundHierarchy]:
    """The hierarchies of all attributes with these roles; quasi-identifiers without one get one level.

    Attributes that form no groups get one label for all values.
    """
    bound: dict[str, BoundHierarchy] = {}
    faults: list[Problem] = []
    for column in dataset:
        role = job.settings_of(column.name).role
        if role not in roles or (role is not Role.QUASI_IDENTIFYING and column.name not in hierarchies):
            continue
        if role is Role.QUASI_IDENTIFYING and not job.settings_of(column.name).is_grouped:
            bound[column.name] = merging(column)
            continue
        hierarchy = hierarchies.get(column.name) or Hierarchy.identity(column.values)
        try:
            hierarchy = spelled_as(check(hierarchy), column)
            check_complete(hierarchy, column)
            bound[column.name] = bind(hierarchy, column)
        except InvalidHierarchy as error:
            faults.extend(error.problems)
    if faults:
        raise InvalidHierarchy(faults)
    return bound


def _lattice(job: Job, hierarchies: Mapping[str, BoundHierarchy]) -> Lattice:
    faults = [
        fault
        for name, hierarchy in hierarchies.items()
        for fault in _unknown_levels(job, name, hierarchy.maximum_level)
    ]
    if faults:
        raise InvalidJob(faults)
    limits = [_level_limits(job.settings_of(name), each.maximum_level) for name, each in hierarchies.items()]
    return Lattice(tuple(low for low, _ in limits), tuple(high for _, high in limits))


def _level_limits(settings: AttributeSettings, maximum_level: int) -> tuple[int, int]:
    return settings.minimum_level, maximum_level if settings.maximum_level is None else settings.maximum_level
