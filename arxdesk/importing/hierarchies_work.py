"""Hierarchies that are proposed for the quasi-identifiers of a table that is opened."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from arxdesk.core.session.loaded_project import LoadedProject
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.hierarchies.automatic import propose
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.job.job import Job
from arxdesk_engine.preparation.loading import load_hierarchies


def proposed(job: Job, dataset: Dataset, control: Control) -> Job:
    """The job with a hierarchy for each quasi-identifier. Raises Stopped."""
    return with_hierarchies_of(job, dataset, dataset.names, control)


def with_hierarchies_of(job: Job, dataset: Dataset, names: Collection[str], control: Control) -> Job:
    """The same for those among some columns. Raises Stopped."""
    attributes = dict(job.attributes)
    quasi = [
        column
        for column in dataset
        if column.name in names and job.settings_of(column.name).role is Role.QUASI_IDENTIFYING
    ]
    for done, column in enumerate(quasi):
        control.raise_if_stopped()
        control.report(Progress(tr("Proposing hierarchies"), done / len(quasi)))
        settings = attributes.get(column.name, AttributeSettings())
        attributes[column.name] = settings.model_copy(update={"hierarchy": propose(column)})
    return job.model_copy(update={"attributes": attributes})


def with_proposed_hierarchies(found: LoadedProject, control: Control) -> LoadedProject:
    """A project with a hierarchy for each quasi-identifier. Raises Stopped."""
    job = proposed(found.job, found.dataset, control)
    made = load_hierarchies(job, found.dataset, control)
    return replace(LoadedProject.of(job, found.dataset, made, found.file, found.provenance), outcome=found.outcome)
