"""What is concluded of each released group by itself."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Concluded:
    """Facts about groups that hold in every consistent table.

    int64[groups, attributes]: `labels` finer labels at the level `lower`, of which `gone` are of no record and `there`
    are of one at least. `bits` float64[groups]: by how many bits the ways to fill the group are fewer, at least;
    `excluded` float64[groups] the share of its combinations of values that none of its records has, at least.
    """

    lower: Numbers
    labels: Numbers
    gone: Numbers
    there: Numbers
    bits: Floats
    excluded: Floats

    @classmethod
    def nothing(cls, levels: Numbers) -> Concluded:
        """Of groups with these levels int64[groups, attributes]."""
        none = np.zeros_like(levels)
        groups = np.zeros(len(levels))
        return cls(levels.copy(), np.ones_like(levels), none, none.copy(), groups, groups.copy())

    @property
    def told(self) -> NDArray[np.bool_]:
        """Where one finer label is left of several: all records have it, bool[groups, attributes]."""
        found: NDArray[np.bool_] = (self.labels > 1) & (self.labels - self.gone == 1)
        return found

    def joined(self, other: Concluded) -> Concluded:
        """Both: for each group and attribute what says more of its labels."""
        mine, theirs = (3.0 * each.told + 2.0 * (each.there > 0) + 1.0 * (each.gone > 0) for each in (self, other))
        names = ("lower", "labels", "gone", "there")
        labels = {name: np.where(theirs > mine, getattr(other, name), getattr(self, name)) for name in names}
        return replace(
            self,
            **labels,
            bits=np.maximum(self.bits, other.bits),
            excluded=np.maximum(self.excluded, other.excluded),
        )

    def placed(self, chosen: NDArray[np.bool_], of_chosen: Concluded) -> Concluded:
        """With what is concluded of some groups, bool[groups], in the place of what there was."""
        names = ("lower", "labels", "gone", "there", "bits", "excluded")
        changed = {}
        for name in names:
            changed[name] = getattr(self, name).copy()
            changed[name][chosen] = getattr(of_chosen, name)
        return Concluded(**changed)
