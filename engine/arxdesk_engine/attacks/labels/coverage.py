"""The values that a label of a released table can stand for, as anybody reads it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.attacks.labels.ends import ends_of
from arxdesk_engine.data.schema import SUPPRESSED, ValueType

Numbers = NDArray[np.int64]
Bools = NDArray[np.bool_]
_SET = re.compile(r"\{(.*)\}")


@dataclass(frozen=True, slots=True, eq=False)
class Coverage:
    """Which labels of a column stand for which values.

    Value v is covered by the labels `labels[starts[v]:starts[v + 1]]`, in ascending order: starts int64[values + 1],
    labels int32[pairs]. `size` is the number of all labels. A column may have as many values and labels as records, so
    that only the pairs are held.
    """

    starts: Numbers
    labels: NDArray[np.int32]
    size: int

    @classmethod
    def of_pairs(cls, values: Numbers, labels: Numbers, shape: tuple[int, int]) -> Coverage:
        """From pairs of codes int64[pairs], in any order and more than once; `shape` is the number of values and of
        labels."""
        number, size = shape
        keys = np.unique(values * np.int64(size) + labels)
        starts = np.zeros(number + 1, np.int64)
        np.cumsum(np.bincount(keys // max(size, 1), minlength=number), out=starts[1:])
        return cls(starts, (keys % max(size, 1)).astype(np.int32), size)

    @classmethod
    def of_matrix(cls, covered: Bools) -> Coverage:
        """From bool[values, labels]."""
        values, labels = np.nonzero(covered)
        return cls.of_pairs(values, labels, (covered.shape[0], covered.shape[1]))

    @property
    def number(self) -> int:
        """The number of values."""
        return len(self.starts) - 1

    @property
    def values(self) -> Numbers:
        """The value of each pair, int64[pairs]."""
        return np.repeat(np.arange(self.number), np.diff(self.starts))

    @property
    def widths(self) -> Numbers:
        """How many values each label covers, int64[labels]."""
        return np.bincount(self.labels, minlength=self.size)

    def holds(self, value: int) -> Bools:
        """The labels that cover a value, bool[labels]."""
        found = np.zeros(self.size, np.bool_)
        found[self.labels[self.starts[value] : self.starts[value + 1]]] = True
        return found

    def of_labels(self, labels: Numbers) -> Bools:
        """Which values some labels int64[n] cover, bool[values, n]."""
        some, place = np.unique(labels, return_inverse=True)
        column = np.full(self.size, -1)
        column[some] = np.arange(len(some))
        at = column[self.labels]
        found = np.zeros((self.number, len(some)), np.bool_)
        found[self.values[at >= 0], at[at >= 0]] = True
        return found[:, place]

    def spread(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """What each value gets of the weights float64[labels] where a label gives as much to all that it covers,
        float64[values]."""
        share = weights / np.maximum(self.widths, 1)
        return np.bincount(self.values, share[self.labels], self.number).astype(np.float64)

    def gathered(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """The weights float64[values] of the values that each label covers together, float64[labels]."""
        return np.bincount(self.labels, weights[self.values], self.size).astype(np.float64)

    def within(self, labels: Bools) -> Coverage:
        """The pairs of some labels, bool[labels]; the codes stay."""
        kept = labels[self.labels]
        return Coverage.of_pairs(self.values[kept], self.labels[kept].astype(np.int64), (self.number, self.size))


def coverage(
    labels: Sequence[str], values: Sequence[str], kind: ValueType, levels: Iterable[Mapping[str, str]] = ()
) -> Coverage:
    """Which values each label covers.

    A label of a hierarchy covers the values below it; `levels` have the label of each value at every level. "*" covers
    everything. All others are read as what they look like: a value, a set "{a, b}", an interval "[a, b[", "a-b",
    "a to b", "<a", ">=a" or "a+" of numbers, dates or ordered values, a year, quarter or month of dates, characters
    hidden by "*". What reads as nothing of this covers
    no value.
    """
    code_of = {value: code for code, value in enumerate(values)}
    place_of = {label: place for place, label in enumerate(labels)}
    pairs = [
        (code_of[value], place_of[label])
        for level in levels
        for value, label in level.items()
        if value in code_of and label in place_of
    ]
    listed = np.array(pairs, np.int64).reshape(-1, 2)
    is_open = np.ones(len(labels), np.bool_)
    is_open[listed[:, 1]] = False
    found = [(listed[:, 0], listed[:, 1])]
    left = [labels[place] for place in np.flatnonzero(is_open).tolist()]
    for label, covered in _read(left, code_of, values, kind):
        found.append((covered, np.full(len(covered), place_of[label])))
    if SUPPRESSED in place_of:
        found.append((np.arange(len(values)), np.full(len(values), place_of[SUPPRESSED])))
    codes, places = (np.concatenate(each) for each in zip(*found, strict=True))
    return Coverage.of_pairs(codes, places, (len(values), len(labels)))


def _read(
    labels: Sequence[str], code_of: Mapping[str, int], values: Sequence[str], kind: ValueType
) -> Iterator[tuple[str, Numbers]]:
    """The codes of the values that labels stand for by what they look like, int64[covered] each."""
    scale = _Scale.of(kind.positions(values)) if kind.has_scale else None
    masked = []
    for label in labels:
        if label in code_of:
            yield label, np.array([code_of[label]])
        elif (listed := _SET.fullmatch(label)) is not None:
            members = {each.strip() for each in re.split(r"[,;]", listed[1])}
            yield label, np.array([code_of[each] for each in members if each in code_of], np.int64)
        elif scale is not None and (ends := ends_of(label, kind)) is not None:
            yield label, scale.between(*ends)
        elif SUPPRESSED in label and label != SUPPRESSED:
            masked.append(label)
    yield from _unmasked(masked, values)


@dataclass(frozen=True, slots=True, eq=False)
class _Scale:
    """The codes of the values that have a place on the scale, int64[n], and these places, float64[n], in their
    order."""

    codes: Numbers
    positions: NDArray[np.float64]

    @classmethod
    def of(cls, positions: NDArray[np.float64]) -> _Scale:
        placed = np.flatnonzero(~np.isnan(positions))
        order = placed[np.argsort(positions[placed], kind="stable")]
        return cls(order, positions[order])

    def between(self, low: float, high: float, has_low: bool, has_high: bool) -> Numbers:
        """The codes of the values from `low` to `high`, and whether these belong to them."""
        first = np.searchsorted(self.positions, low, "left" if has_low else "right")
        end = np.searchsorted(self.positions, high, "right" if has_high else "left")
        return self.codes[first:end]


def _unmasked(labels: Sequence[str], values: Sequence[str]) -> Iterator[tuple[str, Numbers]]:
    """The codes of the values that are as long as a label and agree with it in all characters that are not hidden."""
    alike: dict[tuple[int, tuple[int, ...]], list[str]] = defaultdict(list)
    for label in labels:
        hidden = tuple(place for place, character in enumerate(label) if character == SUPPRESSED)
        alike[len(label), hidden].append(label)
    for (length, hidden), those in alike.items():
        codes: dict[str, list[int]] = {label: [] for label in those}
        for code, value in enumerate(values):
            if len(value) == length:
                characters = list(value)
                for place in hidden:
                    characters[place] = SUPPRESSED
                if (found := codes.get("".join(characters))) is not None:
                    found.append(code)
        for label, covered in codes.items():
            yield label, np.array(covered, np.int64)
