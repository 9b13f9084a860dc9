"""The outputs that were shown last, so that undo brings them back at once. They are as large as the table."""

from __future__ import annotations

from arxdesk_engine.analysis.applied import Application, Applied

MOST_OUTPUTS, MOST_CELLS = 4, 40_000_000
"""So many outputs are kept, and fewer where they have more cells together; the last one always is."""


class KeptOutputs:
    """What was applied of one result; what was shown longest ago goes first."""

    def __init__(self) -> None:
        self._kept: dict[Application, Applied] = {}

    def of(self, application: Application) -> Applied | None:
        """The output that was asked for like that; None where it has to be made again."""
        return self._kept.get(application)

    def keep(self, applied: Applied) -> None:
        """Keep what is shown now."""
        self._kept.pop(applied.application, None)
        self._kept[applied.application] = applied
        dataset = applied.output.dataset
        cells = max(1, dataset.records * len(dataset.names))
        while len(self._kept) > max(1, min(MOST_OUTPUTS, MOST_CELLS // cells)):
            del self._kept[next(iter(self._kept))]

    def clear(self) -> None:
        """Forget the outputs of an earlier result."""
        self._kept.clear()
