"""A box of the lattice (all transformations between two) as the kernels of a walk take it."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.classes.level_weights import LevelWeights
from arxdesk_engine.classes.packing import Counts
from arxdesk_engine.data.dataset import Codes
from arxdesk_engine.hierarchies.hierarchy import BoundHierarchy

MOST_CELLS = 256
"""How many cells the combinations of inner levels may have. Each costs a fraction of a nanosecond for every group of
the walk, a walked row of a group ten or more for every combination; measured on ADULT and CUP, 64 to 1,024 differ
little."""


@dataclass(frozen=True, slots=True)
class Span:
    """One attribute between two of its levels; codes are those of its hierarchy at each level.

    Per level: `domains` how many codes, `steps` (int32) the map from the codes of the level before (at the first
    level from its own), `label_weights` (int64) the weight of each code. `ranks` (int32[codes of the first level])
    orders codes so that those with a common label lie together on every level.
    """

    domains: tuple[int, ...]
    steps: tuple[Codes, ...]
    label_weights: tuple[Counts, ...]
    ranks: Codes

    @classmethod
    def of(cls, hierarchy: BoundHierarchy, weights: Sequence[Counts], low: int, high: int) -> Span:
        """The levels from `low` to `high`; `weights` int64[codes] for each level of the hierarchy."""
        domains = tuple(len(hierarchy.labels[level]) for level in range(low, high + 1))
        steps, labels = [np.arange(domains[0], dtype=np.int32)], [np.arange(domains[0], dtype=np.int32)]
        for level in range(low + 1, high + 1):
            step = np.empty(domains[level - 1 - low], np.int32)
            step[hierarchy.codes[level - 1]] = hierarchy.codes[level]
            steps.append(step)
            labels.append(step[labels[-1]])
        ranks = np.empty(domains[0], np.int32)
        ranks[np.lexsort(labels)] = np.arange(domains[0], dtype=np.int32)
        return cls(domains, tuple(steps), tuple(weights[low : high + 1]), ranks)

    @property
    def height(self) -> int:
        """The number of levels."""
        return len(self.domains)

    @property
    def weights(self) -> Counts:
        """The weight of every code of the first level at every level, int64[codes, levels]."""
        table = np.empty((self.domains[0], self.height), np.int64)
        labels = self.steps[0]
        for level, (step, weights) in enumerate(zip(self.steps, self.label_weights, strict=True)):
            labels = step[labels]
            table[:, level] = weights[labels]
        return table


def spans_of(
    hierarchies: Sequence[BoundHierarchy], weights: LevelWeights, low: Sequence[int], high: Sequence[int]
) -> list[Span]:
    """The attributes of the box between two transformations."""
    spans = []
    for attribute, hierarchy in enumerate(hierarchies):
        offsets = weights.offsets[attribute]
        of_levels = [weights.flat[offsets[level] :][: len(labels)] for level, labels in enumerate(hierarchy.labels)]
        spans.append(Span.of(hierarchy, of_levels, low[attribute], high[attribute]))
    return spans


@dataclass(frozen=True, slots=True)
class Roles:
    """Which attributes a walk gives their levels one after the other (`outer`), which ones it completes all at once
    (`inner`), and which have one level only (`fixed`)."""

    outer: tuple[int, ...]
    inner: tuple[int, ...]
    fixed: tuple[int, ...]

    @classmethod
    def of(cls, spans: Sequence[Span]) -> Roles:
        """Small domains are inner; of the others the largest come first, so that groups become small early."""
        fixed = tuple(attribute for attribute, span in enumerate(spans) if span.height == 1)
        inner: list[int] = []
        cells = 1
        walked = [attribute for attribute, span in enumerate(spans) if span.height > 1]
        for attribute in sorted(walked, key=lambda attribute: sum(spans[attribute].domains)):
            cells *= sum(spans[attribute].domains)
            if cells > MOST_CELLS:
                break
            inner.append(attribute)
        outer = sorted(set(walked) - set(inner), key=lambda attribute: (-spans[attribute].domains[0], attribute))
        return cls(tuple(outer), tuple(inner), fixed)

    @property
    def order(self) -> tuple[int, ...]:
        """All attributes as the kernels number them."""
        return (*self.outer, *self.inner, *self.fixed)


@dataclass(frozen=True, slots=True)
class Completions:
    """Every combination of levels of the inner attributes, and the cells of their codes.

    The arrays are described in `kernels.complete.complete`.
    """

    combinations: NDArray[np.int64]
    targets: Codes
    levels: NDArray[np.int64]
    cell_weights: Counts

    @classmethod
    def of(cls, spans: Sequence[Span], strides: Sequence[int]) -> Completions:
        """`strides`: how far apart neighbouring levels of each attribute are in the figures."""
        choices = list(itertools.product(*(range(span.height) for span in spans)))
        number_of = {levels: number for number, levels in enumerate(choices)}
        combinations = np.zeros((len(choices) + 1, 4), np.int64)
        targets: list[Codes] = []
        weights: list[Counts] = []
        first_cell = first_target = 0
        for number, levels in enumerate(choices):
            place = sum(level * stride for level, stride in zip(levels, strides, strict=True))
            source = 0
            if number > 0:
                finer, attribute = min(_finer(levels), key=lambda finer: _cells(spans, finer[0]))
                source = number_of[finer]
                targets.append(_merged_cells(spans, finer, levels, attribute))
            combinations[number] = (source, first_cell, first_target, place)
            if number > 0:
                first_target += len(targets[-1])
            codes = _codes_of_cells(spans, levels)
            first_cell += _cells(spans, levels)
            of_cells = [span.label_weights[level][code] for span, level, code in zip(spans, levels, codes, strict=True)]
            weights.append(np.array(of_cells, np.int64).reshape(len(spans), _cells(spans, levels)))
        combinations[-1, 1] = first_cell
        return cls(
            combinations,
            np.concatenate(targets) if targets else np.empty(0, np.int32),
            np.array(choices, np.int64).reshape(len(choices), len(spans)),
            np.ascontiguousarray(np.concatenate(weights, axis=1)),
        )

    @property
    def cells(self) -> int:
        """The cells of all combinations."""
        return int(self.combinations[-1, 1])


def cell_of_row(spans: Sequence[Span], codes: Sequence[Codes], rows: int) -> Codes:
    """The cell of every row at the first levels, int32[rows], from its code in each inner attribute."""
    if not spans:
        return np.zeros(rows, np.int32)
    return np.ravel_multi_index(tuple(codes), _domains(spans, (0,) * len(spans))).astype(np.int32)


def _domains(spans: Sequence[Span], levels: Sequence[int]) -> tuple[int, ...]:
    return tuple(span.domains[level] for span, level in zip(spans, levels, strict=True))


def _cells(spans: Sequence[Span], levels: Sequence[int]) -> int:
    return math.prod(_domains(spans, levels))


def _finer(levels: tuple[int, ...]) -> list[tuple[tuple[int, ...], int]]:
    """The combinations that are finer by one level, and in which attribute they are."""
    return [
        ((*levels[:attribute], level - 1, *levels[attribute + 1 :]), attribute)
        for attribute, level in enumerate(levels)
        if level > 0
    ]


def _codes_of_cells(spans: Sequence[Span], levels: Sequence[int]) -> list[NDArray[np.intp]]:
    """For each attribute its code in every cell."""
    domains = _domains(spans, levels)
    return list(np.unravel_index(np.arange(math.prod(domains)), domains)) if domains else []


def _merged_cells(spans: Sequence[Span], finer: Sequence[int], levels: Sequence[int], attribute: int) -> Codes:
    """For every cell of the finer combination the cell that it becomes part of."""
    codes = _codes_of_cells(spans, finer)
    codes[attribute] = spans[attribute].steps[levels[attribute]][codes[attribute]].astype(np.intp)
    return np.ravel_multi_index(tuple(codes), _domains(spans, levels)).astype(np.int32)
