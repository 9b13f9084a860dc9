"""Round numbers for axes."""

from math import ceil, floor, log10


def nice_step(span: float, at_most: int = 7) -> float:
    """Return the smallest of 1, 2, 2.5, 5 times a power of ten that divides a span into at most that many steps."""
    if span <= 0:
        return 1.0
    rough = span / at_most
    power = 10.0 ** floor(log10(rough))
    for factor in (1.0, 2.0, 2.5, 5.0, 10.0):
        if factor * power >= rough * (1 - 1e-9):
            return factor * power
    return 10.0 * power


def nice_ticks(top: float, at_most: int = 7) -> list[float]:
    """Return round ticks from 0 to the first one that is not below the top."""
    step = nice_step(top, at_most)
    return [place * step for place in range(max(1, ceil(top / step - 1e-9)) + 1)]


def decimals_of(step: float) -> int:
    """Return how many decimals the multiples of a step need."""
    for decimals in range(8):
        if abs(round(step, decimals) - step) < step * 1e-6:
            return decimals
    return 8
