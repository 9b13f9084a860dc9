"""The degree to which sets of attributes tell records apart: the quasi-identifiers of a table."""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.classes.packing import group
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.risk.wildcards import DistinctTuples, SuppressedCells, compatible_records, projected

DEFAULT_LARGEST_SET = 3
SECONDS_BETWEEN = 1 / 30
_PAIRS_PER_TUPLE = 4
_LEAST_PAIRS = 4096  # up to this number, possible pairs are always counted by direct address

AttributeSet = tuple[int, ...]


def number_of_sets(attributes: int, largest: int | None = None) -> int:
    """The number of non-empty sets of up to `largest` attributes (None: any size): the cost of an analysis."""
    largest = attributes if largest is None else min(largest, attributes)
    return sum(math.comb(attributes, size) for size in range(1, largest + 1))


@dataclass(frozen=True, slots=True)
class AttributeRisk:
    """The disclosure by a set of attributes (Motwani & Xu 2007; reference 5.4); `attributes` are positions, rising.

    Where suppressed cells are values, with n records in u classes of c records each: `distinction` is u/n;
    `separation` the share of pairs of records that differ, 1 - sum c(c-1) / n(n-1); `highest` risk 1/min c; `average`
    risk u/n; `uniqueness` the share of records that are alone in their class. Records with all of these attributes
    suppressed are left out; `records` is the number that counts.

    Where they are wildcards no record is left out, and one that is compatible with f records stands for one in a
    class of f: distinction and average are the mean of 1/f, separation the share of incompatible pairs.

    Without records all is 0; the separation of a single record is 0, since there is no pair to separate.
    """

    attributes: AttributeSet
    records: int
    distinction: float
    separation: float
    highest: float
    uniqueness: float

    @property
    def average(self) -> float:
        """The average risk: the same as the distinction, under its other name."""
        return self.distinction


@dataclass(frozen=True, slots=True)
class AttributeRisks:
    """The sets of attributes of a table, by their size, then distinction, then separation, the riskiest last.

    `suppressed` is the meaning of suppressed cells; `largest` the size of the largest sets, `left_out` the number
    of larger ones; `complete` is false if the analysis was stopped, so that more sets are missing.
    """

    sets: tuple[AttributeRisk, ...]
    suppressed: SuppressedCells
    largest: int
    left_out: int
    complete: bool


def attribute_risks(
    tuples: DistinctTuples,
    largest: int | None = DEFAULT_LARGEST_SET,
    suppressed: SuppressedCells = SuppressedCells.VALUE,
    control: Control | None = None,
) -> AttributeRisks:
    """Distinction, separation and risks of every set of up to `largest` attributes (None: of any size).

    The number of sets grows exponentially: ask `number_of_sets` before. Where `control` is stopped the sets done until
    then are returned. Raises ValueError where `largest` is below 1.
    """
    if largest is not None and largest < 1:
        raise ValueError("the largest set needs at least one attribute")
    control = control or Control()
    largest = tuples.attributes if largest is None else min(largest, tuples.attributes)
    number = number_of_sets(tuples.attributes, largest)
    walk = (
        _as_values(tuples, largest) if suppressed is SuppressedCells.VALUE else _as_wildcards(tuples, largest, control)
    )
    found: list[AttributeRisk] = []
    reported = -math.inf
    while not control.stopped and (risk := next(walk, None)) is not None:
        found.append(risk)
        now = time.perf_counter()
        if now - reported >= SECONDS_BETWEEN or len(found) == number:
            reported = now
            control.report(Progress(tr("Comparing attributes"), len(found) / number))
    found.sort(key=lambda risk: (len(risk.attributes), risk.distinction, risk.separation, risk.attributes))
    left_out = number_of_sets(tuples.attributes) - number
    return AttributeRisks(tuple(found), suppressed, largest, left_out, len(found) == number)


@dataclass(frozen=True, slots=True)
class _Node:
    """A set of attributes with its classes: members int64[tuples], the class of each; whether nothing but suppressed
    cells is in it, bool[tuples]."""

    attributes: AttributeSet
    classes: int
    members: NDArray[np.int64]
    hidden: NDArray[np.bool_]


def _as_values(tuples: DistinctTuples, largest: int) -> Iterator[AttributeRisk]:
    """Set by set, in lexicographic order: the classes of a set are those of the set without its last attribute, split
    by the codes of that one."""
    codes = tuples.codes.astype(np.int64) + 1  # 0 is a suppressed cell
    domains = [int(column.max(initial=0)) + 1 for column in codes]

    def below(node: _Node) -> Iterator[AttributeRisk]:
        for attribute in range(node.attributes[-1] + 1 if node.attributes else 0, tuples.attributes):
            attributes = (*node.attributes, attribute)
            pairs = node.members * domains[attribute] + codes[attribute]
            sizes, members = _classes(pairs, node.classes * domains[attribute], tuples.counts)
            hidden = node.hidden & (codes[attribute] == 0)
            kept = np.delete(sizes, members[hidden][:1])
            yield _risk(attributes, kept, kept)
            if len(attributes) < largest:
                yield from below(_Node(attributes, len(sizes), members, hidden))

    yield from below(_Node((), 1, np.zeros(len(tuples), np.int64), np.ones(len(tuples), np.bool_)))


def _classes(
    pairs: NDArray[np.int64], possible: int, counts: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The records of each class, and the class of each tuple, from a number below `possible` per tuple."""
    if possible <= _PAIRS_PER_TUPLE * len(pairs) + _LEAST_PAIRS:
        sizes = np.bincount(pairs, counts, possible)
        present = sizes > 0
        return sizes[present].astype(np.int64), (np.cumsum(present) - 1)[pairs]
    _first, sizes, members = group(pairs.astype(np.uint64)[:, np.newaxis], counts)
    return sizes, members.astype(np.int64)


def _as_wildcards(tuples: DistinctTuples, largest: int, control: Control) -> Iterator[AttributeRisk]:
    """Set by set; ends early where `control` is stopped."""
    for size in range(1, largest + 1):
        for attributes in itertools.combinations(range(tuples.attributes), size):
            part = projected(tuples, attributes)
            compatible = compatible_records(part, control.of_step())
            if compatible is None:
                return
            yield _risk(attributes, part.counts, compatible)


def _risk(attributes: AttributeSet, counts: NDArray[np.int64], compatible: NDArray[np.int64]) -> AttributeRisk:
    """From groups of records: how many records are in each, and how many look like one of them."""
    n = int(counts.sum())
    if n == 0:
        return AttributeRisk(attributes, 0, 0.0, 0.0, 0.0, 0.0)
    pairs = n * (n - 1)
    alike = int((counts * (compatible - 1)).sum())
    return AttributeRisk(
        attributes=attributes,
        records=n,
        distinction=float(np.sum(counts / compatible)) / n,
        separation=(pairs - alike) / pairs if pairs else 0.0,
        highest=1.0 / int(compatible.min()),
        uniqueness=int(counts[compatible == 1].sum()) / n,
    )
