"""The texts of the panel of recoding group by group: how far it is, and what its end has proven."""

from __future__ import annotations

from dataclasses import dataclass

from arxdesk.ui.words import counted, percent, percent_fixed, records
from arxdesk_engine.analysis.applied import Applied
from arxdesk_engine.foundation.control import GroupwiseProgress
from arxdesk_engine.search.local_recoding import End, GroupwiseProof

BEGINNING = ("Dividing the table into groups.", "What the search has found is shown until there is something better.")
GIVEN_UP = ("Recoding was given up.", "The table is the one of the transformation that is applied.")
_NO_BOUND_YET = "How much better it could be is proven once the groups hardly improve any more."


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
    lost, groups = percent_fixed(progress.loss), counted(progress.groups, "group", "groups")
    said = f"{lost} of the detail is lost in {groups}"
    if progress.lower_bound <= 0.0:
        return f"{said}.", _NO_BOUND_YET
    bound = f"no recoding with groups as large loses less than {percent_fixed(progress.lower_bound)}"
    rest = f"{said}; {bound}. The bound rises with every record it takes into account."
    return f"At most {percent(progress.gap)} from the best possible.", rest


def ended(recoded: Recoded) -> tuple[str, str]:
    """What the end has proven: a lead and a sentence."""
    proof = recoded.proof
    groups = counted(proof.groups, "group", "groups")
    removed = "no record removed" if not recoded.removed else f"{records(recoded.removed)} removed"
    said = f"{groups} with levels of their own, {removed}; {percent_fixed(proof.loss)} of the detail is lost."
    if recoded.is_stopped:
        said = f"Stopped: {said[0].lower()}{said[1:]}"
    if proof.lower_bound <= 0.0:
        return "Recoded group by group.", f"{said} Nothing is proven of how much better it could be."
    bound = f"No recoding with groups as large loses less than {percent_fixed(proof.lower_bound)}."
    return f"Recoded: at most {percent(proof.gap)} from the best possible.", f"{said} {bound}"
