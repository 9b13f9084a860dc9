"""The outputs that were shown last, so that undo brings them back at once. They are as large as the table."""

from __future__ import annotations

from arxdesk.results import Applied
from engine.lattice.lattice import Levels

MOST_OUTPUTS, MOST_CELLS = 4, 40_000_000
"""So many outputs are kept, and fewer where they have more cells together; the last one always is."""


class KeptOutputs:
    """What was applied of one result, by levels; what was shown longest ago goes first."""

    def __init__(self) -> None:
        self._kept: dict[Levels, Applied] = {}

    def of(self, levels: Levels) -> Applied | None:
        """The output of a transformation; None where it has to be made again."""
        return self._kept.get(levels)

    def keep(self, applied: Applied) -> None:
        """Keep what is shown now."""
        levels = applied.check.levels
        self._kept.pop(levels, None)
        self._kept[levels] = applied
        dataset = applied.output.dataset
        cells = max(1, dataset.records * len(dataset.names))
        while len(self._kept) > max(1, min(MOST_OUTPUTS, MOST_CELLS // cells)):
            del self._kept[next(iter(self._kept))]

    def clear(self) -> None:
        """Forget the outputs of an earlier result."""
        self._kept.clear()
