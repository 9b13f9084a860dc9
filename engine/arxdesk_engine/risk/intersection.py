"""Who looks the same in several releases: groups that are large in each may share few people.

Ganta, Kasiviswanathan and Smith 2008 ("Composition attacks and auxiliary information in data privacy", KDD) intersect
the groups of a person; that people come and go between releases tells them apart as well (Byun, Sohn, Bertino and Li
2006, "Secure anonymization for incremental datasets").
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.foundation.language import marked
from arxdesk_engine.risk.intervals import Share

ABSENT = -1
"""The look of somebody whom a release does not show."""

THIS = marked("this release")
"""The name of the release that is attacked, beside those of earlier ones."""

Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Intersection:
    """Groups of people in several releases, put together.

    `together` int64[people] is how many look the same in all releases, and are absent from the same ones; `alone`
    int64[people] the fewest who look the same in one of those that show the person. Both are 0 of people whom no
    release shows. `shown` bool[releases, people] says which releases show whom.
    """

    together: Numbers
    alone: Numbers
    shown: NDArray[np.bool_]

    def narrowed(self, least: int) -> NDArray[np.bool_]:
        """People among fewer than `least` in all releases together, and among more in each alone, bool[people]."""
        found: NDArray[np.bool_] = (self.together < least) & (self.together < self.alone)
        return found

    def stayed(self, least: int) -> Share:
        """Those of them who are in all releases."""
        return self._share(least, self.shown.all(axis=0))

    def came(self, least: int) -> Share:
        """Those of them whom the first release shows, and some other one does not."""
        return self._share(least, self.shown[0] & ~self.shown.all(axis=0))

    def went(self, least: int) -> Share:
        """Those of them whom the first release does not show, and some other one does."""
        return self._share(least, self.shown.any(axis=0) & ~self.shown[0])

    def _share(self, least: int, of: NDArray[np.bool_] | np.bool_) -> Share:
        return Share(int((self.narrowed(least) & of).sum()), int(of.sum()))


@dataclass(frozen=True, slots=True)
class ReleasePair:
    """Two releases by their names, the later one first, and the people whom they narrow down together alone."""

    first: str
    second: str
    narrowed: Share

    def plain(self) -> dict[str, object]:
        """As it stands in a JSON report."""
        return {"releases": [self.first, self.second], "narrowed": self.narrowed.plain()}


def intersected(looks: Sequence[Numbers]) -> Intersection:
    """Put releases beside each other: of each the look of everybody, int64[people] from 0 on, or ABSENT.

    The numbers of looks must stay below 2^31, as those of groups do.
    """
    number = len(looks[0])
    shown = np.stack([look != ABSENT for look in looks])
    group, alone = looks[0] - ABSENT, np.full(number, number, np.int64)
    for place, (look, is_shown) in enumerate(zip(looks, shown, strict=True)):
        sizes = np.bincount(look[is_shown], minlength=1)
        alone[is_shown] = np.minimum(alone[is_shown], sizes[look[is_shown]])
        if place:  # one sort for each release after the first: numbers of looks are below that of people
            width = int(look.max(initial=ABSENT)) - ABSENT + 1
            _distinct, group = np.unique(group * width + (look - ABSENT), return_inverse=True)
    together = np.bincount(group, minlength=1)[group]
    somewhere = shown.any(axis=0)
    return Intersection(np.where(somewhere, together, 0), np.where(somewhere, alone, 0), shown)


def pairs_of(looks: Sequence[Numbers], names: Sequence[str], least: int) -> tuple[ReleasePair, ...]:
    """What any two releases tell together, those with the first one before all others.

    Who is in one of both alone counts as well: who came or went is told by that.
    """
    found = []
    for first in range(len(looks)):
        for second in range(first + 1, len(looks)):
            both = intersected([looks[first], looks[second]])
            somewhere = int(both.shown.any(axis=0).sum())
            found.append(ReleasePair(names[first], names[second], Share(int(both.narrowed(least).sum()), somewhere)))
    return tuple(found)
