"""Predictions, asked of the engine."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from arxdesk.analysis.request import Request
from arxdesk_engine.analysis.prediction.predictions import Predictions, predictions
from arxdesk_engine.analysis.tables import AnalyzedTable
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.utility import UtilitySettings


@dataclass(frozen=True, slots=True)
class PredictionsOf(Request[Predictions]):
    """Every target of the settings by every method."""

    is_by_hand: ClassVar[bool] = True
    settings: UtilitySettings = field(compare=False)
    said: str
    """The settings as a text: equal ones are asked once."""

    @classmethod
    def of(cls, settings: UtilitySettings) -> PredictionsOf:
        """Ask for what the settings say."""
        return cls(settings, settings.model_dump_json())

    def run(self, table: AnalyzedTable, control: Control) -> Predictions:
        """Predict one target after the other. Raises a UserError for attributes that are not there."""
        return predictions(table, self.settings, control)
