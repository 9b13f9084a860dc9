"""The arrays that an exact search in kernels works in: open intervals, tables, partitions, and rooms for dives."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.classes.partition import Partition
from arxdesk_engine.lattice.antichain import MaximalElements
from arxdesk_engine.quality.aggregate import Scores
from arxdesk_engine.search.evaluation import Ends
from arxdesk_engine.search.problem import SearchProblem
from arxdesk_engine.search.rank import Place

BYTES_OF_SLOTS, LEAST_SLOTS, MOST_SLOTS = 24 * 1024 * 1024, 16, 4096
"""The memory of the partitions that are kept, and bounds of their number. Measured on MACH2019, CREDITCARD and the
SS13ACS-shaped data: more takes longer, as touching memory for the first time costs as much as a look."""
_INTERVALS_PER_DIVE = 512  # a dive ends early where it has no place for more
_LEAST_LOOKS = 1_000  # that are kept until they are taken out
_SPARE_SLOTS = 8  # of a dive, for the rows of partitions where some are left out


class Pools:
    """Everything that is open, and what all dives know."""

    def __init__(self, problem: SearchProblem, most_looks: int, most_at_once: int, bytes_of_partitions: int) -> None:
        from arxdesk_engine.kernels.exact import arrays as at  # noqa: PLC0415 - Numba is loaded where it is first needed

        columns = problem.partitioner.columns
        attributes, levels = columns.offsets.size, int(columns.heights.max())
        width, tuples = columns.codes.shape
        places, tables = 3 * most_at_once * _INTERVALS_PER_DIVE, 2 * most_at_once * most_looks + 1
        most, room = bytes_of_partitions // (4 * (tuples + 1)), BYTES_OF_SLOTS // (4 * (tuples + 1))
        slots = 1 + min(MOST_SLOTS, most, max(LEAST_SLOTS, room))
        looks = max(most_at_once * most_looks, _LEAST_LOOKS)
        self._at = at
        self.intervals = at.IntervalPool(
            np.empty((places, 2, attributes), np.int16),
            np.empty((places, at.VALUES)),
            np.empty((places, at.MARKS), np.int64),
            np.empty(places, np.int64),
            np.empty(places, np.int32),
            np.empty(places, np.int32),
            _descending(0, places, places),
        )
        self.tables = at.TablePool(
            np.empty((tables, attributes, levels)), np.zeros(tables, np.int32), _descending(1, tables, tables)
        )
        self.slots = at.SlotPool(
            np.empty((slots, tuples + 1), np.uint32),
            np.empty((slots, attributes), np.int64),
            np.zeros((slots, at.SLOT_FACTS), np.int64),
            np.empty((slots, width), np.int64),
            np.zeros(slots, np.int32),
            _descending(1, slots, slots),
        )
        self.known = at.KnownArrays(
            np.zeros(attributes, np.int16),
            np.zeros((2, attributes, levels)),
            np.empty((attributes, levels)),
            np.zeros(at.STATE, np.int64),
            np.zeros(at.NUMBERS),
            np.empty((looks, attributes), np.int16),
            np.empty((looks, at.LOOK_VALUES)),
            np.empty((looks, at.LOOK_FACTS), np.int64),
        )
        each = most_at_once, 2, _INTERVALS_PER_DIVE
        self.rooms = at.Rooms(
            np.empty((*each, 2, attributes), np.int16),
            np.empty((*each, at.VALUES)),
            np.empty((*each, at.MARKS), np.int64),
            np.empty((most_at_once, most_looks), np.int32),
            np.empty((most_at_once, most_looks + _SPARE_SLOTS), np.int32),
            np.empty((most_at_once, 2), np.int64),
            np.empty((most_at_once, attributes), np.int16),
            np.zeros((most_at_once, at.ROOM), np.int64),
            np.zeros((most_at_once, at.ROOM_NUMBERS)),
            np.empty((most_at_once, most_looks, attributes), np.int16),
            np.empty((most_at_once, most_looks, at.LOOK_VALUES)),
            np.empty((most_at_once, most_looks, at.LOOK_FACTS), np.int64),
            np.empty((most_at_once, most_looks, attributes), np.int16),
            np.empty((most_at_once, most_looks, 3)),
        )
        state = self.known.state
        state[at.FREE], state[at.FREE_TABLES], state[at.FREE_SLOTS] = places, tables - 1, slots - 1

    def begin(self, table: Scores, whole: Partition, best: Place | None) -> None:
        """Put in what is known before: the losses and the partition of all rows, and the best."""
        at, known = self._at, self.known
        self.tables.tables[0], self.tables.references[0] = table, 1
        slots = self.slots
        slots.levels[0], slots.weights[0], slots.references[0] = whole.levels, whole.dropped_weights, 1
        slots.facts[0, at.SLOT_CLASSES], slots.facts[0, at.SLOT_ROWS] = whole.classes, len(whole.kept_members)
        known.numbers[at.BEST] = known.numbers[at.LOWEST] = np.inf
        if best is not None:
            known.numbers[at.BEST], known.state[at.BEST_SUM], known.best[:] = best
            known.state[at.HAS_BEST] = 1

    @property
    def open_intervals(self) -> int:
        """How many intervals are open."""
        return int(self.known.state[self._at.HEAP] + self.known.state[self._at.UNFINISHED])

    @property
    def lowest_bound(self) -> float:
        """The lowest of their bounds, infinite without any."""
        return float(self.known.numbers[self._at.LOWEST])

    @property
    def open_size(self) -> float:
        """The number of transformations in them."""
        return float(self.known.numbers[self._at.SIZE])

    def push(self, bound: float, low: Ends, high: Ends, size: float) -> None:
        """Open an interval that starts from all rows and losses without suppression."""
        from arxdesk_engine.kernels.exact.queue import push  # noqa: PLC0415

        marks = np.zeros(self._at.MARKS, np.int64)
        marks[self._at.SPLIT_ATTRIBUTE] = -1
        ends, values = np.array([low, high], np.int16), np.array([bound, size])
        push(self.intervals, self.tables, self.slots, self.known, ends, values, marks, False)

    def prune(self) -> None:
        """Drop the intervals in which nothing can win any more."""
        from arxdesk_engine.kernels.exact.queue import prune  # noqa: PLC0415

        prune(self.intervals, self.tables, self.slots, self.known)

    def looks(self) -> Iterator[tuple[list[int], list[float], list[int]]]:
        """Take out the looks since the last time: levels, values and facts of each (`kernels.exact.arrays`)."""
        known, count = self.known, int(self.known.state[self._at.LOGGED])
        self.known.state[self._at.LOGGED] = 0
        return zip(
            known.log_levels[:count].tolist(),
            known.log_values[:count].tolist(),
            known.log_facts[:count].tolist(),
            strict=True,
        )

    def grow(self, failing: MaximalElements, looks: int) -> None:
        """Make places for what one more batch of so many looks may add."""
        at, state = self._at, self.known.state
        if state[at.FREE] < 2 * len(self.rooms.best) * _INTERVALS_PER_DIVE:
            places = len(self.intervals.free)
            grown = [_doubled(array) for array in self.intervals[:-1]]
            self.intervals = at.IntervalPool(*grown, _more_free(self.intervals.free, int(state[at.FREE])))
            state[at.FREE] += places
        if state[at.FREE_TABLES] < looks:
            tables = len(self.tables.free)
            free = _more_free(self.tables.free, int(state[at.FREE_TABLES]))
            self.tables = at.TablePool(_doubled(self.tables.tables), _doubled(self.tables.references), free)
            state[at.FREE_TABLES] += tables
        failing.reserve(looks)


def _descending(first: int, end: int, size: int) -> NDArray[np.int32]:
    """Free places, so that those of the lowest numbers are taken first."""
    free = np.zeros(size, np.int32)
    free[: end - first] = np.arange(end - 1, first - 1, -1)
    return free


def _more_free(free: NDArray[np.int32], count: int) -> NDArray[np.int32]:
    """The free places of a pool that has doubled."""
    places = len(free)
    more = np.zeros(2 * places, np.int32)
    more[:places] = np.arange(2 * places - 1, places - 1, -1)
    more[places : places + count] = free[:count]
    return more


def _doubled(array: NDArray[np.generic]) -> NDArray[np.generic]:
    larger = np.empty((2 * len(array), *array.shape[1:]), array.dtype)
    larger[: len(array)] = array
    if array.dtype == np.int32:
        larger[len(array) :] = 0  # nothing refers to the new ones
    return larger
