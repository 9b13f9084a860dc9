"""Work of the import wizard on threads for tables whose records stay where they are."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from arxdesk.core.session.grouping_work import load_grouped
from arxdesk.core.session.loaded_project import LoadedProject
from arxdesk.core.session.loading_work import opened
from arxdesk.importing.hierarchies_work import with_proposed_hierarchies
from arxdesk_engine.backends.border.listed import is_text
from arxdesk_engine.backends.border.parquet_files import parquet_files, stored_records
from arxdesk_engine.backends.database.choice import is_known
from arxdesk_engine.backends.duckdb.choice import is_large
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.errors import InvalidData, Problem
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.foundation.messages import told
from arxdesk_engine.io.parquet import is_parquet
from arxdesk_engine.job.data_source import DataSource
from arxdesk_engine.job.job import Job
from arxdesk_engine.preparation.importing import reading
from arxdesk_engine.preparation.importing.table import ImportSource, ReadTable


def look(path: str, password: str | None, control: Control) -> ImportSource:
    """The content of a file, of a folder of Parquet files, or of a database. Raises a UserError; Stopped."""
    if os.path.isdir(path):  # noqa: PTH112 - the address of a database is no path
        return _look_into_folder(Path(path), control)
    source = reading.look(path, password, control)
    if source.is_database:
        return replace(source, can_stay=is_known(source.path))
    if source.format == "delimited":
        stays = is_large(Path(source.path))
        return replace(source, can_stay=stays, stays=stays)
    if not is_parquet(Path(source.path)):
        return source
    return replace(source, records=stored_records(Path(path)), can_stay=True, stays=is_large(Path(path)))


def first_rows(data: DataSource, password: str | None, control: Control) -> ReadTable:
    """The first records of a table that stays where it is, as they are stored. Raises a UserError; Stopped."""
    part = data
    if data.engine == "duckdb" and not is_text(data.path):
        files = parquet_files(Path(data.path))
        filled = next((file for file in files if stored_records(file)), files[0])
        part = data.model_copy(update={"path": str(filled)})
    table = reading.read_first(part, password, False, control)
    return replace(table, data=data, whole=False)


def make_grouped(job: Job, hierarchies: bool, control: Control) -> LoadedProject:
    """Group the records where they are, and make a project of their distinct combinations. Raises a UserError."""
    found = load_grouped(job, None, control)
    if found is None:
        raise InvalidData(Problem(job.table_place, tr("its records are read into memory"), tr("Open it as a file.")))
    if hierarchies:
        found = with_proposed_hierarchies(found, control)
    name = found.provenance.origin.name if found.provenance.origin is not None else job.table_place
    return replace(found, provenance=opened(found, told("Imported {name}", name=name), action="imported"))


def _look_into_folder(folder: Path, control: Control) -> ImportSource:
    files = parquet_files(folder)
    if not files:
        remedy = tr("Choose a folder with files that end in .parquet or .pq.")
        raise InvalidData(Problem(str(folder), tr("there is no Parquet file in this folder"), remedy))
    records = 0
    for done, file in enumerate(files):
        control.raise_if_stopped()
        control.report(Progress(tr("Counting the records"), done / len(files)))
        records += stored_records(file)
    size = sum(file.stat().st_size for file in files)
    return ImportSource(str(folder), "parquet", (), False, size, len(files), records, can_stay=True, stays=True)
