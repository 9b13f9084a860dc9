"""A transformation made real: the values that the window, the library and all figures share."""

from __future__ import annotations

from dataclasses import dataclass

from arxdesk_engine.job.search import RecodingSettings
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.release.transform.apply import Output
from arxdesk_engine.search.local_recoding import LocalRecoding
from arxdesk_engine.search.solution import Check


@dataclass(frozen=True, slots=True, eq=False)
class Recoded:
    """Local recoding of the records that a transformation removed; instances are compared by identity.

    `first` is that transformation alone, with `detail_before` of the detail kept; `detail_after` is kept in the whole
    table then. `settings` are the requested ones.
    """

    first: Check
    found: LocalRecoding
    settings: RecodingSettings
    detail_before: float
    detail_after: float
    was_another: bool = False
    """Whether the project was saved with a different table, made by an earlier version from the same settings."""

    @property
    def people_kept(self) -> int:
        """The removed records that recoding recovers."""
        return self.first.suppressed_records - self.found.suppressed_records


@dataclass(frozen=True, slots=True)
class Application:
    """A request to apply: a transformation, and local recoding of the records that it removes, if any."""

    levels: Levels
    recoded: Recoded | None = None


@dataclass(frozen=True, slots=True)
class Applied:
    """An applied transformation: its check, its output table, and the share of detail kept.

    With local recoding (`recoded`), the check has the numbers of people and groups of the whole table,
    and the levels of the first transformation.

    `granularity` is the detail kept per quasi-identifier (1 all, 0 none), `mean_granularity` that of the table.
    """

    check: Check
    output: Output
    granularity: tuple[float, ...]
    mean_granularity: float
    recoded: Recoded | None = None

    @property
    def application(self) -> Application:
        """The requested transformation and recoding."""
        return Application(self.check.levels, self.recoded)

    @property
    def transformations(self) -> tuple[Levels, ...]:
        """All transformations in use, the first one before those of local recoding."""
        if self.recoded is None:
            return (self.check.levels,)
        if self.recoded.found.groupwise is not None:
            return self.recoded.found.recoding.transformations
        used = [each.levels for each in self.recoded.found.iterations]
        first = () if self.recoded.found.is_fresh else (self.check.levels,)
        return tuple(dict.fromkeys((*first, *used)))

    @property
    def score(self) -> float | None:
        """The score of the whole table; None where the quality model defines none for several transformations."""
        return self.check.score if self.recoded is None else self.recoded.found.score
