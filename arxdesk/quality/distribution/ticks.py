"""Round places on the scale of numbers and dates, with their labels in the locale."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from PySide6.QtCore import QDateTime, QLocale

from arxdesk.ui.widgets.charts.ticks import decimals_of, nice_step
from arxdesk.ui.words import LOCAL
from arxdesk_engine.analysis.distribution.bins import make_bins, widths
from arxdesk_engine.analysis.distribution.scale_words import DAY, ScaleWords, moment, number
from arxdesk_engine.foundation.language import tr_of


def ticks(scale: ScaleWords, low: float, end: float, most: int) -> Sequence[tuple[float, str]]:
    """At most so many round places."""
    return _date_ticks(low, end, most) if scale.is_date else _number_ticks(low, end, most, is_whole=scale.is_whole)


def _number_ticks(low: float, end: float, most: int, *, is_whole: bool) -> list[tuple[float, str]]:
    step = nice_step(end - low, most)
    if is_whole:
        step = max(1.0, step if step >= 1 and step == round(step) else ceil(step))
    decimals = decimals_of(step)
    first = ceil(round(low / step, 9))
    count = int(round((end / step), 9)) - first + 1
    return [((first + at) * step, number((first + at) * step, decimals, LOCAL)) for at in range(max(0, count))]


def _date_ticks(low: float, end: float, most: int) -> list[tuple[float, str]]:
    for width in widths(low, end, 1.0, is_time=True):
        edges = [edge for edge in make_bins(low, end, end, width, is_time=True).edges.tolist() if low <= edge <= end]
        if len(edges) <= most:
            return [(edge, _date_tick(edge, width)) for edge in edges]
    return [(low, moment(low)), (end, moment(end))]


def _date_tick(seconds: float, width: str) -> str:
    when = QDateTime.fromSecsSinceEpoch(int(seconds), QDateTime.currentDateTimeUtc().timeZone())
    if "year" in width:
        form = "yyyy"
    elif width in ("month", "quarter"):
        form = tr_of("a month of a year, as Qt formats dates", "MMM yyyy")
    else:
        form = tr_of("a day of a month, as Qt formats dates", "d MMM")
    return QLocale().toString(when, form if seconds % DAY == 0 else "HH:mm")
