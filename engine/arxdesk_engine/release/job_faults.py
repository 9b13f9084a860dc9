"""Job settings that contradict the table, as far as they show before anything is grouped."""

from __future__ import annotations

from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.errors import Problem, quoted, suggestion
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.hierarchies.builder import HierarchyBuilder
from arxdesk_engine.hierarchies.table import TableBuilder
from arxdesk_engine.job.job import ALL_OTHERS, Job
from arxdesk_engine.job.policy import ReleasePolicy, policy_of
from arxdesk_engine.job.search import GroupwiseSettings
from arxdesk_engine.preparation.named_subsets import contradictions
from arxdesk_engine.preparation.quality_choice import quality_faults
from arxdesk_engine.privacy import MODELS
from arxdesk_engine.privacy.mechanism import RandomMechanism
from arxdesk_engine.release.count_faults import faults_with_counts
from arxdesk_engine.release.linked_faults import faults_of_linked
from arxdesk_engine.release.person_faults import faults_of_person
from arxdesk_engine.release.perturbations import faults_of_perturbation
from arxdesk_engine.release.sample_faults import faults_of_sample
from arxdesk_engine.release.treatments.faults import faults_of


def faults_beside(job: Job, dataset: Dataset) -> list[Problem]:
    """Everything about a job that only shows beside its table, which has records; the place of each is dotted."""
    faults = unknown_attributes(job, dataset)
    if not any(job.settings_of(name).role is Role.QUASI_IDENTIFYING for name in dataset.names):
        faults.append(
            Problem(
                f"{job.source}, attributes",
                tr("no attribute is quasi-identifying"),
                tr("Give one attribute that role."),
            )
        )
    elif not any(job.settings_of(name).is_grouped for name in dataset.names):
        remedy = tr('Write transformation = "generalize" or "cluster-microaggregate" for one of them.')
        faults.append(Problem(f"{job.source}, attributes", tr("no attribute is left to form classes"), remedy))
    if not job.privacy:
        faults.append(
            Problem(f"{job.source}, privacy", tr("there is no privacy model"), tr("Add one, such as k-anonymity."))
        )
    faults.extend(faults_of(job, dataset))
    faults.extend(_unfit_attributes(job, dataset))
    faults.extend(_unfit_combinations(job, dataset))
    faults.extend(quality_faults(job, dataset))
    if dataset.weights is not None:
        faults.extend(faults_with_counts(job))
    elif job.data.count is not None:
        remedy = tr("Read the table by this job, or leave count out.")
        faults.append(Problem(f"{job.source}, data.count", tr("the table was read without its counts"), remedy))
    faults.extend(faults_of_person(job, dataset))
    faults.extend(faults_of_sample(job, dataset))
    faults.extend(faults_of_perturbation(job, dataset))
    faults.extend(faults_of_linked(job, dataset))
    if job.search.recoding_settings is not None:
        faults.extend(_not_for_local_recoding(job))
    return faults


def _not_for_local_recoding(job: Job) -> list[Problem]:
    place, remedy = "local_recoding", tr("Write local_recoding = false, or choose another privacy model.")
    if job.search.recoding is not None:
        place, remedy = "recoding", tr('Write recoding = "none", or choose another privacy model.')
    why, unfit = tr("local recoding, which anonymizes the table in parts"), policy_of(job).models_against_recoding
    if isinstance(job.search.recoding_settings, GroupwiseSettings):
        why = tr("recoding group by group, which judges each group by its records alone")
        unfit = policy_of(job).models_against_groups
    return [
        Problem(
            f"{job.source}, search.{place}", tr("{title} cannot be combined with {why}", title=title, why=why), remedy
        )
        for title in unfit
    ]


def _unfit_attributes(job: Job, dataset: Dataset) -> list[Problem]:
    """Models whose attribute is missing, or not sensitive."""
    faults = []
    for number, model in enumerate(job.privacy, 1):
        name = model.sensitive_attribute
        place = f"{job.source}, privacy.{number}.attribute"
        if name is None:
            continue
        if name not in dataset:
            faults.append(
                Problem(
                    place, tr("the table has no attribute {name}", name=quoted(name)), suggestion(name, dataset.names)
                )
            )
        elif job.settings_of(name).role is not Role.SENSITIVE:
            found = tr("{name} is {role}", name=quoted(name), role=tr(job.settings_of(name).role.value))
            faults.append(Problem(place, found, tr('Write role = "sensitive" under attributes.{name}.', name=name)))
    return faults


