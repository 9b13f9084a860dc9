"""A selection of records to show, with its reason."""

from __future__ import annotations

from dataclasses import dataclass

from arxdesk.analysis.request import Request
from arxdesk_engine.analysis.shown.records import Rows
from arxdesk_engine.analysis.tables import AnalyzedTable


@dataclass(frozen=True, slots=True)
class FigureRecords:
    """The records that a figure counts.

    `reason` is what they have in common, to follow a number of people: "in groups of exactly 5 in the output".
    `request` finds them: places in the table, intp[records], in the order in which they are shown. `origin` is the
    perspective that the figure stands in, and `attribute` the one to look at, if any.
    """

    reason: str
    table: AnalyzedTable
    request: Request[Rows]
    origin: str
    attribute: str | None = None
