"""The finished searches of the open document, for comparison: configuration, outcome and proof of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from PySide6.QtCore import QObject, Signal

from arxdesk.core.values.results import Result
from arxdesk.ui.words import joined
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.job.job import Job
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.search.solution import Solution, Status

Point = tuple[float, float | None, float | None]
"""Seconds, best score, proven bound."""

MOST = 12
"""So many are kept; the oldest that is not drawn goes first."""
MOST_POINTS = 1_000
_NAMED = 3
_SECTIONS = {
    "privacy": marked("privacy models"),
    "suppression": marked("suppression limit"),
    "quality": marked("quality model"),
    "subset": marked("research subset"),
    "sampling": marked("random sample"),
    "population": marked("population"),
    "costs": marked("costs"),
}


@dataclass(frozen=True, slots=True, eq=False)
class RunConfiguration:
    """The configuration of a search. Tables and hierarchies are never changed, only replaced."""

    job: Job
    dataset: Dataset
    hierarchies: Mapping[str, Hierarchy]

    def differences(self, other: RunConfiguration) -> tuple[str, ...]:
        """The differences of two configurations in words; () if the same problem was searched."""
        mine, theirs = self.job, other.job
        found = [tr(words) for name, words in _SECTIONS.items() if getattr(mine, name) != getattr(theirs, name)]
        if self.dataset is not other.dataset:
            found.append(tr("table"))
        changed = [name for name in self.dataset.names if self._settings(name, other) != other._settings(name, self)]
        if changed:
            found.append(tr("settings of {names}", names=joined(changed, _NAMED)))
        names = sorted({*self.hierarchies, *other.hierarchies} - set(changed))
        rebuilt = [name for name in names if self.hierarchies.get(name) is not other.hierarchies.get(name)]
        if rebuilt:
            found.append(tr("hierarchy of {names}", names=joined(rebuilt, _NAMED)))
        return tuple(found)

    def _settings(self, name: str, other: RunConfiguration) -> AttributeSettings:
        """The settings of an attribute; the path of an equal hierarchy is no difference: saving moves its file."""
        settings, hierarchy = self.job.settings_of(name), self.hierarchies.get(name)
        if hierarchy is None or hierarchy is not other.hierarchies.get(name):
            return settings
        return settings.model_copy(update={"hierarchy": None})


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """One search, however often it was searched on. `look` is how its curves look."""

    number: int
    look: int
    configuration: RunConfiguration
    status: Status
    algorithm: str
    is_drawn_by_chance: bool
    score: float | None
    levels: Levels | None
    gap: float | None
    lower_bound: float
    checks: int
    seconds: float
    points: tuple[Point, ...]
    is_shown: bool = False
    """Whether it is drawn beside the one that the panel shows."""


class Runs(QObject):
    """Holds the runs of one document. The current one is shown in the panel; there is none during a search that
    has not ended once."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._runs: list[Run] = []
        self._current: int | None = None
        self._last_number = 0
        self._problem: object = None  # of the latest run; keeping others would only cost memory

    @property
    def runs(self) -> tuple[Run, ...]:
        """All runs, the latest last."""
        return tuple(self._runs)

    @property
    def current(self) -> Run | None:
        """The run in the panel."""
        return next((run for run in self._runs if run.number == self._current), None)

    @property
    def shown(self) -> tuple[Run, ...]:
        """The runs drawn beside it."""
        return tuple(run for run in self._runs if run.is_shown and run.number != self._current)

    def differences(self, run: Run) -> tuple[str, ...]:
        """The differences between the configurations of a run and of the latest one."""
        return run.configuration.differences(self._runs[-1].configuration)

    def begin(self) -> None:
        """Start a run: the current one joins the others."""
        self._current = None
        self.changed.emit()

    def add(self, result: Result, hierarchies: Mapping[str, Hierarchy], points: Sequence[Point]) -> Run:
        """Add a finished search; one that was continued replaces its earlier run."""
        solution = result.solution
        problem = result.anonymizer.problem
        before = self._runs[-1] if self._runs and problem is self._problem else None
        if before is None:
            self._last_number += 1
            number, look = self._last_number, self._free_look()
        else:
            number, look = before.number, before.look
            self._runs.remove(before)
        best = solution.best
        made = Run(
            number=number,
            look=look,
            configuration=RunConfiguration(result.job, result.anonymizer.dataset, dict(hierarchies)),
            status=solution.status,
            algorithm=solution.algorithm,
            is_drawn_by_chance=solution.is_drawn,
            score=None if best is None else best.score,
            levels=None if best is None else best.levels,
            gap=solution.gap,
            lower_bound=solution.lower_bound,
            checks=solution.checks,
            seconds=solution.seconds,
            points=_thinned((*points, _last_point(solution))),
            is_shown=before is not None and before.is_shown,
        )
        self._runs.append(made)
        self._problem = problem
        self._current = number
        self._make_room()
        self.changed.emit()
        return made

    def show(self, number: int, is_shown: bool) -> None:
        """Draw a run, or leave it out."""
        self._runs = [replace(run, is_shown=is_shown) if run.number == number else run for run in self._runs]
        self.changed.emit()

    def remove(self, number: int) -> None:
        """Forget a run; the current one stays."""
        self._runs = [run for run in self._runs if run.number != number or number == self._current]
        self.changed.emit()

    def clear(self) -> None:
        """Forget all but the current one."""
        self._runs = [run for run in self._runs if run.number == self._current]
        self.changed.emit()

    def take_over(self, other: Runs) -> None:
        """Hold the runs of another one, which a window made anew follows; none of them is in the panel yet."""
        self._runs, self._last_number, self._problem = list(other.runs), other._last_number, other._problem
        self._current = None
        self.changed.emit()

    def forget(self) -> None:
        """Forget all: another document is open."""
        self._runs, self._current, self._last_number, self._problem = [], None, 0, None
        self.changed.emit()

    def _free_look(self) -> int:
        taken = {run.look for run in self._runs}
        return next(look for look in range(MOST + 1) if look not in taken)

    def _make_room(self) -> None:
        while len(self._runs) > MOST:
            others = self._runs[:-1]
            self._runs.remove(next((run for run in others if not run.is_shown), others[0]))


def _last_point(solution: Solution) -> Point:
    return solution.seconds, None if solution.best is None else solution.best.score, solution.lower_bound


def _thinned(points: Sequence[Point]) -> tuple[Point, ...]:
    """The points to draw: every change of the score, and as many bounds in between as can be distinguished."""
    if len(points) <= MOST_POINTS:
        return tuple(points)
    step = len(points) // MOST_POINTS + 1
    kept = [
        point
        for place, point in enumerate(points)
        if place % step == 0 or place == len(points) - 1 or point[1] != points[place - 1][1]
    ]
    return tuple(kept)
