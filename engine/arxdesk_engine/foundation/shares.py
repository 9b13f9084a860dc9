"""Shares and risks in words: the same rules on the screen, in the terminal and in reports."""

from __future__ import annotations

from collections.abc import Callable
from math import floor, log10

from arxdesk_engine.foundation.language import tr, tr_of

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


def percent_exact(share: float, decimal: Callable[[float, int], str], most: int = 6) -> str:
    """A share that is a round number as percent, with all of its decimals: "0.000001 %", "16.7 %"."""
    digits = f"{float(share) * 100:.{most}f}".rstrip("0")
    return f"{decimal(float(share) * 100, len(digits.partition('.')[2]))} %"


def one_in(risk: float, count: Callable[[int], str]) -> str:
    """A risk as a rate: "1 in 5", "1 in 73", "2 in 3"; "none" without any risk. `count` writes a whole number."""
    if risk <= 0:
        return tr_of("a risk", "none")
    if risk >= 1:
        return tr("{part} in {whole}", part="1", whole="1")
    if risk > 0.95:
        return tr("over {part} in {whole}", part="9", whole="10")
    if risk <= 1 / 3:
        return tr("{part} in {whole}", part="1", whole=count(round(1 / risk)))
    rates = ((part, whole) for whole in (2, 3, 4, 5, 10) for part in range(1, whole))
    part, whole = min(rates, key=lambda rate: abs(rate[0] / rate[1] - risk))
    return tr("{part} in {whole}", part=part, whole=whole)
