"""What of a job Spark cannot do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from arxdesk_engine.backends.border.parquet_files import faults_among_files, faults_of_files
from arxdesk_engine.backends.border.refusals import faults_of_output, faults_outside_memory
from arxdesk_engine.foundation.errors import InvalidJob, Problem
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.io.databases.address import is_address
from arxdesk_engine.io.parquet import PARQUET_SUFFIXES, is_parquet
from arxdesk_engine.job.job import Job

_SUPPORTED_OUTPUT = {"path", "suppressed", "leave_out", "shuffle", "codebook"}


def is_for_spark(job: Job) -> bool:
    """Whether Spark reads and writes the rows of a job. Raises InvalidJob for what it cannot do."""
    if job.data.engine != "spark":
        return False
    faults = [
        *faults_of_files(job, "Spark"),
        *faults_outside_memory(job),
        *faults_of_output(job, _SUPPORTED_OUTPUT),
        *faults_of_place(job),
    ]
    if faults:
        raise InvalidJob(faults)
    return True


def faults_of_place(job: Job) -> Iterator[Problem]:
    """The faults of the place of the result: among the files of the table, or of another format."""
    target, place = job.output_place, f"{job.source}, output.path"
    if target is None:
        return
    if is_address(target) or not is_parquet(Path(target)):
        yield Problem(
            place,
            tr("Spark writes Parquet files only ({suffixes})", suffixes=", ".join(PARQUET_SUFFIXES)),
            tr("Name such a file."),
        )
    yield from faults_among_files(job)
