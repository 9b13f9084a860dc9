"""The position of each transformation in a Hasse diagram: rows by height, each centred, the most general on top."""

from __future__ import annotations

import numpy as np

from arxdesk_engine.exploration.alternatives import Counts, Floats, Rows


class HasseLayout:
    """The position of each row, from the rows by height (`Alternatives.by_height`, `.starts`)."""

    def __init__(self, by_height: Rows, starts: Counts) -> None:
        self.by_height = by_height
        self.starts = starts
        self.widths = np.diff(starts)
        self._rank = np.empty(len(by_height), np.int32)
        self._rank[by_height] = np.arange(len(by_height), dtype=np.int32)

    @property
    def heights(self) -> int:
        """The number of rows of the diagram."""
        return len(self.widths)

    @property
    def widest(self) -> int:
        """The number of nodes of the widest row."""
        return int(self.widths.max())

    def place_of(self, row: int) -> tuple[int, int]:
        """The height of a transformation and its index there."""
        rank = int(self._rank[row])
        height = int(np.searchsorted(self.starts, rank, "right")) - 1
        return height, rank - int(self.starts[height])

    def places_of(self, rows: Rows) -> tuple[Counts, Floats]:
        """The heights of several, and how many nodes they stand right of the middle."""
        rank = self._rank[rows].astype(np.int64)
        height = np.searchsorted(self.starts, rank, "right") - 1
        return height, rank - self.starts[height] - (self.widths[height] - 1) / 2

    def offset_of(self, row: int) -> float:
        """The distance from the middle to the right, in nodes."""
        height, index = self.place_of(row)
        return index - (int(self.widths[height]) - 1) / 2

    def row_at(self, height: int, index: int) -> int:
        """The transformation at a place; -1 for an empty one."""
        if not 0 <= height < self.heights or not 0 <= index < int(self.widths[height]):
            return -1
        return int(self.by_height[int(self.starts[height]) + index])

    def rows_at(self, height: int, first: int, last: int) -> Rows:
        """The transformations from an index of a height to before another one."""
        start = int(self.starts[height])
        return self.by_height[start + first : start + last]
