"""Grouping the rows of a table where they are, away from the main thread."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from pathlib import Path

from arxdesk.core.session.loaded_project import LoadedProject
from arxdesk.core.values.provenance import Provenance
from arxdesk.ui.words import joined
from arxdesk_engine.backends.border.listed import is_text
from arxdesk_engine.backends.duckdb.choice import files_of
from arxdesk_engine.backends.opening import grouped_table
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.errors import InvalidJob, Problem
from arxdesk_engine.foundation.language import tr, tr_n
from arxdesk_engine.io.databases.address import file_of, is_address, without_password
from arxdesk_engine.job.job import Job
from arxdesk_engine.preparation.loading import load_dataset, load_hierarchies
from arxdesk_engine.projects.origin import Origin
from arxdesk_engine.release.formulation import require_fitting

_NAMED = 4


def load_grouped(job: Job, file: Path | None, control: Control) -> LoadedProject | None:
    """The distinct tuples of a table whose rows stay where they are; None where they belong into memory.

    Sensitive columns are told apart, too, so that models that protect them can be chosen. Raises a UserError.
    """
    job = job.absolute()
    sensitive = [name for name, settings in job.attributes.items() if settings.role is Role.SENSITIVE]
    rows = grouped_table(job, control, sensitive)
    if rows is None:
        return None
    _require_decided(job, rows.names)
    if rows.minimum_levels:
        raise InvalidJob(_too_many(job))
    control.report(Progress(tr("Reading the groups")))
    dataset = load_dataset(rows.tuples, control)
    control.report(Progress(tr("Reading the hierarchies")))
    hierarchies = load_hierarchies(rows.tuples, dataset, control)
    tuples = rows.tuples.model_copy(update={"output": job.output})  # which names columns that are not grouped, too
    require_fitting(tuples, dataset, hierarchies)
    origin = Origin.of(job.data, dt.datetime.now(dt.UTC).replace(microsecond=0))
    provenance = Provenance(origin, rows=rows, place_of_rows=place_of_rows(job))
    return LoadedProject.of(tuples, dataset, hierarchies, file, provenance)


def _too_many(job: Job) -> Problem:
    """The tuples are those of coarser values: other hierarchies, as the window offers, would not hold for the rows."""
    found = tr("there are too many distinct combinations of the grouped columns to show them in the window")
    remedy = tr("Group by fewer columns, or run the job with arxdesk run, which groups it at its minimum levels.")
    return Problem(f"{job.source}, attributes", found, remedy)


def _require_decided(job: Job, names: Sequence[str]) -> None:
    """Raises InvalidJob for columns without a role, which would be released as they are without anybody seeing them."""
    if missing := job.undecided(names):
        found = tr_n(
            len(missing),
            "{n} column has no role: {names}",
            "{n} columns have no role: {names}",
            names=joined(missing, _NAMED),
        )
        remedy = tr('Give each of them one; role = "insensitive" releases a column as it is.')
        raise InvalidJob(Problem(f"{job.source}, attributes", found, remedy))


def place_of_rows(job: Job) -> str:
    """Where the rows of a job stay: "in 12 Parquet files", "in visits.csv", "in table visits of postgresql://host/db"."""
    if job.data.table is not None:
        file = file_of(job.data.path) if is_address(job.data.path) else job.data.path
        shown = without_password(job.data.path) if file is None else file.replace("\\", "/").rsplit("/", 1)[-1]
        return tr("in table {table} of {database}", table=job.data.table, database=shown)
    if is_text(job.table_place):
        return tr("in {name}", name=Path(job.table_place).name)
    return tr_n(len(files_of(job)), "in {n} Parquet file", "in {n} Parquet files")
