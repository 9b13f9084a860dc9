"""What the self-test found: for each group and attribute, what is left of the finer tables."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.analysis.refinement.released import ReleasedGroups


@dataclass(frozen=True)
class Refinement:
    """The finer labels of each group, and what is concluded of their counts.

    All arrays are [groups, attributes]. `lower` int64 is the level of the finer labels, `labels` int64 how many of them
    are possible (1: nothing is concluded). Each of these has at least `least` and at most `most` records of the group,
    int64. `ways` float64 is the logarithm to base 2 of the number of vectors of counts that are left, `free` that of
    all that there would be if nothing were known.
    """

    groups: ReleasedGroups
    lower: NDArray[np.int64]
    labels: NDArray[np.int64]
    least: NDArray[np.int64]
    most: NDArray[np.int64]
    ways: NDArray[np.float64]
    free: NDArray[np.float64]

    @cached_property
    def exact(self) -> NDArray[np.bool_]:
        """Where one vector of counts is left, bool[groups, attributes]: it is known how many have each finer label."""
        found: NDArray[np.bool_] = (self.labels > 1) & (self.ways == 0.0)
        return found

    @cached_property
    def certain(self) -> NDArray[np.bool_]:
        """Where each of the possible finer labels is certainly there, or how often: bool[groups, attributes]."""
        found: NDArray[np.bool_] = self.exact | ((self.labels > 1) & (self.least > 0))
        return found

    @cached_property
    def breached(self) -> NDArray[np.bool_]:
        """Groups that tell something certain in an attribute, bool[groups]."""
        return np.asarray(self.certain.any(axis=1))

    def joined(self, other: Refinement) -> Refinement:
        """For each group and attribute the finding that says more: the certain one, or the one that excludes more."""
        mine, theirs = (1e9 * each.certain + 1e9 * each.exact + each.free - each.ways for each in (self, other))
        names = ("lower", "labels", "least", "most", "ways", "free")
        return replace(
            self, **{each: np.where(theirs > mine, getattr(other, each), getattr(self, each)) for each in names}
        )

    @property
    def narrowed(self) -> int:
        """How many groups have finer tables excluded, certain or not."""
        return int(((self.labels > 1) & (self.ways < self.free)).any(axis=1).sum())

    @property
    def breached_groups(self) -> int:
        """How many groups tell something certain."""
        return int(self.breached.sum())

    @property
    def breached_records(self) -> int:
        """The records of these groups."""
        return int(self.groups.sizes[self.breached].sum())

    @property
    def exact_groups(self) -> int:
        """How many groups tell how many of their records have each finer label of an attribute."""
        return int(self.exact.any(axis=1).sum())
