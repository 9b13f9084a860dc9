"""Drawing a leaf for each record of a label: the leaves get their shares of it as exactly as whole records can."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.release.spreading.leaves import LabelLeaves


def draw_leaves(
    texts: NDArray[np.int64],
    under: LabelLeaves,
    shares: NDArray[np.float64],
    generator: np.random.Generator,
) -> NDArray[np.int64]:
    """The leaf of each record, int64[records]; `texts` int64[records] is what it reads, which has leaves.

    `shares` float64[pairs] are those of the leaves in their label. Systematic sampling (Madow and Madow 1944): of n
    records a leaf with the share s gets n s, rounded down or up, and n s on average. Which records of the label get
    it is drawn by chance.
    """
    counts = np.bincount(texts, minlength=under.number_of_texts)
    ends = np.cumsum(counts[under.texts] * shares)
    first = np.searchsorted(under.texts, np.arange(under.number_of_texts))
    last = first + under.sizes - 1
    by_chance = np.lexsort((generator.random(len(texts)), texts))
    sorted_texts = texts[by_chance]
    points = np.arange(len(texts)) + generator.random(under.number_of_texts)[sorted_texts]
    pairs = np.searchsorted(ends, points, side="right")
    pairs = np.clip(pairs, first[sorted_texts], last[sorted_texts])  # sums of shares are whole numbers but for rounding
    drawn = np.empty(len(texts), np.int64)
    drawn[by_chance] = under.leaves[pairs]
    return drawn
