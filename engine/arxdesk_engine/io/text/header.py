"""Whether the first row of a table names its columns, and what speaks against that."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from arxdesk_engine.data.schema import detect_type
from arxdesk_engine.foundation.language import tr_n

_MISSING = frozenset(("?", "na", "n/a", "#n/a", "nan", "null", "none", "-", "--", "."))
"""What stands above numbers without being a name."""
_RUNS = ((re.compile(r"\d+"), "9"), (re.compile(r"[^\W\d_]+"), "a"))
_ALIKE = 0.9


@dataclass(frozen=True, slots=True)
class HeaderGuess:
    """The guess about the first row; `doubt` says why it is not certain, and `sure` whether it is."""

    is_header: bool
    sure: bool = False
    doubt: str = ""

    @property
    def confidence(self) -> str:
        """The certainty in a word."""
        return "uncertain" if self.doubt else "certain" if self.sure else "likely"


def guess_header(rows: Sequence[Sequence[str]]) -> HeaderGuess:
    """A header has names: all present, all different, none a number or a date where the cells below are.

    A table of one line is a header without records only if nothing in it reads as a number or a date. Where numbers or
    dates stand below words, the words are names even if one is missing or occurs twice: a faulty header is to be told,
    not to become a record. Words above words are in doubt where they look like those below.
    """
    if not rows:
        return HeaderGuess(True)
    first = [cell.strip() for cell in rows[0]]
    below = [[row[place].strip() for row in rows[1:] if len(row) > place] for place in range(len(first))]
    columns = [(cell, [text for text in texts if text]) for cell, texts in zip(first, below, strict=True)]
    names, numbers = (sum(map(kind, columns)) for kind in (_is_name_above_scale, _is_scale_itself))
    if numbers:
        doubt = tr_n(
            names,
            "1 of its cells is above numbers or dates no number, others are",
            "{n} of its cells are above numbers or dates no number, others are",
        )
        return HeaderGuess(False, sure=not names, doubt=doubt if names else "")
    if names:
        return HeaderGuess(True, sure=True)
    are_names = all(first) and len(set(first)) == len(first)
    again = sum(bool(cell) and cell in texts for cell, texts in columns)
    if again:
        doubt = tr_n(
            again,
            "1 of its cells is found again in the rows below",
            "{n} of its cells are found again in the rows below",
        )
        return HeaderGuess(False, doubt=doubt)
    alike = sum(_has_shape_of(cell, texts) for cell, texts in columns)
    if alike and are_names:
        doubt = tr_n(
            alike,
            "1 of its cells is written as the rows below are",
            "{n} of its cells are written as the rows below are",
        )
        return HeaderGuess(True, doubt=doubt)
    return HeaderGuess(are_names)


def _is_name_above_scale(column: tuple[str, Sequence[str]]) -> bool:
    cell, below = column
    is_word = bool(cell) and cell.lower() not in _MISSING and not detect_type([cell]).has_scale
    return is_word and detect_type(below).has_scale


def _is_scale_itself(column: tuple[str, Sequence[str]]) -> bool:
    cell, below = column
    return bool(cell) and detect_type([cell]).has_scale and (not below or detect_type(below).has_scale)


def _has_shape_of(cell: str, below: Sequence[str]) -> bool:
    """Whether a cell is composed as nearly all below are, with digits among its letters or signs: P007, x@y.org."""
    shape = _shape(cell)
    if "9" not in shape and "@" not in shape:
        return False
    return len(below) > 1 and sum(_shape(text) == shape for text in below) >= _ALIKE * len(below)


def _shape(text: str) -> str:
    for pattern, sign in _RUNS:
        text = pattern.sub(sign, text)
    return text
