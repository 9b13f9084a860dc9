"""What a file has to show of perturbed columns, whatever chance decided: counted by definition, without drawing again.

Nothing of this is a guarantee of privacy. It says that the file is the one that the job describes: that swapped columns
have the values of the input as often as before, that no value is new where values are exchanged, and so on.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from arxdesk_engine.job.job import Job
from arxdesk_engine.perturbation.method import Keeps, Perturbation
from arxdesk_engine.verification.source import Source
from arxdesk_engine.verification.textbook import Finding
from arxdesk_engine.verification.texts import are_equal

Bools = NDArray[np.bool_]


def findings_on_perturbed(
    job: Job, source: Source, table: pd.DataFrame, expected: NDArray[np.int64], shows: dict[str, Bools]
) -> Iterator[Finding]:
    """A finding for each perturbation of a job.

    `expected` int64[rows] are the records of the input in the order of the file; `shows` bool[rows] are those that show
    their cells in a column: removed ones may be hidden.
    """
    for asked in job.perturbation:
        claim = f"perturbation of {', '.join(asked.columns)} ({asked.method})"
        faults = [
            fault
            for name in asked.columns
            if name in table
            and (fault := _fault(asked, source, name, table[name].array[shows[name]], expected[shows[name]]))
        ]
        yield Finding(claim, not faults, faults[0] if faults else "")


def _fault(asked: Perturbation, source: Source, name: str, after: pd.Categorical, records: NDArray[np.int64]) -> str:
    """What of a column contradicts its perturbation; "" where nothing does."""
    before, after = source.judged(name)[records], source.as_judged(name, after)
    match asked.keeps:
        case Keeps.VALUES:
            wrong = ~np.asarray(after.isin(before.unique())) | (_is_missing(after) != _is_missing(before))
            return _told(name, wrong, "a value that the column did not have")
        case Keeps.COUNTS:
            if _counts(before) == _counts(after):
                return ""
            return f"the values of {name} do not occur as often as in the input"
        case Keeps.MISSING:
            kind = source.kind(name)
            numbers = np.array([not text or kind.parse(text) is not None for text in after.categories], np.bool_)
            wrong = ~numbers[after.codes] | (_is_missing(after) != _is_missing(before))
            return _told(name, wrong, "no number, or one where a cell was missing")
        case Keeps.CELLS:
            wrong = ~(are_equal(after, before) | _is_missing(after))
            return _told(name, wrong, "another value than in the input")


def _is_missing(cells: pd.Categorical) -> Bools:
    return np.asarray(cells == "")


def _counts(cells: pd.Categorical) -> dict[str, int]:
    counts = np.bincount(cells.codes, minlength=len(cells.categories)).tolist()
    return {str(text): number for text, number in zip(cells.categories, counts, strict=True) if number}


def _told(name: str, wrong: Bools, what: str) -> str:
    number = int(wrong.sum())
    return f"in {name} {number:,} {'cell has' if number == 1 else 'cells have'} {what}" if number else ""