def _unfit_combinations(job: Job, dataset: Dataset) -> list[Problem]:
    """Models that exclude each other, and contradictory or missing research subsets."""
    faults = []
    for kind in (name for name, model in MODELS.items() if model.only_once):
        places = [number for number, model in enumerate(job.privacy, 1) if model.model == kind]
        if len(places) > 1:
            found = tr("{kind} is listed {n} times", kind=kind, n=len(places))
            faults.append(
                Problem(f"{job.source}, privacy.{places[1]}", found, tr("One is enough: keep the strictest."))
            )
    policy = policy_of(job)
    if policy.mechanism is not None:
        faults.extend(_not_with_mechanism(job, dataset, policy, policy.mechanism))
    faults.extend(_not_for_clusters(job, dataset))
    faults.extend(contradictions(job))
    if policy.counts_all:
        remedy = tr('Write subset = "file.csv", an expression, or {example}.', example="{ random = 0.1, seed = 1 }")
        faults.extend(
            Problem(
                f"{job.source}, privacy.{number}.subset",
                tr("{model} needs a research subset", model=model.title),
                remedy,
            )
            for number, model in enumerate(job.privacy, 1)
            if model.needs_subset
        )
    return faults


def _not_for_clusters(job: Job, dataset: Dataset) -> list[Problem]:
    """Two clusters that show the same aggregate are one group to whoever reads the file."""
    settings = ((name, job.settings_of(name)) for name in dataset.names)
    clustered = [name for name, each in settings if each.is_aggregated and each.is_grouped]
    if not clustered:
        return []
    return [
        Problem(
            f"{job.source}, privacy.{number}",
            tr(
                "clusters of {name} that show the same aggregate read as one group, "
                "which can break this model although neither of them does",
                name=quoted(clustered[0]),
            ),
            tr("Generalize {name}, or choose another privacy model.", name=quoted(clustered[0])),
        )
        for number, model in enumerate(job.privacy, 1)
        if not model.holds_for_union and model.mechanism is None
    ]


def _not_with_mechanism(job: Job, dataset: Dataset, policy: ReleasePolicy, mechanism: RandomMechanism) -> list[Problem]:
    """Settings that would disclose more than a random mechanism protects."""
    place, title = f"{job.source}, privacy", mechanism.title
    faults = [
        Problem(
            f"{place}.{number}",
            tr("{model} needs a research subset", model=model.title),
            tr("{title} draws a sample itself.", title=title),
        )
        for number, model in enumerate(job.privacy, 1)
        if model.needs_subset or model.names_subset
    ]
    reported = {fault.place for fault in faults}
    own_place = policy.place.rpartition(", ")[2]
    remedy = tr("Remove this model, or {place}. k-anonymity is the only one that may stay beside it.", place=own_place)
    faults.extend(
        Problem(
            f"{place}.{number}",
            tr(
                "with {model} the {other} of {place} would not hold: the groups that it removes reveal single people",
                model=model.title,
                other=title,
                place=own_place,
            ),
            remedy,
        )
        for number, model in enumerate(job.privacy, 1)
        if policy.excludes(model.model) and f"{place}.{number}" not in reported
    )
    if job.subset is not None:
        faults.append(
            Problem(
                f"{job.source}, subset", tr("{title} draws a sample itself", title=title), tr("Leave the section out.")
            )
        )
    if policy.draws_transformation:
        faults.extend(_not_with_search_budget(job, dataset))
    return faults


def _not_with_search_budget(job: Job, dataset: Dataset) -> list[Problem]:
    """Settings by which the exponential mechanism would reveal more than its budget covers.

    A score may change by 1 at most when a record is added. Loss counts the rows of hierarchies: if these are the
    values of the column, a record with a new value changes the shares of all others.
    """
    found = tr("a result within a limit reveals something of the data")
    limits = {"time_limit": job.search.time_limit, "check_limit": job.search.check_limit}
    faults = [
        Problem(f"{job.source}, search.{name}", found, tr("Set steps instead."))
        for name, value in limits.items()
        if value is not None
    ]
    if job.quality.model != "loss":
        return faults
    for name in dataset.names:
        settings = job.settings_of(name)
        source = settings.hierarchy
        made = source is None or (isinstance(source, HierarchyBuilder) and not isinstance(source, TableBuilder))
        if settings.is_grouped and made:
            found = tr(
                "with the model loss, the choice depends on values of the table, which the budget does not cover"
            )
            remedy = tr('Name a file with all possible values, or write model = "precision" under [quality].')
            faults.append(Problem(f"{job.source}, attributes.{name}.hierarchy", found, remedy))
    return faults


def unknown_attributes(job: Job, dataset: Dataset) -> list[Problem]:
    """Settings of attributes that the table does not have, and of its counts."""
    count = job.data.count
    return [
        Problem(
            f"{job.source}, attributes.{name}", tr("the table has no such attribute"), suggestion(name, dataset.names)
        )
        for name in job.attributes
        if name not in dataset and name not in (ALL_OTHERS, count)
    ] + [
        Problem(
            f"{job.source}, attributes.{name}",
            tr("the column has the counts of the rows"),
            tr("Leave this section out."),
        )
        for name in job.attributes
        if name == count
    ]
