"""Transformations that are neither finer nor coarser than the one that was chosen, and could be better."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.attacks.refinement.boxes import Boxes
from arxdesk_engine.attacks.refinement.choices import Choices
from arxdesk_engine.attacks.refinement.hierarchies import KnownHierarchy

MOST = 2_000
"""Transformations that are looked at; of more it is taken that one could be better."""
_NOISE = 1e-9


def has_rival(boxes: Boxes, hierarchies: Sequence[KnownHierarchy], choices: Choices) -> bool:
    """Whether some table with this release may lose no more with another transformation that removes nobody.

    The least loss of each attribute (Iyengar 2002) at each level is looked at: that of the narrowest labels.
    """
    ranges = [range(low, high + 1) for low, high in zip(choices.lowest, choices.highest, strict=True)]
    if math.prod(map(len, ranges)) > MOST:
        return True
    chosen = choices.steps[0].levels
    losses = [
        {level: _least_loss(boxes, hierarchy, attribute, level) for level in ranges[attribute]}
        for attribute, hierarchy in enumerate(hierarchies)
    ]
    own = _score([losses[a][level] for a, level in enumerate(chosen)], choices)
    for levels in itertools.product(*ranges):
        signs = {(each > its) - (each < its) for each, its in zip(levels, chosen, strict=True)}
        if {-1, 1} <= signs and _score([losses[a][level] for a, level in enumerate(levels)], choices) <= own + _NOISE:
            return True
    return False


def _least_loss(boxes: Boxes, hierarchy: KnownHierarchy, attribute: int, level: int) -> float:
    """The share of its domain that a value covers, less what it covers at least, of the narrowest labels."""
    if hierarchy.size == 1:
        return 0.0
    narrowest = np.zeros(len(boxes))
    for group, (own, value) in enumerate(
        zip(boxes.levels[:, attribute].tolist(), boxes.values[:, attribute].tolist(), strict=True)
    ):
        inside = hierarchy.codes[own] == hierarchy.codes[own, value]
        narrowest[group] = hierarchy.values[level, inside].min()
    share = float(boxes.sizes @ narrowest) / (float(boxes.sizes.sum()) * hierarchy.size)
    return (share - 1 / hierarchy.size) / (1 - 1 / hierarchy.size)


def _score(losses: Sequence[float], choices: Choices) -> float:
    weighted: NDArray[np.float64] = np.array(losses) * np.array(choices.measure.weights)
    match choices.measure.aggregate:
        case "sum":
            return float(weighted.sum())
        case "arithmetic-mean":
            return float(weighted.mean())
        case "geometric-mean":
            return float(np.exp(np.log1p(weighted).mean())) - 1.0
        case _:
            return 0.0  # whatever else is compared, anything could be as good
