"""Opening a table where its rows are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arxdesk_engine.backends.duckdb.choice import is_outside_memory
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.job import Job

if TYPE_CHECKING:
    from arxdesk_engine.backends.duckdb.table import GroupedTable


def grouped_table(job: Job, control: Control) -> GroupedTable | None:
    """The table of a job, its rows grouped where they are; None: they belong into memory.

    Raises InvalidJob for what cannot be done outside memory, and what grouping raises.
    """
    if not is_outside_memory(job):
        return None
    from arxdesk_engine.backends.duckdb.table import GroupedTable  # noqa: PLC0415 - DuckDB and pandas are slow to import

    return GroupedTable(job, control)


def explained(job: Job, control: Control) -> str:
    """The statements that release a table where its rows are, to read and to run; "" where they are in memory.

    The `tuples` are the result of the first statement, the `labels` what the search gives to each of them.
    Raises as `grouped_table` does, without grouping anything.
    """
    if not is_outside_memory(job):
        return ""
    from arxdesk_engine.backends.duckdb.table import statements_of  # noqa: PLC0415

    return statements_of(job, control).explained
