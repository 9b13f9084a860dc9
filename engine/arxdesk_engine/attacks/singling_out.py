"""Singling out (opinion 05/2014 of the Article 29 Working Party): how few released records somebody can be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.attacks.attackable import Attackable
from arxdesk_engine.risk.intervals import Share

FEW = 5
"""Fewer candidates than this are few, unless a job says how many."""
_BOUNDS = (0, 1, 2, 3, 5, 10, 20, 50, 100)


@dataclass(frozen=True, slots=True, eq=False)
class SinglingOut:
    """The candidates of everybody whom an attacker looks for.

    `candidates` int64[members] are the released records that each can be. `single` have one, `few` fewer than
    `least`, `none` no candidate: they were removed, or what is known of them is nowhere in the release. `expected` is
    how many people a guess at random among their candidates finds: the sum of 1 / candidates of those who have some.
    """

    candidates: NDArray[np.int64]
    least: int

    @property
    def single(self) -> Share:
        """People with one candidate."""
        return Share(int((self.candidates == 1).sum()), len(self.candidates))

    @property
    def few(self) -> Share:
        """People with candidates, fewer than `least`."""
        found = (self.candidates > 0) & (self.candidates < self.least)
        return Share(int(found.sum()), len(self.candidates))

    @property
    def none(self) -> Share:
        """People without a candidate."""
        return Share(int((self.candidates == 0).sum()), len(self.candidates))

    @property
    def expected(self) -> float:
        """The people whom a guess among their candidates finds."""
        some = self.candidates[self.candidates > 0]
        return float((1.0 / some).sum())

    @property
    def distribution(self) -> tuple[tuple[int, int], ...]:
        """How many people have so many candidates or more, up to the next entry: pairs of least number and people."""
        places = np.searchsorted(_BOUNDS, self.candidates, side="right") - 1
        people = np.bincount(places, minlength=len(_BOUNDS))
        return tuple(zip(_BOUNDS, people.tolist(), strict=True))

    def plain(self) -> dict[str, object]:
        """As it stands in a JSON report."""
        smallest = self.candidates[self.candidates > 0]
        return {
            "single": self.single.plain(),
            "few": {"below": self.least, **self.few.plain()},
            "without_candidate": self.none.plain(),
            "fewest_candidates": int(smallest.min()) if len(smallest) else None,
            "expected_hits": self.expected,
            "distribution": [{"from": bound, "people": people} for bound, people in self.distribution],
        }


def singling_out(table: Attackable, known: Sequence[str], least: int = FEW) -> SinglingOut:
    """Count the candidates of all members of whom some columns are known."""
    return SinglingOut(table.candidates(known, np.flatnonzero(table.members)).records, least)
