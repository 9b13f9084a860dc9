"""How many records read which level of each quasi-identifier, where records have levels of their own."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.analysis.tables import OutputTable
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.foundation.words import ENGLISH, Words
from arxdesk_engine.lattice.recoding import Recoding


def records_by_level(recoding: Recoding, counts: NDArray[np.integer], levels: int) -> NDArray[np.int64]:
    """The records at each level, int64[attributes, levels]; removed ones are at none.

    `counts` int[tuples] is how many records each distinct tuple has, `levels` the most levels of a hierarchy.
    """
    kept = ~recoding.suppressed
    records = np.bincount(recoding.chosen[kept], counts[kept], len(recoding.transformations)).astype(np.int64)
    used = np.array(recoding.transformations, np.int64)
    found = np.zeros((used.shape[1], levels), np.int64)
    for attribute, of_transformations in enumerate(used.T):
        np.add.at(found[attribute], of_transformations, records)
    return found


def records_at_levels(output: OutputTable) -> tuple[tuple[int, ...], ...]:
    """The records at each level of each quasi-identifier of an output; () where all have the same levels."""
    recoded = output.applied.recoded
    if recoded is None:
        return ()
    heights = [each.maximum_level + 1 for each in output.hierarchies.values()]
    found = records_by_level(recoded.found.recoding, output.problem.grouping.tuples.counts, max(heights)).tolist()
    return tuple(tuple(records[:levels]) for records, levels in zip(found, heights, strict=True))


def sentence(records: Sequence[int], words: Words = ENGLISH) -> str:
    """The levels of one attribute, each with its records: "62 % as it was, 38 % level 2"."""
    total = sum(records)
    said = [
        tr("{share} as it was", share=words.percent_fixed(number / total))
        if level == 0
        else tr("{share} level {level}", share=words.percent_fixed(number / total), level=words.count(level))
        for level, number in enumerate(records)
        if number
    ]
    return ", ".join(said)
