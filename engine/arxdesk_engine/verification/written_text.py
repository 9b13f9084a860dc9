"""Differences between a text file and its table: decimal marks, and apostrophes before formulas."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping

import pandas as pd

from arxdesk_engine.verification.texts import mapped

_ESCAPED = re.compile(r"'+[=+\-@\t\r]")
_NUMBERS = {mark: re.compile(rf"[+-]?(\d+{mark}\d*|{mark}\d+)([eE][+-]?\d+)?") for mark in (",", r"\.")}


def without_apostrophes(table: pd.DataFrame) -> pd.DataFrame:
    """The table without the apostrophe that stands before what a spreadsheet could run, in cells and names."""

    def plain(text: str) -> str:
        return text[1:] if _ESCAPED.match(text) else text

    found = pd.DataFrame({number: _changed(table.iloc[:, number].array, plain) for number in range(table.shape[1])})
    found.columns = pd.Index([plain(str(name)) for name in table.columns], dtype=object)
    return found


def with_points(table: pd.DataFrame, decimals: Collection[str], labels: Mapping[str, Collection[str]]) -> pd.DataFrame:
    """The table with a point in the numbers of some columns, which have commas there.

    `labels` are texts that stand in a column as they are; a column that has a number with a point was left as it is.
    """
    columns = {}
    for name in table.columns:
        cells = table[name].array
        if name in decimals and not any(_NUMBERS[r"\."].fullmatch(text) for text in cells.categories):
            known = labels.get(name, ())

            def plain(text: str, known: Collection[str] = known) -> str:
                is_number = text not in known and _NUMBERS[","].fullmatch(text) is not None
                return text.replace(",", ".") if is_number else text

            cells = _changed(cells, plain)
        columns[name] = cells
    return pd.DataFrame(columns)


def _changed(cells: pd.Categorical, change: Callable[[str], str]) -> pd.Categorical:
    return mapped(cells, [change(text) for text in cells.categories])
