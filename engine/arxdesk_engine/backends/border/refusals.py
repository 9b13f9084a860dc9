"""What of a job cannot be done where the rows stay outside memory, whichever engine holds them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from arxdesk_engine.backends.border.listed import is_text
from arxdesk_engine.data.schema import DataType
from arxdesk_engine.foundation.errors import Problem
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.hierarchies.builder import HierarchyBuilder
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.job.data_source import DataSource
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.output import OutputSettings
from arxdesk_engine.job.subset import SubsetSettings
from arxdesk_engine.preparation.named_subsets import named_subsets

IN_MEMORY = 'engine = "memory"'
"""The setting that reads every record, in the section [data]."""


def faults_outside_memory(job: Job) -> Iterator[Problem]:
    """The settings that need every record in memory, apart from those of the result."""
    data = f"{job.source}, data"
    once = () if is_text(job.table_place) else ("null_values",)
    for name in ("rename", "row_limit", "cleanse", "count", "person", "weight", "household", *once):
        if getattr(job.data, name) != DataSource.model_fields[name].get_default(call_default_factory=True):
            yield _fault(f"{data}.{name}", name)
    for name, settings in job.attributes.items():
        yield from _faults_of_attribute(f"{job.source}, attributes.{name}", settings)
    for number, model in enumerate(job.privacy, 1):
        if model.mechanism is not None or model.item_combinations is not None:
            yield _fault(f"{job.source}, privacy.{number}", model.title)
    yield from _faults_of_subset(job)
    sections = {
        "tables": bool(job.tables),
        "sampling": job.sampling is not None,
        "perturbation": bool(job.perturbation),
        "utility": job.utility is not None,
        "search.recoding": job.search.recoding_settings is not None,
        "quality.targets": job.quality.model == "classification",
    }
    yield from (_fault(f"{job.source}, {section}", section) for section, asked in sections.items() if asked)


def faults_of_output(job: Job, supported: Collection[str]) -> Iterator[Problem]:
    """The settings of the result other than the supported ones."""
    for name, field in OutputSettings.model_fields.items():
        if name not in supported and getattr(job.output, name) != field.get_default():
            yield _fault(f"{job.source}, output.{name}", name)


def _faults_of_attribute(place: str, settings: AttributeSettings) -> Iterator[Problem]:
    if settings.type is DataType.SET:
        remedy = tr('Write another type, such as "string", or {setting} in the section [data].', setting=IN_MEMORY)
        yield Problem(f"{place}.type", tr("sets of items are not possible where the rows stay outside memory"), remedy)
    if settings.transformation not in ("generalize", "suppress"):
        yield _fault(f"{place}.transformation", "transformation")
    if isinstance(settings.hierarchy, HierarchyBuilder) and settings.hierarchy.counts_records:
        found = tr(
            "a hierarchy by the number of records with each value is not possible where the rows stay outside memory"
        )
        yield Problem(
            f"{place}.hierarchy",
            found,
            tr("Write out its settings, name a file, or write {setting} in the section [data].", setting=IN_MEMORY),
        )


def _faults_of_subset(job: Job) -> Iterator[Problem]:
    """Research subsets that name records by something else than what stands in them."""
    for named in named_subsets(job)[:1]:
        for name in ("base", "file", "random", "include", "exclude"):
            if getattr(named.settings, name) != SubsetSettings.model_fields[name].get_default():
                place = f"{named.place}.{name}"
                fault = _fault(place, place.removeprefix(f"{job.source}, "))
                remedy = tr("Write an expression (select), or {setting} in the section [data].", setting=IN_MEMORY)
                yield replace(fault, remedy=remedy)


def _fault(place: str, subject: str) -> Problem:
    found = tr("{setting} is not possible where the rows stay outside memory", setting=subject)
    if subject == "tables":
        found = tr("tables are not possible where the rows stay outside memory")
    remedy = tr("Leave it out, or write {setting} in the section [data].", setting=IN_MEMORY)
    return Problem(place, found, remedy)
