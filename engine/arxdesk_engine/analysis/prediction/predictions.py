"""Predictions of targets, trained on the input and on the output."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from arxdesk_engine.analysis.facts.utility import predictions_of, predictions_of_input
from arxdesk_engine.analysis.statistics.classification import ACTIVITIES, ClassificationPerformance
from arxdesk_engine.analysis.tables import AnalyzedTable, OutputTable
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.job.utility import UtilitySettings, require_columns

_OF_TARGET = {
    "logistic-regression": marked("Predicting {target} by logistic regression"),
    "naive-bayes": marked("Predicting {target} by naive bayes"),
    "random-forest": marked("Predicting {target} by random forest"),
}
"""The activities of methods with what they predict."""


@dataclass(frozen=True, slots=True, eq=False)
class Predictions:
    """Predictions by target, in the order of the settings; None with fewer than two records to learn from.

    If stopped, targets are missing, or methods of the last one. `has_output`: whether there was
    one, `settings` are those of the request.
    """

    by_target: Mapping[str, ClassificationPerformance | None]
    settings: UtilitySettings
    has_output: bool

    @property
    def is_complete(self) -> bool:
        """Whether everything was computed."""
        done = all(each is None or each.complete for each in self.by_target.values())
        return done and len(self.by_target) == len(self.settings.targets)


def predictions(table: AnalyzedTable, settings: UtilitySettings, control: Control | None = None) -> Predictions:
    """Every target of the settings by every method, one target after the other; fewer if `control` is stopped.

    Raises a UserError for unknown attributes.
    """
    control = control or Control()
    given = table.input if isinstance(table, OutputTable) else table  # coarser values may not be numbers any more
    require_columns(settings, given.dataset, given.job.source)
    found: dict[str, ClassificationPerformance | None] = {}
    targets = settings.targets
    for place, target in enumerate(targets):
        if control.stopped:
            break
        step = _Steps(control, target, place, len(targets)).control
        found |= _predict(table, settings.model_copy(update={"targets": (target,)}), step)
    return Predictions(found, settings, isinstance(table, OutputTable))


def _predict(
    table: AnalyzedTable, settings: UtilitySettings, control: Control
) -> Mapping[str, ClassificationPerformance | None]:
    names = table.quasi_identifiers
    if not isinstance(table, OutputTable):
        return predictions_of_input(table.dataset, table.included, names, settings, control)
    recoded = table.applied.recoded
    recoding = None if recoded is None else recoded.found.recoding
    source, output = table.input.dataset, table.applied.output
    return predictions_of(table.problem, source, output, names, settings, recoding, control)


class _Steps:
    """Reports the progress of one of several targets as that of all."""

    def __init__(self, control: Control, target: str, place: int, targets: int) -> None:
        self._whole, self._target, self._place, self._targets = control, target, place, targets
        self.control = control.of_step(self._report)

    def _report(self, progress: Progress) -> None:
        done = (self._place + (progress.fraction or 0.0)) / self._targets
        self._whole.report(Progress(self._named(progress.activity), done))

    def _named(self, activity: str) -> str:
        """An activity with the target that it is about."""
        known = (
            tr(of_target, target=self._target) for m, of_target in _OF_TARGET.items() if activity == tr(ACTIVITIES[m])
        )
        return next(known, activity)
