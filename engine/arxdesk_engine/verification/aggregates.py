"""Aggregates of groups by their definitions, with fractions: a second time, to compare with what a file shows.

Engine reference 2.4. The geometric mean is formed with floating point numbers; a billionth of it is rounding.
"""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cache

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from arxdesk_engine.data.schema import DEFAULT_DATE_FORMAT, DataType, ValueType

Numbers = NDArray[np.int64]
Bools = NDArray[np.bool_]

ROUNDING = 1e-9


class Rule:
    """How the values of a group become one, for an attribute with the distinct `values` of its column in order."""

    def __init__(self, kind: ValueType, function: str, missing: str, values: Sequence[str]) -> None:
        self._kind, self._function, self._missing = kind, function, missing
        present = [value for value in values if value]
        self._is_number = kind.kind in (DataType.INTEGER, DataType.DECIMAL)
        self._decimals = 0
        if kind.kind is DataType.DECIMAL:
            exponents = [Decimal(value).as_tuple().exponent for value in present]
            self._decimals = 2 + max((-each for each in exponents if isinstance(each, int)), default=0)
            self._decimals = max(2, self._decimals)
        zeros = [value for value in present if self._is_number and float(value) == 0.0 and Fraction(value) == 0]
        self._zero = min(zeros, default="0")
        self._number = cache(self._number_of)

    def is_right(self, shown: str, values: Mapping[str, int]) -> bool:
        """Whether a group shows its aggregate; `values` says how often each value is in it."""
        counts: dict[str, int] = {}
        for value, count in values.items():
            text = self._zero if not value and self._missing == "as-zero" else value
            if text or self._missing == "as-value":
                counts[text] = counts.get(text, 0) + count
        if not counts:
            return shown == ""
        ordered = sorted(counts, key=self._place)
        match self._function:
            case "arithmetic-mean":
                total = sum((self._number(value) * count for value, count in counts.items()), Fraction())
                return self._reads(shown, total / sum(counts.values()))
            case "geometric-mean":
                return self._is_geometric_mean(shown, counts)
            case "median":
                return self._is_median(shown, [value for value in ordered for _each in range(counts[value])])
            case "mode":
                return shown == min(counts, key=lambda value: (-counts[value], self._place(value)))
            case "interval":
                return shown == f"[{ordered[0]}, {ordered[-1]}]"
            case _:
                return shown == "{" + ", ".join(ordered) + "}"

    def _place(self, value: str) -> tuple[bool, Fraction, str]:
        """What values are sorted by: missing ones come last."""
        has_number = bool(value) and self._kind.has_scale
        return value == "", self._number(value) if has_number else Fraction(), value

    def _number_of(self, value: str) -> Fraction:
        return Fraction(value) if self._is_number else Fraction(self._kind.parse(value) or 0.0)

    def _reads(self, shown: str, exact: Fraction) -> bool:
        """Whether a text is the value of the attribute that a number is rounded to."""
        if self._kind.kind is DataType.DATE:
            microseconds = math.floor(exact * 1_000_000 + Fraction(1, 2))
            moment = dt.datetime(1970, 1, 1) + dt.timedelta(microseconds=microseconds)  # noqa: DTZ001
            return shown == moment.strftime(self._kind.format or DEFAULT_DATE_FORMAT)
        rounded = Fraction(math.floor(exact * 10**self._decimals + Fraction(1, 2)), 10**self._decimals)
        return self._shown_number(shown) == rounded

    def _shown_number(self, shown: str) -> Fraction | None:
        return None if self._kind.parse(shown) is None else Fraction(shown)

    def _is_geometric_mean(self, shown: str, counts: Mapping[str, int]) -> bool:
        logarithms = math.fsum(math.log1p(float(self._number(value))) * count for value, count in counts.items())
        mean, found = math.expm1(logarithms / sum(counts.values())), self._shown_number(shown)
        if found is None or (found * 10**self._decimals).denominator != 1:
            return False
        return abs(float(found - Fraction(mean))) <= 0.5 * 10.0**-self._decimals + ROUNDING * (1.0 + abs(mean))

    def _is_median(self, shown: str, ordered: Sequence[str]) -> bool:
        lower, upper = ordered[(len(ordered) - 1) // 2], ordered[len(ordered) // 2]
        if lower == upper or not (self._is_number or self._kind.kind is DataType.DATE):
            return shown == lower
        return self._reads(shown, (self._number(lower) + self._number(upper)) / 2)


def wrong_aggregates(group: Numbers, values: pd.Categorical, shown: pd.Categorical, rule: Rule) -> Bools:
    """Which records do not show the aggregate of their group, bool[records].

    `group` int64[records] is the group of each, `values` what it has in the input, `shown` what it has in the file.
    """
    of_group = dict(_counted(group, values))
    shown_texts = list(shown.categories)
    pairs, place = np.unique(group * len(shown_texts) + shown.codes, return_inverse=True)
    wrong = [not rule.is_right(shown_texts[code], of_group[number]) for number, code in _parted(pairs, shown_texts)]
    return np.array(wrong, bool)[place]


def _counted(group: Numbers, values: pd.Categorical) -> Iterable[tuple[int, dict[str, int]]]:
    """Each group with its values and how often it has them."""
    texts = list(values.categories)
    pairs, counts = np.unique(group * len(texts) + values.codes, return_counts=True)
    found: dict[int, dict[str, int]] = {}
    for (number, code), count in zip(_parted(pairs, texts), counts.tolist(), strict=True):
        found.setdefault(number, {})[texts[code]] = count
    return found.items()


def _parted(pairs: Numbers, texts: Sequence[str]) -> Iterable[tuple[int, int]]:
    """Each group and the code of one of its texts, of which `pairs` are made."""
    groups, codes = np.divmod(pairs, max(1, len(texts)))
    return zip(groups.tolist(), codes.tolist(), strict=True)
