"""Household risk: the chance that at least one member of a household is re-identified."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def household_risk(risks: NDArray[np.float64], households: NDArray[np.int32]) -> NDArray[np.float64]:
    """1 minus the product of 1 - r over the members of its household, for each record, float64[records] in [0, 1].

    `risks` float64[records] are those of the members, in [0, 1]; `households` int32[records] the number of the
    household of each, from 0 (Hundepool et al. 2012, section 3.6.4). Found one, the others are known.
    """
    certain = np.bincount(households, risks >= 1.0) > 0.0
    logarithms = np.log1p(-np.where(risks >= 1.0, 0.0, risks))
    joint = -np.expm1(np.bincount(households, logarithms))
    joint[certain] = 1.0
    found: NDArray[np.float64] = joint[households]
    return found
