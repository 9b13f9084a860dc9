"""Writing the list of transformations, away from the main thread."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from arxdesk.explore.alternatives.alternatives import Alternatives, Rows
from arxdesk_engine.analysis.facts.listing import FIGURES, write_columns
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.job.job import Job
from arxdesk_engine.release.export import require_no_input

MORE_FIGURES = ("class", "highest_risk", "average_risk", "suppressed_share", "found_after_seconds")
"""The columns after those of every listing."""
ROWS_AT_ONCE = 512
"""The window answers between two chunks."""


@dataclass(frozen=True, slots=True)
class WrittenList:
    """A list that was written, and how many transformations are in it."""

    path: Path
    transformations: int


def write_list(job: Job, alternatives: Alternatives, order: Rows, path: Path, control: Control) -> WrittenList:
    """Write transformations in their order: levels and figures as every listing has them, then `MORE_FIGURES`.

    Numbers have all the digits they have; what is unknown is empty. Tabs separate the cells of a .tsv file, commas
    those of any other. The file is written whole or not at all, and never over what the job reads. Raises a
    UserError, and Stopped.
    """
    require_no_input(path, job, str(path))
    header = [*alternatives.facts.names, *FIGURES, *MORE_FIGURES]
    delimiter = "\t" if path.suffix.lower() in (".tsv", ".tab") else ","
    write_columns(path, header, _chunks(alternatives, order, path.name, control), delimiter)
    return WrittenList(path, len(order))


def _chunks(alternatives: Alternatives, order: Rows, name: str, control: Control) -> Iterator[list[list[Any]]]:
    for start in range(0, len(order), ROWS_AT_ONCE):
        control.raise_if_stopped()
        control.report(Progress(f"Writing {name}", start / len(order)))
        yield _cells(alternatives, order[start : start + ROWS_AT_ONCE])


def _cells(alternatives: Alternatives, rows: Rows) -> list[list[Any]]:
    """The columns as Python values, which the writer turns into text so that numbers are read back exactly."""
    names = [alternatives.state_name(row) for row in rows.tolist()]
    anonymous = {"optimum": "true", "anonymous": "true", "not": "false", "unknown": ""}
    classes = {"not": "not-anonymous"}
    suppressed = alternatives.suppressed[rows]
    share = np.where(suppressed < 0, np.nan, suppressed / max(1, alternatives.facts.records))
    return [
        *(levels.tolist() for levels in alternatives.levels[rows].T),
        [anonymous[name] for name in names],
        _numbers(alternatives.score[rows]),
        _numbers(alternatives.lower_bound[rows]),
        _counts(suppressed),
        _counts(alternatives.classes[rows]),
        _counts(alternatives.smallest[rows]),
        [classes.get(name, name) for name in names],
        _numbers(alternatives.highest_risk(rows)),
        _numbers(alternatives.average_risk(rows)),
        _numbers(share),
        _numbers(alternatives.seconds[rows].astype(np.float64).round(4)),
    ]


def _numbers(values: np.ndarray) -> list[Any]:
    return ["" if math.isnan(value) else value for value in values.tolist()]


def _counts(values: np.ndarray) -> list[Any]:
    return ["" if value < 0 else value for value in values.tolist()]
