"""Distributions and summaries, asked of the engine."""

from __future__ import annotations

from dataclasses import dataclass

from arxdesk.analysis.request import Request
from arxdesk_engine.analysis.distribution.distribution import Distribution, distribution
from arxdesk_engine.analysis.distribution.summary import Summary, summary
from arxdesk_engine.analysis.tables import AnalyzedTable
from arxdesk_engine.foundation.control import Control


@dataclass(frozen=True, slots=True)
class DistributionOf(Request[Distribution]):
    """The distribution of an attribute; `width` is one of those that were offered, None for the default."""

    attribute: str
    width: str | None = None

    def run(self, table: AnalyzedTable, control: Control) -> Distribution:
        """Count. Raises a UserError."""
        return distribution(table, self.attribute, self.width, control)


@dataclass(frozen=True, slots=True)
class SummaryOf(Request[Summary]):
    """The summary of one side; with `only_complete`, of the people who show a value in each of the attributes."""

    attribute: str
    only_complete: bool = False

    def run(self, table: AnalyzedTable, control: Control) -> Summary:
        """Summarize. Raises a UserError."""
        return summary(table, self.attribute, only_complete=self.only_complete, control=control)
