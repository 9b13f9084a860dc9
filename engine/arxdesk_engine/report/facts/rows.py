"""The rows that a report is about, which are outside memory where an anonymizer has their distinct tuples alone."""

from __future__ import annotations

from pathlib import Path

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.job.job import Job


def job_of_rows(anonymizer: Anonymizer) -> Job:
    """The job as it was given, in place of that of the distinct tuples."""
    return anonymizer.job if anonymizer.rows is None else anonymizer.rows.job_of_rows(anonymizer.job)


def attributes_of_rows(anonymizer: Anonymizer) -> tuple[str, ...]:
    """The attributes of the rows, in the order of the columns."""
    return anonymizer.dataset.names if anonymizer.rows is None else anonymizer.rows.names


def files_of_rows(anonymizer: Anonymizer) -> tuple[Path, ...]:
    """The files that hold rows outside memory; none where a server has them, and in memory."""
    return () if anonymizer.rows is None else anonymizer.rows.files
