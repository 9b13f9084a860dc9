"""Who is found again in perturbed columns, as a question to the engine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from arxdesk.analysis.request import Request
from arxdesk_engine.analysis.risk.linkage import LinkageFigures, linkage_of
from arxdesk_engine.analysis.tables import AnalyzedTable, InputTable
from arxdesk_engine.foundation.control import Control


@dataclass(frozen=True, slots=True)
class LinkageOf(Request[LinkageFigures | None]):
    """The records of an output that are found by their original cells; None where nothing was perturbed."""

    is_long: ClassVar[bool] = True

    def run(self, table: AnalyzedTable, control: Control) -> LinkageFigures | None:
        """Look for them."""
        if isinstance(table, InputTable):
            return None
        return linkage_of(table.input.dataset, table.applied.output, control)
