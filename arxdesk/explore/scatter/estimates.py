"""Estimates of population uniqueness: kept for one problem and one population, made on demand."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal

from arxdesk.explore.alternatives.exploration import Exploration
from arxdesk.explore.scatter.work import estimate
from arxdesk.tasks.activity import Activity
from arxdesk.ui.words import capitalized
from arxdesk_engine.exploration.estimates import EstimateProgress, Shares
from arxdesk_engine.exploration.sifting import Sifted
from arxdesk_engine.foundation.errors import UserError
from arxdesk_engine.foundation.language import marked
from arxdesk_engine.lattice.lattice import Levels

ESTIMATING = Activity(marked("Estimating uniqueness in the population"))


class Estimates(QObject):
    """Estimates stay until the problem or the population changes; `changed` announces more of them."""

    changed = Signal()

    def __init__(self, exploration: Exploration, parent: QObject) -> None:
        super().__init__(parent)
        self._exploration = exploration
        self._of: tuple[object, object] | None = None
        self._known: dict[Levels, float] = {}
        self._sifted: Sifted | None = None
        self._told = EstimateProgress("")
        self._problem = ""

    @property
    def shares(self) -> Shares:
        """The known shares of the filtered transformations."""
        return self._told.shares

    @property
    def told(self) -> EstimateProgress:
        """The progress in words."""
        return self._told

    @property
    def problem(self) -> str:
        """Why there are no estimates, in words; "" without a problem."""
        return self._problem

    @property
    def is_running(self) -> bool:
        """Whether more are on their way."""
        return self._exploration.jobs.is_running(ESTIMATING)

    def ask(self) -> None:
        """Estimate for the filtered transformations, unless that was done."""
        document, sifted = self._exploration.document, self._exploration.sifted
        result, population = document.result, document.job.population
        if sifted is None or result is None or population is None or not self._exploration.may_look:
            return
        of = (result.anonymizer, population)
        if self._of is None or self._of[0] is not of[0] or self._of[1] != of[1]:
            self._of, self._known, self._told, self._sifted = of, {}, EstimateProgress(""), None
        if sifted is self._sifted:
            return
        self._sifted, self._problem = sifted, ""
        work = partial(estimate, result.anonymizer, population, sifted, dict(self._known))
        self._exploration.jobs.start(self, ESTIMATING, work, self._take, self._fail, self._take)

    def stop(self) -> None:
        """Stop with the estimates made so far."""
        self._exploration.jobs.stop(ESTIMATING)

    def go_on(self) -> None:
        """Resume with the missing estimates."""
        self._sifted = None
        self.ask()
        self.changed.emit()

    def _take(self, told: object) -> None:
        if isinstance(told, EstimateProgress):
            self._told = told
            self._known.update(told.shares)
            self.changed.emit()

    def _fail(self, error: Exception) -> None:
        if isinstance(error, UserError):
            told = (f"{capitalized(each.found)}. {each.remedy}" for each in error.problems)
            self._problem = " ".join(told)
            self.changed.emit()
        else:
            self._exploration.document.wishes.tell_failure(error)
