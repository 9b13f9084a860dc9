"""Identifiers of HIPAA's Safe Harbor rule as a question to the engine."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import ClassVar

from arxdesk.analysis.request import Request
from arxdesk_engine.analysis.risk.identifiers import FoundIdentifiers, identifiers_in
from arxdesk_engine.analysis.tables import AnalyzedTable
from arxdesk_engine.foundation.control import Control


@dataclass(frozen=True, slots=True)
class IdentifiersOf(Request[FoundIdentifiers]):
    """Identifiers among all columns, by their names and their values; roles do not matter."""

    is_long: ClassVar[bool] = True

    def run(self, table: AnalyzedTable, control: Control) -> FoundIdentifiers:
        """Look at every column."""
        return identifiers_in(table.dataset, control)

    def state(self, table: AnalyzedTable) -> Hashable:
        """The cells alone."""
        return table.dataset
