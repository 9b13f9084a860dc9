"""Membership: whether the release tells who is in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from arxdesk_engine.attacks.attacked import AttackedTable
from arxdesk_engine.risk.intervals import Share, difference


@dataclass(frozen=True, slots=True)
class Membership:
    """Of those who are in the table, and of those outside it, the people with a candidate in the release."""

    members: Share
    outside: Share

    @property
    def advantage(self) -> tuple[float, float, float]:
        """How much more often a member has a candidate, with its interval: 0 where the release tells nothing."""
        return difference(self.members, self.outside)

    def plain(self) -> dict[str, object]:
        """As it stands in a JSON report."""
        found, low, high = self.advantage
        shares = {"members": self.members.plain(), "outside": self.outside.plain()}
        return {**shares, "advantage": found, "interval": [low, high]}


def membership(table: AttackedTable, known: Sequence[str]) -> Membership | None:
    """Compare members with people outside the table of whom the same is known; None where nobody is outside."""
    if not table.outside.any():
        return None
    shares = []
    for who in (table.members, table.outside):
        records = table.candidates(known, np.flatnonzero(who)).records
        shares.append(Share(int((records > 0).sum()), len(records)))
    return Membership(*shares)
