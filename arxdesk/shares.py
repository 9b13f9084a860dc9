"""How many digits a share needs as percent: the same rule on the screen and in the terminal."""

from __future__ import annotations

from collections.abc import Callable
from math import floor, log10

LEAST_PERCENT = 0.001
"""Smaller shares read "< 0.001 %": more zeros tell nobody more."""
MOST_DECIMALS = 4
"""Shares just below the whole get as many decimals as it takes not to read 100 %, up to this number."""


def percent(share: float, digits: int, decimal: Callable[[float, int], str]) -> str:
    """A share as percent with so many significant digits, zeros at the end left out; `decimal` writes a number.

    Only nothing reads "0 %", and only the whole reads "100 %".
    """
    value = float(share) * 100
    if value <= 0:
        return "0 %"
    if value < LEAST_PERCENT:
        return f"< {decimal(LEAST_PERCENT, 3)} %"
    decimals = max(0, digits - 1 - floor(log10(value)))
    if value < 100 <= round(value, decimals):
        decimals = min(MOST_DECIMALS, -floor(log10(100 - value)))
        if round(value, decimals) >= 100:
            return f"> {decimal(100 - 10.0**-MOST_DECIMALS, MOST_DECIMALS)} %"
    plain = f"{value:.{decimals}f}"
    if "." in plain:
        decimals = len(plain.rstrip("0").partition(".")[2])
    return f"{decimal(value, decimals)} %"
