"""The tables whose risks are shown, as chosen by the switch of the perspective."""

from __future__ import annotations

from arxdesk.analysis.analysis import Analysis
from arxdesk_engine.analysis.tables import AnalyzedTable

IN_TABLE = {"before": "in the input", "after": "in the output"}


def shown_tables(analysis: Analysis) -> dict[str, AnalyzedTable]:
    """The tables whose risks are shown, by "before" and "after"."""
    sides = analysis.sides
    return {side: table for side, table in analysis.tables.items() if sides in ("both", side)}
