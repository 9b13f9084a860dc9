"""Opening a table where its rows are."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from arxdesk_engine.backends.border.refusals import IN_MEMORY
from arxdesk_engine.backends.database.choice import is_for_database
from arxdesk_engine.backends.duckdb.choice import is_for_duckdb
from arxdesk_engine.backends.spark.choice import is_for_spark
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.extras import require_extra
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.io.files.private_folder import private_folder
from arxdesk_engine.job.job import Job

if TYPE_CHECKING:
    from arxdesk_engine.backends.grouped_table import GroupedTable, Opening


def grouped_table(job: Job, control: Control, counted: Collection[str] = ()) -> GroupedTable | None:
    """The table of a job, its rows grouped where they are; None: they belong into memory.

    `counted` are columns that the tuples tell apart beside those that the job needs.
    Raises InvalidJob for what cannot be done outside memory, and what grouping raises.
    """
    opening = _opening(job)
    if opening is None:
        return None
    from arxdesk_engine.backends.grouped_table import GroupedTable  # noqa: PLC0415 - pandas is slow to import

    return GroupedTable(job, opening, control, counted)


def require_possible(job: Job) -> None:
    """Raises InvalidJob with everything of a job that cannot be done where its rows stay."""
    if job.data.engine == "auto":
        job = job.model_copy(update={"data": job.data.model_copy(update={"engine": "duckdb"})})
    _opening(job)


def explained(job: Job, control: Control) -> str:
    """The statements that release a table where its rows are, to read and to run; "" where they are in memory.

    Only the columns of the table are read. Raises as `grouped_table` does.
    """
    opening = _opening(job)
    if opening is None:
        return ""
    with private_folder() as folder, opening(job, folder, control) as backend:
        return backend.explained


def _opening(job: Job) -> Opening | None:
    """How the engine of a job is opened; None: its rows belong into memory."""
    if is_for_duckdb(job):
        require_extra("duckdb", job.table_place, tr("Or write {setting} in the section [data].", setting=IN_MEMORY))
        from arxdesk_engine.backends.duckdb.backend import duckdb_backend  # noqa: PLC0415 - slow to import

        return duckdb_backend
    if is_for_database(job):
        require_extra("databases", job.table_place)
        from arxdesk_engine.backends.database.backend import database_backend  # noqa: PLC0415 - slow to import

        return database_backend
    if is_for_spark(job):
        from arxdesk_engine.backends.spark.backend import spark_backend  # noqa: PLC0415 - slow to import

        return spark_backend
    return None
