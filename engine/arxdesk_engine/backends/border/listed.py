"""The job for a Parquet file in which an engine lists cells of the rows."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from arxdesk_engine.foundation.errors import UserError
from arxdesk_engine.io.databases.address import is_address
from arxdesk_engine.io.files.packed import is_packed
from arxdesk_engine.io.table import TableFormat, format_of
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.job.job import Job


def job_of_listed(job: Job, file: Path, attributes: Mapping[str, AttributeSettings], count: str | None = None) -> Job:
    """The job that reads some attributes from such a file, and the number of records with them from a column.

    Numbers are written there as in the rows: in those of delimited text, with the decimal mark of the job.
    """
    changes: dict[str, object] = {
        "path": str(file),
        "engine": "memory",
        "table": None,
        "columns": (),
        "count": count,
        "numbers_as_text": job.data.numbers_as_text or is_text(job.table_place),
    }
    return job.model_copy(update={"data": job.data.model_copy(update=changes), "attributes": dict(attributes)})


@contextlib.contextmanager
def naming_the_rows(job: Job, listed: Job, row: str = "distinct cell") -> Iterator[None]:
    """A block that reads the file of the job `listed`, whose errors name the table of `job` and what a `row` is."""
    try:
        yield
    except UserError as error:
        problems = []
        for problem in error.problems:
            place = problem.place.replace(listed.table_place, job.table_place).replace(", record ", f", {row} ")
            problems.append(replace(problem, place=place))
        raise error.with_problems(problems) from error


def is_text(path: str) -> bool:
    """Whether a table is a file of delimited text: nothing else can be told from the name of one."""
    plain = not is_address(path) and Path(path).is_file() and not is_packed(path)
    return plain and format_of(path) is TableFormat.DELIMITED
