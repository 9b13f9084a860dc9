"""Reading tables, projects and hierarchies, away from the main thread."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from pathlib import Path

from arxdesk.core.session.grouping_work import load_grouped
from arxdesk.core.session.loaded_project import LoadedProject
from arxdesk.core.values.arx_import import ArxImport
from arxdesk.core.values.provenance import Provenance, Stamp
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.errors import InvalidJob, Problem, quoted
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.foundation.messages import ToldText, told, told_n
from arxdesk_engine.io.files.archive import ARX_SUFFIX, PROJECT_SUFFIX
from arxdesk_engine.job.data_source import DataSource
from arxdesk_engine.job.job import Job, load_job
from arxdesk_engine.preparation.loading import load_hierarchies, load_raw
from arxdesk_engine.preparation.preparation import altered, prepared
from arxdesk_engine.projects.archive import read_project
from arxdesk_engine.projects.origin import Origin
from arxdesk_engine.projects.trail import Action
from arxdesk_engine.release.formulation import require_fitting

JOB_SUFFIX = ".toml"


def load(path: Path, control: Control, password: str | None = None) -> LoadedProject:
    """Read a project with all that is in it or that it names, or a table alone. `password` is that of its database.

    Raises a UserError; PasswordNeeded where the password does not open the database.
    """
    match path.suffix.lower():
        case suffix if suffix == PROJECT_SUFFIX:
            return _load_archive(path, control)
        case suffix if suffix == ARX_SUFFIX:
            return _load_arx(path, control)
        case suffix if suffix == JOB_SUFFIX:
            stamp = Stamp.of(path)
            found = load_job_and_data(load_job(path), path, control, password)
            return replace(found, provenance=opened(found, told("Opened {name}", name=path.name), stamp=stamp))
    job = Job(data=DataSource(path=str(path.absolute())))
    found = load_job_and_data(job, None, control, password)
    return replace(found, provenance=opened(found, told("Opened {name}", name=path.name)))


def load_job_and_data(job: Job, file: Path | None, control: Control, password: str | None = None) -> LoadedProject:
    """Read all that a job names, or have its rows grouped where they are. Raises a UserError."""
    if (grouped := load_grouped(job, file, control)) is not None:
        return grouped
    _require_no_counts(job)
    control.report(Progress(tr("Reading the table")))
    place = job.table_place
    raw = load_raw(job, control, password)
    dataset = prepared(raw, job.data, job.attributes, place)
    control.report(Progress(tr("Reading the hierarchies")))
    hierarchies = load_hierarchies(job, dataset, control)
    require_fitting(job, dataset, hierarchies)
    origin = Origin.of(job.data, dt.datetime.now(dt.UTC).replace(microsecond=0))
    provenance = Provenance(origin, altered(raw, job.data, dataset))
    return LoadedProject.of(job, dataset, hierarchies, file, provenance)


def _require_no_counts(job: Job) -> None:
    if job.data.count is not None:
        found = tr(
            "the rows stand for several records each ({column}), which the window does not show",
            column=quoted(job.data.count),
        )
        remedy = tr("Anonymize the table with arxdesk run, or give every record a row of its own.")
        raise InvalidJob(Problem(f"{job.source}, data.count", found, remedy))


def opened(
    found: LoadedProject, done: ToldText, *, action: Action = "opened", stamp: Stamp | None = None
) -> Provenance:
    """What is known of a project that was opened just now: its trail begins, or goes on, with that."""
    rows = found.provenance.rows
    columns = found.dataset.names if rows is None else rows.names
    records = told_n(found.dataset.total_records, "{n} record", "{n} records")
    before = found.provenance
    said = told_n(
        len(columns), "{done}: {records}, {n} column", "{done}: {records}, {n} columns", done=done, records=records
    )
    said = _with_unfit_cells(said, found.dataset)
    return replace(before, trail=before.trail.with_entry(action, said), stamp=stamp or before.stamp)


def _with_unfit_cells(said: ToldText, dataset: Dataset) -> ToldText:
    """What was said, and which cells were lost because they fit no format of their column."""
    lost = tuple(
        told_n(column.unfit, "{n} of {column}", "{n} of {column}", column=column.name)
        for column in dataset
        if column.unfit
    )
    if not lost:
        return said
    return told("{opened}; read as missing since they did not fit their type: {lost}", opened=said, lost=lost)


def _load_archive(path: Path, control: Control) -> LoadedProject:
    control.report(Progress(tr("Reading {name}", name=path.name)))
    stamp = Stamp.of(path)
    project = read_project(path, control)
    _require_no_counts(project.job)
    require_fitting(project.job, project.dataset, project.hierarchies)
    taken = ArxImport.of_trail(project.trail)
    provenance = Provenance(project.origin, project.raw, project.trail, stamp, taken, ledger=project.ledger)
    found = LoadedProject.of(project.job, project.dataset, project.hierarchies, path, provenance)
    return replace(found, provenance=opened(found, told("Opened {name}", name=path.name)), outcome=project.outcome)


def _load_arx(path: Path, control: Control) -> LoadedProject:
    """A project of ARX as one that is saved nowhere yet, named after its file."""
    from arxdesk_engine.arx.reading import read_arx  # noqa: PLC0415 - few projects come from there

    control.report(Progress(tr("Reading {name}", name=path.name)))
    imported = read_arx(path, control)
    found = load_job_and_data(imported.job.absolute(), None, control)
    taken = ArxImport.of(path.name, imported, found.dataset, found.hierarchies)
    provenance = opened(found, told("Imported the ARX project {name}", name=path.name), action="imported")
    origin = None if provenance.origin is None else provenance.origin.model_copy(update={"name": path.name})
    trail = taken.recorded(provenance.trail)
    return replace(found, provenance=replace(provenance, origin=origin, trail=trail, arx_import=taken))
