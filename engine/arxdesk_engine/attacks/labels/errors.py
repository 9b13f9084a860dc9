"""What is known of a value with an error: somebody is about 40 years old, and earns 50,000 but for a twentieth."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.attacks.labels.coverage import Coverage
from arxdesk_engine.attacks.labels.ends import LabelEnds

Numbers = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class KnownError:
    """How far what is known may be from what is true: so much on the scale of the column, or a `share` of the value."""

    distance: float = 0.0
    share: float = 0.0

    def around(self, positions: Floats) -> tuple[Floats, Floats]:
        """The least and the largest positions that each position may be taken for, float64[n] each."""
        width = self.distance + self.share * np.abs(positions)
        return positions - width, positions + width


def with_error(covers: Coverage, positions: Floats, ends: LabelEnds, error: KnownError) -> Coverage:
    """The labels that stand for each value or for one within the error of it.

    `positions` float64[values] are NaN for a value without a place on the scale, which is known exactly. Labels with
    ends may stand for what lies between values of the input, unless they cover other values than their ends say.
    """
    placed = np.flatnonzero(~np.isnan(positions))
    placed = placed[np.argsort(positions[placed], kind="stable")]
    least, largest = error.around(positions[placed])  # ascending both, since a share is below 1
    values, labels = covers.values, covers.labels.astype(np.int64)
    whole = (covers.widths == covers.number)[labels]
    read = ~np.isnan(ends.low)
    apart = (positions[values] < ends.low[labels]) | (positions[values] > ends.high[labels])
    read[labels[apart & ~whole]] = False  # a hierarchy means something else by it
    from_values = ~whole & ~read[labels] & ~np.isnan(positions[values])
    some = positions[values[from_values]]
    firsts = np.searchsorted(largest, some, "left")
    lasts = np.searchsorted(least, some, "right")
    pairs = [(values, labels), _expanded(firsts, lasts, placed, labels[from_values])]
    shown = np.flatnonzero(read)
    firsts = np.where(
        ends.has_low[shown],
        np.searchsorted(largest, ends.low[shown], "left"),
        np.searchsorted(largest, ends.low[shown], "right"),
    )
    lasts = np.where(
        ends.has_high[shown],
        np.searchsorted(least, ends.high[shown], "right"),
        np.searchsorted(least, ends.high[shown], "left"),
    )
    pairs.append(_expanded(firsts, lasts, placed, shown))
    found = [np.concatenate(each) for each in zip(*pairs, strict=True)]
    return Coverage.of_pairs(found[0], found[1], (covers.number, covers.size))


def _expanded(firsts: Numbers, lasts: Numbers, placed: Numbers, labels: Numbers) -> tuple[Numbers, Numbers]:
    """Each label with the values at the places from a first to before a last one: values and labels, int64[pairs]."""
    lengths = np.maximum(lasts - firsts, 0)
    before = np.cumsum(lengths) - lengths
    places = np.arange(int(lengths.sum())) - np.repeat(before - firsts, lengths)
    return placed[places], np.repeat(labels, lengths)
