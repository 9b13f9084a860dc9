"""Writing results, away from the main thread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engine.anonymizer import Anonymizer, require_no_input
from engine.control import Control, Progress
from engine.dataset import Column
from engine.io.delimited import write_delimited
from engine.job import Job
from engine.transform.apply import Output


@dataclass(frozen=True, slots=True)
class Written:
    """A file that was written."""

    path: Path
    sha256: str


def write(anonymizer: Anonymizer, output: Output, path: Path, control: Control) -> Written:
    """Write an output table, whole or not at all, and never over the input. Raises a UserError."""
    require_no_input(path, anonymizer.job, str(path))
    control.report(Progress("Writing the result"))
    return Written(path, anonymizer.write(output, path))


def save(job: Job, path: Path, control: Control) -> Path:
    """Write a job file, its paths relative where they can be. Raises a UserError."""
    control.report(Progress("Saving the project"))
    job.saved_at(path).save(path)
    return path


def write_rows(
    job: Job, columns: Sequence[Column], rows: NDArray[np.intp] | None, path: Path, control: Control
) -> Path:
    """Write some records of a table as they are shown (`rows` intp[rows], None: all), never over the input.

    Raises a UserError.
    """
    require_no_input(path, job, str(path))
    control.report(Progress("Writing the records"))
    if rows is not None:
        columns = [Column(column.name, column.codes[rows], column.values, column.type) for column in columns]
    control.raise_if_stopped()
    write_delimited(path, columns)
    return path
