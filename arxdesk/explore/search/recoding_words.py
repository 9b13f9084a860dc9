"""The texts of the panel of recoding group by group: how far it is, and what its end has proven."""

from __future__ import annotations

from dataclasses import dataclass

from arxdesk.ui.words import percent, percent_fixed
from arxdesk_engine.analysis.applied import Applied
from arxdesk_engine.foundation.control import GroupwiseProgress
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.search.local_recoding import End, GroupwiseProof

BEGINNING = (
    marked("Dividing the table into groups."),
    marked("What the search has found is shown until there is something better."),
)
GIVEN_UP = (marked("Recoding was given up."), marked("The table is the one of the transformation that is applied."))
_NO_BOUND_YET = marked("How much better it could be is proven once the groups hardly improve any more.")


@dataclass(frozen=True, slots=True)
class Recoded:
    """The outcome: what is proven of it, the people removed, for which share of the people the bound counts."""

    proof: GroupwiseProof
    removed: int
    bounded: float
    seconds: float
    is_stopped: bool

    @classmethod
    def of(cls, applied: Applied, records: int) -> Recoded | None:
        """The outcome of a table; None for one that was not recoded group by group."""
        found = None if applied.recoded is None else applied.recoded.found
        if found is None or found.groupwise is None:
            return None
        kept = max(1, records - found.suppressed_records)
        bounded = min(1.0, found.groupwise.bounded_records / kept)
        is_stopped = found.end is End.STOPPED
        return cls(found.groupwise, found.suppressed_records, bounded, found.seconds, is_stopped)


def underway(progress: GroupwiseProgress) -> tuple[str, str]:
    """How far it is: a lead and a sentence."""
    lost = percent_fixed(progress.loss)
    if progress.lower_bound <= 0.0:
        said = tr_n(
            progress.groups,
            "{lost} of the detail is lost in {n} group.",
            "{lost} of the detail is lost in {n} groups.",
            lost=lost,
        )
        return said, tr(_NO_BOUND_YET)
    rest = tr_n(
        progress.groups,
        "{lost} of the detail is lost in {n} group; no recoding with groups as large loses less than {bound}. "
        "The bound rises with every record it takes into account.",
        "{lost} of the detail is lost in {n} groups; no recoding with groups as large loses less than {bound}. "
        "The bound rises with every record it takes into account.",
        lost=lost,
        bound=percent_fixed(progress.lower_bound),
    )
    return tr("At most {gap} from the best possible.", gap=percent(progress.gap)), rest


def ended(recoded: Recoded) -> tuple[str, str]:
    """What the end has proven: a lead and a sentence."""
    proof = recoded.proof
    removed = (
        tr_n(recoded.removed, "{n} record removed", "{n} records removed")
        if recoded.removed
        else tr("no record removed")
    )
    values = {"removed": removed, "loss": percent_fixed(proof.loss)}
    if recoded.is_stopped:
        said = tr_n(
            proof.groups,
            "Stopped: {n} group with levels of its own, {removed}; {loss} of the detail is lost.",
            "Stopped: {n} groups with levels of their own, {removed}; {loss} of the detail is lost.",
            **values,
        )
    else:
        said = tr_n(
            proof.groups,
            "{n} group with levels of its own, {removed}; {loss} of the detail is lost.",
            "{n} groups with levels of their own, {removed}; {loss} of the detail is lost.",
            **values,
        )
    if proof.lower_bound <= 0.0:
        return tr("Recoded group by group."), f"{said} {tr('Nothing is proven of how much better it could be.')}"
    bound = tr(
        "No recoding with groups as large loses less than {lower_bound}.", lower_bound=percent_fixed(proof.lower_bound)
    )
    return tr("Recoded: at most {gap} from the best possible.", gap=percent(proof.gap)), f"{said} {bound}"
