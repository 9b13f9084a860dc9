"""The rows of an earlier sweep, as far as they are those of this frame and these settings."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from arxdesk_engine.foundation.errors import InvalidJob, Problem
from arxdesk_engine.job.job import Job
from arxdesk_engine.library.posing import PosedFrame
from arxdesk_engine.projects.input_identity import digest_of_cells

if TYPE_CHECKING:
    import pandas as pd

DIGEST = "digest"
"""The column with the digest of the data and that of the settings, with a colon between them: never a number."""
_PLACE = "sweep, resume"
_DIGITS = 16
Row = dict[str, Any]


def digest_of_data(problem: PosedFrame) -> str:
    """The digest of the cells that a job reads, with names and types of their columns, and of the hierarchies."""
    columns = [[each.name, str(each.declared), digest_of_cells(each)] for each in problem.raw.columns]
    hierarchies = {name: hierarchy.rows for name, hierarchy in problem.hierarchies.items()}
    return _digest([columns, hierarchies])


def digest_of_settings(job: Job) -> str:
    """The digest of a job without its hierarchies, which may be files that are elsewhere now."""
    content = job.content()
    attributes = {
        name: {key: value for key, value in settings.items() if key != "hierarchy"}
        for name, settings in content["attributes"].items()
    }
    return _digest({**content, "attributes": attributes})


def _digest(content: object) -> str:
    text = json.dumps(content, sort_keys=True, default=str)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]


def known_rows(earlier: pd.DataFrame, data: str, grid: Sequence[Mapping[str, Any]]) -> dict[str, Row]:
    """The rows of an earlier sweep by their digests; those of `grid` have parameters as they are shown, and a digest.

    Raises InvalidJob for rows of other data, and for those of the same parameters with other settings beside them.
    """
    again = "Sweep without resume, or with the data frame and the arguments of the first time."
    if DIGEST not in earlier and len(earlier):
        found = f"there is no column {DIGEST}, which says of which data and settings the rows are"
        raise InvalidJob(Problem(_PLACE, found, "Sweep without resume, and keep all columns of the result."))
    rows = [{str(name): value for name, value in row.items()} for row in earlier.to_dict("records")]
    known = {str(row[DIGEST]): row for row in rows}
    if any(not digest.startswith(f"{data}:") for digest in known):
        raise InvalidJob(Problem(_PLACE, "the rows are of another data frame, or of other hierarchies", again))
    wanted = {each[DIGEST] for each in grid}
    elsewhere = {_combination(row, each) for digest, row in known.items() if digest not in wanted for each in grid[:1]}
    for each in grid:
        if each[DIGEST] not in known and _combination(each, each) in elsewhere:
            raise InvalidJob(Problem(_PLACE, "the rows are of other settings", again))
    return known


def _combination(row: Mapping[str, Any], names: Mapping[str, Any]) -> tuple[str, ...]:
    """The parameters of a row, also of one that was read from a file."""

    import pandas as pd  # noqa: PLC0415 - slow to import

    def text(value: Any) -> str:  # noqa: ANN401 - a cell
        if pd.isna(value):
            return ""
        return str(float(value)) if isinstance(value, int | float) else str(value)

    return tuple(text(row.get(name)) for name in names if name != DIGEST)
