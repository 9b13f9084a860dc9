"""How a table of texts writes decimals and missing cells: guesses that a person can correct."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import numpy as np

from engine.io.raw_table import RawColumn
from engine.schema import detect_type

MARKERS = ("?", "NA", "N/A", "n/a", "#N/A", "NULL", "null", "NaN", "nan", "None", "-", "--", ".")
"""What programs and people write where a value is missing."""

_UNMISTAKABLE = ("?", "#N/A")
_EXAMINED = 2_000
_MOST = 0.9
_WITH_MARK = {mark: re.compile(rf"[+-]?\d*{re.escape(mark)}\d+") for mark in (".", ",")}
_THOUSANDS = re.compile(r"[+-]?\d{1,3}[.,]\d{3}")
_WHOLE = re.compile(r"[+-]?\d+")


def decimal_mark(columns: Sequence[RawColumn]) -> tuple[str, str]:
    """The mark before decimals in most columns that have any, and how sure that is."""
    votes = {mark: sum(_has_decimals(column, mark) for column in columns) for mark in _WITH_MARK}
    total = sum(votes.values())
    mark = "," if votes[","] > votes["."] else "."
    if not total:
        return ".", "no decimals found"
    return mark, "certain" if votes[mark] == total else f"{votes[mark]} of {total} columns"


def markers_in(columns: Iterable[RawColumn]) -> dict[str, int]:
    """The markers of missing values that occur, and in how many cells."""
    found: dict[str, int] = {}
    for column in columns:
        places = {text: place for place, text in enumerate(column.dictionary)} if _may_have(column) else {}
        for marker in MARKERS:
            if marker in places:
                found[marker] = found.get(marker, 0) + int(np.count_nonzero(column.codes == places[marker]))
    return found


def null_markers(columns: Iterable[RawColumn]) -> tuple[str, ...]:
    """The markers that nobody would take for values: question marks, and whatever stands among numbers or dates."""
    found: set[str] = set()
    for column in columns:
        present = {text for text in column.dictionary if text} if _may_have(column) else set()
        markers = present.intersection(MARKERS)
        if markers:
            others = sorted(present.difference(MARKERS))[:_EXAMINED]
            has_scale = bool(others) and detect_type(others).has_scale
            found |= markers if has_scale else markers.intersection(_UNMISTAKABLE)
    return tuple(marker for marker in MARKERS if marker in found)


def _may_have(column: RawColumn) -> bool:
    """Whether a column is looked at: those with a type of their own write missing cells as their format does."""
    return column.declared is None or not column.declared.has_scale


def _has_decimals(column: RawColumn, mark: str) -> bool:
    """Whether nearly all examined texts are numbers, and one at least has decimals that are no thousands."""
    texts = [text for text in column.dictionary[:_EXAMINED] if text and text not in MARKERS]
    decimals = [text for text in texts if _WITH_MARK[mark].fullmatch(text)]
    if all(_THOUSANDS.fullmatch(text) for text in decimals):
        return False
    whole = sum(_WHOLE.fullmatch(text) is not None for text in texts)
    return len(decimals) + whole >= _MOST * len(texts)
