"""The knowledge of the transformations, from a search, a classification, and single checks."""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.exploration.alternatives import MOST_WHOLE, Alternatives, LatticeFacts, State, sizes_by_height
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.quality.aggregate import aggregated_rows
from arxdesk_engine.quality.model import AttributeWiseModel
from arxdesk_engine.search.journal import JournalView
from arxdesk_engine.search.solution import Check
from arxdesk_engine.search.whole.classification import Classified

ROWS_AT_ONCE = 65_536
FIRST_ROOM = 1_024
MOST_SINGLY = 64
"""So many proofs are spread one by one; more at once take several passes over the whole lattice."""


class Gathering:
    """Write-once columns of one search. Workers fill them, one at a time; snapshots of them go to the main thread.

    The state of a row is written last, so that whoever reads a state finds its figures. Rows that a check excludes or
    includes by proof get a state without figures.
    """

    def __init__(self, anonymizer: Anonymizer) -> None:
        problem = anonymizer.problem
        heights = tuple(hierarchy.maximum_level for hierarchy in anonymizer.hierarchies.values())
        self.facts = LatticeFacts(
            anonymizer.quasi_identifiers,
            problem.lattice,
            heights,
            problem.grouping.records,
            problem.grouping.records if problem.removes_people else problem.suppressible,
            problem.grouping.people > 0,
        )
        self.anonymizer = anonymizer
        self.is_whole = problem.lattice.size <= MOST_WHOLE
        self._lock = threading.Lock()
        self._taken = 0
        self._last: Check | None = None
        self._journal: object = None
        self._places: dict[bytes, int] = {}
        self._sizes = sizes_by_height(problem.lattice)
        self._bottom = np.array(problem.lattice.bottom, np.int64)
        self._spans = np.array(problem.lattice.top, np.int64) - self._bottom + 1
        self._make_room(problem.lattice.size if self.is_whole else FIRST_ROOM)
        self._used = 0
        if self.is_whole:
            self._fill_whole()

    def take(self, seen: JournalView) -> None:
        """Take the new checks of a search; a search that starts again is taken again."""
        with self._lock:
            if seen.journal is not self._journal:
                self._journal, self._taken = seen.journal, 0
            if seen.count > self._taken:
                checks = seen.checks(self._taken)
                self._put_checks(checks, seen.seconds(self._taken))
                self._taken, self._last = seen.count, checks[-1]

    def complete(self, examined: Sequence[Check]) -> None:
        """Take the remaining checks of a finished search, if it was not followed to the end.

        All of them if another search was followed: one that starts again is not always followed.
        """
        with self._lock:
            is_followed = 0 < self._taken <= len(examined) and examined[self._taken - 1] is self._last
            new = examined[self._taken if is_followed else 0 :]
            if new:
                self._put_checks(new, [math.nan] * len(new))
                self._taken, self._last = len(examined), new[-1]

    def put(self, checks: Sequence[Check]) -> None:
        """Take single checks."""
        if checks:
            with self._lock:
                self._put_checks(checks, [math.nan] * len(checks))

    def snapshot(self, best: Levels | None, *, is_proven: bool) -> Alternatives:
        """The present knowledge; `best` is the best transformation of a search."""
        with self._lock:
            used = self._used
            shown = slice(0, used)
            by_height, starts = self._layout()
            found = Alternatives(
                self.facts,
                self.is_whole,
                self._levels[shown],
                self._state[shown],
                self._score[shown],
                self._lower_bound[shown],
                self._suppressed[shown],
                self._classes[shown],
                self._smallest[shown],
                self._seconds[shown],
                by_height,
                starts,
                self._sizes,
                -1,
                is_proven,
                self._places,
            )
        return found if best is None else replace(found, best=found.row_of(best))

    def classify(self, control: Control) -> None:
        """Find out everything about all transformations, in lexicographic order; ends early where it is stopped."""
        start, size = 0, self.facts.lattice.size
        for chunk in self.anonymizer.classify(control.of_step()):
            with self._lock:
                self._put_chunk(chunk, start)
            start += len(chunk)
            control.report(Progress(tr("Classifying the transformations"), start / size))

    def look_at(self, transformations: Sequence[Levels], control: Control) -> list[Check]:
        """Check single transformations, and keep the results."""
        found = self.anonymizer.look_at(transformations, control)
        self.put(found)
        return found

    def _make_room(self, room: int) -> None:
        attributes = len(self._bottom)
        self._levels = np.zeros((room, attributes), np.int16)
        self._state = np.zeros(room, np.uint8)
        self._score, self._lower_bound = np.full(room, np.nan), np.full(room, np.nan)
        self._suppressed, self._classes, self._smallest = (np.full(room, -1, np.int64) for _figure in range(3))
        self._seconds = np.full(room, np.nan, np.float32)

    def _grow(self, room: int) -> None:
        """Move to larger columns; snapshots keep the old ones."""
        before = self._columns
        self._make_room(room)
        for old, new in zip(before, self._columns, strict=True):
            new[: self._used] = old[: self._used]

    @property
    def _columns(self) -> tuple[NDArray[Any], ...]:
        known = (self._levels, self._state, self._score, self._lower_bound)
        return (*known, self._suppressed, self._classes, self._smallest, self._seconds)

    def _fill_whole(self) -> None:
        size = len(self._state)
        strides = np.append(np.cumprod(self._spans[:0:-1])[::-1], 1)
        quality = self.anonymizer.problem.quality
        for start in range(0, size, ROWS_AT_ONCE):
            places = np.arange(start, min(start + ROWS_AT_ONCE, size))
            levels = self._bottom + places[:, None] // strides % self._spans
            self._levels[places] = levels
            if isinstance(quality, AttributeWiseModel):
                table = quality.bound_table[np.arange(len(strides)), levels]
                self._lower_bound[places] = aggregated_rows(table, quality.aggregate_kind)
        self._used = size
        self._strides = strides
        heights = self._levels.sum(axis=1, dtype=np.int32) - int(self._bottom.sum())
        self._whole_layout = np.argsort(heights, kind="stable"), _starts(heights, len(self._sizes))
        wide = [int(span) for span in self._spans if span > 1] or [1]  # arrays have few dimensions to spare
        self._cube = self._state.reshape(wide)
        self._marked = np.zeros((2, size), np.bool_)

    def _layout(self) -> tuple[np.ndarray, np.ndarray]:
        if self.is_whole:
            return self._whole_layout
        heights = self._levels[: self._used].sum(axis=1, dtype=np.int32) - int(self._bottom.sum())
        return np.argsort(heights, kind="stable"), _starts(heights, len(self._sizes))

    def _put_checks(self, checks: Sequence[Check], seconds: Sequence[float]) -> None:
        levels = np.array([check.levels for check in checks], np.int16)
        rows = self._rows_of(levels)
        new = self._suppressed[rows] < 0
        anonymous = np.array([check.anonymous for check in checks])
        score = np.array([float(check.score) for check in checks])
        self._score[rows] = np.where(anonymous, score, np.nan)
        self._lower_bound[rows] = [float(check.lower_bound) for check in checks]
        self._classes[rows] = [check.classes for check in checks]
        self._smallest[rows] = [check.smallest_class for check in checks]
        self._suppressed[rows] = [check.suppressed_records for check in checks]
        self._seconds[rows] = np.where(new, np.array(seconds, np.float32), self._seconds[rows])
        self._state[rows] = np.where(anonymous, State.ANONYMOUS, State.NOT)
        if self.is_whole:
            self._mark(checks, rows)

    def _rows_of(self, levels: np.ndarray) -> np.ndarray:
        if self.is_whole:
            rows: np.ndarray = (levels - self._bottom) @ self._strides
            return rows
        places = [self._places.get(key, -1) for key in map(bytes, levels)]
        new = sum(place < 0 for place in places)
        if self._used + new > len(self._state):
            self._grow(max(2 * len(self._state), self._used + new))
        for number, place in enumerate(places):
            if place >= 0:
                continue
            key = levels[number].tobytes()
            known = self._places.get(key)  # the same one may come twice at once
            if known is None:
                known = self._used
                self._levels[known] = levels[number]
                self._places[key] = known
                self._used += 1
            places[number] = known
        return np.array(places, np.intp)

    def _mark(self, checks: Sequence[Check], rows: np.ndarray) -> None:
        """The consequences of single checks for all transformations below or above."""
        failing = np.array([check.specializations_fail for check in checks], np.bool_)
        holding = np.array([check.generalizations_hold for check in checks], np.bool_) & ~failing
        for proven, state, below in ((failing, State.NOT, True), (holding, State.ANONYMOUS, False)):
            new = rows[proven][~self._marked[int(below)][rows[proven]]]
            if len(new) > MOST_SINGLY:
                self._sweep(new, state, below=below)
            else:
                for row in new.tolist():
                    self._spread(row, state, below=below)

    def _sweep(self, rows: np.ndarray, state: State, *, below: bool) -> None:
        """The same for many at once: along each attribute a mark marks all that follow."""
        marked = self._marked[int(below)]
        marked[rows] = True
        cube = marked.reshape(self._cube.shape)
        for axis in range(cube.ndim):
            along = np.flip(cube, axis) if below else cube
            np.logical_or.accumulate(along, axis=axis, out=along)
        self._state[marked & (self._state == State.UNKNOWN)] = state

    def _spread(self, row: int, state: State, *, below: bool) -> None:
        marked = self._marked[int(below)]
        if marked[row]:
            return
        place = [
            int(level) for level, span in zip(self._levels[row] - self._bottom, self._spans, strict=True) if span > 1
        ]
        reach = tuple(slice(0, at + 1) if below else slice(at, None) for at in place or [0])
        part = self._cube[reach]
        part[part == State.UNKNOWN] = state
        marked.reshape(self._cube.shape)[reach] = True

    def _put_chunk(self, chunk: Classified, start: int) -> None:
        rows = slice(start, start + len(chunk))
        self._score[rows] = chunk.score
        self._lower_bound[rows] = chunk.lower_bound
        self._classes[rows] = chunk.classes
        self._smallest[rows] = chunk.smallest_class
        self._suppressed[rows] = chunk.suppressed_records
        self._state[rows] = np.where(chunk.anonymous, State.ANONYMOUS, State.NOT)


def _starts(heights: np.ndarray, count: int) -> np.ndarray:
    return np.concatenate(([0], np.cumsum(np.bincount(heights, minlength=count))))
