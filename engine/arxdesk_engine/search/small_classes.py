"""The small classes that have to go so that the rest of a table fulfils the criteria of the whole table."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.privacy.criterion import TableCriterion


def smallest_to_suppress(criteria: Sequence[TableCriterion], sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    """The sizes of the fewest small classes without which the rest fulfils the criteria of the whole table.

    `sizes` int64[classes], rising (engine reference 2.2).
    """
    number, before = 0, -1
    while number != before:
        before = number
        for criterion in criteria:
            number = criterion.first_that_holds(sizes, number)
    return sizes[:number]
