"""The verdict of the privacy models on one transformation."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.classes.classes import Classes


@dataclass(frozen=True, slots=True)
class Dropped:
    """The records, and the people with all of theirs, that are not in the classes any more."""

    records: int = 0
    people: int = 0


NOTHING_DROPPED = Dropped()


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict of the privacy models on one transformation, and its consequences for others.

    `violating` bool[classes] are those of `classes` that have to be suppressed, `inherited` those of them whose every
    part has to be, too. `classes` are those that were judged; where whole people are suppressed, the records of these
    are classes of their own. `suppressed_people` counts them, and is 0 where single records are suppressed.
    `specializations_fail`: no specialization is anonymous. `generalizations_hold`: every generalization is anonymous.
    """

    classes: Classes
    violating: NDArray[np.bool_]
    inherited: NDArray[np.bool_]
    suppressed_records: int
    suppressed_people: int
    anonymous: bool
    specializations_fail: bool
    generalizations_hold: bool
