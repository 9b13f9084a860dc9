"""The shares of the leaves of a hierarchy, estimated from records that read labels of any width."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.release.spreading.leaves import LabelLeaves

Shares = NDArray[np.float64]

MOST_STEPS = 1_000
NEARLY_NOTHING = 1e-9
"""A step that moves less than this share of the records ends the estimate."""


def leaf_shares(counts: NDArray[np.int64], under: LabelLeaves, most_steps: int = MOST_STEPS) -> Shares:
    """The shares of the leaves by maximum likelihood, float64[leaves]; `counts` int64[texts] are the records of each.

    Expectation-maximization from equal shares on (Dempster, Laird and Rubin 1977; for grouped data Turnbull 1976): each
    step divides the records of a label among its leaves by the shares so far. Texts without leaves do not count. Leaves
    that no text tells apart keep equal shares. Fewer steps stay nearer to equal shares.
    """
    counted = np.where(under.sizes > 0, counts, 0)
    shares = np.full(under.number_of_leaves, 1 / max(under.number_of_leaves, 1))
    if not counted.any():
        return shares
    for _step in range(most_steps):
        expected = counted[under.texts] * shares_in_labels(shares, under)
        new = np.bincount(under.leaves, expected, under.number_of_leaves) / counted.sum()
        moved = np.abs(new - shares).sum() / 2
        shares = new
        if moved < NEARLY_NOTHING:
            break
    return shares


def shares_in_labels(shares: Shares, under: LabelLeaves) -> Shares:
    """The share that each leaf has of its label, float64[pairs]; equal ones where no leaf of a label has any."""
    own = shares[under.leaves]
    whole = np.bincount(under.texts, own, under.number_of_texts)[under.texts]
    known = whole > 0.0
    return np.where(known, own / np.where(known, whole, 1.0), 1.0 / under.sizes[under.texts])
