"""Re-identification risk of a table from the sizes of its equivalence classes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

DEFAULT_THRESHOLD = 0.2


@dataclass(frozen=True, slots=True)
class ProsecutorRisk:
    """What an attacker achieves who looks for one person known to be in the table (El Emam 2008; reference 5.1, 5.3).

    A record in a class of f records is found with probability 1/f. `records_at_risk` is the share of records whose
    risk is above `threshold`; `sample_uniques` the number of records that are alone in their class. All risks are
    0 when there are no records.
    """

    records: int
    classes: int
    lowest: float
    highest: float
    average: float
    records_at_risk: float
    sample_uniques: int
    threshold: float


def prosecutor_risk(class_sizes: NDArray[np.int64], threshold: float = DEFAULT_THRESHOLD) -> ProsecutorRisk:
    """The prosecutor's risk from the class sizes, int64[classes], each at least 1."""
    records = int(class_sizes.sum())
    if records == 0:
        return ProsecutorRisk(0, 0, 0.0, 0.0, 0.0, 0.0, 0, threshold)
    at_risk = int(class_sizes[1.0 / class_sizes > threshold].sum())
    return ProsecutorRisk(
        records=records,
        classes=len(class_sizes),
        lowest=1.0 / int(class_sizes.max()),
        highest=1.0 / int(class_sizes.min()),
        average=len(class_sizes) / records,
        records_at_risk=at_risk / records,
        sample_uniques=int((class_sizes == 1).sum()),
        threshold=threshold,
    )
