"""What every label weighs: one exact integer for each code at each level."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from arxdesk_engine.classes.packing import Counts


class LevelWeights:
    """An exact integer weight for every code at every level of every attribute, in one flat array."""

    def __init__(self, weights: Sequence[Sequence[Counts]]) -> None:
        deepest = max(len(levels) for levels in weights)
        self.offsets = np.zeros((len(weights), deepest), np.int64)
        end = 0
        for attribute, levels in enumerate(weights):
            for level, values in enumerate(levels):
                self.offsets[attribute, level] = end
                end += len(values)
        self.flat = np.concatenate([values for levels in weights for values in levels]).astype(np.int64)
