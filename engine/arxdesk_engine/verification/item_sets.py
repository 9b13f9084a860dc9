"""Columns of sets in a written file: whether combinations of items are rare, and whether the items are those claimed.

Combinations are counted by products of matrices of zeros and ones, a row for each record and a column for each text:
two texts occur together as often as the product of their columns says, and three as often as two of them do among the
records with the third.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from arxdesk_engine.data.schema import SUPPRESSED
from arxdesk_engine.privacy.model import ItemCombinations
from arxdesk_engine.verification.texts import mapped

Bools = NDArray[np.bool_]
Numbers = NDArray[np.int64]


def texts_of(cell: str, separator: str) -> list[str]:
    """The different texts of a cell, sorted."""
    return sorted({text.strip() for text in cell.split(separator)} - {""})


def rarest_combination(
    cells: pd.Categorical, counts: Numbers | None, separator: str, m: int, people: Numbers | None = None
) -> int | None:
    """In how many records the rarest combination of at most m texts occurs, of those that occur; None without texts.

    Cells that read "*" show nothing. `counts` int64[rows] is what each row stands for; None: one each. `people`
    int64[rows]: combinations of what each of them has in all of their rows occur in so many people; None: in records.
    """
    from scipy.sparse import coo_array, csr_array, diags_array  # noqa: PLC0415 - slow to import, and few files need it

    weights = np.bincount(cells.codes, counts, len(cells.categories))
    sets = [[] if cell == SUPPRESSED else texts_of(cell, separator) for cell in cells.categories]
    sets = [each if weight else [] for each, weight in zip(sets, weights.tolist(), strict=True)]
    names = sorted({text for each in sets for text in each})
    if not names:
        return None
    number = {name: place for place, name in enumerate(names)}
    columns = [number[text] for each in sets for text in each]
    starts = np.cumsum([0, *map(len, sets)])
    table = csr_array((np.ones(len(columns)), columns, starts), shape=(len(sets), len(names)))
    if people is not None:
        place = (people, cells.codes.astype(np.int64))
        having = coo_array((np.ones(len(people)), place), shape=(int(people.max()) + 1, len(sets))).tocsr()
        table = csr_array((having @ table) > 0).astype(np.float64)
        weights = np.ones(table.shape[0])

    def rarest(rows: Any, weight: NDArray[np.float64], size: int) -> float:  # noqa: ANN401 - SciPy has no types
        """The weight of the rarest combination of at most `size` texts among some rows."""
        single = rows.T @ weight
        least = float(single[single > 0].min(initial=np.inf))
        if size == 2:
            together = (rows.T @ diags_array(weight) @ rows).data
            return min(least, float(together[together > 0].min(initial=np.inf)))
        if size > 2:
            by_text = rows.tocsc()
            for text in range(rows.shape[1]):
                having = by_text.indices[by_text.indptr[text] : by_text.indptr[text + 1]]
                if len(having):  # the texts before this one have been counted with it already
                    least = min(least, rarest(rows[having][:, text:], weight[having], size - 1))
        return least

    return int(rarest(table, weights.astype(np.float64), m))


def expected_cells(
    cells: pd.Categorical, separator: str, claimed: Mapping[str, Any], rows: list[tuple[str, ...]]
) -> pd.Categorical:
    """The texts of each cell of the input, sorted, as the items are claimed to be shown; none where that cannot be.

    `claimed` is what the report says of the column: the items that are `shown_as` another text, and those `left_out`.
    `rows` are those of the hierarchy of the items: no other text than those of its row can stand for an item, but "*".
    """
    labels = {row[0]: {*row, SUPPRESSED} for row in rows}
    shown_as, left_out = claimed["shown_as"], set(claimed["left_out"])
    wrong = {item for item, text in shown_as.items() if text not in labels.get(item, {item, SUPPRESSED})}
    texts = []
    for cell in cells.categories:
        items = texts_of(cell, separator)
        shown = sorted({shown_as.get(item, item) for item in items if item not in left_out})
        texts.append(None if wrong & set(items) else separator.join(shown))
    return mapped(cells, texts)


def sorted_cells(cells: pd.Categorical, separator: str) -> pd.Categorical:
    """The cells of a file with their texts sorted."""
    return mapped(cells, [separator.join(texts_of(cell, separator)) for cell in cells.categories])


def verdict_on(
    asked: ItemCombinations,
    cells: pd.Categorical,
    counts: Numbers | None,
    separator: str,
    people: Numbers | None = None,
) -> tuple[bool, int | None]:
    """Whether cells hold what was asked of them, and in how many records or people the rarest combination occurs."""
    least = rarest_combination(cells, counts, separator, asked.m, people)
    return least is None or least >= asked.k, least
