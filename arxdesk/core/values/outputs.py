"""The outputs shown last, kept so that undo restores them at once. Each is as large as the table."""

from __future__ import annotations

from arxdesk_engine.analysis.applied import Application, Applied

MOST_OUTPUTS, MOST_CELLS = 4, 40_000_000
"""Limits on the number of kept outputs and on their cells; the last one is always kept."""


class OutputCache:
    """Applied outputs of one result; the least recently shown is dropped first."""

    def __init__(self) -> None:
        self._kept: dict[Application, Applied] = {}

    def of(self, application: Application) -> Applied | None:
        """The output of an application; None if it has to be recreated."""
        return self._kept.get(application)

    def keep(self, applied: Applied) -> None:
        """Keep the shown output."""
        self._kept.pop(applied.application, None)
        self._kept[applied.application] = applied
        dataset = applied.output.dataset
        cells = max(1, dataset.records * len(dataset.names))
        while len(self._kept) > max(1, min(MOST_OUTPUTS, MOST_CELLS // cells)):
            del self._kept[next(iter(self._kept))]

    def clear(self) -> None:
        """Forget the outputs of an earlier result."""
        self._kept.clear()
