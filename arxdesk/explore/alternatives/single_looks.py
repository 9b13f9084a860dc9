"""Evaluation of single transformations on request."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from itertools import islice

from PySide6.QtCore import QObject

from arxdesk.core.wishes import Wishes
from arxdesk.tasks.activity import Activity
from arxdesk.tasks.jobs import Jobs
from arxdesk_engine.exploration.gathering import Gathering
from arxdesk_engine.foundation.language import marked
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.search.solution import Check

CHECKING = Activity(marked("Checking transformations"))

MOST_AT_ONCE = 64
"""The most transformations that are evaluated before results are shown."""


class SingleLooks(QObject):
    """A queue of transformations without repetitions; `found` is called with the checks of a batch."""

    def __init__(
        self, jobs: Jobs, wishes: Wishes, found: Callable[[list[Check]], object], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._jobs, self._wishes, self._found = jobs, wishes, found
        self._wanted: dict[Levels, None] = {}  # in their order; whoever asks again finds them at once
        self._gathering: Gathering | None = None

    @property
    def is_waiting(self) -> bool:
        """Whether some are not begun yet."""
        return bool(self._wanted)

    def ask(self, gathering: Gathering, transformations: Iterable[Levels]) -> None:
        """Evaluate these after the ones already queued."""
        self._gathering = gathering
        self._wanted.update(dict.fromkeys(transformations))
        self._begin_next()

    def forget(self) -> None:
        """Abandon the whole queue."""
        self._jobs.abandon(CHECKING)
        self._wanted.clear()

    def _begin_next(self) -> None:
        gathering = self._gathering
        if gathering is None or not self._wanted or self._jobs.is_running(CHECKING):
            return
        wanted = list(islice(self._wanted, MOST_AT_ONCE))
        for levels in wanted:
            del self._wanted[levels]
        self._jobs.start(self, CHECKING, partial(gathering.look_at, wanted), self._take, self._wishes.tell_failure)

    def _take(self, checks: list[Check]) -> None:
        self._found(checks)
        self._begin_next()
