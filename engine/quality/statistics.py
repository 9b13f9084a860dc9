"""What is left of a table's detail after a transformation, for people to read: larger is better."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.classes import Grouping
from engine.lattice.lattice import Levels


def granularity(grouping: Grouping, levels: Levels, suppressed: NDArray[np.bool_]) -> tuple[float, ...]:
    """The detail kept per attribute: 1 as in the input, 0 where every cell covers the whole domain.

    1 - (r - 1/|D|) / (1 - 1/|D|), where r is the mean over all records of the share of the domain that the cell
    covers, 1 for suppressed records (engine reference 4.15). `suppressed` is bool[records]. An attribute with a
    domain of one value has nothing to lose: 1.
    """
    return tuple(
        1.0 if size == 1 else _clip(1.0 - (share - 1.0 / size) / (1.0 - 1.0 / size))
        for share, size in _mean_shares(grouping, levels, suppressed)
    )


def mean_granularity(grouping: Grouping, levels: Levels, suppressed: NDArray[np.bool_]) -> float:
    """Granularity of the whole table: the mean share is formed over all attributes first, and then normalized."""
    pairs = _mean_shares(grouping, levels, suppressed)
    mean = sum(share for share, _size in pairs) / len(pairs)
    least = sum(1.0 / size for _share, size in pairs) / len(pairs)
    return 1.0 if least == 1.0 else _clip(1.0 - (mean - least) / (1.0 - least))


def _mean_shares(grouping: Grouping, levels: Levels, suppressed: NDArray[np.bool_]) -> Sequence[tuple[float, int]]:
    kept = np.bincount(grouping.tuple_of_record[~suppressed], minlength=len(grouping.tuples))
    removed = int(suppressed.sum())
    pairs = []
    for attribute, (hierarchy, level) in enumerate(zip(grouping.hierarchies, levels, strict=True)):
        codes = hierarchy.codes[level][grouping.packing.unpack(grouping.tuples.keys, attribute)]
        rows = int(kept @ hierarchy.domain_rows[level][codes])
        pairs.append(((rows / hierarchy.domain_size + removed) / grouping.records, hierarchy.domain_size))
    return pairs


def _clip(value: float) -> float:
    return min(1.0, max(0.0, value))
