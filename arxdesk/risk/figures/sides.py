"""The tables whose risks are shown, as chosen by the switch of the perspective."""

from __future__ import annotations

from arxdesk.analysis.analysis import Analysis
from arxdesk_engine.analysis.tables import AnalyzedTable
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.foundation.words import Unit


def share_of(unit: Unit) -> str:
    """What shares of records or of people are called beside a title."""
    return tr("share of people") if unit == "people" else tr("share of records")


def shown_tables(analysis: Analysis) -> dict[str, AnalyzedTable]:
    """The tables whose risks are shown, by "before" and "after"."""
    sides = analysis.sides
    return {side: table for side, table in analysis.tables.items() if sides in ("both", side)}
