"""The base of the views whose figures follow from the sizes of the classes: both sides, thresholds, drill-down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtWidgets import QWidget

from arxdesk.analysis.analyses import TableRequest
from arxdesk.analysis.analysis import Analysis
from arxdesk.analysis.request import Request
from arxdesk.analysis.shown_records import FigureRecords
from arxdesk.analysis.sides import reason_in
from arxdesk.analysis.view import NO_QUASI_IDENTIFIERS, AnalysisView
from arxdesk.analysis.work import ClassesOf
from arxdesk.risk.figures.sides import shown_tables
from arxdesk_engine.analysis.class_counts import ClassCounts
from arxdesk_engine.analysis.risk.figures import RiskFigures, risk_figures
from arxdesk_engine.foundation.language import tr


class RiskView(AnalysisView):
    """Asks for the classes of the visible sides; subclasses draw figures, and redraw what depends on thresholds."""

    def __init__(
        self, analysis: Analysis, title: str, caption: str, topic: str, content: QWidget, parent: QWidget | None = None
    ) -> None:
        super().__init__(analysis, title, caption, topic, content, parent)
        self._found: dict[str, ClassCounts] = {}
        analysis.sides_changed.connect(self.refresh)
        analysis.document.analysis_changed.connect(self._judge)

    def show_figures(self, shown: RiskFigures) -> None:
        """Fill the view."""
        raise NotImplementedError

    def show_judgement(self, shown: RiskFigures) -> None:
        """Redraw what depends on the thresholds; by default everything."""
        self.show_figures(shown)

    def wanted(self) -> Mapping[str, TableRequest] | str:
        """The classes of the visible tables."""
        self._found = {}
        tables = shown_tables(self.analysis)
        if not any(table.quasi_identifiers for table in tables.values()):
            return tr(NO_QUASI_IDENTIFIERS)
        return {side: TableRequest(table, ClassesOf()) for side, table in tables.items()}

    def show_found(self, found: Mapping[str, Any]) -> None:
        """Show the figures received so far."""
        self._found = dict(found)
        self.show_figures(risk_figures(self._found, self.analysis.thresholds))

    def open_people(self, side: str, request: Request[Any], reason: str) -> None:
        """Show the people behind a figure of a side; `reason` follows their number."""
        table = self.analysis.tables.get(side)
        if table is not None:
            self.analysis.show_records(FigureRecords(reason_in(side, reason), table, request, "risk"))

    def _judge(self) -> None:
        if self._found and self.isVisible():
            self.show_judgement(risk_figures(self._found, self.analysis.thresholds))
        else:
            self.refresh()
