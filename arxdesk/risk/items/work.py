"""The rare combinations of items of a column of sets, and the records that have them, as questions to the engine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from arxdesk.analysis.request import Request
from arxdesk_engine.analysis.items.rare import RareCombinations, rare_in
from arxdesk_engine.analysis.shown.records import Rows
from arxdesk_engine.analysis.tables import AnalyzedTable
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.privacy.model import ItemCombinations


@dataclass(frozen=True, slots=True)
class RareItems(Request[RareCombinations]):
    """The combinations of items that fewer people have than is asked."""

    is_long: ClassVar[bool] = True
    asked: ItemCombinations

    def run(self, table: AnalyzedTable, control: Control) -> RareCombinations:
        """Count them. Raises a UserError where the research subset cannot be read."""
        return rare_in(table, self.asked, control)


@dataclass(frozen=True, slots=True)
class RecordsWithItems(Request[Rows]):
    """The records with all of some items in a cell; None: with any of the rare combinations."""

    found: RareCombinations
    items: tuple[str, ...] | None = None

    def run(self, table: AnalyzedTable, control: Control) -> Rows:
        """Pick them, intp[records]."""
        del table
        control.raise_if_stopped()
        return self.found.rows if self.items is None else self.found.records_with(self.items)
