"""A table that was recoded group by group, on the axes of score and risk: beside the alternatives, not one of them."""

from __future__ import annotations

from dataclasses import dataclass

from arxdesk_engine.analysis.applied import Applied
from arxdesk_engine.exploration.points import Across, Axes, Risk
from arxdesk_engine.search.local_recoding import GroupwiseProof


@dataclass(frozen=True, slots=True)
class RecodedPoint:
    """The figures of a recoded table on two axes, `x` and `y`, with what is proven of it.

    The gap is that of the loss, which is not the score: no bound of the score is known.
    """

    axes: Axes
    x: float
    y: float
    score: float | None
    suppressed_records: int
    proof: GroupwiseProof


def recoded_point(applied: Applied, axes: Axes) -> RecodedPoint | None:
    """The point of an applied table; None where it was not recoded group by group, or an axis has no figure of it."""
    proof = None if applied.recoded is None else applied.recoded.found.groupwise
    sizes, removed = applied.output.class_sizes, applied.output.suppressed_records
    if proof is None or not len(sizes):
        return None
    kept = int(sizes.sum())
    match axes.across:
        case Across.SCORE if applied.score is not None:
            x = float(applied.score)
        case Across.REMOVED:
            x = removed / (kept + removed)
        case _:
            return None
    match axes.risk:
        case Risk.HIGHEST:
            y = 1.0 / float(sizes.min())
        case Risk.AVERAGE:
            y = len(sizes) / kept
        case _:
            return None
    return RecodedPoint(axes, x, y, applied.score, removed, proof)
