"""The checks of a search, readable by other threads while it runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arxdesk_engine.foundation.control import SearchProgress

if TYPE_CHECKING:
    from arxdesk_engine.search.solution import Check


class Journal:
    """Looks in their order, each with the seconds since the search began; only ever appended to, by one thread."""

    def __init__(self) -> None:
        self._checks: list[Check] = []
        self._seconds: list[float] = []

    def __len__(self) -> int:
        return len(self._checks)

    def add(self, check: Check, seconds: float) -> None:
        """Note a check."""
        self._seconds.append(seconds)
        self._checks.append(check)  # last, so that every look that is counted has its time

    def checks(self, start: int, end: int) -> list[Check]:
        """The looks from the `start`-th up to the one before the `end`-th."""
        return self._checks[start:end]

    def seconds(self, start: int, end: int) -> list[float]:
        """When these looks were taken."""
        return self._seconds[start:end]


@dataclass(frozen=True, slots=True)
class JournalView:
    """The first `count` checks of a journal: those at the time of this view.

    `before` are the seconds that a search had taken which this one goes on from, in a journal of its own.
    """

    journal: Journal
    count: int
    before: float = 0.0

    def checks(self, start: int = 0) -> list[Check]:
        """The looks from the `start`-th on."""
        return self.journal.checks(start, self.count)

    def seconds(self, start: int = 0) -> list[float]:
        """When these looks were taken, in seconds since the search began."""
        return [self.before + seconds for seconds in self.journal.seconds(start, self.count)]


@dataclass(frozen=True, slots=True)
class SearchReport(SearchProgress):
    """Progress of a search, with its looks until now."""

    seen: JournalView | None = None
