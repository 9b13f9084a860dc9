"""The border between a release and the engine that holds the rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from arxdesk_engine.backends.border.shape import ReleaseShape
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.job import Job
from arxdesk_engine.release.transform.apply import Output
from arxdesk_engine.verification.findings import Finding

CELL, RECORDS = "cell", "records"
"""The columns of a file that lists the cells of a column."""


@dataclass(frozen=True, slots=True)
class WrittenRows:
    """A result: its file, or the address of its database with the `table` there.

    `sha256` is that of the file, "" for a table, whose records would have to be read for that; `delimiter` is what
    stands between cells of delimited text. `notes` are sentences for the user.
    """

    place: str
    sha256: str = ""
    delimiter: str | None = None
    table: str | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CountedAgain:
    """A written table counted by its engine: its `records`, and the `differing` groups, which have another number of
    records than the released tuples. `findings` are what else was compared."""

    records: int
    differing: int
    findings: Sequence[Finding] = ()


class Backend(Protocol):
    """An engine that groups the rows of one job where they are, releases them there, and counts them again.

    Every method takes a `Control`, and a statement that runs when it is stopped is cancelled: Stopped is raised, and
    nothing of the result stays. Other errors are UserErrors with the reason of the engine.
    """

    @property
    def names(self) -> tuple[str, ...]:
        """The columns that the job reads."""

    @property
    def shape(self) -> ReleaseShape:
        """The part that each column has in the release."""

    def reshape(self, shape: ReleaseShape) -> None:
        """Group and release in another shape from now on.

        Once the rows are grouped, the new shape has the same grouped columns. Raises InvalidJob for columns that cannot
        be grouped.
        """

    @property
    def files(self) -> Sequence[Path]:
        """The files that hold the rows; none where a server has them."""

    @property
    def explained(self) -> str:
        """All statements with the reason for each, as they run one after the other."""

    def group(self, tuples: Path, control: Control) -> int:
        """Write the distinct tuples with their counts to a Parquet file; returns the number of records of the table."""

    def require_target(self, job: Job) -> None:
        """Raises InvalidJob where the engine cannot write the result of a job to its place."""

    def write(self, job: Job, output: Output, control: Control) -> WrittenRows:
        """Write the released table, whole or not at all, to the place that a job names; `output` is that of the tuples.

        Raises InvalidData where the table has changed since it was grouped.
        """

    def list_cells(self, written: WrittenRows, column: str, file: Path, control: Control) -> None:
        """Write the distinct cells of a column of the table that `write` has written to a Parquet file: `CELL`, and the
        number of records with it, `RECORDS`."""

    def count_again(self, written: WrittenRows, control: Control) -> CountedAgain:
        """Count the table that `write` has written."""
