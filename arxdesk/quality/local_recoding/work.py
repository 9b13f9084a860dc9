"""Local recoding: what a transformation removed is anonymized again."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import ClassVar

from arxdesk.analysis.request import Request
from arxdesk.core.values.results import Result
from arxdesk.ui.words import count, people
from arxdesk_engine.analysis.applied import Applied, Recoded
from arxdesk_engine.analysis.tables import AnalyzedTable
from arxdesk_engine.foundation.control import Control, Progress, RecodingProgress
from arxdesk_engine.job.search import LocalRecodingSettings
from arxdesk_engine.search.solution import Limits


@dataclass(frozen=True, slots=True)
class Recode(Request[Recoded]):
    """Recode what `applied`, of `result`, removes, as `settings` say, within `seconds` (None: to the end)."""

    is_by_hand: ClassVar[bool] = True
    result: Result = field(compare=False, repr=False)
    applied: Applied = field(compare=False, repr=False)
    settings: LocalRecodingSettings
    seconds: float | None = None

    def run(self, table: AnalyzedTable, control: Control) -> Recoded:
        """Recode; stopped, with the iterations that are done. Raises ValueError for models that cannot be combined."""
        del table  # of which `applied` is the origin
        result, applied, settings = self.result, self.applied, self.settings
        first = result.anonymizer.look_at([applied.check.levels])[0]
        solution = replace(result.solution, best=first)
        step = control.of_step(lambda progress: control.report(_told(progress)))
        found = result.anonymizer.recode(solution, step, None, settings, Limits(self.seconds))
        control.report(Progress("Measuring the detail kept"))
        output = result.anonymizer.apply_recoding(found)
        after, _by_attribute = result.anonymizer.detail_kept(output, found)
        before = applied.mean_granularity
        if applied.recoded is not None:
            before = applied.recoded.detail_before
        return Recoded(first, found, settings, before, after)


def _told(progress: Progress) -> Progress:
    if not isinstance(progress, RecodingProgress):
        return progress
    left = f"{people(progress.records_left)} left"
    told = f"Iteration {count(progress.iteration)} of up to {count(progress.iterations)}, {left}"
    if progress.iteration == 0:
        told = f"First step, {left}"
    return Progress(told, progress.fraction)
