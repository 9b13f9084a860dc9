"""Rankings of attributes as questions to the engine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from arxdesk.analysis.request import Request
from arxdesk_engine.analysis.risk.ranking import AttributeRanking, alone_in, rank_attributes, rank_sets
from arxdesk_engine.analysis.shown.records import Rows
from arxdesk_engine.analysis.tables import AnalyzedTable
from arxdesk_engine.foundation.control import Control


@dataclass(frozen=True, slots=True)
class RankingOfSingles(Request[AttributeRanking]):
    """Each attribute alone: one pass per column, whatever their number."""

    attributes: tuple[str, ...]

    def run(self, table: AnalyzedTable, control: Control) -> AttributeRanking:
        """Count the values of each."""
        return rank_attributes(table, self.attributes, control)


@dataclass(frozen=True, slots=True)
class RankingOfSets(Request[AttributeRanking]):
    """All sets of `smallest` to `largest` attributes. When stopped, those done until then."""

    is_long: ClassVar[bool] = True
    attributes: tuple[str, ...]
    smallest: int
    largest: int

    def run(self, table: AnalyzedTable, control: Control) -> AttributeRanking:
        """Compare the records in every set."""
        return rank_sets(table, self.attributes, self.smallest, self.largest, control)


@dataclass(frozen=True, slots=True)
class UniqueRecords(Request[Rows]):
    """The records that are unique in some attributes, without records that are suppressed in them."""

    attributes: tuple[str, ...]

    def run(self, table: AnalyzedTable, control: Control) -> Rows:
        """Find them, intp[records], as in the file."""
        control.raise_if_stopped()
        return alone_in(table, self.attributes)
