"""Which tables are left to DuckDB, and what of a job it cannot do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from arxdesk_engine.backends.border.parquet_files import faults_among_files, faults_of_files, parquet_files
from arxdesk_engine.backends.border.refusals import faults_of_output, faults_outside_memory
from arxdesk_engine.foundation.errors import InvalidJob, Problem, quoted
from arxdesk_engine.io.cells.memory import available_bytes
from arxdesk_engine.io.databases.address import is_address
from arxdesk_engine.io.parquet import PARQUET_SUFFIXES, is_parquet
from arxdesk_engine.job.job import Job

SHARE_OF_MEMORY = 0.25
"""Files that take more than this share of the free memory are left where they are."""
_SUPPORTED_OUTPUT = {"path", "suppressed", "leave_out", "shuffle", "codebook"}


def is_for_duckdb(job: Job) -> bool:
    """Whether the rows of a job stay in their files. Raises InvalidJob for what cannot be done there."""
    wished = job.data.engine
    if wished not in ("auto", "duckdb"):
        return False
    if wished == "auto" and not _is_large(job):
        return False
    if faults := list(_faults(job)):
        if wished == "auto" and files_of(job) == (Path(job.table_place),):
            return False  # one file, which fits as far as anyone knows: reading it says otherwise
        raise InvalidJob(faults)
    return True


def files_of(job: Job) -> tuple[Path, ...]:
    """The files of a table; none where it is in a database."""
    return () if is_address(job.data.path) else parquet_files(Path(job.table_place))


def is_large(file: Path) -> bool:
    """Whether a Parquet file is larger than the share of memory."""
    free = available_bytes()
    return is_parquet(file) and file.is_file() and free is not None and file.stat().st_size > free * SHARE_OF_MEMORY


def _is_large(job: Job) -> bool:
    """Whether a table is several files, or larger than the share of memory."""
    if is_address(job.data.path):
        return False
    files = files_of(job)
    return files != (Path(job.table_place),) or is_large(files[0])


def _faults(job: Job) -> Iterator[Problem]:
    yield from faults_of_files(job, "DuckDB")
    yield from faults_outside_memory(job)
    yield from faults_of_output(job, _SUPPORTED_OUTPUT)
    yield from faults_of_place(job)


def faults_of_place(job: Job) -> Iterator[Problem]:
    """The faults of the place of the result: among the files of the table, or in a format DuckDB does not write."""
    path = job.output_place
    if path is None:
        return
    yield from faults_among_files(job)
    if Path(path).suffix.lower() not in (".csv", *PARQUET_SUFFIXES):
        found = f"DuckDB writes {quoted('.csv')} and Parquet files only"
        yield Problem(f"{job.source}, output.path", found, "Name such a file.")
