"""Searching the texts of a model in slices between events of the user, so that no number of rows blocks."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from PySide6.QtCore import QAbstractItemModel, QObject, QTimer

_SLICE = 0.01
"""Seconds of searching between two checks for events of the user."""
_STEP = 200
"""Rows between two looks at the clock."""


class RowSearch(QObject):
    """Finds the rows whose texts in one column hold every word, in any order and case; hands them to `take`."""

    def __init__(self, column: int, take: Callable[[list[int]], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._column, self._take = column, take
        self._looking: Iterator[None] | None = None
        self._slices = QTimer(self)
        self._slices.timeout.connect(self.look_on)

    @property
    def is_running(self) -> bool:
        """Whether rows are still to be searched."""
        return self._looking is not None

    def start(self, model: QAbstractItemModel | None, words: list[str]) -> None:
        """Search anew, for casefolded words; the first slice at once."""
        self._looking = self._look_for(model, words)
        self._slices.start(0)
        self.look_on()

    def stop(self) -> None:
        """Give up; nothing is handed over."""
        self._looking = None
        self._slices.stop()

    def look_on(self) -> None:
        """Search for the time of a slice."""
        end = time.perf_counter() + _SLICE
        while self._looking is not None and time.perf_counter() < end:
            next(self._looking, None)

    def _look_for(self, model: QAbstractItemModel | None, words: list[str]) -> Iterator[None]:
        found = list[int]()
        for row in range(model.rowCount() if model is not None else 0):
            text = str(model.index(row, self._column).data() or "").casefold() if model is not None else ""
            if all(word in text for word in words):
                found.append(row)
            if row % _STEP == _STEP - 1:
                yield
        self.stop()
        self._take(found)
