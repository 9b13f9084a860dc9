"""Strict Mondrian (LeFevre, DeWitt and Ramakrishnan 2006): halves at medians, along the widest attribute.

An implementation of its own, to compare with; it knows nothing of the engine. Leaves are ordered by their hierarchies.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tests.benchmarks.released import Input, Numbers


@dataclass(frozen=True)
class Demands:
    """What a group has to satisfy: k records, so many distinct secrets, secrets no farther from the table's than t."""

    k: int
    distinct: int = 1
    closeness: float = 1.0

    def hold(self, secrets: Numbers, counts: Numbers, whole: NDArray[np.float64]) -> bool:
        """Whether rows satisfy them; `whole` is the distribution of the secrets in the table."""
        records = int(counts.sum())
        if records < self.k:
            return False
        if self.distinct == 1 and self.closeness >= 1.0:
            return True
        found = np.bincount(secrets, counts, len(whole))
        distance = np.abs(found / records - whole).sum() / 2
        return int((found > 0).sum()) >= self.distinct and bool(distance <= self.closeness + 1e-12)


def mondrian(table: Input, demands: Demands) -> Numbers:
    """The group of every row, numbered from 0."""
    whole = np.bincount(table.secrets, table.counts) / table.counts.sum()
    widths = np.maximum(1, table.domains - 1)
    groups = np.empty(len(table.counts), np.int64)
    number, waiting = 0, [np.arange(len(groups))]
    while waiting:
        rows = waiting.pop()
        halves = _halves(table, rows, demands, whole, widths)
        if halves is None:
            groups[rows] = number
            number += 1
        else:
            waiting += halves
    return groups


def _halves(
    table: Input, rows: Numbers, demands: Demands, whole: NDArray[np.float64], widths: Numbers
) -> list[Numbers] | None:
    counts, secrets, leaves = table.counts[rows], table.secrets[rows], table.leaves[rows]
    if counts.sum() < 2 * demands.k:
        return None
    spans = (leaves.max(axis=0) - leaves.min(axis=0)) / widths
    for attribute in np.argsort(-spans, kind="stable"):
        if spans[attribute] == 0.0:
            return None
        left = _up_to_median(leaves[:, attribute], counts)
        if demands.hold(secrets[left], counts[left], whole) and demands.hold(secrets[~left], counts[~left], whole):
            return [rows[left], rows[~left]]
    return None


def _up_to_median(values: Numbers, counts: Numbers) -> NDArray[np.bool_]:
    """The rows up to the median; those below it where nothing is above."""
    order = np.argsort(values, kind="stable")
    before = np.cumsum(counts[order])
    median = values[order[np.searchsorted(before, (before[-1] + 1) // 2)]]
    left: NDArray[np.bool_] = values <= median
    return values < median if left.all() else left
