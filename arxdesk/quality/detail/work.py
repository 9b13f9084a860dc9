"""Quality measures, asked of the engine."""

from __future__ import annotations

from dataclasses import dataclass

from arxdesk.analysis.request import Request
from arxdesk_engine.analysis.detail.levels import records_at_levels
from arxdesk_engine.analysis.detail.measures import DetailMeasures, measures
from arxdesk_engine.analysis.tables import AnalyzedTable, OutputTable
from arxdesk_engine.foundation.control import Control


@dataclass(frozen=True, slots=True)
class MeasuresOf(Request[DetailMeasures]):
    """The measures of an output, or of an input: there all of the detail is left, but cells may be missing."""

    def run(self, table: AnalyzedTable, control: Control) -> DetailMeasures:
        """Compute them. Raises a UserError, or Stopped."""
        return measures(table, control)


@dataclass(frozen=True, slots=True)
class LevelsOf(Request[tuple[tuple[int, ...], ...]]):
    """How many records of an output read which level of each attribute; () where all read the same."""

    def run(self, table: AnalyzedTable, control: Control) -> tuple[tuple[int, ...], ...]:
        """Count them."""
        del control  # one pass over the distinct tuples
        return records_at_levels(table) if isinstance(table, OutputTable) else ()
