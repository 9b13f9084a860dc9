"""Widths of the columns of values and levels that keep the last level in view if possible."""

from __future__ import annotations

from collections.abc import Sequence

from arxdesk.configure.hierarchies.preview.model import HierarchyPreviewModel
from arxdesk.ui.widgets.tables.records_table import RecordsTable

_NARROWEST = 96
"""A date is still read whole."""


def fit_levels(table: RecordsTable, model: HierarchyPreviewModel, room: int, widest: int) -> None:
    """Give every column its width, at most `widest`; where that is too much, shorten headings and columns."""
    needed: list[int] = []
    for short in (False, True):
        model.set_short_headings(short)
        table.resizeColumnsToContents()
        header = table.horizontalHeader()
        needed = [min(header.sectionSize(section), widest) for section in range(model.columnCount())]
        if sum(needed) <= room:
            break
    most = widest_that_fits(needed, room)
    for section, width in enumerate(needed):
        table.horizontalHeader().resizeSection(section, min(width, most))


def widest_that_fits(needed: Sequence[int], room: int) -> int:
    """The greatest width to cut columns to so that all of them fit; not below a readable width."""
    left, columns = room, len(needed)
    for width in sorted(needed):
        if width * columns > left:
            return max(_NARROWEST, left // columns)
        left, columns = left - width, columns - 1
    return max(needed, default=_NARROWEST)
