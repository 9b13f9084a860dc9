"""The facts of the configuration."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.hierarchies.builder import HierarchyBuilder
from arxdesk_engine.hierarchies.hierarchy import BoundHierarchy
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.job.search import GroupwiseSettings, RecodingSettings
from arxdesk_engine.privacy.model import PrivacyModel, SubsetModel
from arxdesk_engine.report.facts.rows import job_of_rows

MOST_ROWS = 12
"""Rows shown of a hierarchy, if values are included."""


@dataclass(frozen=True, slots=True)
class ModelFacts:
    """A privacy model: its title and sentence, its parameters by the names they have in a job, and the field's term for
    what it protects against."""

    model: str
    title: str
    sentence: str
    parameters: tuple[tuple[str, object], ...]
    term: str


@dataclass(frozen=True, slots=True)
class HierarchyFacts:
    """The allowed levels of a quasi-identifier and its hierarchy.

    `source` is the name of a file or of a builder, None without a hierarchy. `levels` counts the original values;
    `groups` is the number of distinct values of the table at each level, without the levels below that at which the
    records were grouped, `rows` the number of values in the hierarchy.
    Levels from `minimum` to `maximum` are allowed. `sample` are rows of it, empty without values.
    """

    attribute: str
    source: str | None
    is_built: bool
    levels: int
    rows: int
    groups: tuple[int, ...]
    minimum: int
    maximum: int
    weight: float
    sample: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class RecodingRequest:
    """The settings of local recoding: iterations, suppression limit of the first search, whether by preset."""

    iterations: int
    first_limit: float
    is_preset: bool
    factor: float


@dataclass(frozen=True, slots=True)
class GroupwiseRequest:
    """Requested recoding group by group."""

    time_limit: float | None
    defence: str


@dataclass(frozen=True, slots=True)
class ConfigurationFacts:
    """The configuration of a job."""

    models: tuple[ModelFacts, ...]
    paused: tuple[str, ...]
    suppression_limit: float | None
    removes_people: bool
    """None where any number of records may be removed."""
    hidden_when_suppressed: tuple[str, ...]
    keeps_suppressed: bool
    quality_model: str
    quality_parameters: tuple[tuple[str, object], ...]
    hierarchies: tuple[HierarchyFacts, ...]
    is_drawn: bool
    algorithm: str
    time_limit: float | None
    check_limit: int | None
    recoding: RecodingRequest | GroupwiseRequest | None
    population: tuple[tuple[str, object], ...]
    costs: tuple[tuple[str, object], ...]


def configuration_facts(anonymizer: Anonymizer, *, with_values: bool) -> ConfigurationFacts:
    """Describe the configuration of a job."""
    job, policy = anonymizer.job, anonymizer.policy
    suppression, search = job.suppression, job.search
    uses_costs = job.quality.model == "publisher-payout" or any(each.needs_costs for each in job.privacy)
    return ConfigurationFacts(
        tuple(_model(model, with_values) for model in job.privacy),
        tuple(model.title for model in job.paused),
        policy.suppression_limit,
        policy.removes_people,
        tuple(name for name in ("sensitive", "insensitive") if getattr(suppression, name)),
        policy.keeps_suppressed,
        job.quality.model,
        tuple(job.quality.model_dump(mode="json", exclude_defaults=True, exclude={"model"}).items()),
        hierarchy_facts(anonymizer, with_values=with_values),
        policy.draws_transformation,
        search.algorithm,
        search.time_limit,
        search.check_limit,
        _recoding(search.recoding_settings),
        () if job.population is None else tuple(job.population.model_dump(exclude_none=True).items()),
        tuple(job.costs.model_dump().items()) if uses_costs else (),
    )


def hierarchy_facts(anonymizer: Anonymizer, *, with_values: bool) -> tuple[HierarchyFacts, ...]:
    """The hierarchies of the quasi-identifiers, in the order of the levels."""
    job, lattice = job_of_rows(anonymizer), anonymizer.problem.lattice
    starts = {} if anonymizer.rows is None else anonymizer.rows.minimum_levels
    limits = zip(anonymizer.hierarchies.items(), lattice.bottom, lattice.top, strict=True)
    return tuple(
        _hierarchy(name, job.settings_of(name), hierarchy, (starts.get(name, 0), low, high), with_values)
        for (name, hierarchy), low, high in limits
    )


def _hierarchy(
    name: str, settings: AttributeSettings, bound: BoundHierarchy, levels: tuple[int, int, int], with_values: bool
) -> HierarchyFacts:
    start, lowest, highest = levels
    source = settings.hierarchy
    is_built = isinstance(source, HierarchyBuilder)
    named = source.builder if isinstance(source, HierarchyBuilder) else settings.hierarchy_file
    return HierarchyFacts(
        name,
        named if settings.is_grouped else None,
        is_built,
        bound.levels,
        bound.domain_size,
        tuple(len(labels) for labels in bound.labels[start:]),
        lowest,
        highest,
        settings.weight,
        _sample(bound) if with_values and bound.levels > 1 and start == 0 else (),
    )


def _sample(bound: BoundHierarchy) -> tuple[tuple[str, ...], ...]:
    """Rows of a hierarchy: values from all over the table, each with its labels."""
    number = len(bound.codes[0])
    values = (
        range(number) if number <= MOST_ROWS else np.linspace(0, number - 1, MOST_ROWS).round().astype(int).tolist()
    )
    levels = list(zip(bound.codes, bound.labels, strict=True))
    return tuple(tuple(labels[codes[value]] for codes, labels in levels) for value in values)


def _model(model: PrivacyModel, with_values: bool) -> ModelFacts:
    parameters: Mapping[str, object] = model.model_dump(mode="json", exclude_none=True, exclude={"model"})
    if isinstance(model, SubsetModel) and isinstance(model.subset, str) and not with_values:
        parameters = {**parameters, "subset": model.subset_file or tr("an expression, left out with the values")}
    return ModelFacts(
        model.model,
        model.title,
        model.sentence,
        tuple((key, value) for key, value in parameters.items() if value != {}),
        model.description.term,
    )


def _recoding(settings: RecodingSettings | None) -> RecodingRequest | GroupwiseRequest | None:
    if isinstance(settings, GroupwiseSettings):
        return GroupwiseRequest(settings.time_limit, settings.defence)
    if settings is None:
        return None
    return RecodingRequest(
        settings.iterations,
        settings.first_limit,
        settings.suppression_limit is None,
        settings.generalization_suppression_factor,
    )
