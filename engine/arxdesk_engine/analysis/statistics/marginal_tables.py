"""How far the tables of one and of two attributes of a release are from those of the input."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.foundation.control import Control

Numbers = NDArray[np.int64]
Shares = NDArray[np.float64]

_MOST_DENSE = 1 << 22
"""Tables of more cells are counted by sorting."""


@dataclass(frozen=True, slots=True, eq=False)
class LabelShares:
    """How the rows of a table read an attribute: each as a label, whose records divide among leaves.

    `labels` int64[rows]. `label_at` int64[depth, leaves] are the labels over each leaf, -1 for none, each of them once,
    and `shares` float64[depth, leaves] the share of the label that the leaf gets.
    """

    labels: Numbers
    label_at: Numbers
    shares: Shares

    @classmethod
    def of_leaves(cls, leaves: Numbers, number: int) -> LabelShares:
        """Every row reads one leaf."""
        return cls(leaves, np.arange(number)[None], np.ones((1, number)))

    @classmethod
    def of_pairs(cls, labels: Numbers, pairs: tuple[Numbers, Numbers], shares: Shares, number: int) -> LabelShares:
        """From pairs of a label and a leaf, each int64[pairs], with their shares float64[pairs]."""
        of_label, of_leaf = pairs
        by_leaf = np.argsort(of_leaf, kind="stable")
        sorted_leaves = of_leaf[by_leaf]
        depth = np.arange(len(by_leaf)) - np.searchsorted(sorted_leaves, sorted_leaves)
        label_at = np.full((int(depth.max(initial=0)) + 1, number), -1)
        share_at = np.zeros(label_at.shape)
        label_at[depth, sorted_leaves] = of_label[by_leaf]
        share_at[depth, sorted_leaves] = shares[by_leaf]
        return cls(labels, label_at, share_at)


@dataclass(frozen=True, slots=True)
class TableErrors:
    """Mean total variation distance (half the sum of absolute differences of shares) to the input, in [0, 1].

    `one_way`: of the tables of each attribute; `two_way`: of those of each pair, None with a single attribute.
    """

    one_way: float
    two_way: float | None


def table_errors(
    leaves: Numbers,
    counts: Numbers,
    readings: Sequence[LabelShares],
    counts_of_readings: Numbers,
    control: Control | None = None,
) -> TableErrors:
    """Compare a release with an input of rows `leaves` int64[rows, attributes] that stand for `counts` records each.

    `readings` are those of each attribute, one at least, of rows that stand for `counts_of_readings` records each.
    Raises Stopped where `control` asks for it.
    """
    control = control or Control()
    one_way, two_way = [], []
    for place, reading in enumerate(readings):
        control.raise_if_stopped()
        rest = LabelShares.of_leaves(np.zeros_like(reading.labels), 1)
        one_way.append(_distance(leaves[:, place], np.zeros_like(counts), counts, reading, rest, counts_of_readings))
    for one, two in combinations(range(len(readings)), 2):
        control.raise_if_stopped()
        two_way.append(
            _distance(leaves[:, one], leaves[:, two], counts, readings[one], readings[two], counts_of_readings)
        )
    return TableErrors(float(np.mean(one_way)), float(np.mean(two_way)) if two_way else None)


def _distance(
    leaves: Numbers,
    others: Numbers,
    counts: Numbers,
    reading: LabelShares,
    other: LabelShares,
    counts_of_readings: Numbers,
) -> float:
    """The total variation distance of a table of two attributes.

    Cells that are empty in the input differ by what the release has there, which is what it lacks in the others: only
    these are looked at.
    """
    width, labels = other.label_at.shape[1], int(other.labels.max(initial=0)) + 1
    cells, before = _counted(leaves * width + others, counts, reading.label_at.shape[1] * width)
    rows = (int(reading.labels.max(initial=0)) + 1) * labels
    keys, inside = _counted(reading.labels * labels + other.labels, counts_of_readings, rows)
    one, two = np.divmod(cells, width)
    after = np.zeros(len(cells))
    for label, share in _at(reading, one):
        for other_label, other_share in _at(other, two):
            known = (label >= 0) & (other_label >= 0) & (other_label < labels)
            key = label * labels + other_label
            place = np.minimum(np.searchsorted(keys, key), len(keys) - 1)
            known &= keys[place] == key
            after += np.where(known, inside[place] * share * other_share, 0.0)
    return float(np.maximum(0.0, before / counts.sum() - after / counts_of_readings.sum()).sum())


def _at(reading: LabelShares, leaves: Numbers) -> Iterator[tuple[Numbers, Shares]]:
    return zip(reading.label_at[:, leaves], reading.shares[:, leaves], strict=True)


def _counted(keys: Numbers, counts: Numbers, size: int) -> tuple[Numbers, Shares]:
    """The distinct keys below `size`, in order, and the records of each."""
    if size <= _MOST_DENSE:
        sums: Shares = np.bincount(keys, counts, size).astype(np.float64)
        there: Numbers = np.flatnonzero(sums).astype(np.int64)
        return there, sums[there]
    found, place = np.unique(keys, return_inverse=True)
    return found, np.bincount(place, counts, len(found)).astype(np.float64)
