"""What a run did, as a job of a single transformation: levels that are fixed, hierarchies that follow from no table."""

from __future__ import annotations

from collections.abc import Mapping

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.dataset import Column, Dataset
from arxdesk_engine.data.item_sets import as_items
from arxdesk_engine.data.schema import DataType
from arxdesk_engine.foundation.errors import InvalidJob, Problem, quoted, suggestion
from arxdesk_engine.foundation.language import tr, whole
from arxdesk_engine.hierarchies.builder import HierarchyBuilder
from arxdesk_engine.hierarchies.table import TableBuilder
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.policy import policy_of
from arxdesk_engine.lattice.lattice import Levels


def plan_of(anonymizer: Anonymizer, levels: Levels) -> Job:
    """The job that does to any table what these levels do to that of the anonymizer.

    The least and the greatest level of each quasi-identifier are the one that it has, its hierarchy is written out as
    far as it follows from the table (`HierarchyBuilder.resolved`), and so are detected types. Such a job holds
    values of the data where a hierarchy lists them. Raises InvalidJob where the levels are not those of every record:
    with local recoding, and where differential privacy draws them; ValueError for levels outside the lattice.
    """
    if levels not in anonymizer.problem.lattice:
        raise ValueError(f"{levels} is not in the lattice of this job")
    job = anonymizer.job
    if anonymizer.rows is not None:
        found = tr("its rows stay outside memory, where no plan can be fixed yet")
        raise InvalidJob(Problem(job.source, found, tr('Write engine = "memory" in the section [data].')))
    require_one_transformation(job)
    level_of = dict(zip(anonymizer.quasi_identifiers, levels, strict=True))
    attributes = dict(job.attributes)
    for column in anonymizer.dataset:
        settings = _explicit(job.settings_of(column.name), column)
        if column.name in level_of:
            level = level_of[column.name]
            settings = settings.model_copy(update={"minimum_level": level, "maximum_level": level})
        if settings != job.settings_of(column.name):
            attributes[column.name] = settings
    return job.model_copy(update={"attributes": attributes})


def with_levels(job: Job, levels: Mapping[str, int]) -> Job:
    """The job with the levels of a report, by attribute; what follows from its table still does.

    Raises InvalidJob where they are not those of its quasi-identifiers, or not of every record.
    """
    require_one_transformation(job)
    for name in levels:
        if name not in job.attributes:
            found = tr("the levels have {name}, which is no attribute of the job", name=quoted(name))
            raise InvalidJob(Problem(job.source, found, suggestion(name, tuple(job.attributes))))
    fixed = {
        name: job.attributes[name].model_copy(update={"minimum_level": level, "maximum_level": level})
        for name, level in levels.items()
    }
    return job.model_copy(update={"attributes": {**job.attributes, **fixed}})


def fixed_levels(anonymizer: Anonymizer) -> Levels:
    """The levels of a job of one transformation. Raises InvalidJob where there is more than one to choose from."""
    lattice = anonymizer.problem.lattice
    if lattice.bottom == lattice.top:
        return lattice.bottom
    found = tr("it leaves {n} transformations to choose from, and is no plan", n=whole(lattice.size))
    remedy = tr("Have arxdesk run write one with --plan, or name the report of its run.")
    raise InvalidJob(Problem(anonymizer.job.source, found, remedy))


def follows_from_table(job: Job) -> bool:
    """Whether a hierarchy of the job is made from its table, which has to be read before anything can be fixed."""
    return any(
        isinstance(each.hierarchy, HierarchyBuilder) and each.hierarchy.depends_on_data
        for each in job.attributes.values()
    )


def require_one_transformation(job: Job) -> None:
    """Raises InvalidJob where a run of the job does not do the same to every record, or by chance."""
    policy = policy_of(job)
    if policy.draws_transformation:
        found = tr("its levels are drawn by chance, and hold for the table that they were drawn for")
        raise InvalidJob(Problem(job.source, found, tr("Release new rows by a run of their own.")))
    if job.search.recoding_settings is not None:
        found = tr("its records have levels of their own, so that there is no transformation to do again")
        raise InvalidJob(
            Problem(job.source, found, tr("Leave out local_recoding and recoding in the section [search]."))
        )


def _explicit(settings: AttributeSettings, column: Column) -> AttributeSettings:
    """The settings with what they take from a column written out."""
    changes: dict[str, object] = {}
    if settings.type is None and column.type.kind is not DataType.STRING:
        kind = column.type
        changes = {"type": kind.kind, "order": kind.order}
        if kind.kind is DataType.DATE:
            changes["format"] = kind.format
    source = settings.hierarchy
    if isinstance(source, HierarchyBuilder) and source.depends_on_data:
        items = as_items(column)
        explicit = source.resolved(items)
        changes["hierarchy"] = TableBuilder.of(explicit.build(items)) if explicit.depends_on_data else explicit
    return settings.model_copy(update=changes) if changes else settings


def columns_with_hierarchies(job: Job, dataset: Dataset) -> list[Column]:
    """The columns of a table that the job has hierarchies for; those of sets as their items."""
    return [as_items(each) for each in dataset if job.settings_of(each.name).hierarchy is not None]
