"""Reading cells of an output as numbers: each is a range, from its lowest to its highest possible value."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.data.schema import SUPPRESSED, DataType, ValueType

_INTERVAL = re.compile(r"([\[\]()])\s*([^,;\[\](){}]+?)\s*[,;]\s*([^,;\[\](){}]+?)\s*([\[\]()])")
_SET = re.compile(r"\{(.*)\}", re.DOTALL)
_HALF_LINE = re.compile(r"(<=|>=|<|>|≤|≥)\s*(\S.*)")
_MASKED = re.compile(r"[+-]?(?=[*.]*\d)(?=[\d.]*\*)[\d*]*\.?[\d*]*")

GREATEST = 1e140
"""Numbers beyond it are not measured: sums of their squares have no place in a float."""

_Bounds = tuple[float, float]
_NOTHING = (math.nan, math.nan)


@dataclass(frozen=True, slots=True)
class Ranges:
    """Texts read as numbers, an entry for each text.

    `low` and `high` float64[n], the bounds of the range, infinite where it is open, NaN where the text cannot be read.
    `is_range` bool[n] where the text shows more than a number: an interval, a half line, a set (`is_set`), hidden
    digits.
    """

    low: NDArray[np.float64]
    high: NDArray[np.float64]
    is_range: NDArray[np.bool_]
    is_set: NDArray[np.bool_]


def read_ranges(texts: Sequence[str], value_type: ValueType) -> Ranges:
    """Read every text by its own form (engine reference 4.15): a plain number or date; [a, b], [a, b[ or (a, b] in
    any open or closed form; {a, b}; <x, <=x, >x, >=x; digits hidden by *.

    Bounds are read as `value_type` says. Of whole numbers an open bound is left out, of others it is the limit. A range
    is open towards a bound beyond `GREATEST`, and cannot be read where all of it lies there.
    """
    bounds = [_read(text, value_type) for text in texts]
    low, high = np.array(bounds, np.float64).reshape(-1, 2).T
    low, high = np.where((low > GREATEST) | (high < -GREATEST), np.nan, [low, high])
    low, high = np.where(low < -GREATEST, -np.inf, low), np.where(high > GREATEST, np.inf, high)
    plain = np.array([value_type.parse(text) is not None for text in texts], np.bool_)
    return Ranges(low, high, ~np.isnan(low) & ~plain, np.array([text.strip().startswith("{") for text in texts], bool))


def _read(text: str, value_type: ValueType) -> _Bounds:
    text = text.strip()
    if text == SUPPRESSED:
        return _NOTHING
    number = value_type.parse(text)
    if number is not None:
        return number, number
    step = 1.0 if value_type.kind is DataType.INTEGER else 0.0
    for form, reader in _FORMS:
        if match := form.fullmatch(text):
            low, high = reader(match, value_type, step)
            return (low, high) if low <= high else _NOTHING
    return _NOTHING


def _interval(match: re.Match[str], value_type: ValueType, step: float) -> _Bounds:
    low, high = value_type.parse(match[2]), value_type.parse(match[3])
    if low is None or high is None:
        return _NOTHING
    return (low if match[1] == "[" else low + step), (high if match[4] == "]" else high - step)


def _set(match: re.Match[str], value_type: ValueType, _step: float) -> _Bounds:
    members = [value_type.parse(member.strip()) for member in re.split("[,;]", match[1])]
    known = [member for member in members if member is not None]
    return (min(known), max(known)) if len(known) == len(members) else _NOTHING


def _half_line(match: re.Match[str], value_type: ValueType, step: float) -> _Bounds:
    limit = value_type.parse(match[2])
    if limit is None:
        return _NOTHING
    match match[1]:
        case "<":
            return -math.inf, limit - step
        case ">":
            return limit + step, math.inf
        case "<=" | "≤":
            return -math.inf, limit
        case _:
            return limit, math.inf


def _masked(match: re.Match[str], value_type: ValueType, _step: float) -> _Bounds:
    ends = [value_type.parse(match[0].replace("*", digit).lstrip("+")) for digit in "09"]
    known = [end for end in ends if end is not None]
    return (min(known), max(known)) if len(known) == len(ends) else _NOTHING


_FORMS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str], ValueType, float], _Bounds]], ...] = (
    (_INTERVAL, _interval),
    (_SET, _set),
    (_HALF_LINE, _half_line),
    (_MASKED, _masked),
)
