"""The distinct tuples of a table as the kernels of a walk through a box take them."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.classes.classes import Grouping
from arxdesk_engine.classes.level_weights import LevelWeights
from arxdesk_engine.classes.packing import Counts
from arxdesk_engine.data.dataset import Codes
from arxdesk_engine.search.whole.box import Completions, Roles, cell_of_row, spans_of

NO_CLASS = 2**62
"""The smallest class before any."""


class WalkStopped(Exception):
    """The caller asked to stop."""


class WalkTable:
    """The arrays that all walkers of a box read and none changes. Attributes are in the order of `roles`.

    Rows are distinct at the lowest levels of the box, sorted by the fixed attributes, then the inner ones, then the
    outer ones from the last to the first. `counts` int64[rows], `codes` int32[attributes, rows]; `following`
    int32[outer + 1, rows, 2] holds for each outer attribute the number of the row among those that differ in what
    comes later (rest), and its code. `first_rows` are where the classes of the fixed attributes begin. The others are
    described in `kernels.walk_groups`.
    """

    def __init__(
        self,
        grouping: Grouping,
        weights: LevelWeights,
        low: Sequence[int],
        high: Sequence[int],
        is_stopped: Callable[[], bool],
    ) -> None:
        """Raises WalkStopped soon after `is_stopped` says so."""
        spans = spans_of(grouping.hierarchies, weights, low, high)
        self.roles = Roles.of(spans)
        self.spans = [spans[attribute] for attribute in self.roles.order]
        self.size = math.prod(span.height for span in spans)
        self.outer = len(self.roles.outer)
        strides = [math.prod(span.height for span in spans[attribute + 1 :]) for attribute in self.roles.order]
        self.strides = np.array(strides, np.int64)
        self._sort(grouping, low, is_stopped)
        self._lay_out()
        inner = slice(self.outer, self.outer + len(self.roles.inner))
        self.completions = Completions.of(self.spans[inner], strides[inner])
        self.cell_of_row = cell_of_row(self.spans[inner], list(self.codes[inner]), len(self.counts))

    def prefixes(self, least: int) -> list[tuple[int, ...]]:
        """The choices of levels for the first outer attributes, in order; at least so many where there are as many."""
        heights = [span.height for span in self.spans[: self.outer]]
        depth = next((depth for depth in range(self.outer) if math.prod(heights[:depth]) >= least), self.outer)
        return list(itertools.product(*(range(height) for height in heights[:depth])))

    def _sort(self, grouping: Grouping, low: Sequence[int], is_stopped: Callable[[], bool]) -> None:
        from arxdesk_engine.kernels.classify import sort_stably  # noqa: PLC0415 - Numba is loaded where it is first needed

        keys = grouping.tuples.keys
        order, spare = np.arange(len(keys), dtype=np.int32), np.empty(len(keys), np.int32)
        codes: list[Codes] = []
        for attribute, span in zip(self.roles.order, self.spans, strict=True):
            if is_stopped():
                raise WalkStopped
            at_lowest = grouping.hierarchies[attribute].codes[low[attribute]]
            codes.append(at_lowest[grouping.packing.unpack(keys, attribute)])
            sort_stably(order, span.ranks[codes[-1]], span.domains[0], spare)
            order, spare = spare, order
        codes = [column[order] for column in codes]
        fixed = self.outer + len(self.roles.inner)
        differs = np.zeros(len(order), np.bool_)
        differs[0] = True
        for column in codes[fixed:]:
            differs |= _changes(column)
        begins_group = differs.copy()
        for column in codes[self.outer : fixed]:
            differs |= _changes(column)
        rests = []
        for column in reversed(codes[: self.outer]):
            rests.append((np.cumsum(differs) - 1).astype(np.int32))
            differs |= _changes(column)
        distinct = np.flatnonzero(differs)
        self.counts: Counts = np.add.reduceat(grouping.tuples.counts[order], distinct)
        self.codes: Codes = np.array([column[distinct] for column in codes], np.int32)
        self.first_rows: NDArray[np.intp] = np.flatnonzero(begins_group[distinct])
        self.following: Codes = np.zeros((self.outer + 1, len(distinct), 2), np.int32)
        for depth, rest in enumerate(reversed(rests)):
            self.following[depth, :, 0] = rest[distinct]
            self.following[depth, :, 1] = self.codes[depth]

    def _lay_out(self) -> None:
        """Steps and weights of all attributes, one after the other in flat arrays."""
        walked = self.spans[: self.outer]
        steps = [step for span in walked for step in span.steps]
        self.steps: Codes = np.concatenate(steps) if steps else np.empty(0, np.int32)
        self.step_at = np.zeros((self.outer, max((span.height for span in walked), default=0) + 1), np.int64)
        ends = np.cumsum([0, *(len(step) for step in steps)])
        first = 0
        for depth, span in enumerate(walked):
            self.step_at[depth, : span.height + 1] = ends[first : first + span.height + 1]
            first += span.height
        self.codes_of_any_level = max((max(span.domains) for span in walked), default=0)
        self.layout = np.zeros((len(self.spans), 3), np.int64)
        begin = slot = 0
        for attribute, span in enumerate(self.spans):
            self.layout[attribute] = (span.height, begin, slot)
            begin += span.domains[0] * span.height
            slot += span.height
        self.slots = slot
        self.weights: Counts = np.concatenate([span.weights.ravel() for span in self.spans])


class Root:
    """The start of a walk: the classes of the fixed attributes, without those that leave at once.

    `rows` int32[n, 4], `starts` int32[groups + 1], `tally` int64[4] and `sums` int64[slots] as in
    `kernels.walk_groups.WalkDepth`.
    """

    def __init__(self, table: WalkTable, minimal: int) -> None:
        lengths = np.diff(table.first_rows, append=len(table.counts))
        records = np.add.reduceat(table.counts, table.first_rows)
        small = records < minimal
        alone = ~small & (lengths == 1)
        stays = ~small & ~alone
        self.tally = np.array(
            [stays.sum(), records[small].sum(), alone.sum(), records[alone].min(initial=NO_CLASS)], np.int64
        )
        self.starts = np.concatenate([[0], np.cumsum(lengths[stays])]).astype(np.int32)
        chosen = np.flatnonzero(np.repeat(stays, lengths))
        self.rows = np.empty((len(chosen), 4), np.int32)
        self.rows[:, 0] = chosen
        self.rows[:, 1] = table.counts[chosen]
        self.rows[:, 2:] = table.following[0, chosen]
        gone = np.flatnonzero(np.repeat(small, lengths))
        self.sums = np.zeros(table.slots, np.int64)
        for (height, _begin, slot), span, codes in zip(table.layout.tolist(), table.spans, table.codes, strict=True):
            self.sums[slot : slot + height] = table.counts[gone] @ span.weights[codes[gone]]


def _changes(column: Codes) -> NDArray[np.bool_]:
    """Whether each element differs from the one before."""
    changes = np.empty(len(column), np.bool_)
    changes[0] = True
    np.not_equal(column[1:], column[:-1], out=changes[1:])
    return changes
