"""The values that a label of a released table can stand for, as anybody reads it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.data.schema import SUPPRESSED, ValueType

Bools = NDArray[np.bool_]
_BRACKETS = re.compile(r"(?P<left>[\[\](])\s*(?P<low>.+?)\s*[,;]\s*(?P<high>.+?)\s*(?P<right>[\[\])])")
_BOUND = re.compile(r"(?P<sign><=|>=|<|>|≤|≥)\s*(?P<bound>.+)")
_SET = re.compile(r"\{(.*)\}")


def covers(
    labels: Sequence[str], values: Sequence[str], kind: ValueType, levels: Iterable[Mapping[str, str]] = ()
) -> Bools:
    """Which values each label covers, bool[values, labels].

    A label of a hierarchy covers the values below it; `levels` have the label of each value at every level. "*" covers
    everything. All others are read as what they look like: a value, a set "{a, b}", an interval "[a, b[", "a-b",
    "<a" or ">=a" of numbers, dates or ordered values, characters hidden by "*". What reads as nothing of this covers
    no value.
    """
    found = np.zeros((len(values), len(labels)), np.bool_)
    code_of = {value: code for code, value in enumerate(values)}
    place_of = {label: place for place, label in enumerate(labels)}
    for level in levels:
        for value, label in level.items():
            if value in code_of and label in place_of:
                found[code_of[value], place_of[label]] = True
    positions = kind.positions(values) if kind.has_scale else None
    for place, label in enumerate(labels):
        if label == SUPPRESSED:
            found[:, place] = True
        elif not found[:, place].any():
            found[:, place] = _read(label, values, code_of, kind, positions)
    return found


def _read(
    label: str,
    values: Sequence[str],
    code_of: Mapping[str, int],
    kind: ValueType,
    positions: NDArray[np.float64] | None,
) -> Bools:
    """The values that a label stands for by what it looks like, bool[values]."""
    covered = np.zeros(len(values), np.bool_)
    if label in code_of:
        covered[code_of[label]] = True
        return covered
    if (listed := _SET.fullmatch(label)) is not None:
        members = {each.strip() for each in re.split(r"[,;]", listed[1])}
        return np.array([value in members for value in values], np.bool_)
    if positions is not None and (ends := _ends(label, kind)) is not None:
        low, high, has_low, has_high = ends
        above = positions >= low if has_low else positions > low
        below = positions <= high if has_high else positions < high
        return above & below
    if SUPPRESSED in label:
        hidden = re.escape(label).replace(r"\*", ".")
        pattern = re.compile(hidden)
        return np.array([pattern.fullmatch(value) is not None for value in values], np.bool_)
    return covered


def _ends(label: str, kind: ValueType) -> tuple[float, float, bool, bool] | None:
    """The ends of an interval, and whether each belongs to it; None for what is none."""
    if (found := _BRACKETS.fullmatch(label)) is not None:
        low, high = kind.parse(found["low"]), kind.parse(found["high"])
        if low is not None and high is not None:
            return low, high, found["left"] == "[", found["right"] == "]"
    if (found := _BOUND.fullmatch(label)) is not None and (bound := kind.parse(found["bound"])) is not None:
        sign = found["sign"].replace("≤", "<=").replace("≥", ">=")
        is_closed = sign.endswith("=")
        return (-np.inf, bound, False, is_closed) if sign.startswith("<") else (bound, np.inf, is_closed, False)
    for dash in re.finditer(r"\s*[-\u2013]\s*", label):
        low, high = kind.parse(label[: dash.start()]), kind.parse(label[dash.end() :])
        if low is not None and high is not None:
            return low, high, True, True
    return None
