"""Widths of the columns of values and levels that keep the last level in view if possible."""

from __future__ import annotations

from collections.abc import Sequence

from arxdesk.configure.hierarchies.preview.model import HierarchyPreviewModel
from arxdesk.ui.widgets.tables.records_table import RecordsTable, widest_that_fits

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
    for section, width in enumerate(level_widths(needed, room)):
        table.horizontalHeader().resizeSection(section, width)


def level_widths(needed: Sequence[int], room: int) -> list[int]:
    """The widths of columns that need so much: cut so that all of them fit, or whole where they would be unreadable,
    since the last one is out of view then anyway."""
    most = widest_that_fits(needed, room)
    return list(needed) if most < _NARROWEST else [min(width, most) for width in needed]
