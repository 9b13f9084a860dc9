"""The best transformations of a search in the order in which they were found, also while it goes on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arxdesk_engine.foundation.control import SearchProgress
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.search.journal import Journal, SearchReport
from arxdesk_engine.search.solution import Check, Improvement


@dataclass(frozen=True, slots=True)
class Find:
    """A transformation that was the best when it was found."""

    seconds: float
    score: float
    levels: Levels
    suppressed: int


class Finds:
    """Collects the improvements that each progress report adds."""

    def __init__(self) -> None:
        self.found: list[Find] = []
        self._journal: Journal | None = None
        self._read = 0

    def read(self, progress: SearchProgress) -> list[Find]:
        """The better ones that a search has found since the last report."""
        before = len(self.found)
        seen = progress.seen if isinstance(progress, SearchReport) else None
        if seen is not None:
            if seen.journal is not self._journal:
                self._journal, self._read = seen.journal, 0
            for check, seconds in zip(seen.checks(self._read), seen.seconds(self._read), strict=True):
                if check.anonymous and self._is_better(check.score, check.levels):
                    self.found.append(_find(seconds, check))
            self._read = seen.count
        levels, score = progress.levels, progress.score
        if levels is not None and score is not None and self._is_better(score, levels):  # journals end at some length
            self.found.append(Find(progress.seconds, score, levels, progress.suppressed_records or 0))
        return self.found[before:]

    def replace(self, improvements: Sequence[Improvement]) -> None:
        """Replace them by the final list of the search."""
        self.found = [_find(each.seconds, each.check) for each in improvements]

    def _is_better(self, score: float, levels: Levels) -> bool:
        """The order of the engine: a smaller score wins, then a smaller sum of levels, then smaller levels."""
        if not self.found:
            return True
        best = self.found[-1]
        return (score, sum(levels), levels) < (best.score, sum(best.levels), best.levels)


def _find(seconds: float, check: Check) -> Find:
    return Find(seconds, check.score, check.levels, check.suppressed_records)
