"""Which tables are left to DuckDB, and what of a job it cannot do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from arxdesk_engine.backends.border.listed import is_text
from arxdesk_engine.backends.border.parquet_files import faults_among_files, faults_of_files, parquet_files
from arxdesk_engine.backends.border.refusals import IN_MEMORY, faults_of_output, faults_outside_memory
from arxdesk_engine.foundation.errors import InvalidJob, Problem, quoted
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.io.cells.memory import available_bytes
from arxdesk_engine.io.databases.address import is_address
from arxdesk_engine.io.parquet import PARQUET_SUFFIXES, is_parquet
from arxdesk_engine.job.job import Job
from arxdesk_engine.release.export import text_form

SHARE_OF_MEMORY = 0.25
"""Files that take more than this share of the free memory are left where they are."""
_SUPPORTED_OUTPUT = {"path", "suppressed", "leave_out", "shuffle", "codebook", "delimiter", "encoding"}
_ENCODING = "utf-8"


def is_for_duckdb(job: Job) -> bool:
    """Whether the rows of a job stay in their files. Raises InvalidJob for what cannot be done there."""
    wished = job.data.engine
    if wished not in ("auto", "duckdb"):
        return False
    if wished == "auto" and (job.tables or not _is_large(job)):
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
    """Whether a file of Parquet or delimited text is larger than the share of memory."""
    free, is_stored = available_bytes(), is_parquet(file) or is_text(str(file))
    return is_stored and file.is_file() and free is not None and file.stat().st_size > free * SHARE_OF_MEMORY


def _is_large(job: Job) -> bool:
    """Whether a table is several files, or larger than the share of memory."""
    if is_address(job.data.path):
        return False
    files = files_of(job)
    return files != (Path(job.table_place),) or is_large(files[0])


def _faults(job: Job) -> Iterator[Problem]:
    if not is_text(job.table_place):
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
        found = tr("DuckDB writes {suffix} and Parquet files only", suffix=quoted(".csv"))
        yield Problem(f"{job.source}, output.path", found, tr("Name such a file."))
    elif not is_parquet(Path(path)):
        yield from _faults_of_text(job)


def _faults_of_text(job: Job) -> Iterator[Problem]:
    """What DuckDB cannot write as delimited text: numbers with a comma, and other encodings than UTF-8."""
    encoding = text_form(job).encoding
    if encoding.lower().replace("_", "-") != _ENCODING:
        found = tr(
            "DuckDB writes {encoding} only, and the result would be in {other}",
            encoding=_ENCODING,
            other=encoding,
        )
        yield Problem(
            f"{job.source}, output.encoding",
            found,
            tr('Write encoding = "{encoding}", or a Parquet file.', encoding=_ENCODING),
        )
    marks = {"data": job.data.decimal_mark}
    marks |= {f"attributes.{name}": settings.decimal_mark or "." for name, settings in job.attributes.items()}
    for name, mark in marks.items():
        if mark == ",":
            found = tr("the result would have a comma before decimals, as the input has, and DuckDB writes points")
            remedy = tr(
                "Name a Parquet file as the result, or write {setting} in the section [data].", setting=IN_MEMORY
            )
            yield Problem(f"{job.source}, {name}.decimal_mark", found, remedy)
