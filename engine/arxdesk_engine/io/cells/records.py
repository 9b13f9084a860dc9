"""The records of a table to write, in their order."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Records = NDArray[np.bool_] | NDArray[np.intp]
"""The records that are chosen, bool[records], in their order; or the numbers of records in the order to write."""


def numbers_of(records: Records | None) -> NDArray[np.intp] | None:
    """The numbers of the records to write, in their order; None: all."""
    if records is None:
        return None
    return np.flatnonzero(records) if records.dtype == np.bool_ else records.astype(np.intp, copy=False)
