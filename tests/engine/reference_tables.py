"""The data sets of the reference folder in plain NumPy, and what quality models say of a transformation of them.

Nothing here is the engine's: every figure follows from the definitions (engine reference, section 4), so that the
suppression by any privacy model can be compared with published and recorded scores.
"""

import csv
import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.int64]


class Attribute:
    """One attribute: the codes int64[records] and the shares float64[records] of its labels at every level."""

    def __init__(self, cells: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        values, codes = np.unique(np.array(cells), return_inverse=True)
        row_of = {row[0]: row for row in rows}
        self.domain = len(rows)
        self.codes, self.rows = [], []
        for level in range(len(rows[0])):
            texts, counts = np.unique(np.array([row[level] for row in rows]), return_counts=True)
            label = np.searchsorted(texts, [row_of[value][level] for value in values])
            self.codes.append(label[codes])
            self.rows.append(counts[label][codes])


class ReferenceTable:
    """A data set with all its hierarchies, and which records its subset file lists."""

    def __init__(self, folder: Path) -> None:
        with (folder / f"{folder.name}.csv").open(newline="") as stream:
            names, *records = csv.reader(stream, delimiter=";")
        self.names = tuple(names)
        self.records = len(records)
        self.attributes = {}
        for name, cells in zip(names, zip(*records, strict=True), strict=True):
            with (folder / f"hierarchy_{name}.csv").open(newline="") as stream:
                self.attributes[name] = Attribute(cells, list(csv.reader(stream, delimiter=";")))
        self._cells = records

    def listed_in(self, file: Path) -> NDArray[np.bool_]:
        """The records that a subset file lists, the first ones of equal records."""
        with file.open(newline="") as stream:
            _names, *listed = csv.reader(stream, delimiter=";")
        left: dict[tuple[str, ...], int] = {}
        for record in map(tuple, listed):
            left[record] = left.get(record, 0) + 1
        chosen = np.zeros(self.records, np.bool_)
        for index, record in enumerate(map(tuple, self._cells)):
            if left.get(record, 0) > 0:
                left[record] -= 1
                chosen[index] = True
        return chosen

    def transformed(
        self, names: Sequence[str], levels: Sequence[int], counted: NDArray[np.bool_] | None = None
    ) -> "View":
        """The records that count, generalized."""
        everyone = np.ones(self.records, np.bool_) if counted is None else counted
        return View([self.attributes[name] for name in names], tuple(levels), everyone)


@dataclass(frozen=True)
class View:
    """One transformation of the records that count."""

    attributes: list[Attribute]
    levels: tuple[int, ...]
    counted: NDArray[np.bool_]

    @cached_property
    def labels(self) -> list[Codes]:
        """The label of each record, per attribute."""
        return [each.codes[level][self.counted] for each, level in zip(self.attributes, self.levels, strict=True)]

    @cached_property
    def shares(self) -> list[NDArray[np.float64]]:
        """Which share of the domain the label of each record covers, per attribute."""
        return [
            each.rows[level][self.counted] / each.domain
            for each, level in zip(self.attributes, self.levels, strict=True)
        ]

    @cached_property
    def classes(self) -> Codes:
        """The class of each record, from 0, in the order of their first records."""
        return numbered(self.labels)

    @cached_property
    def sizes(self) -> Codes:
        """The records in each class."""
        return np.bincount(self.classes)

    @property
    def records(self) -> int:
        return len(self.classes)

    def losses(self, suppressed: NDArray[np.bool_], factor: float = 0.5) -> list[float]:
        """Iyengar's loss per attribute, rounded down to ten decimals (4.3)."""
        exact = Fraction(str(factor))
        g = min(Fraction(1), 2 - 2 * exact)
        s = min(Fraction(1), 2 * exact)
        losses = []
        for each, level in zip(self.attributes, self.levels, strict=True):
            n, d, rows = self.records, each.domain, each.rows[level][self.counted]
            kept, gone = int(rows[~suppressed].sum()), int(rows[suppressed].sum())
            # Suppressed records count 1, or their share and s times the rest of it.
            raw = g * Fraction(kept, d) + s * int(suppressed.sum()) + (1 - s) * Fraction(gone, d)
            least = g * Fraction(n, d)
            losses.append(0.0 if d == 1 else math.floor(max(0, (raw - least) / (n - least)) * 10**10) / 10**10)
        return losses

    def loss(self, suppressed: NDArray[np.bool_]) -> float:
        """Their geometric mean."""
        losses = self.losses(suppressed)
        return math.prod(loss + 1.0 for loss in losses) ** (1.0 / len(losses)) - 1.0

    def losses_of_classes(self) -> NDArray[np.float64]:
        """The geometric mean of shares times records, of each class."""
        _classes, first = np.unique(self.classes, return_index=True)
        terms = np.array([share[first] for share in self.shares]) * self.sizes + 1.0
        return np.prod(terms, axis=0) ** (1.0 / len(terms)) - 1.0

    def non_uniform_entropy(self, suppressed: NDArray[np.bool_], *, monotonic: bool) -> float:
        """Summed up over the attributes, each rounded down (4.6); the monotonic variant ignores suppression."""
        total = 0.0
        for each, labels in zip(self.attributes, self.labels, strict=True):
            values = each.codes[0][self.counted]
            found = -np.log2(np.bincount(values)[values] / np.bincount(labels)[labels]).sum()
            if not monotonic and suppressed.any():
                counts = np.bincount(labels[suppressed])
                counts = counts[counts > 0]
                found -= (counts * np.log2(counts / suppressed.sum())).sum()
            total += math.floor(found * 1e10) / 1e10
        return total

    def discernibility(self, suppressed: NDArray[np.bool_], *, monotonic: bool) -> float:
        """The sizes of their classes, summed up over the kept records; n for each suppressed one (4.7)."""
        sizes = self.sizes[self.classes]
        if monotonic:
            return float(sizes.sum())
        return float(sizes[~suppressed].sum() + self.records * suppressed.sum())

    def average_class_size(self, suppressed: NDArray[np.bool_]) -> float:
        """Suppressed records are one class (4.8)."""
        return self.records / (len(np.unique(self.classes[~suppressed])) + bool(suppressed.any()))

    def entropy_based_losses(self) -> NDArray[np.float64]:
        """Of each record, in [0, 1] (3.10)."""
        whole = sum(math.log10(each.domain) for each in self.attributes)
        return np.log10(np.array(self.shares)).sum(axis=0) / whole + 1.0

    def entropy_based_loss(self, suppressed: NDArray[np.bool_]) -> float:
        """Summed up; a suppressed record loses everything (4.11)."""
        return float(self.entropy_based_losses()[~suppressed].sum() + suppressed.sum())

    def lost_payout(self, suppressed: NDArray[np.bool_], costs: tuple[float, float, float, float]) -> float:
        """What the publisher's payout misses of the benefit, summed up; the attacker is a prosecutor (4.11).

        `costs`: the publisher's benefit and loss, the adversary's gain and cost.
        """
        benefit, loss, gain, cost = costs
        risk = 1.0 / self.sizes[self.classes]
        payout = benefit * (1.0 - self.entropy_based_losses()) - np.where(gain * risk > cost, loss * risk, 0.0)
        return float((benefit - payout)[~suppressed].sum() + benefit * suppressed.sum())


def numbered(columns: Sequence[Codes]) -> Codes:
    """Which records are equal: a number for each, from 0 in the order of the first ones."""
    keys = np.zeros(len(columns[0]), np.int64)
    for column in columns:
        keys = keys * (int(column.max()) + 1) + column
        if keys.max() >= 2**40:
            keys = np.unique(keys, return_inverse=True)[1]
    _keys, first, number = np.unique(keys, return_index=True, return_inverse=True)
    rank = np.empty(len(first), np.int64)
    rank[np.argsort(first)] = np.arange(len(first))
    return rank[number]
