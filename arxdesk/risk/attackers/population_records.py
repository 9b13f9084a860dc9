"""Records at high risk in the population, not only in the table."""

from __future__ import annotations

from dataclasses import dataclass

from arxdesk.analysis.request import Request
from arxdesk_engine.analysis.shown.records import Rows, in_classes
from arxdesk_engine.analysis.tables import AnalyzedTable
from arxdesk_engine.foundation.control import Control


@dataclass(frozen=True, slots=True)
class AboveJournalistRisk(Request[Rows]):
    """The records whose risk, one over the size of their group in the population, exceeds a threshold."""

    threshold: float

    def run(self, table: AnalyzedTable, control: Control) -> Rows:
        """Find them, intp[records]."""
        return in_classes(table, 1.0 / table.classes.population_sizes > self.threshold, control)
