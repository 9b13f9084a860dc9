"""Work of the import wizard on threads beside reading: proposing roles, making a project."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

from arxdesk.core.session.loaded_project import LoadedProject
from arxdesk.core.session.loading_work import opened
from arxdesk.core.values.provenance import Provenance
from arxdesk.importing.hierarchies_work import proposed
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.foundation.messages import told
from arxdesk_engine.job.job import Job
from arxdesk_engine.preparation.importing.table import Proposal, Reading, ReadTable
from arxdesk_engine.preparation.loading import load_hierarchies
from arxdesk_engine.preparation.preparation import altered, prepared
from arxdesk_engine.projects.origin import Origin
from arxdesk_engine.release.formulation import require_fitting
from arxdesk_engine.risk.role_proposal import proposed_roles


def propose_roles(table: ReadTable, control: Control) -> dict[str, Proposal]:
    """A role for every column, by its name in the file."""
    control.report(Progress(tr("Looking for identifying columns")))
    data = table.data.model_copy(update={"cleanse": True})
    settings = {
        column.name: column.candidates[0].reading.settings
        for column in table.columns
        if column.candidates[0].reading != Reading()
    }
    dataset = prepared(table.raw, data, settings, data.path)
    proposals = proposed_roles(dataset, control)
    control.raise_if_stopped()
    return {name: Proposal(each.role, each.reason, each.decided) for name, each in proposals.items()}


def make(table: ReadTable, job: Job, hierarchies: bool, control: Control) -> LoadedProject:
    """Make the project of a job from the table already read. Raises a UserError."""
    control.report(Progress(tr("Making the table")))
    job = job.absolute()
    dataset = prepared(table.raw, job.data, job.attributes, job.data.path)
    if hierarchies:
        job = proposed(job, dataset, control)
    made = load_hierarchies(job, dataset)
    require_fitting(job, dataset, made)
    control.raise_if_stopped()
    origin = Origin.of(job.data, dt.datetime.now(dt.UTC).replace(microsecond=0))
    provenance = Provenance(origin, altered(table.raw, job.data, dataset))
    found = LoadedProject.of(job, dataset, made, None, provenance)
    return replace(found, provenance=opened(found, told("Imported {name}", name=origin.name), action="imported"))
