"""Population uniqueness as a question to the engine."""

from __future__ import annotations

from dataclasses import dataclass

from arxdesk.analysis.request import Request
from arxdesk_engine.analysis.risk.uniqueness import UniquenessEstimates, population_uniqueness
from arxdesk_engine.analysis.tables import AnalyzedTable
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.risk.population import Population


@dataclass(frozen=True, slots=True)
class UniquenessOf(Request[UniquenessEstimates]):
    """Uniqueness in a population (None: not known) by all estimators."""

    population: Population | None

    def run(self, table: AnalyzedTable, control: Control) -> UniquenessEstimates:
        """Estimate it. Raises a UserError where the population is smaller than the table."""
        del control
        return population_uniqueness(table, self.population)
