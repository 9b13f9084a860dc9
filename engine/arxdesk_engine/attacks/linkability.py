"""Linkability (opinion 05/2014 of the Article 29 Working Party): two sources, linked by what the release says.

One source knows some columns of a person, the other one others. Each has candidates in the release; who is in both
belongs to both. One candidate in common links the sources.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.attacks.attacked import AttackedTable
from arxdesk_engine.risk.intervals import Share


@dataclass(frozen=True, slots=True, eq=False)
class Linkability:
    """Candidates int64[members] of the first source, of the second one, and those that both have."""

    first: NDArray[np.int64]
    second: NDArray[np.int64]
    both: NDArray[np.int64]

    @property
    def is_linked(self) -> NDArray[np.bool_]:
        """Who has one candidate in common and is singled out by neither source alone, bool[members]."""
        found: NDArray[np.bool_] = (self.both == 1) & (self.first > 1) & (self.second > 1)
        return found

    @property
    def linked(self) -> Share:
        """The people who are linked."""
        return Share(int(self.is_linked.sum()), len(self.both))

    def plain(self) -> dict[str, object]:
        """As it stands in a JSON report."""
        alone = {
            "single_by_first": Share(int((self.first == 1).sum()), len(self.both)).plain(),
            "single_by_second": Share(int((self.second == 1).sum()), len(self.both)).plain(),
        }
        return {
            "linked": self.linked.plain(),
            **alone,
            "single": Share(int((self.both == 1).sum()), len(self.both)).plain(),
        }


def linkability(table: AttackedTable, first: Sequence[str], second: Sequence[str]) -> Linkability:
    """Link two sources that know some columns each. Labels cover columns one by one: what both know is their union."""
    members = np.flatnonzero(table.members)
    both = tuple(dict.fromkeys((*first, *second)))
    return Linkability(*(table.candidates(known, members).records for known in (first, second, both)))
