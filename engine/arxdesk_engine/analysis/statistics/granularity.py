"""The detail of a table that is left after a transformation, as a figure for people: larger is better."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.classes.classes import Grouping
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.lattice.recoding import Recoding

_Shares = Sequence[tuple[Fraction, int]]


def granularity(grouping: Grouping, levels: Levels, suppressed: NDArray[np.bool_]) -> tuple[float, ...]:
    """The detail kept per attribute: 1 as in the input, 0 where every cell covers the whole domain.

    1 - (r - 1/|D|) / (1 - 1/|D|), where r is the mean over all records of the share of the domain that the cell
    covers, 1 for suppressed records (engine reference 4.15). `suppressed` is bool[records]. An attribute with a
    domain of one value has nothing to lose: 1.
    """
    return _per_attribute(_mean_shares(grouping, _everywhere(grouping, levels), _kept(grouping, suppressed)))


def mean_granularity(grouping: Grouping, levels: Levels, suppressed: NDArray[np.bool_]) -> float:
    """Granularity of the whole table: the mean share is formed over all attributes first, and then normalized."""
    return _of_table(_mean_shares(grouping, _everywhere(grouping, levels), _kept(grouping, suppressed)))


def granularity_of_recoding(grouping: Grouping, recoding: Recoding) -> tuple[float, ...]:
    """As `granularity`, where records go through different transformations."""
    return _per_attribute(_mean_shares_of_recoding(grouping, recoding))


def mean_granularity_of_recoding(grouping: Grouping, recoding: Recoding) -> float:
    """As `mean_granularity`, where records go through different transformations."""
    return _of_table(_mean_shares_of_recoding(grouping, recoding))


def _per_attribute(shares: _Shares) -> tuple[float, ...]:
    return tuple(1.0 if size == 1 else float((1 - share) / (1 - Fraction(1, size))) for share, size in shares)


def _of_table(shares: _Shares) -> float:
    mean = sum((share for share, _size in shares), Fraction()) / len(shares)
    least = sum((Fraction(1, size) for _share, size in shares), Fraction()) / len(shares)
    return 1.0 if least == 1 else float((1 - mean) / (1 - least))


def _everywhere(grouping: Grouping, levels: Levels) -> list[NDArray[np.int64]]:
    return [np.full(len(grouping.tuples), level, np.int64) for level in levels]


def _kept(grouping: Grouping, suppressed: NDArray[np.bool_]) -> NDArray[np.int64]:
    return grouping.records_of_tuples(~suppressed)


def _mean_shares_of_recoding(grouping: Grouping, recoding: Recoding) -> _Shares:
    levels = [recoding.levels_of(attribute) for attribute in range(len(grouping.hierarchies))]
    return _mean_shares(grouping, levels, np.where(recoding.suppressed, 0, grouping.tuples.counts))


def _mean_shares(grouping: Grouping, levels: Sequence[NDArray[np.int64]], kept: NDArray[np.int64]) -> _Shares:
    """Per attribute the mean share, exactly (the input must read 1 and not a little less), and the domain's size.

    `levels` int64[tuples] for each attribute; `kept` int64[tuples], the records kept of each distinct tuple.
    """
    removed = grouping.records - int(kept.sum())
    pairs = []
    for attribute, (hierarchy, level) in enumerate(zip(grouping.hierarchies, levels, strict=True)):
        size = hierarchy.domain_size
        rows = int(kept @ grouping.rows_covered(attribute, level)) + removed * size
        pairs.append((Fraction(rows, grouping.records * size), size))
    return pairs
