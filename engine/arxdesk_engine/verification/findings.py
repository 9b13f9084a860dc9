"""The verdicts of the second count on claims, and how counted figures and wrong cells are told."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.foundation.translated import translated

_WRONG = {
    "counts": marked("in {rows} they are not those of the input"),
    "quasi-identifiers": marked("in {records} they are not the values of the input at the levels reported"),
    "aggregates": marked("in {records} they are not those of the values of their groups"),
    "other columns": marked("in {records} they are not those derived from the input"),
}
"""What is said of wrong cells, by the claim about them."""


@translated("measure")
@dataclass(frozen=True, slots=True)
class Finding:
    """The verdict on one claim. `verified` is None where it could not be recounted, for the `reason` given.

    Where a claim is refuted and there are numbers to compare: `claimed` was said, `counted` is what the file has, of
    what `measure` names, and `group` is where it is farthest off, each quasi-identifier with its label.
    """

    claim: str
    verified: bool | None
    reason: str = ""
    claimed: float | int | str | None = None
    counted: float | int | str | None = None
    measure: str = ""
    group: tuple[tuple[str, str], ...] = ()


def compared(claim: str, counted: int | str, claimed: int | str) -> Finding:
    """The verdict on a figure, or on a digest: refuted where another one was counted."""
    if counted == claimed:
        return Finding(claim, True)
    reason = tr("{counted} instead of {claimed}", counted=counted, claimed=claimed)
    return Finding(claim, False, reason, claimed, counted)


def without_wrong(claim: str, wrong: NDArray[np.bool_]) -> Finding:
    """The verdict on cells, bool[rows] where they are wrong."""
    number = int(wrong.sum())
    if not number:
        return Finding(claim, True)
    records = tr_n(number, "{n} record", "{n} records")
    return Finding(claim, False, tr(_WRONG[claim], records=records, rows=counted_rows(number)))


def counted_rows(number: int) -> str:
    """A number of rows."""
    return tr_n(number, "{n} row", "{n} rows")
