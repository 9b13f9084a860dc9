"""Local recoding, asked of the engine."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from arxdesk.analysis.request import Request
from arxdesk.core.values.results import Result
from arxdesk.ui.words import LOCAL
from arxdesk_engine.analysis.applied import Applied, Recoded
from arxdesk_engine.analysis.tables import AnalyzedTable
from arxdesk_engine.exploration.applying import recode
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.search import LocalRecodingSettings


@dataclass(frozen=True, slots=True)
class Recode(Request[Recoded]):
    """Recode the records that `applied`, of `result`, removes, within `seconds` (None: to the end)."""

    is_by_hand: ClassVar[bool] = True
    result: Result = field(compare=False, repr=False)
    applied: Applied = field(compare=False, repr=False)
    settings: LocalRecodingSettings
    seconds: float | None = None

    def run(self, table: AnalyzedTable, control: Control) -> Recoded:
        """Recode; after a stop, with the finished iterations. Raises ValueError for models that cannot be combined."""
        del table  # of which `applied` is the origin
        anonymizer, solution = self.result.anonymizer, self.result.solution
        return recode(
            anonymizer, solution, self.applied, self.settings, seconds=self.seconds, control=control, words=LOCAL
        )
