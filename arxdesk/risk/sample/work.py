"""The risk of the records of a sample, and the records behind it, as questions to the engine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from arxdesk.analysis.request import Request
from arxdesk_engine.analysis.risk.sample import RankedRisks, SampleRisks, risks_in_table
from arxdesk_engine.analysis.shown.records import Rows
from arxdesk_engine.analysis.tables import AnalyzedTable
from arxdesk_engine.foundation.control import Control


@dataclass(frozen=True, slots=True)
class SampleRisksOf(Request[SampleRisks]):
    """The risk of each record by the columns with weights and households, either of which may be missing."""

    is_long: ClassVar[bool] = True
    weight: str | None
    household: str | None

    def run(self, table: AnalyzedTable, control: Control) -> SampleRisks:
        """Estimate it. Raises a UserError where the columns do not fit, or the research subset cannot be read."""
        return risks_in_table(table, self.weight, self.household, control)


@dataclass(frozen=True, slots=True)
class RecordsOfRisk(Request[Rows]):
    """The records with a risk above `low` and up to `high`, the highest first."""

    ranked: RankedRisks
    low: float
    high: float

    def run(self, table: AnalyzedTable, control: Control) -> Rows:
        """Pick them, intp[records]."""
        del table
        control.raise_if_stopped()
        return self.ranked.between(self.low, self.high)


@dataclass(frozen=True, slots=True)
class SampleUniques(Request[Rows]):
    """The records that look like no other, those of the highest risk first."""

    found: SampleRisks

    def run(self, table: AnalyzedTable, control: Control) -> Rows:
        """Pick them, intp[records]."""
        del table
        control.raise_if_stopped()
        return self.found.alone
