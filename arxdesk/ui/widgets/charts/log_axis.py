"""Ticks of logarithmic vertical axes."""

from __future__ import annotations

import math
from collections.abc import Callable

from arxdesk.ui.point_cloud import Window
from arxdesk.ui.widgets.charts.ticks import decimals_of, nice_step

NEAREST = 16.0
"""The least number of pixels between two numbers upwards."""
MOST_TICKS = 7
WIDEST = 64.0
"""Pixels between two numbers across, about."""

Ticks = list[tuple[float, str]]


def upward_ticks(window: Window, height: float, floor: float, written: Callable[[float], str]) -> Ticks:
    """Powers of ten, and from the top on twice and five times those where they fit, with their labels.

    0 is at `floor`, below them all.
    """
    span = max(window.high - window.low, 1e-9)
    least = NEAREST / max(1.0, height) * span
    taken: list[float] = [floor] if window.low <= floor <= window.high else []
    ticks: Ticks = [(floor, written(0.0))] if taken else []
    first, last = math.floor(window.low), math.ceil(window.high)
    powers = [(float(power), 10.0**power) for power in range(last, first - 1, -1)]
    between = [(power + math.log10(factor), factor * value) for power, value in powers for factor in (5.0, 2.0)]
    for place, (at, value) in enumerate([*powers, *between]):
        is_extra = place >= len(powers)
        if not window.low <= at <= window.high or at <= floor or at > 1e-9 or (is_extra and len(ticks) >= MOST_TICKS):
            continue
        if all(abs(at - other) >= least for other in taken):
            taken.append(at)
            ticks.append((at, written(value)))
    if len(ticks) < 2:
        ticks += _between(window, taken, least, floor, written)
    return sorted(ticks)


def _between(window: Window, taken: list[float], least: float, floor: float, written: Callable[[float], str]) -> Ticks:
    """Round numbers for a part that holds hardly any of 1, 2 and 5."""
    low, high = 10.0**window.low, 10.0 ** min(window.high, 0.0)
    step = nice_step(max(high - low, 1e-12), 5)
    ticks: Ticks = []
    for place in range(math.ceil(low / step), math.floor(high / step) + 1):
        value = place * step
        at = math.log10(value) if value > 0 else floor
        if value > 0 and at > floor and all(abs(at - other) >= least for other in taken):
            taken.append(at)
            ticks.append((at, written(value)))
    return ticks


def across_ticks(window: Window, width: float, written: Callable[[float, int], str]) -> Ticks:
    """Round numbers; `written` is given each with the decimals that the step needs."""
    span = window.right - window.left
    step = nice_step(span, max(2, int(width / WIDEST)))
    decimals = decimals_of(step)
    first, last = math.ceil(window.left / step - 1e-9), math.floor(window.right / step + 1e-9)
    return [(place * step, written(place * step, decimals)) for place in range(first, last + 1)]
