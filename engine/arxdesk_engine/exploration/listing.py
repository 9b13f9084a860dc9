"""Alternatives as a table: a data frame, or a delimited text file."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.analysis.facts.listing import FIGURES, write_columns
from arxdesk_engine.exploration.alternatives import Alternatives, Counts, Floats, Rows, State
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.job.job import Job
from arxdesk_engine.release.export import require_no_input

if TYPE_CHECKING:
    import pandas as pd

MORE_FIGURES = ("class", "highest_risk", "average_risk", "suppressed_share", "found_after_seconds")
"""The columns after those of every listing."""
ROWS_AT_ONCE = 512
"""The window answers between two chunks."""
_CLASSES = np.array(["unknown", "not-anonymous", "anonymous"], object)
_ANONYMOUS = np.array(["", "false", "true"], object)
"""By `State`."""


@dataclass(frozen=True, slots=True)
class WrittenList:
    """A list that was written, and how many transformations are in it."""

    path: Path
    transformations: int


def frame_of(alternatives: Alternatives, rows: Rows | None = None) -> pd.DataFrame:
    """A row for each transformation: levels, `FIGURES` and `MORE_FIGURES`, missing if unknown.

    `rows` are those of the alternatives in their order (such as `Sifted.order`), all of them unless given.
    """
    import pandas as pd  # noqa: PLC0415 - slow to import, and only wanted here

    rows = np.arange(len(alternatives)) if rows is None else rows
    state, suppressed = _states(alternatives, rows), alternatives.suppressed[rows]

    def counts(values: Counts) -> pd.Series:
        return pd.Series(values, dtype="Int64").mask(values < 0)

    figures = (
        pd.Series(state == State.ANONYMOUS, dtype="boolean").mask(state == State.UNKNOWN),
        alternatives.score[rows],
        alternatives.lower_bound[rows],
        counts(suppressed),
        counts(alternatives.classes[rows]),
        counts(alternatives.smallest[rows]),
        _classes(alternatives, rows, state),
        alternatives.highest_risk(rows),
        alternatives.average_risk(rows),
        alternatives.removed_share(rows),
        alternatives.seconds[rows],
    )
    levels = {name: alternatives.levels[rows, place] for place, name in enumerate(alternatives.facts.names)}
    return pd.DataFrame(levels | dict(zip((*FIGURES, *MORE_FIGURES), figures, strict=True)))


def write_list(job: Job, alternatives: Alternatives, order: Rows, path: Path, control: Control) -> WrittenList:
    """Write transformations in their order: levels and figures as every listing has them, then `MORE_FIGURES`.

    Numbers have all their digits; unknown ones are empty. Tabs separate the cells of a .tsv file, commas
    those of any other. The file is written whole or not at all, and never over input files of the job. Raises a
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
        control.report(Progress(tr("Writing {name}", name=name), start / len(order)))
        yield _cells(alternatives, order[start : start + ROWS_AT_ONCE])


def _cells(alternatives: Alternatives, rows: Rows) -> list[list[Any]]:
    """The columns as Python values, which the writer turns into text so that numbers are read back exactly."""
    state = _states(alternatives, rows)
    return [
        *(levels.tolist() for levels in alternatives.levels[rows].T),
        _ANONYMOUS[state].tolist(),
        _numbers(alternatives.score[rows]),
        _numbers(alternatives.lower_bound[rows]),
        _counts(alternatives.suppressed[rows]),
        _counts(alternatives.classes[rows]),
        _counts(alternatives.smallest[rows]),
        _classes(alternatives, rows, state).tolist(),
        _numbers(alternatives.highest_risk(rows)),
        _numbers(alternatives.average_risk(rows)),
        _numbers(alternatives.removed_share(rows)),
        _numbers(alternatives.seconds[rows].astype(np.float64).round(4)),
    ]


def _states(alternatives: Alternatives, rows: Rows) -> NDArray[np.uint8]:
    """The states at one moment, uint8[rows]; the best one is anonymous."""
    state: NDArray[np.uint8] = np.where(rows == alternatives.best, State.ANONYMOUS, alternatives.state[rows])
    return state


def _classes(alternatives: Alternatives, rows: Rows, state: NDArray[np.uint8]) -> NDArray[np.object_]:
    """The classes as filters name them."""
    return np.where(rows == alternatives.best, "optimum", _CLASSES[state])


def _numbers(values: Floats) -> list[Any]:
    return ["" if math.isnan(value) else value for value in values.tolist()]


def _counts(values: Counts) -> list[Any]:
    return ["" if value < 0 else value for value in values.tolist()]
