"""Contingency tables and associations, asked of the engine."""

from __future__ import annotations

from dataclasses import dataclass

from arxdesk.analysis.request import Request
from arxdesk_engine.analysis.contingency.counting import Contingency, association, contingency
from arxdesk_engine.analysis.statistics.association import Association
from arxdesk_engine.analysis.tables import AnalyzedTable
from arxdesk_engine.foundation.control import Control


@dataclass(frozen=True, slots=True)
class ContingencyOf(Request[Contingency]):
    """The pairs of values of two attributes. `of_input`, asked of an output: those of its input, in the same order."""

    rows: str
    columns: str
    of_input: bool = False

    def run(self, table: AnalyzedTable, control: Control) -> Contingency:
        """Count. Raises a UserError."""
        return contingency(table, self.rows, self.columns, of_input=self.of_input, control=control)


@dataclass(frozen=True, slots=True)
class AssociationOf(Request[tuple[Association, ...]]):
    """The strength of the association of two attributes, before and after; of an input alone the same twice."""

    first: str
    second: str

    def run(self, table: AnalyzedTable, control: Control) -> tuple[Association, ...]:
        """Measure it. Raises a UserError."""
        return association(table, self.first, self.second, control)
