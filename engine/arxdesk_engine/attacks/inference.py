"""Inference (opinion 05/2014 of the Article 29 Working Party): what the candidates of somebody tell of a secret.

The attacker guesses the commonest value of the candidates, or that of the whole release where there is no candidate; of
a label that covers several values the likeliest.
What such guesses get right of people who are not in the table is statistics; what they get right beyond that of those
who are in it is disclosure. A value is certain where all candidates have it
and it is the only one that their label covers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.attacks.attackable import Attackable
from arxdesk_engine.risk.intervals import Share, difference

CONFIDENCES = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.0)
"""Shares of the candidates from which on a guess is counted."""


@dataclass(frozen=True, slots=True, eq=False)
class Guesses:
    """The guesses about some people: whether each is right, bool[people]; the share of the candidates that speak for
    it, float64[people], 0 without any; and whether all of them do, bool[people]."""

    right: NDArray[np.bool_]
    confidence: NDArray[np.float64]
    certain: NDArray[np.bool_]

    def precision(self, confidence: float) -> Share:
        """The right ones among the guesses with at least this confidence."""
        chosen = self.confidence >= confidence
        return Share(int(self.right[chosen].sum()), int(chosen.sum()))

    @property
    def share_right(self) -> Share:
        """The right ones of all."""
        return Share(int(self.right.sum()), len(self.right))

    @property
    def share_certain(self) -> Share:
        """The people of whom all candidates tell the same."""
        return Share(int(self.certain.sum()), len(self.right))


@dataclass(frozen=True, slots=True, eq=False)
class Inference:
    """Guesses about a secret column of members, and of people outside the table; None where nobody is outside."""

    secret: str
    members: Guesses
    outside: Guesses | None

    @property
    def excess(self) -> tuple[float, float, float] | None:
        """How much more often guesses about members are right, with its interval of 95 %."""
        if self.outside is None:
            return None
        return difference(self.members.share_right, self.outside.share_right)

    def plain(self) -> dict[str, object]:
        """As it stands in a JSON report."""
        found: dict[str, object] = {"secret": self.secret, "members": _plain(self.members)}
        if self.outside is not None and self.excess is not None:
            value, low, high = self.excess
            found |= {"outside": _plain(self.outside), "excess": value, "interval": [low, high]}
        return found


def inference(table: Attackable, known: Sequence[str], secret: str) -> Inference:
    """Guess a secret column of all members, and of everybody outside, of whom some columns are known."""
    most = table.commonest(secret)

    def guesses(who: NDArray[np.bool_]) -> Guesses:
        records = np.flatnonzero(who)
        found = table.candidates(known, records, secret)
        has_any = found.records > 0
        guess = np.where(has_any, found.guess, most)
        told = table.told(secret, guess)
        right = (told.values >= 0) & (told.values == table.truth(secret, records))
        confidence = np.where(has_any, told.shares * found.most / np.maximum(found.records, 1), 0.0)
        return Guesses(right, confidence, has_any & (found.secrets == 1) & told.is_one)

    return Inference(secret, guesses(table.members), guesses(table.outside) if table.outside.any() else None)


def _plain(guesses: Guesses) -> dict[str, object]:
    right_of_certain = Share(int(guesses.right[guesses.certain].sum()), int(guesses.certain.sum()))
    by_confidence = [{"confidence": each, **guesses.precision(each).plain()} for each in CONFIDENCES]
    return {
        "right": guesses.share_right.plain(),
        "certain": guesses.share_certain.plain(),
        "right_of_certain": right_of_certain.plain(),
        "precision": by_confidence,
    }
