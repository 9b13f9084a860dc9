"""What is left of a table's detail after a transformation, for people to read: larger is better."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

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
        1.0 if size == 1 else float((1 - share) / (1 - Fraction(1, size)))
        for share, size in _mean_shares(grouping, levels, suppressed)
    )


def mean_granularity(grouping: Grouping, levels: Levels, suppressed: NDArray[np.bool_]) -> float:
    """Granularity of the whole table: the mean share is formed over all attributes first, and then normalized."""
    pairs = _mean_shares(grouping, levels, suppressed)
    mean = sum((share for share, _size in pairs), Fraction()) / len(pairs)
    least = sum((Fraction(1, size) for _share, size in pairs), Fraction()) / len(pairs)
    return 1.0 if least == 1 else float((1 - mean) / (1 - least))


def _mean_shares(grouping: Grouping, levels: Levels, suppressed: NDArray[np.bool_]) -> Sequence[tuple[Fraction, int]]:
    """Per attribute the mean share, exactly (the input must read 1 and not a little less), and the domain's size."""
    kept = np.bincount(grouping.tuple_of_record[~suppressed], minlength=len(grouping.tuples))
    removed = int(suppressed.sum())
    pairs = []
    for attribute, (hierarchy, level) in enumerate(zip(grouping.hierarchies, levels, strict=True)):
        codes = hierarchy.codes[level][grouping.packing.unpack(grouping.tuples.keys, attribute)]
        size = hierarchy.domain_size
        rows = int(kept @ hierarchy.domain_rows[level][codes]) + removed * size
        pairs.append((Fraction(rows, grouping.records * size), size))
    return pairs
