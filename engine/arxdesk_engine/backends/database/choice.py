"""What of a job a database cannot do with its own table."""

from __future__ import annotations

from collections.abc import Iterator

from arxdesk_engine.backends.border.refusals import (
    IN_MEMORY,
    faults_of_output,
    faults_outside_memory,
)
from arxdesk_engine.foundation.errors import InvalidJob, Problem, quoted
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.io.databases.address import file_of, is_same_database, system_of
from arxdesk_engine.io.databases.same_place import is_same_file
from arxdesk_engine.io.table import TableFormat, format_of
from arxdesk_engine.job.job import Job

SYSTEMS = ("postgresql", "mysql", "sqlite", "mssql")
"""The systems whose statements are known; MariaDB is one with MySQL."""
_SUPPORTED_OUTPUT = {"path", "table", "replace_table", "suppressed", "leave_out", "shuffle", "codebook"}


def is_for_database(job: Job) -> bool:
    """Whether the rows of a job stay in their database. Raises InvalidJob for what cannot be done there."""
    if job.data.engine != "database":
        return False
    faults = list(_faults_of_source(job)) or [
        *faults_outside_memory(job),
        *faults_of_output(job, _SUPPORTED_OUTPUT),
        *faults_of_place(job),
    ]
    if faults:
        raise InvalidJob(faults)
    return True


def faults_of_place(job: Job) -> Iterator[Problem]:
    """The faults of the place of the result: a file, or another database."""
    target, place = job.output_place, f"{job.source}, output.path"
    if target is None or _is_within(job.table_place, target):
        return
    remedy = tr(
        "Write the path of [data], and the name of a table in it, or write {setting} in the section [data].",
        setting=IN_MEMORY,
    )
    yield Problem(place, tr("the result of rows that stay in their database is a table of the same database"), remedy)


def is_known(path: str) -> bool:
    """Whether the statements of the system of a database are known."""
    return file_of(path) is not None or system_of(path) in SYSTEMS


def _faults_of_source(job: Job) -> Iterator[Problem]:
    place = f"{job.source}, data.path"
    if not _is_database(job.table_place):
        remedy = tr("Write the address of one, or {setting} in the section [data].", setting=IN_MEMORY)
        yield Problem(place, tr("{path} is no database", path=quoted(job.data.path)), remedy)
    elif not is_known(job.table_place):
        found = tr("the statements of {system} are not known", system=system_of(job.table_place))
        yield Problem(place, found, tr("Write {setting} in the section [data].", setting=IN_MEMORY))


def _is_within(source: str, target: str) -> bool:
    """Whether a target is the database of the source."""
    file, other = file_of(source), file_of(target)
    if file is not None or other is not None:
        return file is not None and other is not None and is_same_file(file, other)
    return is_same_database(source, target)


def _is_database(path: str) -> bool:
    return format_of(path) is TableFormat.DATABASE
