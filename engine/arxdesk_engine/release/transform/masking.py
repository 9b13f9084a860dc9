"""Partial masking of identifying values: some characters at both ends stay, the others are hidden."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from arxdesk_engine.data.dataset import Column


def redacted(values: Sequence[str], keep_first: int, keep_last: int, character: str) -> list[str]:
    """Each value with every character hidden but the first and the last ones; missing cells stay the empty text.

    Values that have no more characters than would be kept are hidden altogether.
    """

    def mask(value: str) -> str:
        hidden = len(value) - keep_first - keep_last
        if hidden <= 0:
            return character * len(value)
        return value[:keep_first] + character * hidden + value[len(value) - keep_last :]

    return [mask(value) for value in values]


def masked_column(column: Column, texts: Sequence[str]) -> Column:
    """The column with another text for each of its values; equal ones become one."""
    distinct = sorted(set(texts))
    place = {text: code for code, text in enumerate(distinct)}
    of_code = np.array([place[text] for text in texts], np.int32)
    return Column(column.name, of_code[column.codes], tuple(distinct))
